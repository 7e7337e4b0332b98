import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { MongoServerSelectionError, type TopologyDescription } from 'mongodb';
import { DATABASE_TRIED_AGAIN_AFTER_MS, DatabaseOutage } from './database-outage.ts';
import { isDatabaseUnavailable } from './errors.ts';
import { currentBudget, RequestBudget, runForAllRequests, runWithinBudget } from './request-budget.ts';

const LIMIT_MS = 3000;
const answer = () => Promise.resolve('done');
const neverEnds = () => new Promise<never>(() => {});
/** Waits within the budget, and does not fail with it. */
const tryWithin = (budget: RequestBudget, operation: () => Promise<unknown>) =>
  budget.wait(operation).catch((error: unknown) => error);
const taking = (ms: number) => () => new Promise((resolve) => setTimeout(resolve, ms, 'done'));

describe('the budget of a request (security.md R5)', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('is shared by consecutive operations', async () => {
    const budget = new RequestBudget(LIMIT_MS);
    for (const ms of [1000, 1500]) {
      const operation = budget.wait(taking(ms));
      await vi.advanceTimersByTimeAsync(ms);
      expect(await operation).toBe('done');
    }
    const third = tryWithin(budget, neverEnds);
    await vi.advanceTimersByTimeAsync(500);
    expect(isDatabaseUnavailable(await third)).toBe(true);
  });

  it('counts the time of concurrent operations once, and rejects all that still wait', async () => {
    const budget = new RequestBudget(LIMIT_MS);
    const operations = [taking(2000), taking(2900), neverEnds];
    const results = Promise.allSettled(operations.map((operation) => budget.wait(operation)));
    await vi.advanceTimersByTimeAsync(LIMIT_MS);
    expect((await results).map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected']);
  });

  it('does not run while the request waits for something else', async () => {
    const budget = new RequestBudget(LIMIT_MS);
    await vi.advanceTimersByTimeAsync(10 * LIMIT_MS);
    const operation = budget.wait(taking(LIMIT_MS - 1));
    await vi.advanceTimersByTimeAsync(LIMIT_MS);
    expect(await operation).toBe('done');
  });

  it('starts no operation after it is used up', async () => {
    const budget = new RequestBudget(LIMIT_MS);
    void tryWithin(budget, neverEnds);
    await vi.advanceTimersByTimeAsync(LIMIT_MS);
    const operation = vi.fn(neverEnds);
    await expect(budget.wait(operation)).rejects.toThrow(`${LIMIT_MS} ms`);
    expect(operation).not.toHaveBeenCalled();
  });

  it('ends with the answer, and later operations have no limit', async () => {
    const budget = new RequestBudget(LIMIT_MS);
    const before = budget.wait(taking(2 * LIMIT_MS));
    budget.end();
    const after = budget.wait(taking(2 * LIMIT_MS));
    await vi.advanceTimersByTimeAsync(2 * LIMIT_MS);
    expect([await before, await after]).toEqual(['done', 'done']);
  });
});

