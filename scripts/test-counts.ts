import { z } from 'zod';

export interface Counts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

const count = z.int().nonnegative();

/** Vitest's JSON report. */
export const vitestReport = z
  .object({ numPassedTests: count, numFailedTests: count, numPendingTests: count, numTodoTests: count })
  .transform((report): Counts => ({
    passed: report.numPassedTests,
    failed: report.numFailedTests,
    skipped: report.numPendingTests + report.numTodoTests,
  }));

/** Playwright's JSON report. A test that passed at its second attempt has passed; `second-attempts.ts` bounds how many may. */
export const playwrightReport = z
  .object({ stats: z.object({ expected: count, unexpected: count, flaky: count, skipped: count }) })
  .transform(({ stats }): Counts => ({
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected,
    skipped: stats.skipped,
  }));

/**
 * The counts of a stage. What no report counts is one failed test: a check, a build or a file that does not load, a stage that was ended, a
 * stage that ran no test.
 */
export function countStage(exitCode: number | null, report: Counts | undefined): Counts {
  const counts = report ?? { passed: 0, failed: 0, skipped: 0 };
  const isUncounted = counts.failed === 0 && (exitCode !== 0 || counts.passed === 0);
  return isUncounted ? { ...counts, failed: 1 } : counts;
}
