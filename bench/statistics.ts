/** The middle of what several rounds said, and how far apart they were. */
export interface Spread {
  readonly median: number;
  readonly min: number;
  readonly max: number;
}

/** The value below which `part` (0 to 1) of `values` lie (nearest rank); `NaN` of nothing. */
export function quantile(values: Iterable<number>, part: number): number {
  const sorted = Float64Array.from(values).sort();
  return sorted[Math.max(0, Math.ceil(sorted.length * part) - 1)] ?? Number.NaN;
}

/** Of an even number the mean of the two in the middle; `NaN` of nothing. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const upper = sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
  const lower = sorted[Math.ceil(sorted.length / 2) - 1] ?? Number.NaN;
  return (lower + upper) / 2;
}

export function spreadOf(values: readonly number[]): Spread {
  return { median: median(values), min: Math.min(...values), max: Math.max(...values) };
}

/**
 * How `values` stand to `bases`, round by round: what the machine did in a round touched both, so it falls out of their ratio.
 * @throws {RangeError} when they are not of the same rounds
 */
export function ratioOf(values: readonly number[], bases: readonly number[]): Spread {
  if (values.length !== bases.length || values.length === 0)
    throw new RangeError(`${values.length} rounds cannot be compared with ${bases.length}`);
  return spreadOf(values.map((value, round) => value / (bases[round] ?? Number.NaN)));
}

/** `items` beginning with another one each round, so that no place in the order is always the same one's. */
export function rotate<T>(items: readonly T[], round: number): T[] {
  const from = items.length === 0 ? 0 : round % items.length;
  return [...items.slice(from), ...items.slice(0, from)];
}