describe('while the database is known to be away', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  /** The first request has waited in vain: its operation never ended, nor did a ping. */
  async function startOutage(
    operation: () => Promise<unknown> = neverEnds,
    ping: () => Promise<unknown> = neverEnds,
  ): Promise<() => RequestBudget> {
    const outage = new DatabaseOutage(ping);
    const begin = () => new RequestBudget(LIMIT_MS, outage);
    const first = tryWithin(begin(), operation);
    await vi.advanceTimersByTimeAsync(LIMIT_MS);
    await first;
    return begin;
  }

  const refuse = () => Promise.reject(new MongoServerSelectionError('no server', {} as TopologyDescription));
  const findNoServer = () => taking(LIMIT_MS - 1)().then(refuse);

  it.each([
    ['has used its budget, as a ping does', neverEnds, neverEnds],
    ['has used its budget while pings are refused', neverEnds, refuse],
    ['has found no server', findNoServer, findNoServer],
  ])('a request after one that %s does not wait, and sends nothing', async (_, operation, ping) => {
    const begin = await startOutage(operation, ping);
    const later = vi.fn(neverEnds);
    expect(isDatabaseUnavailable(await tryWithin(begin(), later))).toBe(true);
    expect(later).not.toHaveBeenCalled();
  });

  it('a request that had begun before goes on', async () => {
    const outage = new DatabaseOutage(neverEnds);
    const early = new RequestBudget(LIMIT_MS, outage);
    const operation = tryWithin(early, taking(LIMIT_MS - 1));
    outage.note(performance.now());
    await vi.advanceTimersByTimeAsync(LIMIT_MS);
    expect(await operation).toBe('done');
  });

  it('one request in each second waits', async () => {
    const begin = await startOutage();
    for (let second = 0; second < 3; second++) {
      await vi.advanceTimersByTimeAsync(DATABASE_TRIED_AGAIN_AFTER_MS);
      const operations = [1, 2, 3].map(() => vi.fn(neverEnds));
      for (const operation of operations) void tryWithin(begin(), operation);
      expect(operations.map(({ mock }) => mock.calls.length)).toEqual([1, 0, 0]);
    }
  });

  it.each([
    ['answer', answer],
    ['error of its own', () => Promise.reject(new Error('refused'))],
  ])('ends with the first %s of the database', async (_, operation) => {
    const begin = await startOutage();
    await vi.advanceTimersByTimeAsync(DATABASE_TRIED_AGAIN_AFTER_MS);
    await tryWithin(begin(), operation);
    expect(await begin().wait(answer)).toBe('done');
  });

  it('ends with an answer to a request that has given up', async () => {
    let answerLate: (value: string) => void = () => {};
    const begin = await startOutage(() => new Promise((resolve) => (answerLate = resolve)));
    answerLate('late');
    await vi.advanceTimersByTimeAsync(0);
    expect(await begin().wait(answer)).toBe('done');
  });

  it('a request that waited in vain while a ping is answered is alone', async () => {
    const begin = await startOutage(neverEnds, taking(LIMIT_MS / 4));
    expect(await begin().wait(answer)).toBe('done');
  });

  it('a request whose budget ends soon after an answer to it is alone, also when no ping is answered in time', async () => {
    const begin = await startOutage(taking(LIMIT_MS - 10));
    const slow = begin();
    const first = slow.wait(taking(LIMIT_MS - 10));
    await vi.advanceTimersByTimeAsync(LIMIT_MS - 10);
    await first;
    const second = tryWithin(slow, neverEnds);
    await vi.advanceTimersByTimeAsync(10);
    await second;
    expect(await begin().wait(answer)).toBe('done');
  });

  it('requests that wait at once send one ping, which has the budget of none', async () => {
    const ping = vi.fn(async () => (await taking(1)(), currentBudget()));
    const outage = new DatabaseOutage(ping);
    const budgets = [1, 2, 3].map(() => new RequestBudget(LIMIT_MS, outage));
    const waits = budgets.map((budget) =>
      runWithinBudget(budget, () => budget.wait(neverEnds)).catch(() => null),
    );
    await vi.advanceTimersByTimeAsync(LIMIT_MS);
    await Promise.all(waits);
    expect(await Promise.all(ping.mock.results.map(({ value }) => value as unknown))).toEqual([undefined]);
  });

  it('a request that waited in vain while others got answers is alone', async () => {
    const outage = new DatabaseOutage(neverEnds);
    const begin = () => new RequestBudget(LIMIT_MS, outage);
    const slow = tryWithin(begin(), neverEnds);
    await vi.advanceTimersByTimeAsync(LIMIT_MS - 1);
    await begin().wait(answer);
    await vi.advanceTimersByTimeAsync(1);
    await slow;
    expect(await begin().wait(answer)).toBe('done');
  });
});

describe('the current budget', () => {
  it('is the one of the request in all its calls, and undefined in runForAllRequests', async () => {
    const budget = new RequestBudget(LIMIT_MS);
    const observed = runWithinBudget(budget, async () => {
      await sleep(1);
      return [currentBudget(), runForAllRequests(() => currentBudget())];
    });
    expect(await observed).toEqual([budget, undefined]);
    expect(currentBudget()).toBeUndefined();
  });
});
