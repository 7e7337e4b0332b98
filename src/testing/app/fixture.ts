import { test } from 'vitest';
import { createTestApp, type TestAppOptions } from './test-app.ts';

/**
 * Tests with the real app: `it('...', async ({ app }) => {})`. One app serves all tests of a file; it starts with the first test or
 * hook that wants it. Each test begins with the right time, no used-up limits, no messages and
 * no jobs.
 *
 * Give the options as a function when they need what a `beforeAll` prepares.
 */
export function testWith(options: TestAppOptions | (() => TestAppOptions) = {}) {
  return (
    test
      // oxlint-disable-next-line no-empty-pattern -- Vitest reads from the pattern which fixtures are wanted
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

/** Tests with an app that has no options. */
export const it = testWith();
