import { ALL_FAULTS } from './fault-rounds.ts';

/**
 * The numbers of commands after which a kill leaves another state than the kill before. `effects` come from
 * `FaultInjector.disarm`. A kill after a read leaves the state of the kill before that read.
 */
export function killPositions(effects: readonly boolean[]): readonly number[] {
  return effects.flatMap((_, n) => (n === 0 || effects[n - 1] === true || ALL_FAULTS ? [n] : []));
}

/** Writes that decide: of a person, or what a flow without a write of a person decides. */
const DECISIONS = [
  /^users\.(insertOne|insertMany|updateOne|findOneAndUpdate)$/,
  /^users\.findOneAndUpdate$/,
  /^(?!users|rate_limits|verification_tokens|ceremonies)\w+\.(insertOne|insertMany|updateOne|findOneAndUpdate)$/,
];

/**
 * The kills of `npm test`: after the first write of a person, and after the first that answers the person,
 * because a note about an administrator may precede the decision. Otherwise, after the first other write.
 */
export function positionsOfDecision(commands: readonly string[]): readonly number[] {
  const [first, answered, other] = DECISIONS.map((decides) =>
    commands.findIndex((name) => decides.test(name)),
  );
  const writes = [first ?? -1, answered ?? -1].filter((at) => at >= 0);
  const positions = (writes.length > 0 ? writes : [other ?? -1]).map((at) =>
    Math.min(at + 1, commands.length - 1),
  );
  return [...new Set(positions)];
}

/** For `npm test` the kill in the middle, near the deciding write, and the last one. Otherwise all. */
export function someOf(positions: readonly number[]): readonly number[] {
  const chosen = new Set([Math.floor(positions.length / 2), positions.length - 1]);
  return ALL_FAULTS ? positions : positions.filter((_, index) => chosen.has(index));
}
