import { onlineManager } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { loadReliably, PageNotLoadedError } from './load-page.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  onlineManager.setOnline(true);
});

/** A file that fails as often as this, and then answers. */
function makeFile(failures: number) {
  let calls = 0;
  return {
    load: async () => {
      calls += 1;
      if (calls <= failures) throw new TypeError('Failed to fetch dynamically imported module');
      return 'page';
    },
    calls: () => calls,
  };
}

test('a failure while the browser is online is repeated once', async () => {
  const file = makeFile(1);
  const loaded = loadReliably(file.load);
  await vi.runAllTimersAsync();
  expect(await loaded).toBe('page');
});

test('a second failure online rejects with an error that does not make the router load the page again', async () => {
  const file = makeFile(2);
  const loaded = loadReliably(file.load).catch((error: unknown) => error);
  await vi.runAllTimersAsync();
  const error = await loaded;
  expect(error).toBeInstanceOf(PageNotLoadedError);
  expect(String(error)).not.toContain('Failed to fetch dynamically imported module');
});

test('offline it waits, and loads when the browser is online again', async () => {
  onlineManager.setOnline(false);
  const file = makeFile(1);
  const loaded = loadReliably(file.load);
  await vi.runAllTimersAsync();
  expect(file.calls()).toBe(1);
  onlineManager.setOnline(true);
  expect(await loaded).toBe('page');
});

test('a failure right before the event `offline` counts as a failure offline', async () => {
  const file = makeFile(2);
  const loaded = loadReliably(file.load);
  await vi.advanceTimersByTimeAsync(10);
  onlineManager.setOnline(false);
  await vi.runAllTimersAsync();
  expect(file.calls()).toBe(1);
  onlineManager.setOnline(true);
  await vi.runAllTimersAsync();
  expect(await loaded).toBe('page');
});
