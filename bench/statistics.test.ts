import { describe, expect, it } from 'vitest';
import { median, quantile, ratioOf, rotate, spreadOf } from './statistics.ts';

describe('median', () => {
  it('is the middle value in any order', () => {
    expect(median([9, 1, 5])).toBe(5);
    expect(median([4, 1, 3, 2])).toBe(2.5);
    expect(median([7])).toBe(7);
    expect(median([])).toBeNaN();
  });

  it('compares numbers, not texts', () => {
    expect(median([100, 20, 3])).toBe(20);
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

it('spreads from the least to the most', () => {
  expect(spreadOf([3, 1, 8])).toEqual({ median: 3, min: 1, max: 8 });
});

describe('a ratio', () => {
  it('is computed by round, not from the medians', () => {
    // In the second round the machine was half as fast for both.
    expect(ratioOf([200, 100, 240], [100, 50, 100])).toEqual({ median: 2, min: 2, max: 2.4 });
  });

  it('throws for different numbers of rounds', () => {
    expect(() => ratioOf([1, 2], [1])).toThrow(RangeError);
    expect(() => ratioOf([], [])).toThrow(RangeError);
  });
});

it('puts every item at every place once', () => {
  const orders = [0, 1, 2, 3].map((round) => rotate(['a', 'b', 'c'], round).join(''));
  expect(orders).toEqual(['abc', 'bca', 'cab', 'abc']);
  expect(rotate([], 3)).toEqual([]);
});
