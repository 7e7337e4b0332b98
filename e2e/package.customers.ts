import type { ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { createFoyerClient } from '../package/src/client.ts';
import { freePorts } from '../src/testing/run/free-ports.ts';
import { startBuiltServer, type BuiltServer } from './support/built-server.ts';
import { endShell, installExample, startShell, type CopiedExample } from './support/example-commands.ts';
import type { ScratchProject } from './support/packed-package.ts';
import { makeServiceKey } from './support/service-key.ts';

/** A thousand users and five kills take more than a minute, so `npm test` has fewer. */
const { people: PEOPLE, kills: KILLS } =
  process.env['TEST_ALL'] === '1' ? { people: 1000, kills: 5 } : { people: 300, kills: 3 };
const AT_ONCE = 8;
const CONFIGURATION =
  "export default { access: { permissions: ['invoice:read'], roles: { accountant: ['invoice:read'] } } };\n";

/** Kills and restarts the example `customers` while users change. It must end with exactly Foyer's users. */
export function describeCustomersApp(projectOf: () => ScratchProject): void {
  test.describe('an application that keeps its own table of customers', () => {
    let server: BuiltServer;
    let example: CopiedExample;
    let child: ChildProcess | undefined;
    let origin: string;
    let foyer: ReturnType<typeof createFoyerClient>;
    let environment: Record<string, string>;
    let customersUrl: string;

    test.beforeAll(async ({ browser }) => {
      test.setTimeout(120_000);
      const log = join(test.info().project.outputDir, 'server-of-customers.log');
      [example, server] = await Promise.all([
        installExample('customers', projectOf().tarball),
        startBuiltServer(log, { DEMO: 'off' }, 'build', CONFIGURATION),
      ]);
      origin = `http://localhost:${server.port}`;
      const serviceKey = await makeServiceKey(
        browser,
        { databaseUri: server.databaseUri, origin, folder: example.folder },
        ['users:read', 'users:write', 'roles:write', 'users:import', 'events:read', 'webhooks:write'],
      );
      foyer = createFoyerClient({ url: origin, serviceKey });
      const port = await freePorts(1);
      const app = `http://localhost:${port}`;
      const { secret } = await foyer.webhooks.create.mutate({ url: `${app}/webhooks` });
      customersUrl = `${app}/customers`;
      environment = {
        PORT: String(port),
        FOYER_URL: origin,
        FOYER_SERVICE_KEY: serviceKey,
        WEBHOOK_SECRET: secret,
        PULL_EVERY_SECONDS: '2',
      };
    });

    test.afterAll(async () => {
      await kill();
      await server?.end();
      await example?.remove();
    });

    async function start(): Promise<void> {
      child = startShell('npm start', example.folder, environment);
      await expect(async () => expect((await fetch(customersUrl)).status).toBe(200)).toPass({
        timeout: 20_000,
        intervals: [50],
      });
    }

    /** SIGKILL leaves no time to finish anything. */
    const kill = () => endShell(child, 'SIGKILL');

    test('ends with exactly the people of Foyer, although it is killed again and again @all', async () => {
      test.setTimeout(300_000);
      await start();
      let haveEnded = false;
      const changes = changeUsers().then(() => (haveEnded = true));
      // It is down during some changes, and killed during its work.
      let killsDuringChanges = 0;
      for (let kills = 0; kills < KILLS; kills++) {
        await Promise.race([changes, new Promise((resolve) => setTimeout(resolve, 300 + 700 * kills))]);
        if (!haveEnded) killsDuringChanges++;
        await kill();
        await start();
      }
      await changes;
      expect(killsDuringChanges).toBeGreaterThanOrEqual(Math.ceil(KILLS / 2));

      await expect(async () => {
        const people = await everybody();
        expect(people.length).toBeGreaterThan(PEOPLE / 2);
        expect(people.filter(({ roles }) => roles.includes('accountant')).length).toBeGreaterThan(
          PEOPLE / 20,
        );
        const customers = (await (await fetch(customersUrl)).json()) as { id: string }[];
        expect(customers.toSorted(byId)).toEqual(people);
      }).toPass({ timeout: 30_000, intervals: [250] });

      const [endpoint] = await foyer.webhooks.list.query();
      const { deliveries } = await foyer.webhooks.listDeliveries.query({
        id: endpoint?.id ?? '',
        state: 'delivered',
      });
      expect(deliveries.length).toBeGreaterThan(0);
    });

    /** Half are imported, half created. Then some change, are suspended, get a role, or are deleted. */
    async function changeUsers(): Promise<void> {
      const half = PEOPLE / 2;
      const { users } = foyer;
      const imported = users.import.mutate({
        people: Array.from({ length: half }, (_, number) => ({
          externalId: `former-${number}`,
          email: `imported-${number}@example.com`,
          emailVerified: true,
          name: `Imported ${number}`,
        })),
      });
      const ids = await inTurn(half, async (number) => {
        const { id } = await users.create.mutate({
          email: `created-${number}@example.com`,
          name: `Created ${number}`,
        });
        return id;
      });
      await imported;
      const all = [...new Set([...ids, ...(await everybody()).map(({ id }) => id)])];
      const people = all.filter((id) => id !== operatorId);
      await inTurn(people.length, async (number) => {
        const id = people[number] ?? '';
        await users.update.mutate({ id, name: `Changed ${number}` });
        if (number % 10 === 2) await users.setRoles.mutate({ id, roles: ['accountant'] });
        // Some are resumed by hand, others when the suspension ends.
        const until = number % 30 === 1 ? new Date(Date.now() + 2000).toISOString() : null;
        if (number % 10 === 1) await users.suspend.mutate({ id, reason: 'Spam', until });
        if (number % 20 === 1) await users.resume.mutate({ id });
        if (number % 3 === 0) await users.delete.mutate({ id, reason: 'Asked for it' });
      });
    }

    let operatorId = '';

    /** Ordered by id, as the example stores them. */
    async function everybody() {
      const people = [];
      for (let cursor: string | null | undefined; cursor !== null;) {
        const page = await foyer.users.list.query({ limit: 100, ...(cursor ? { cursor } : {}) });
        people.push(...page.people);
        cursor = page.nextCursor;
      }
      operatorId = people.find(({ roles }) => roles.includes('administrator'))?.id ?? '';
      return people
        .map(({ id, name, email, state, roles }) => ({
          id,
          name,
          email,
          suspended: state === 'suspended',
          roles,
        }))
        .toSorted(byId);
    }
  });
}

function byId(a: { id: string }, b: { id: string }): number {
  return a.id < b.id ? -1 : 1;
}

async function inTurn<Result>(count: number, work: (number: number) => Promise<Result>): Promise<Result[]> {
  const results: Result[] = [];
  let next = 0;
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (let number = next++; number < count; number = next++) results.push(await work(number));
    }),
  );
  return results;
}
