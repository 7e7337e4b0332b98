import { inject } from 'vitest';

/** Seeded, so that a failure can be repeated. */
export interface Random {
  /** An integer from 0 to `end - 1`. */
  below(end: number): number;
  pick<T>(from: readonly T[]): T;
  chance(probability: number): boolean;
}

/** The seed of the whole run. Vitest prints it at the start; the environment variable `TEST_SEED` sets it. */
export const TEST_SEED = inject('testSeed');

/** Mulberry32 with 32 bits of state. */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (end: number) => Math.floor(next() * end);
  return {
    below,
    pick: (from) => {
      const chosen = from[below(from.length)];
      if (chosen === undefined) throw new RangeError('nothing to pick from');
      return chosen;
    },
    chance: (probability) => next() < probability,
  };
}
