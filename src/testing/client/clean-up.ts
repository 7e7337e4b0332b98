import { cleanup, configure } from '@testing-library/react';
import { afterAll, afterEach, beforeEach, vi } from 'vitest';

// Testing Library registers its clean-up at its first import, so only for the first file of a process.
afterEach(cleanup);

// Pages load their code lazily. On a busy machine, this takes longer than the default of one second.
configure({ asyncUtilTimeout: 30_000 });

afterEach(() => void vi.unstubAllGlobals());

// All files of a worker share one window, with the address of the last test.
beforeEach(() => {
  if (typeof document !== 'undefined') history.replaceState(null, '', '/');
});

// What the last test left to do (effects, timers) would fail without a document, and so fail the run.
afterAll(async () => {
  if (typeof document === 'undefined') return;
  vi.useRealTimers();
  // jsdom counts frames by an interval that fake timers stop, so all frames are cancelled.
  const last = requestAnimationFrame(() => {});
  for (let frame = 1; frame <= last; frame++) cancelAnimationFrame(frame);
  for (let turn = 0; turn < 10; turn++) {
    await new Promise((resolve) => setTimeout(resolve));
    await new Promise((resolve) => setImmediate(resolve));
  }
});
