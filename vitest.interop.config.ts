import { defineConfig } from 'vitest/config';

/** `npm run test:interop`: software of others signs in through Foyer, and Foyer through software of others. */
export default defineConfig({
  test: {
    pool: 'forks',
    environment: 'node',
    include: ['interop/*.test.ts'],
    globalSetup: ['src/testing/app/database-server.ts', 'interop/install.ts'],
    setupFiles: [
      'src/testing/app/console-errors.ts',
      'src/testing/app/loopback-only.ts',
      'src/testing/app/patience.ts',
    ],
    // A client is compiled, and the machine may be busy.
    testTimeout: 300_000,
    fileParallelism: false,
    // It names each skipped test, with the reason.
    reporters: ['verbose'],
  },
});
