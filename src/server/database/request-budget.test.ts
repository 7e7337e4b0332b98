import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { isDatabaseUnavailable } from './errors.ts';
import { currentBudget, RequestBudget, runForAllRequests, runWithinBudget } from './request-budget.ts';

const LIMIT_MS = 3000;
const never = () => new Promise<never>(() => {});
/** An operation that takes so long. */
const taking = (ms: number) => () => new Promise((resolve) => setTimeout(resolve, ms, 'done'));

describe('the budget of a request (security.md R5)', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('is one for all operations, one after the other', async () => {
    const budget = new RequestBudget(LIMIT_MS);
    for (const ms of [1000, 1500]) {
      const operation = budget.wait(taking(ms));
      await vi.advanceTimersByTimeAsync(ms);
      expect(await operation).toBe('done');
    }
    const third = budget.wait(never).catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(500);
    expect(isDatabaseUnavailable(await third)).toBe(true);
  });

  it('counts operations at once once, and gives up all that wait', async () => {
    const budget = new RequestBudget(LIMIT_MS);
    const both = Promise.allSettled([
      budget.wait(taking(2000)),
      budget.wait(taking(2900)),
      budget.wait(never),
    ]);
    await vi.advanceTimersByTimeAsync(LIMIT_MS);
    expect((await both).map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected']);
  });

  it('stands still while the request waits for something else', async () => {
    const budget = new RequestBudget(LIMIT_MS);
    await vi.advanceTimersByTimeAsync(10 * LIMIT_MS);
    const operation = budget.wait(taking(LIMIT_MS - 1));
    await vi.advanceTimersByTimeAsync(LIMIT_MS);
    expect(await operation).toBe('done');
  });

  it('begins nothing more once it is used up', async () => {
    const budget = new RequestBudget(LIMIT_MS);
    budget.wait(never).catch(() => null);
    await vi.advanceTimersByTimeAsync(LIMIT_MS);
    const operation = vi.fn(never);
    await expect(budget.wait(operation)).rejects.toThrow(`${LIMIT_MS} ms`);
    expect(operation).not.toHaveBeenCalled();
  });

  it('passes on how an operation fails', async () => {
    const failure = new Error('refused');
    await expect(new RequestBudget(LIMIT_MS).wait(() => Promise.reject(failure))).rejects.toBe(failure);
  });

  it('is over with the answer: what goes on after it takes as long as it needs', async () => {
    const budget = new RequestBudget(LIMIT_MS);
    const before = budget.wait(taking(2 * LIMIT_MS));
    budget.end();
    const after = budget.wait(taking(2 * LIMIT_MS));
    await vi.advanceTimersByTimeAsync(2 * LIMIT_MS);
    expect([await before, await after]).toEqual(['done', 'done']);
  });
});

describe('whose budget it is', () => {
  it('is that of the request through everything that it calls, and nobody’s for what several ask for together', async () => {
    const budget = new RequestBudget(LIMIT_MS);
    const seen = runWithinBudget(budget, async () => {
      await sleep(1);
      return [currentBudget(), runForAllRequests(() => currentBudget())];
    });
    expect(await seen).toEqual([budget, undefined]);
    expect(currentBudget()).toBeUndefined();
  });
});
