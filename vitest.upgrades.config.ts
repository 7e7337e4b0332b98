import { defineConfig } from 'vitest/config';

/** `npm run upgrades:record`: not a test; it needs a database and the tests' people. */
export default defineConfig({
  test: {
    pool: 'forks',
    environment: 'node',
    include: ['src/testing/upgrades/record-dump.ts'],
    globalSetup: ['src/testing/app/database-server.ts'],
    setupFiles: ['src/testing/app/console-errors.ts', 'src/testing/app/loopback-only.ts'],
    testTimeout: 120_000,
  },
});
