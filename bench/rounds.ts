import { relativeSpread, type Spread } from './statistics.ts';

/** A part of a ratio's median. Below it, more rounds are not needed. */
const ENOUGH = 0.15;
/** Fewer rounds say nothing about their spread. */
const LEAST_ROUNDS = 5;
/** Two windows of a warm-up that differ by less than this part show a warm process. */
const SETTLED = 0.05;

/** Whether the ratios need no further round. */
export function areEnough(ratios: readonly Spread[]): boolean {
  return ratios.every((ratio) => ratio.rounds >= LEAST_ROUNDS && relativeSpread(ratio) < ENOUGH);
}

/** Whether the CPU time per request has settled: the last window differs little from the one before. */
export function hasSettled(windows: readonly number[]): boolean {
  const [before, last] = windows.slice(-2);
  return before !== undefined && last !== undefined && Math.abs(last - before) < SETTLED * before;
}

/** Brings items into a random order. The same seed gives the same orders, one after another. */
export type Shuffle = <T>(items: readonly T[]) => T[];

/** Mulberry32 with 32 bits of state. */
export function seededShuffle(seed: number): Shuffle {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return (items) => {
    const rest = [...items];
    return items.flatMap(() => rest.splice(Math.floor(next() * rest.length), 1));
  };
}

/**
 * Runs rounds until the ratios are narrow enough, or until the most rounds or the time of the plan. Every round has all items, in an
 * order of its own.
 */
export async function repeatRounds<T>(
  items: readonly T[],
  options: {
    readonly most: number;
    /** After this time no further round begins, when there are enough to see their spread. */
    readonly mostMs: number;
    readonly shuffle: Shuffle;
    /**
     * Items with the same name follow one another in every round. The speed of the machine changes within seconds, so the ratio of two items that are
     * measured one after the other is steadier.
     */
    readonly groupOf?: (item: T) => string;
    readonly say: (line: string) => void;
    readonly measure: (item: T, round: number) => Promise<void>;
    /** The ratios after the rounds so far. */
    readonly ratios: () => readonly Spread[];
  },
): Promise<void> {
  const { shuffle, groupOf = () => '' } = options;
  const groups = [...new Set(items.map(groupOf))].map((name) =>
    items.filter((item) => groupOf(item) === name),
  );
  const started = performance.now();
  for (let round = 0; round < options.most; round++) {
    if (round >= LEAST_ROUNDS && performance.now() - started > options.mostMs) return;
    options.say(`round ${round + 1} of at most ${options.most}`);
    for (const item of shuffle(groups).flatMap(shuffle)) await options.measure(item, round);
    if (areEnough(options.ratios())) return;
  }
}
