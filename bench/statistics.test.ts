import { describe, expect, it } from 'vitest';
import { median, quantile, ratioOf, spreadOf } from './statistics.ts';

describe('median', () => {
  it('is the middle value in any order', () => {
    expect(median([9, 100, 5])).toBe(9);
    expect(median([4, 1, 3, 2])).toBe(2.5);
    expect(median([7])).toBe(7);
    expect(median([])).toBeNaN();
  });
});

describe('quantile', () => {
  const hundred = Array.from({ length: 100 }, (_, index) => 100 - index);

  it('takes the nearest rank', () => {
    expect(quantile(hundred, 0.5)).toBe(50);
    expect(quantile(hundred, 0.99)).toBe(99);
    expect(quantile(hundred, 1)).toBe(100);
    expect(quantile(hundred, 0)).toBe(1);
    expect(quantile([3], 0.99)).toBe(3);
    expect(quantile([], 0.5)).toBeNaN();
  });

  it('does not change the order of its input', () => {
    const values = [3, 1, 2];
    quantile(values, 0.5);
    expect(values).toEqual([3, 1, 2]);
  });
});

it('spreads over the middle half, which more rounds do not widen', () => {
  expect(spreadOf([3, 1, 8])).toEqual({ median: 3, lower: 1, upper: 8, rounds: 3 });
  const spread = spreadOf([1, 90, 100, 100, 110, 100, 900, 95, 105]);
  expect(spread).toEqual({ median: 100, lower: 95, upper: 105, rounds: 9 });
});

describe('a ratio', () => {
  it('is computed by round, not from the medians', () => {
    // In the second round the machine was half as fast for both.
    expect(ratioOf([200, 100, 240], [100, 50, 100])).toEqual({ median: 2, lower: 2, upper: 2.4, rounds: 3 });
  });

  it('throws for different numbers of rounds', () => {
    expect(() => ratioOf([1, 2], [1])).toThrow(RangeError);
    expect(() => ratioOf([], [])).toThrow(RangeError);
  });
});
