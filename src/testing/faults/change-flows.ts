import { expect } from 'vitest';
import { runDueJobs } from '../../server/domain/job-runner.ts';
import { OUTBOX_LEFT_AFTER_MS } from '../../server/domain/activity/security-events.ts';
import { startIdentityProvider } from '../providers/identity-provider.ts';
import { OAUTH_CONFIGURATION } from '../oauth/flows.ts';
import { createTestApp } from '../app/test-app.ts';
import { CHANGES, DECLARED, makeTwoBrowsers, type MakeChange } from './held-changes.ts';
import { withNextTry, type Flow, type FlowDatabase, type Flows, type MakeFlow } from './flows/flow-world.ts';

/** An app and a flow for each mutation with a session; `ended-sessions.test.ts` checks `CHANGES` for gaps. */
export async function startChangeFlows(database: FlowDatabase) {
  const providers = await Promise.all(['One', 'Two'].map((name) => startIdentityProvider({ name })));
  const app = await createTestApp({
    ...database,
    configuration: { ...DECLARED, clients: OAUTH_CONFIGURATION.clients },
    providers: () => Promise.resolve(providers.map(({ settings }) => settings)),
  });
  const flowOf =
    (path: string, make: MakeChange): MakeFlow =>
    async () => {
      const person = await makeTwoBrowsers(app, { hasPassword: path !== 'password.set' });
      return {
        step: await make(app, person),
        repeats: true,
        async recover() {
          app.advance(2 * OUTBOX_LEFT_AFTER_MS);
          await runDueJobs(app.deps).finally(() => app.resetClock());
          const waiting = { 'outbox.0': { $exists: true } };
          expect(await app.deps.collections.users.countDocuments(waiting)).toBe(0);
        },
      };
    };
  const flows: Flows = Object.fromEntries(
    Object.entries(CHANGES).map(([path, make]) => [path, flowOf(path, make)]),
  );
  return {
    flows,
    async prepare(name: string): Promise<Flow> {
      await app.resetLimits();
      const make = flows[name];
      if (!make) throw new Error(`there is no flow "${name}"`);
      return withNextTry(await make(''));
    },
    async close() {
      await app.close();
      await Promise.all(providers.map((provider) => provider.close()));
    },
  };
}
