import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { isDatabaseUnavailable } from './errors.ts';
import { currentBudget, RequestBudget, runForAllRequests, runWithinBudget } from './request-budget.ts';

const LIMIT_MS = 3000;
const neverEnds = () => new Promise<never>(() => {});
/** An operation that takes `ms` milliseconds. */
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
    const third = budget.wait(neverEnds).catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(500);
    expect(isDatabaseUnavailable(await third)).toBe(true);
  });

  it('counts the time of concurrent operations once, and rejects all that still wait', async () => {
    const budget = new RequestBudget(LIMIT_MS);
    const results = Promise.allSettled([
      budget.wait(taking(2000)),
      budget.wait(taking(2900)),
      budget.wait(neverEnds),
    ]);
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
    budget.wait(neverEnds).catch(() => null);
    await vi.advanceTimersByTimeAsync(LIMIT_MS);
    const operation = vi.fn(neverEnds);
    await expect(budget.wait(operation)).rejects.toThrow(`${LIMIT_MS} ms`);
    expect(operation).not.toHaveBeenCalled();
  });

  it('rejects with the error of an operation', async () => {
    const failure = new Error('refused');
    await expect(new RequestBudget(LIMIT_MS).wait(() => Promise.reject(failure))).rejects.toBe(failure);
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
