import { describe, expect, it } from 'vitest';
import { afterGoodAttempt, boundAttempts, filesForSecondAttempt, type Stage } from './second-attempts.ts';

const failure = (file: string, title = 'a') => ({ name: `${file} > ${title}`, message: 'Error' });

function stageWith(failures: Partial<Pick<Stage, 'failed' | 'passedAgain'>>, failed?: number): Stage {
  const stage = { failed: [], passedAgain: [], ...failures };
  return { ...stage, counts: { passed: 9, failed: failed ?? stage.failed.length, skipped: 1 } };
}

describe('a second attempt', () => {
  it('runs the files of at most three failed tests, each once', () => {
    const failed = [failure('src/a.test.ts'), failure('src/a.test.ts', 'b > c'), failure('src/b.test.tsx')];
    expect(filesForSecondAttempt(stageWith({ failed }))).toEqual(['src/a.test.ts', 'src/b.test.tsx']);
    expect(filesForSecondAttempt(stageWith({ failed: [...failed, failure('src/c.test.ts')] }))).toEqual([]);
  });

  it.each([
    ['nothing failed', [], 0],
    ['a test of races failed', [failure('src/a.test.ts'), failure('src/email-races.test.ts')], 2],
    ['a test of kills failed', [failure('src/domain/kills.test.ts')], 1],
    ['an error stood outside of all tests', [{ name: 'an error outside of all tests', message: '' }], 1],
    ['a hook failed, which no report counts', [failure('src/a.test.ts')], 0],
    ['the report counts more than the log names', [failure('src/a.test.ts')], 2],
  ])('runs nothing where %s', (_condition, failed, count) => {
    expect(filesForSecondAttempt(stageWith({ failed }, count))).toEqual([]);
  });

  it('that passes counts as passed, and its tests stay named', () => {
    const failed = [failure('src/a.test.ts')];
    expect(afterGoodAttempt(stageWith({ failed }))).toEqual({
      counts: { passed: 10, failed: 0, skipped: 1 },
      failed: [],
      passedAgain: failed,
    });
  });

  it('does not excuse more than three tests', () => {
    const three = ['a', 'b', 'c'].map((title) => failure('one.spec.ts', title));
    expect(boundAttempts(stageWith({ passedAgain: three }))).toEqual(stageWith({ passedAgain: three }));
    const four = [...three, failure('two.spec.ts')];
    expect(boundAttempts(stageWith({ passedAgain: four }))).toEqual({
      counts: { passed: 5, failed: 4, skipped: 1 },
      failed: four,
      passedAgain: [],
    });
  });
});
