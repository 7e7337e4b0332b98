/** The median of several rounds, and the bounds of their middle half. */
export interface Spread {
  readonly median: number;
  /** First and third quartile. Unlike the extremes, they do not move apart with more rounds. */
  readonly lower: number;
  readonly upper: number;
  readonly rounds: number;
}

/** The value below which `part` (0 to 1) of `values` lies (nearest rank); `NaN` without values. */
export function quantile(values: Iterable<number>, part: number): number {
  const sorted = Float64Array.from(values).sort();
  return sorted[Math.max(0, Math.ceil(sorted.length * part) - 1)] ?? Number.NaN;
}

/** `NaN` without values. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const upper = sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
  const lower = sorted[Math.ceil(sorted.length / 2) - 1] ?? Number.NaN;
  return (lower + upper) / 2;
}

export function spreadOf(values: readonly number[]): Spread {
  return {
    median: median(values),
    lower: quantile(values, 0.25),
    upper: quantile(values, 0.75),
    rounds: values.length,
  };
}

/**
 * The ratios of `values` to `bases` by round: the speed of the machine in a round affects both alike.
 * @throws {RangeError} when the numbers of rounds differ
 */
export function ratioOf(values: readonly number[], bases: readonly number[]): Spread {
  if (values.length !== bases.length || values.length === 0)
    throw new RangeError(`${values.length} rounds cannot be compared with ${bases.length}`);
  return spreadOf(values.map((value, round) => value / (bases[round] ?? Number.NaN)));
}
