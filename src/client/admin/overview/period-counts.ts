import { DAY_MS, HOUR_MS } from '../../../shared/limits.ts';
import type { Overview } from '../../../shared/schemas/administration.ts';

type MethodCount = Overview['signIns'][number];

export interface Series {
  /** The sign-in method; `null` for all that are not shown alone. */
  readonly method: string | null;
  readonly methodName: string | null;
  /** One for each hour or day. */
  readonly counts: readonly number[];
  readonly total: number;
}

export interface PeriodCounts {
  /** The beginnings of the hours or days, the oldest first, without gaps. */
  readonly times: readonly string[];
  /** The most frequent first. */
  readonly series: readonly Series[];
  readonly totals: readonly number[];
}

/** More colours could not be told apart. */
const SERIES_MAX = 5;

/** The hours of one day, or the days of a longer period. */
export function timesOf({ since, days }: Pick<Overview, 'since' | 'days'>): readonly string[] {
  const [length, unit] = days === 1 ? [24, HOUR_MS] : [days, DAY_MS];
  const first = Date.parse(since);
  return Array.from({ length }, (_, index) => new Date(first + index * unit).toISOString());
}

export function countsAt(
  times: readonly string[],
  rows: readonly { readonly at: string; readonly count: number }[],
): readonly number[] {
  const counts = new Map<string, number>();
  for (const { at, count } of rows) counts.set(at, (counts.get(at) ?? 0) + count);
  return times.map((time) => counts.get(time) ?? 0);
}

/** Puts the counts into series. Those of `expected` are there without any count, too. */
export function arrange(
  times: readonly string[],
  rows: readonly MethodCount[],
  expected: readonly string[] = [],
): PeriodCounts {
  const methods = new Set([...expected, ...rows.map(({ method }) => method)]);
  const all = [...methods]
    .map((method): Series => {
      const ofMethod = rows.filter((each) => each.method === method);
      const counts = countsAt(times, ofMethod);
      return { method, methodName: ofMethod[0]?.methodName ?? null, counts, total: sum(counts) };
    })
    .toSorted((one, other) => other.total - one.total);
  const shown = all.length > SERIES_MAX ? all.slice(0, SERIES_MAX - 1) : all;
  const others = all.slice(shown.length);
  return {
    times,
    series: others.length === 0 ? shown : [...shown, joined(others, times)],
    totals: times.map((_, index) => sum(all.map(({ counts }) => counts[index] ?? 0))),
  };
}

function joined(others: readonly Series[], times: readonly string[]): Series {
  const counts = times.map((_, index) => sum(others.map((each) => each.counts[index] ?? 0)));
  return { method: null, methodName: null, counts, total: sum(counts) };
}

export function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0);
}
