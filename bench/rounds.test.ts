import { describe, expect, it } from 'vitest';
import { areEnough, hasSettled, repeatRounds, seededShuffle } from './rounds.ts';
import { spreadOf } from './statistics.ts';

describe('rounds', () => {
  const quiet = () => {};

  it('end when the middle half of each ratio is narrower than 15 %, after five rounds at the earliest', () => {
    expect(areEnough([spreadOf([1, 1, 1, 1])])).toBe(false);
    expect(areEnough([spreadOf([1, 1, 1, 1, 1])])).toBe(true);
    expect(areEnough([spreadOf([0.95, 0.95, 1, 1.09, 1.09])])).toBe(true);
    expect(areEnough([spreadOf([0.95, 0.95, 1, 1.11, 1.11])])).toBe(false);
    expect(areEnough([spreadOf([1, 1, 1, 1, 1]), spreadOf([1, 2, 3, 4, 5])])).toBe(false);
  });

  it('stop at the most rounds of the plan, with every item once in each', async () => {
    const seen: string[] = [];
    await repeatRounds(['a', 'b', 'c'], {
      most: 3,
      mostMs: Infinity,
      shuffle: seededShuffle(1),
      say: quiet,
      measure: async (item, round) => void seen.push(`${item}${round}`),
      ratios: () => [spreadOf([1, 9])],
    });
    expect(seen.map((each) => each.slice(1)).join('')).toBe('000111222');
    expect(new Set(seen).size).toBe(9);
  });

  it('stop when their time is over, with five at least', async () => {
    const values: number[] = [];
    await repeatRounds([1], {
      most: 15,
      mostMs: -1,
      shuffle: seededShuffle(1),
      say: quiet,
      measure: async () => void values.push(1),
      ratios: () => [spreadOf([1, 9])],
    });
    expect(values).toHaveLength(5);
  });

  it('stop before when the ratios are narrow enough', async () => {
    const values: number[] = [];
    await repeatRounds([1], {
      most: 15,
      mostMs: Infinity,
      shuffle: seededShuffle(1),
      say: quiet,
      measure: async () => void values.push(1),
      ratios: () => [spreadOf(values)],
    });
    expect(values).toHaveLength(5);
  });
});

it('measures the items of a group one after another, in an order of its own', async () => {
  const order: string[] = [];
  await repeatRounds(['a1', 'b1', 'a2', 'b2', 'a3'], {
    most: 8,
    mostMs: 60_000,
    shuffle: seededShuffle(1),
    groupOf: (item) => item[0] ?? '',
    say: () => {},
    measure: (item) => Promise.resolve(void order.push(item)),
    ratios: () => [{ median: 1, lower: 0, upper: 2, rounds: 1 }],
  });
  const rounds = Array.from({ length: 8 }, (_, round) => order.slice(5 * round, 5 * round + 5).join(''));
  for (const round of rounds) expect(round).toMatch(/^(?:(?:a\d){3}(?:b\d){2}|(?:b\d){2}(?:a\d){3})$/);
  expect(new Set(rounds).size).toBeGreaterThan(3);
});

it('shuffles by its seed alone', () => {
  const items = ['a', 'b', 'c', 'd', 'e', 'f'];
  const [first, again, other] = [7, 7, 8].map((seed) => {
    const shuffle = seededShuffle(seed);
    return [1, 2, 3].map(() => shuffle(items).join(''));
  });
  expect(again).toEqual(first);
  expect(other).not.toEqual(first);
  expect(new Set(first).size).toBe(3);
  for (const order of first ?? []) expect([...order].sort()).toEqual(items);
});

it.each([
  [[], false],
  [[400], false],
  [[400, 200], false],
  [[400, 200, 191], true],
  [[400, 200, 209], true],
  [[200, 210], false],
] as const)('windows of %j µs are settled: %s', (windows, settled) => {
  expect(hasSettled(windows)).toBe(settled);
});
