import { describe, expect, it } from 'vitest';
import { countStage, playwrightReport, vitestReport } from './test-counts.ts';

describe('the counts of a report', () => {
  it('are read from Vitest', () => {
    const report = { numPassedTests: 7, numFailedTests: 2, numPendingTests: 1, numTodoTests: 1 };
    expect(vitestReport.parse(report)).toEqual({ passed: 7, failed: 2, skipped: 2 });
  });

  it('are read from Playwright, and a test that passed at its second attempt has passed', () => {
    const stats = { expected: 5, unexpected: 2, flaky: 1, skipped: 2 };
    expect(playwrightReport.parse({ stats })).toEqual({ passed: 6, failed: 2, skipped: 2 });
  });

  it.each([null, {}, { stats: {} }, { numPassedTests: 'x' }])('are none where the report is %j', (report) => {
    expect(vitestReport.safeParse(report).data).toBeUndefined();
    expect(playwrightReport.safeParse(report).data).toBeUndefined();
  });
});

describe('the counts of a stage', () => {
  it('are those of its report', () => {
    const counts = { passed: 3, failed: 0, skipped: 1 };
    expect(countStage(0, counts)).toEqual(counts);
  });

  it.each([
    ['no report', 1, undefined],
    ['no test', 0, { passed: 0, failed: 0, skipped: 3 }],
    ['a bad exit code after good tests', 1, { passed: 3, failed: 0, skipped: 0 }],
    ['an end by a signal', null, { passed: 3, failed: 0, skipped: 0 }],
  ])('have a failed test for %s', (_condition, exitCode, counts) => {
    expect(countStage(exitCode, counts).failed).toBe(1);
  });

  it('have a failed test once', () => {
    expect(countStage(1, { passed: 3, failed: 1, skipped: 0 }).failed).toBe(1);
  });
});
