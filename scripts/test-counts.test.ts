import { describe, expect, it } from 'vitest';
import { countPlaywright, countStage, countVitest, sum } from './test-counts.ts';

const vitestReport = {
  numPassedTests: 7,
  numFailedTests: 0,
  numPendingTests: 1,
  numTodoTests: 1,
  testResults: [{ status: 'passed', assertionResults: [{}] }],
};
const playwrightReport = { stats: { expected: 5, unexpected: 0, flaky: 0, skipped: 2 }, errors: [] };

describe('the count of a run', () => {
  it('adds what both runners say', () => {
    expect(sum([countVitest(vitestReport), countPlaywright(playwrightReport)])).toEqual({
      passed: 12,
      flaky: 0,
      failed: 0,
      skipped: 4,
    });
  });

  it('has a failed test for a file that could not be loaded', () => {
    const testResults = [...vitestReport.testResults, { status: 'failed', assertionResults: [] }];
    expect(countVitest({ ...vitestReport, testResults }).failed).toBe(1);
  });

  it('has a failed test for an error outside of tests', () => {
    const stats = { expected: 5, unexpected: 1, flaky: 0, skipped: 0 };
    expect(countPlaywright({ stats, errors: [{ message: 'no server' }] }).failed).toBe(2);
  });

  it('says how many passed at the second try', () => {
    const stats = { expected: 5, unexpected: 0, flaky: 1, skipped: 0 };
    expect(countPlaywright({ stats, errors: [] })).toEqual({ passed: 6, flaky: 1, failed: 0, skipped: 0 });
  });

  it.each([
    ['no report at all', 1, countVitest(null)],
    ['no test', 0, { passed: 0, flaky: 0, failed: 0, skipped: 3 }],
    ['a bad end after good tests', 1, { passed: 3, flaky: 0, failed: 0, skipped: 0 }],
    ['a stage that was ended', null, { passed: 3, flaky: 0, failed: 0, skipped: 0 }],
  ])('has a failed test for %s', (_what, exitCode, counts) => {
    expect(countStage(exitCode, counts).failed).toBe(1);
  });

  it('counts a failed test once', () => {
    expect(countStage(1, { passed: 3, flaky: 0, failed: 1, skipped: 0 }).failed).toBe(1);
  });
});
