/** Fewer rounds say nothing about their spread. */
const LEAST_ROUNDS = 5;

/**
 * Runs rounds until there are so many, or until the time is over. Compared items follow one another, because
 * the speed of the machine changes within seconds. Rounds begin with another item each, and every second
 * round goes backwards, so that no item always follows the same one.
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
    const first = round % items.length;
    const order = [...items.slice(first), ...items.slice(0, first)];
    for (const item of round % 2 === 0 ? order : order.toReversed()) await options.measure(item, round);
  }
}
