import { ALL_FAULTS } from './fault-rounds.ts';

/**
 * After how many commands of a step a kill can leave another state than the kill before it. `effects` are those of the whole step, from
 * `FaultInjector.disarm`. A kill after a read leaves what the kill before that read left, so `npm test` does not repeat it.
 * `npm run test:faults` kills after every command.
 */
export function killPositions(effects: readonly boolean[]): readonly number[] {
  return effects.flatMap((_, n) => (n === 0 || effects[n - 1] === true || ALL_FAULTS ? [n] : []));
}

/** Of a long list of kills or flows, `npm test` takes every third one and the last. `npm run test:faults` takes all. */
export function someOf<T>(list: readonly T[]): readonly T[] {
  const last = list.length - 1;
  return ALL_FAULTS ? list : list.filter((_, i) => i % 3 === 0 || i === last);
}
