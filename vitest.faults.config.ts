import { defineConfig } from 'vitest/config';

// Each run makes other choices. It shows its seed, and the same seed repeats them.
process.env['TEST_SEED'] ??= String(Date.now() % 2 ** 32);

/** `npm run test:faults`: the races, kills, failovers and malformed requests of `npm test`, at full counts and with their figures. */
export default defineConfig({
  test: {
    pool: 'forks',
    environment: 'node',
    include: [
      'src/server/**/*{failovers,races,kills}.test.ts',
      'src/server/database/embedded/embedded-database.test.ts',
      'src/server/domain/{events/follower,passwords/password-flood}.test.ts',
      'src/server/domain/tokens/{access-tokens,device-authorizations}.test.ts',
      'src/server/{pages/page-redirects,trpc/ended-sessions}.test.ts',
      'src/server/{acknowledged-writes,base-path,malformed-requests,rolling-restarts}.test.ts',
      'src/testing/operations/operators-day.test.ts',
    ],
    globalSetup: [
      'src/testing/app/database-server.ts',
      'src/testing/app/provide-seed.ts',
      'src/testing/app/provide-build.ts',
    ],
    setupFiles: [
      'src/testing/app/console-errors.ts',
      'src/testing/app/loopback-only.ts',
      'src/testing/app/patience.ts',
    ],
    expect: { poll: { timeout: 30_000 } },
    provide: { allFaults: true },
    // At its end each file looks for secrets in everything that was logged, which is a lot after twenty minutes of kills.
    hookTimeout: 600_000,
    // One at a time: kills at random moments find more when nothing else is slow.
    fileParallelism: false,
    disableConsoleIntercept: true,
  },
});
