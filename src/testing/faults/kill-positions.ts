import { ALL_FAULTS } from './fault-rounds.ts';

/**
 * After how many commands of a step a kill can leave another state than the kill before it. `effects` are those of the whole step, from
 * `FaultInjector.disarm`. A kill after a read leaves what the kill before that read left, so `npm test` does not repeat it.
 * `npm run test:all` kills after every command.
 */
export function killPositions(effects: readonly boolean[]): readonly number[] {
  return effects.flatMap((_, n) => (n === 0 || effects[n - 1] === true || ALL_FAULTS ? [n] : []));
}

/**
 * Of all kills of a step, `npm test` takes the one in the middle, which is about the deciding write, and the last one, which comes after it.
 * `npm run test:all` takes all.
 */
export function someOf(positions: readonly number[]): readonly number[] {
  const chosen = new Set([Math.floor(positions.length / 2), positions.length - 1]);
  return ALL_FAULTS ? positions : positions.filter((_, index) => chosen.has(index));
}
