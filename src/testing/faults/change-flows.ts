import { expect } from 'vitest';
import { runDueJobs } from '../../server/domain/job-runner.ts';
import { OUTBOX_LEFT_AFTER_MS } from '../../server/domain/activity/security-events.ts';
import { startIdentityProvider } from '../app/identity-provider.ts';
import { OAUTH_CONFIGURATION } from '../app/oauth-flows.ts';
import { createTestApp, type TestApp, type TestAppOptions } from '../app/test-app.ts';
import type { FaultInjector } from './faults.ts';
import { CHANGES, DECLARED, makeTwoBrowsers, type MakeChange } from './held-changes.ts';
import type { Flow, MakeFlow } from './mail-kill-flows.ts';

export interface ChangeFlows {
  readonly app: TestApp;
  /** By the path of the mutation. */
  readonly flows: Readonly<Record<string, MakeFlow>>;
  /** Answers the flow with a new person. */
  prepare(make: MakeFlow): Promise<Flow>;
  close(): Promise<void>;
}

/** An app and a flow of each mutation that needs a session. `ended-sessions.test.ts` checks that `CHANGES` has them all. */
export async function startChangeFlows(
  faults: FaultInjector,
  database: Pick<TestAppOptions, 'databaseUri' | 'patientDatabase'>,
): Promise<ChangeFlows> {
  const providers = await Promise.all(['One', 'Two'].map((name) => startIdentityProvider({ name })));
  const app = await createTestApp({
    ...database,
    faults,
    configuration: { ...DECLARED, clients: OAUTH_CONFIGURATION.clients },
    providers: () => Promise.resolve(providers.map(({ settings }) => settings)),
  });
  const flowOf =
    (path: string, make: MakeChange): MakeFlow =>
    async () => {
      const person = await makeTwoBrowsers(app, { hasPassword: path !== 'password.set' });
      const change = await make(app, person);
      return {
        step: change,
        async recover() {
          // It may be refused, because it is done already.
          await change().catch(() => null);
          app.advance(2 * OUTBOX_LEFT_AFTER_MS);
          await runDueJobs(app.deps).finally(() => app.resetClock());
          const waiting = { 'outbox.0': { $exists: true } };
          expect(await app.deps.collections.users.countDocuments(waiting)).toBe(0);
        },
      };
    };
  return {
    app,
    flows: Object.fromEntries(Object.entries(CHANGES).map(([path, make]) => [path, flowOf(path, make)])),
    async prepare(make) {
      await app.resetLimits();
      return make('');
    },
    async close() {
      await app.close();
      await Promise.all(providers.map((provider) => provider.close()));
    },
  };
}
