import { expect, it } from 'vitest';
import { median, quantile, ratioOf, spreadOf } from './statistics.ts';

it('the median is the middle value in any order', () => {
  expect([[9, 100, 5], [4, 1, 3, 2], []].map(median)).toEqual([9, 2.5, Number.NaN]);
});

it('a quantile takes the nearest rank', () => {
  const hundred = Array.from({ length: 100 }, (_, index) => 100 - index);
  expect([0, 0.5, 0.99, 1].map((part) => quantile(hundred, part))).toEqual([1, 50, 99, 100]);
  expect([quantile([3], 0.99), quantile([], 0.5)]).toEqual([3, Number.NaN]);
});

it('a spread is over the middle half, which more rounds do not widen', () => {
  expect(spreadOf([3, 1, 8])).toEqual({ median: 3, lower: 1, upper: 8, rounds: 3 });
  const spread = spreadOf([1, 90, 100, 100, 110, 100, 900, 95, 105]);
  expect(spread).toEqual({ median: 100, lower: 95, upper: 105, rounds: 9 });
});

it('a ratio is computed by round, not from the medians, and needs as many rounds', () => {
  // In the second round the machine was half as fast for both.
  expect(ratioOf([200, 100, 240], [100, 50, 100])).toEqual({ median: 2, lower: 2, upper: 2.4, rounds: 3 });
  expect(() => ratioOf([1, 2], [1])).toThrow(RangeError);
  expect(() => ratioOf([], [])).toThrow(RangeError);
});
