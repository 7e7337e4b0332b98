import { DAY_MS } from '../../../shared/limits.ts';
import type { Overview } from '../../../shared/schemas/administration.ts';

type DayCount = Overview['signIns'][number];

export interface Series {
  /** The sign-in method; `null` for all that are not shown alone. */
  readonly method: string | null;
  readonly methodName: string | null;
  readonly counts: readonly number[];
  readonly total: number;
}

export interface DayCounts {
  /** `2026-11-22`, the oldest first, without gaps. */
  readonly days: readonly string[];
  /** The most frequent first. */
  readonly series: readonly Series[];
  readonly totals: readonly number[];
}

/** More colours could not be told apart. */
const SERIES_MAX = 5;

/** Puts the counts into days and series. `now` in milliseconds since 1970. */
export function arrangeByDay(rows: readonly DayCount[], now: number, length: number): DayCounts {
  const days = Array.from({ length }, (_, index) =>
    new Date(now - (length - 1 - index) * DAY_MS).toISOString().slice(0, 10),
  );
  const position = new Map(days.map((day, index) => [day, index]));
  const byMethod = new Map<string, { methodName: string | null; counts: number[] }>();
  for (const { day, method, methodName, count } of rows) {
    const index = position.get(day);
    if (index === undefined) continue;
    const found = byMethod.get(method) ?? { methodName, counts: days.map(() => 0) };
    found.counts[index] = (found.counts[index] ?? 0) + count;
    byMethod.set(method, found);
  }
  const all = [...byMethod]
    .map(([method, found]): Series => ({ method, ...found, total: sum(found.counts) }))
    .toSorted((one, other) => other.total - one.total);
  const shown = all.length > SERIES_MAX ? all.slice(0, SERIES_MAX - 1) : all;
  const others = all.slice(shown.length);
  return {
    days,
    series: others.length === 0 ? shown : [...shown, joined(others, days)],
    totals: days.map((_, index) => sum(all.map(({ counts }) => counts[index] ?? 0))),
  };
}

function joined(others: readonly Series[], days: readonly string[]): Series {
  const counts = days.map((_, index) => sum(others.map((each) => each.counts[index] ?? 0)));
  return { method: null, methodName: null, counts, total: sum(counts) };
}

function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0);
}
