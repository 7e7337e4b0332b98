/** Fewer rounds say nothing about their spread. */
const LEAST_ROUNDS = 5;

/**
 * Runs rounds until there are so many, or until the time is over. Every round has all items, and begins with another one:
 * the speed of the machine changes within seconds, so items that are compared follow one another.
 */
export async function repeatRounds<T>(
  items: readonly T[],
  options: {
    readonly most: number;
    readonly mostMs: number;
    readonly say: (line: string) => void;
    readonly measure: (item: T, round: number) => Promise<void>;
  },
): Promise<void> {
  const started = performance.now();
  for (let round = 0; round < options.most; round++) {
    if (round >= LEAST_ROUNDS && performance.now() - started > options.mostMs) return;
    options.say(`round ${round + 1} of at most ${options.most}`);
    for (let index = 0; index < items.length; index++) {
      const item = items[(round + index) % items.length];
      if (item !== undefined) await options.measure(item, round);
    }
  }
}
