import { expect, test } from 'vitest';
import { arrangeByDay } from './day-counts.ts';

const NOW = Date.parse('2026-11-22T15:00:00.000Z');
const aCount = (day: string, method: string, count: number) => ({ day, method, methodName: null, count });

test('days without a count are there, oldest first, and older days are left out', () => {
  const { days, series, totals } = arrangeByDay(
    [aCount('2026-11-22', 'password', 2), aCount('2026-10-24', 'password', 1), aCount('2026-10-23', 'x', 9)],
    NOW,
    30,
  );
  expect([days.length, days[0], days.at(-1)]).toEqual([30, '2026-10-24', '2026-11-22']);
  expect(series.map(({ method, total }) => [method, total])).toEqual([['password', 3]]);
  expect([totals[0], totals[1], totals.at(-1)]).toEqual([1, 0, 2]);
});

test('of more than five methods, the most frequent four stay alone', () => {
  const rows = ['a', 'b', 'c', 'd', 'e', 'f'].map((method, index) => aCount('2026-11-22', method, index + 1));
  const { series, totals } = arrangeByDay(rows, NOW, 30);
  expect(series.map(({ method, total }) => [method, total])).toEqual([
    ['f', 6],
    ['e', 5],
    ['d', 4],
    ['c', 3],
    [null, 3],
  ]);
  expect(totals.at(-1)).toBe(21);
});
