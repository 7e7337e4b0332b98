import { z } from 'zod';

export interface Counts {
  readonly passed: number;
  /** Of those passed, at the second try: a browser on a busy machine can miss a moment, and that is to be seen. */
  readonly flaky: number;
  readonly failed: number;
  readonly skipped: number;
}

export const NOTHING: Counts = { passed: 0, flaky: 0, failed: 0, skipped: 0 };

const count = z.int().nonnegative();

const vitestReport = z.object({
  numPassedTests: count,
  numFailedTests: count,
  numPendingTests: count,
  numTodoTests: count,
  testResults: z.array(z.object({ status: z.string(), assertionResults: z.array(z.unknown()) })),
});

/** Counts of Vitest's JSON report; a file that failed before any of its tests ran counts as one failed test. */
export function countVitest(report: unknown): Counts {
  const read = vitestReport.safeParse(report);
  if (!read.success) return NOTHING;
  const { numPassedTests, numFailedTests, numPendingTests, numTodoTests, testResults } = read.data;
  const unread = testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0);
  return {
    passed: numPassedTests,
    flaky: 0,
    failed: numFailedTests + unread.length,
    skipped: numPendingTests + numTodoTests,
  };
}

const playwrightReport = z.object({
  stats: z.object({ expected: count, unexpected: count, flaky: count, skipped: count }),
  errors: z.array(z.unknown()),
});

/** Counts of Playwright's JSON report; an error outside the tests counts as failed. */
export function countPlaywright(report: unknown): Counts {
  const read = playwrightReport.safeParse(report);
  if (!read.success) return NOTHING;
  const { stats, errors } = read.data;
  return {
    passed: stats.expected + stats.flaky,
    flaky: stats.flaky,
    failed: stats.unexpected + errors.length,
    skipped: stats.skipped,
  };
}

/** A stage that ended badly without a failed test, or that ran no test at all, has one failed test. */
export function countStage(exitCode: number | null, counts: Counts): Counts {
  const silent = counts.failed === 0 && (exitCode !== 0 || counts.passed === 0);
  return silent ? { ...counts, failed: 1 } : counts;
}

export function sum(all: readonly Counts[]): Counts {
  return all.reduce(
    (total, counts) => ({
      passed: total.passed + counts.passed,
      flaky: total.flaky + counts.flaky,
      failed: total.failed + counts.failed,
      skipped: total.skipped + counts.skipped,
    }),
    NOTHING,
  );
}
