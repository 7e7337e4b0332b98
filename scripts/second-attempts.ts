import type { Failure } from './failures/failure-log.ts';
import type { Counts } from './test-counts.ts';

/** A slow machine fails single tests. More than these are a fault. */
const MOST = 3;
/** A race, a kill or a failover that goes wrong once in ten times is a fault, so these tests have one attempt. */
const ONE_ATTEMPT =
  /races|kills|failovers|guessing|flood|acknowledged-writes|ended-sessions|embedded-database/;

export interface Stage {
  readonly counts: Counts;
  readonly failed: readonly Failure[];
  /** They failed, and passed at their second attempt. */
  readonly passedAgain: readonly Failure[];
}

/**
 * The files of Vitest that get a second attempt, when the others have ended: those of at most three failed tests. None, when something else failed, too:
 * a hook, a file that does not load, an error outside of all tests.
 */
export function filesForSecondAttempt({ counts, failed }: Stage): string[] {
  if (failed.length === 0 || failed.length > MOST || failed.length !== counts.failed) return [];
  const files = failed.map(({ name }) => name.split(' > ')[0] ?? '');
  const mayRepeat = (file: string) => /\.test\.tsx?$/.test(file) && !ONE_ATTEMPT.test(file);
  return files.every(mayRepeat) ? [...new Set(files)] : [];
}

/** The stage after all its failed tests passed at their second attempt. */
export function afterGoodAttempt({ counts, failed }: Stage): Stage {
  return {
    counts: { ...counts, passed: counts.passed + counts.failed, failed: 0 },
    failed: [],
    passedAgain: failed,
  };
}

/** Where more tests needed a second attempt than a slow machine explains, they have failed. */
export function boundAttempts(stage: Stage): Stage {
  const { counts, failed, passedAgain } = stage;
  if (passedAgain.length <= MOST) return stage;
  return {
    counts: {
      ...counts,
      passed: counts.passed - passedAgain.length,
      failed: counts.failed + passedAgain.length,
    },
    failed: [...failed, ...passedAgain],
    passedAgain: [],
  };
}
