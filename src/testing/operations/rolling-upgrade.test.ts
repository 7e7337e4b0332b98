import type { Collection, Document } from 'mongodb';
import { expect, it } from 'vitest';
import { MINUTE_MS } from '../../shared/limits.ts';
import { checkDatabase } from '../../server/database/check-database.ts';
import { MIGRATIONS } from '../../server/database/migrations/list.ts';
import type { Migration } from '../../server/database/migrations/migration.ts';
import { seededRandom, TEST_SEED } from '../run/random.ts';
import { createTestApp, type TestApp } from '../app/test-app.ts';
import { uniqueEmail } from '../run/unique-name.ts';
import { brokenInvariants } from '../faults/invariants.ts';

type Cookies = ReadonlyMap<string, string>;

/** A migration of the next version, which waits for `open` before it writes. */
function nextMigration(open: Promise<void>): Migration {
  return {
    id: MIGRATIONS.length + 1,
    name: 'write users.ofNext',
    mustComeFirst: true,
    repeatForMs: 10 * MINUTE_MS,
    async runBatch({ collections }) {
      await open;
      const users = collections.users as unknown as Collection<Document>;
      await users.updateMany({ ofNext: { $exists: false } }, { $set: { ofNext: true } });
      return null;
    },
  };
}

/** People who sign in, come back and sign out, each request at one of the running processes. */
function startUsers() {
  const random = seededRandom(TEST_SEED);
  const signedIn = new Map<string, Cookies>();
  const signedOut: Cookies[] = [];
  const browserOf = (process: TestApp, cookies: Cookies) => {
    const agent = process.agent();
    for (const [name, value] of cookies) agent.cookies.set(name, value);
    return agent;
  };
  const emailIn = async (process: TestApp, cookies: Cookies) => {
    const session = await process.client(browserOf(process, cookies)).session.get.query();
    return session?.user.email ?? null;
  };
  /** Names who is wrongly signed in, or wrongly not, at any of these processes. */
  const findFaults = async (processes: readonly TestApp[]) => {
    const found = await Promise.all(
      processes.map((process) =>
        Promise.all([
          ...[...signedIn].map(async ([email, cookies]) => (await emailIn(process, cookies)) === email),
          ...signedOut.map(async (cookies) => (await emailIn(process, cookies)) === null),
        ]),
      ),
    );
    return found.flat().filter((isRight) => !isRight).length;
  };
  const visit = async (processes: readonly TestApp[]) => {
    const email = uniqueEmail();
    const { cookies } = await random.pick(processes).signInByMail(email);
    signedIn.set(email, cookies);
    const [leaving] = random.chance(0.4) ? signedIn : [];
    if (leaving) {
      signedIn.delete(leaving[0]);
      const process = random.pick(processes);
      await process.client(browserOf(process, leaving[1])).session.signOut.mutate();
      signedOut.push(leaving[1]);
    }
  };
  return {
    async play(processes: readonly TestApp[], visits: number) {
      for (const process of processes) await process.resetLimits();
      for (let done = 0; done < visits; done += 2) await Promise.all([visit(processes), visit(processes)]);
      expect(await findFaults(processes)).toBe(0);
    },
  };
}

it('an upgrade to the next version and back loses no session, and migrates what the older version wrote', async () => {
  let open = () => {};
  const next = nextMigration(new Promise((resolve) => (open = resolve)));
  const { play } = startUsers();
  await using old = await createTestApp({ migrations: MIGRATIONS });
  await old.deps.migrations.runDue();
  const databaseName = old.db.databaseName;
  const start = (migrations: readonly Migration[]) => createTestApp({ databaseName, migrations });
  const readiness = async (process: TestApp) => {
    const { status, text } = await process.agent().request('/readyz');
    return { status, text };
  };
  const unmigrated = () => old.db.collection('users').countDocuments({ ofNext: { $exists: false } });
  await play([old], 2);

  // The new process starts. The old one answers during the migration.
  await using newer = await start([...MIGRATIONS, next]);
  const running = newer.deps.migrations.runDue();
  await play([old], 2);
  expect(await readiness(newer)).toEqual({
    status: 503,
    text: expect.stringContaining(`database migration ${next.id} (write users.ofNext) has to be done first`),
  });
  open();
  expect(await running).toBe('repeats');
  expect([(await readiness(newer)).status, (await readiness(old)).status]).toEqual([200, 200]);
  await play([old, newer], 4);
  const logged = newer.logLines.filter((line) => line['migration'] === next.id).map(({ msg }) => String(msg));
  expect(logged).toHaveLength(2);

  newer.advance(MINUTE_MS + 1);
  await newer.deps.migrations.runDue();
  newer.resetClock();
  expect(await unmigrated()).toBe(0);

  // The way back.
  const { faults, notes } = await checkDatabase(old.deps.collections);
  expect([faults, notes]).toEqual([
    [],
    [expect.stringContaining('(write users.ofNext) is of a newer version')],
  ]);
  await using again = await start(MIGRATIONS);
  await again.deps.migrations.runDue();
  await play([newer, again], 2);
  await play([again], 2);
  expect(await unmigrated()).toBeGreaterThan(0);

  // The second upgrade.
  await using last = await start([...MIGRATIONS, next]);
  expect(last.deps.migrations.waitingFor()).toContain('has to be done first');
  await last.deps.migrations.runDue();
  expect(await unmigrated()).toBe(0);
  await play([again, last], 2);
  expect(await brokenInvariants(old.db)).toEqual([]);
});
