import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

const setupFiles = [
  'src/testing/app/console-errors.ts',
  'src/testing/app/loopback-only.ts',
  'src/testing/app/patience.ts',
];

export default defineConfig({
  test: {
    // The embedded engine and argon2 are native modules that worker threads cannot load twice.
    pool: 'forks',
    // Vitest would take one worker on two cores. Most tests wait for a database or a provider.
    maxWorkers: 2,
    // A worker reads the modules once and not once a file, which took a third of the time. Every test has a database, an app and a
    // document of its own; what a module keeps (derived keys, hashing threads) is right for all of them.
    isolate: false,
    // A hang fails; a busy machine must not.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 30_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'server',
          environment: 'node',
          include: [
            'src/{server,shared,locales,testing}/**/*.test.ts',
            '{package,scripts,bench}/**/*.test.ts',
          ],
          globalSetup: [
            'src/testing/app/database-server.ts',
            'src/testing/app/provide-seed.ts',
            'src/testing/app/provide-build.ts',
          ],
          setupFiles: [...setupFiles, 'src/testing/app/property-seed.ts'],
        },
      },
      {
        extends: true,
        plugins: [react()],
        test: {
          name: 'client',
          environment: 'jsdom',
          include: ['src/client/**/*.test.{ts,tsx}', 'package/**/*.test.tsx'],
          setupFiles: [...setupFiles, 'src/testing/client/clean-up.ts'],
        },
      },
    ],
  },
});
