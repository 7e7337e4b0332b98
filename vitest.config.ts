import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

/** `npm run test:all` adds tests with the tag `all`, and every case of races, kills and floods. */
const TEST_ALL = process.env['TEST_ALL'] === '1';
// Each run chooses other cases. The seed in its output repeats them.
if (TEST_ALL) process.env['TEST_SEED'] ??= String(Date.now() % 2 ** 32);

// The projects do not extend this file, because its `maxWorkers` would override the command line.
const shared = {
  // Worker threads cannot load native modules (embedded engine, argon2) twice.
  pool: 'forks' as const,
  // Without isolation a worker reads the modules once instead of once a file, which took a third of the time.
  // Tests have their own database and app; module state (derived keys, hashing threads) fits all of them.
  isolate: false,
  // A hang fails; a busy machine must not.
  testTimeout: 60_000,
  // Each file searches everything that was logged for secrets, which takes long after all kills.
  hookTimeout: TEST_ALL ? 600_000 : 60_000,
  expect: { poll: { timeout: 30_000 } },
  tags: [{ name: 'all', description: 'Only `npm run test:all` runs it.' }],
  tagsFilter: TEST_ALL ? [] : ['!all'],
};

const setupFiles = [
  'src/testing/run/console-errors.ts',
  'src/testing/run/loopback-only.ts',
  'src/testing/run/patience.ts',
];

/** Tests with other software, which the suite installs. */
const interop = {
  test: {
    ...shared,
    name: 'interop',
    environment: 'node',
    include: ['interop/*.test.ts'],
    globalSetup: ['src/testing/database/server.ts', 'src/testing/run/provide-seed.ts', 'interop/install.ts'],
    setupFiles,
    // It compiles a client, and the machine may be busy.
    testTimeout: 300_000,
    fileParallelism: false,
    // Projects with different numbers of workers cannot be in one group.
    sequence: { groupOrder: 1 },
  },
};

export default defineConfig({
  test: {
    // Vitest would use one worker on two cores. Most tests wait for a database or a provider.
    maxWorkers: 2,
    projects: [
      {
        test: {
          ...shared,
          name: 'server',
          environment: 'node',
          include: [
            'src/{server,shared,locales,testing}/**/*.test.ts',
            '{package,create,scripts,bench,simulation}/**/*.test.ts',
          ],
          globalSetup: [
            'src/testing/database/server.ts',
            'src/testing/run/provide-seed.ts',
            'src/testing/run/provide-build.ts',
          ],
          setupFiles: [
            ...setupFiles,
            'src/testing/run/property-seed.ts',
            'src/testing/queries/explain-queries.ts',
          ],
        },
      },
      {
        plugins: [react()],
        test: {
          ...shared,
          name: 'client',
          environment: 'jsdom',
          include: ['src/client/**/*.test.{ts,tsx}', 'package/**/*.test.tsx'],
          setupFiles: [...setupFiles, 'src/testing/client/clean-up.ts'],
        },
      },
      ...(TEST_ALL ? [interop] : []),
    ],
  },
});
