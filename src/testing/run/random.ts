import { inject } from 'vitest';
import { SeededRandom } from './seeded-random.ts';

export type Random = SeededRandom;

/** The seed of the whole run. Vitest prints it at the start; the environment variable `TEST_SEED` sets it. */
export const TEST_SEED = inject('testSeed');

/** The same choices each time, so that a failure can be repeated. */
export function seededRandom(seed: number): Random {
  return new SeededRandom(seed);
}
