import { test } from 'vitest';
import { createTestApp, type TestAppOptions } from './test-app.ts';

/**
 * Tests with the real app, which all tests of a file share: `it('...', async ({ app }) => {})`. Each test
 * starts with the real time and without counted limits, messages and jobs. Options that need the results of a
 * `beforeAll` are a function.
 */
export function testWith(options: TestAppOptions | (() => TestAppOptions) = {}) {
  return (
    test
      // oxlint-disable-next-line no-empty-pattern -- Vitest reads the needed fixtures from the pattern
      .extend('app', { scope: 'file' }, async ({}, { onCleanup }) => {
        const app = await createTestApp(typeof options === 'function' ? options() : options);
        onCleanup(() => app.close());
        return app;
      })
      .extend('cleanStart', { auto: true }, async ({ app }) => {
        app.resetClock();
        app.mailbox.clear();
        app.phonebox.clear();
        await Promise.all([app.resetLimits(), app.deps.collections.jobs.deleteMany({})]);
      })
  );
}

export const it = testWith();
