import { expect, test } from 'vitest';
import { arrange, countsAt, timesOf } from './period-counts.ts';

const lasting = (days: number) => timesOf({ since: '2026-11-20T00:00:00.000Z', days });
const aCount = (at: string, method: string, count: number) => ({ at, method, methodName: null, count });

test('a period has its days, one day has its hours, and those without a count have a zero', () => {
  const times = lasting(3);
  expect(times).toEqual(['2026-11-20T00:00:00.000Z', '2026-11-21T00:00:00.000Z', '2026-11-22T00:00:00.000Z']);
  expect(countsAt(times, [{ at: '2026-11-21T00:00:00.000Z', count: 2 }])).toEqual([0, 2, 0]);
  const hours = lasting(1);
  expect([hours.length, hours.at(-1)]).toEqual([24, '2026-11-20T23:00:00.000Z']);
});

test('an expected series is there without any count', () => {
  const times = lasting(2);
  const { series } = arrange(times, [aCount('2026-11-21T00:00:00.000Z', '', 2)], ['', 'import']);
  expect(series.map(({ method, counts, total }) => [method, counts, total])).toEqual([
    ['', [0, 2], 2],
    ['import', [0, 0], 0],
  ]);
});

test('of more than five methods, the most frequent four stay alone', () => {
  const times = lasting(7);
  const at = '2026-11-26T00:00:00.000Z';
  const rows = ['a', 'b', 'c', 'd', 'e', 'f'].map((method, index) => aCount(at, method, index + 1));
  const { series, totals } = arrange(times, rows);
  expect(series.map(({ method, total }) => [method, total])).toEqual([
    ['f', 6],
    ['e', 5],
    ['d', 4],
    ['c', 3],
    [null, 3],
  ]);
  expect(totals.at(-1)).toBe(21);
});
