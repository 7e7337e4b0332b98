import { describe, expect } from 'vitest';
import { OUTBOX_LEFT_AFTER_MS } from '../activity/security-events.ts';
import { makeAdministrator } from '../../../testing/app/administrators.ts';
import { appCodeOf } from '../../../testing/app/app-code.ts';
import { testWith } from '../../../testing/app/fixture.ts';
import {
  auditOf,
  beginImpersonation,
  changeUser,
  makePerson,
  REASON,
  type TestPerson,
} from '../../../testing/app/impersonations.ts';
import type { TestApp } from '../../../testing/app/test-app.ts';
import { rounds } from '../../../testing/faults/fault-rounds.ts';
import { createFaultInjector, type FaultMode } from '../../../testing/faults/faults.ts';
import { brokenInvariants } from '../../../testing/faults/invariants.ts';
import { runDueJobs } from '../job-runner.ts';

const faults = createFaultInjector();
const it = testWith({ faults });

const MODES: readonly FaultMode[] = (['killed', 'reply-lost'] as const).slice(0, rounds(1, 2));

/** Writes what the kill left, as the job runner does a minute later. Answers the actions in the audit log about the person. */
async function writeLeft(app: TestApp, person: TestPerson): Promise<string[]> {
  app.advance(2 * OUTBOX_LEFT_AFTER_MS);
  await runDueJobs(app.deps);
  app.resetClock();
  const user = await app.deps.collections.users.findOne({ _id: person.userId });
  expect(user?.outbox ?? []).toEqual([]);
  return (await auditOf(app, person)).map(({ action }) => action);
}

/** Runs the step once for each of its commands, and fails at that command. */
async function strikeEach(mode: FaultMode, run: (n: number) => Promise<{ readonly struck: boolean }>) {
  let n = 1;
  while ((await run(n)).struck) n++;
  // Otherwise the test would pass without a fault.
  expect([mode, n > 3]).toEqual([mode, true]);
}

describe('after a fault at any command', () => {
  it.for(MODES)(
    'users.impersonate is in both logs when its session is live, and a repeat works: %s',
    async (mode, { app }) => {
      const administrator = await makeAdministrator(app);
      const own = new Map(administrator.agent.cookies);
      await strikeEach(mode, async (n) => {
        const person = await makePerson(app);
        const impersonate = () =>
          administrator.client.users.impersonate.mutate({ id: person.id, reason: REASON });
        faults.arm(mode, n);
        await impersonate().catch(() => null);
        const { struck } = faults.disarm();
        const user = await app.deps.collections.users.findOne({ _id: person.userId });
        const isLive = user?.sessions?.length === 2;
        expect(await writeLeft(app, person)).toEqual(isLive ? ['user-impersonated'] : []);
        const { events } = await app.client(person.agent).activity.list.query();
        expect(events.filter(({ kind }) => kind === 'impersonation-started')).toHaveLength(isLive ? 1 : 0);

        for (const [name, value] of own) administrator.agent.cookies.set(name, value);
        expect((await impersonate()).user.id).toBe(person.id);
        await administrator.client.session.endImpersonation.mutate();
        return { struck };
      });
    },
  );

  it.for(MODES)(
    'session.endImpersonation ends it once, at the latest when it is repeated: %s',
    async (mode, { app }) => {
      await strikeEach(mode, async (n) => {
        const { administrator, person } = await beginImpersonation(app);
        const token = administrator.agent.cookies.get('foyer.session') ?? '';
        faults.arm(mode, n);
        await administrator.client.session.endImpersonation.mutate().catch(() => null);
        const { struck } = faults.disarm();
        const own = await administrator.client.session.endImpersonation.mutate();
        expect(own?.user.email).toBe(administrator.email);
        expect(await writeLeft(app, person)).toEqual(['user-impersonated', 'user-impersonation-ended']);
        administrator.agent.cookies.set('foyer.session', token);
        expect(await administrator.client.session.get.query()).toBeNull();
        return { struck };
      });
    },
  );
});

describe('races', () => {
  it('of 50 ends at once, one is in the audit log', async ({ app }) => {
    const { administrator, person } = await beginImpersonation(app);
    const cookies = [...administrator.agent.cookies];
    await Promise.all(
      Array.from({ length: 50 }, () => {
        const agent = app.agent();
        for (const [name, value] of cookies) agent.cookies.set(name, value);
        return app.client(agent).session.endImpersonation.mutate();
      }),
    );
    expect((await auditOf(app, person)).map(({ action }) => action)).toEqual([
      'user-impersonated',
      'user-impersonation-ended',
    ]);
  });

  it('an administrator who loses the role right before the deciding write gets a session that opens nothing', async ({
    app,
  }) => {
    const administrator = await makeAdministrator(app);
    const person = await makePerson(app);
    const hold = faults.holdBefore('users.findOneAndUpdate');
    const call = administrator.client.users.impersonate.mutate({ id: person.id, reason: REASON });
    await hold.reached;
    await changeUser(app, administrator.userId, { roles: [] });
    hold.release();
    await call;
    expect(await administrator.client.session.get.query()).toBeNull();
    expect(await app.deps.collections.sessions.countDocuments({ userId: person.userId })).toBe(1);
  });

  it('an administrator who loses the role before that is refused', async ({ app }) => {
    const administrator = await makeAdministrator(app);
    const person = await makePerson(app);
    const hold = faults.holdBefore('users.updateOne');
    const call = appCodeOf(administrator.client.users.impersonate.mutate({ id: person.id, reason: REASON }));
    await hold.reached;
    await app.db.collection('users').updateOne({ _id: administrator.userId }, { $set: { roles: [] } });
    hold.release();
    expect(await call).toBe('ADMINISTRATOR_REQUIRED');
    expect(await app.deps.collections.sessions.countDocuments({ userId: person.userId })).toBe(1);
  });
});

it('leaves events that say what happened to each person', async ({ app }) => {
  expect(await brokenInvariants(app.db)).toEqual([]);
});
