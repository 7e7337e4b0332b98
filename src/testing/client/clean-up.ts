import { cleanup, configure } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, beforeEach, vi } from 'vitest';
import { rememberStyles } from './remembered-styles.ts';

// Testing Library registers its own clean-up when it is first imported. The test files of one process share modules, so only the first file
// would have it, and the next files would find elements of earlier ones.
afterEach(cleanup);

// Pages load their code lazily. On a busy machine, this takes longer than the default of one second.
configure({ asyncUtilTimeout: 30_000 });

// A stub of one test, such as a browser with passkeys, must not reach the tests after it.
afterEach(() => void vi.unstubAllGlobals());

// A file may ask for a world without a document.
beforeAll(() =>
  typeof document === 'undefined' || !document.defaultView ? undefined : rememberStyles(document.defaultView),
);

// All files of a worker share one window, which has the address of the last test.
beforeEach(() => {
  if (typeof document !== 'undefined') history.replaceState(null, '', '/');
});

// After a file, its document goes. What the last test left to do (React's effects, a timer) would fail without one, and so fail the run.
afterAll(async () => {
  // A file may ask for a world without one.
  if (typeof document === 'undefined') return;
  vi.useRealTimers();
  // jsdom counts frames by an interval. Under fake timers it never comes, also for later frames, so all are cancelled.
  const last = requestAnimationFrame(() => {});
  for (let frame = 1; frame <= last; frame++) cancelAnimationFrame(frame);
  for (let turn = 0; turn < 10; turn++) {
    await new Promise((resolve) => setTimeout(resolve));
    await new Promise((resolve) => setImmediate(resolve));
  }
});
