import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

/** `npm run test:all`: also the tests with the tag `all`, and of races, kills and floods each case and the full counts. */
const TEST_ALL = process.env['TEST_ALL'] === '1';
// Each run of it makes other choices. It shows its seed, and the same seed repeats them.
if (TEST_ALL) process.env['TEST_SEED'] ??= String(Date.now() % 2 ** 32);

// The projects do not extend this file: they would then also take `maxWorkers` from it, and not from the command line.
const shared = {
  // The embedded engine and argon2 are native modules that worker threads cannot load twice.
  pool: 'forks' as const,
  // A worker reads the modules once and not once a file, which took a third of the time. Every test has a database, an app and a
  // document of its own; what a module keeps (derived keys, hashing threads) is right for all of them.
  isolate: false,
  // A hang fails; a busy machine must not.
  testTimeout: 60_000,
  // At its end each file looks for secrets in everything that was logged, which is a lot after all kills.
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

/** Software of others signs in through Foyer, and Foyer through software of others. It installs what it needs and may install. */
const interop = {
  test: {
    ...shared,
    name: 'interop',
    environment: 'node',
    include: ['interop/*.test.ts'],
    globalSetup: ['src/testing/database/server.ts', 'src/testing/run/provide-seed.ts', 'interop/install.ts'],
    setupFiles,
    // A client is compiled, and the machine may be busy.
    testTimeout: 300_000,
    fileParallelism: false,
    // Projects with other numbers of workers cannot run in one group.
    sequence: { groupOrder: 1 },
  },
};

export default defineConfig({
  test: {
    // Vitest would take one worker on two cores. Most tests wait for a database or a provider.
    maxWorkers: 2,
    projects: [
      {
        test: {
          ...shared,
          name: 'server',
          environment: 'node',
          include: [
            'src/{server,shared,locales,testing}/**/*.test.ts',
            '{package,scripts,bench}/**/*.test.ts',
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
