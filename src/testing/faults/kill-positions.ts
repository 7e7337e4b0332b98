import { ALL_FAULTS } from './fault-rounds.ts';

/**
 * After how many commands of a step a kill can leave another state than the kill before it. `effects` are those of the whole step, from
 * `FaultInjector.disarm`. A kill after a read leaves what the kill before that read left, so `npm test` does not repeat it.
 * `npm run test:all` kills after every command.
 */
export function killPositions(effects: readonly boolean[]): readonly number[] {
  return effects.flatMap((_, n) => (n === 0 || effects[n - 1] === true || ALL_FAULTS ? [n] : []));
}

/** The writes that decide: of a person, or of what a flow without a write of a person decides about. */
const DECISIONS = [
  /^users\.(insertOne|insertMany|updateOne|findOneAndUpdate)$/,
  /^users\.findOneAndUpdate$/,
  /^(?!users|rate_limits|verification_tokens|ceremonies)\w+\.(insertOne|insertMany|updateOne|findOneAndUpdate)$/,
];

/**
 * After how many commands of a step `npm test` kills it: after the first write of a person, and after the first that answers the person, because a
 * note about an administrator may come before the decision. Where the step writes no person, after its first other write.
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

/**
 * Of all kills of a step, `npm test` takes the one in the middle, which is about the deciding write, and the last one, which comes after it.
 * `npm run test:all` takes all.
 */
export function someOf(positions: readonly number[]): readonly number[] {
  const chosen = new Set([Math.floor(positions.length / 2), positions.length - 1]);
  return ALL_FAULTS ? positions : positions.filter((_, index) => chosen.has(index));
}
