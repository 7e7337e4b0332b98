import { ObjectId } from 'mongodb';
import { describe, expect } from 'vitest';
import { ADMINISTRATOR } from '../../../shared/foyer-config.ts';
import { HOUR_MS, MINUTE_MS, SESSION_ABSOLUTE_MAX_AGE_MS } from '../../../shared/limits.ts';
import { makeAdministrator } from '../../../testing/users/administrators.ts';
import { appCodeOf, outcomeOf } from '../../../testing/app/app-code.ts';
import { testWith } from '../../../testing/app/fixture.ts';
import type { HttpAgent } from '../../../testing/app/http-agent.ts';
import { beginImpersonation, changeUser, REASON } from '../../../testing/users/impersonations.ts';
import { auditOf, aSignedInUser } from '../../../testing/users/signed-in-users.ts';
import type { TestApp } from '../../../testing/app/test-app.ts';
import { createFaultInjector } from '../../../testing/faults/faults.ts';
import { brokenInvariants } from '../../../testing/faults/invariants.ts';
import type { UserDocument } from '../../database/user-documents.ts';
import { runDueJobs } from '../job-runner.ts';
import { readSession } from '../sessions/sessions.ts';

const faults = createFaultInjector();
const it = testWith({ faults });

const whoIs = (app: TestApp, agent: HttpAgent) => app.client(agent).session.get.query();

describe('races of impersonations', () => {
  it('of 50 ends at once, one is in the audit log', async ({ app }) => {
    const { administrator, person } = await beginImpersonation(app);
    const ends = Array.from({ length: 50 }, () => {
      const agent = app.agent();
      for (const [name, value] of administrator.agent.cookies) agent.cookies.set(name, value);
      return app.client(agent).session.endImpersonation.mutate();
    });
    await Promise.all(ends);
    expect((await auditOf(app, person)).map(({ action }) => action)).toEqual([
      'user-impersonated',
      'user-impersonation-ended',
    ]);
  });

  /** Begins an impersonation that is held before this command while the roles of one of both change. */
  async function whileRolesChange(app: TestApp, command: string, whose: 'administrator' | 'person') {
    const people = { administrator: await makeAdministrator(app), person: await aSignedInUser(app) };
    const { administrator, person } = people;
    const hold = faults.holdBefore(command);
    const call = outcomeOf(administrator.client.users.impersonate.mutate({ id: person.id, reason: REASON }));
    await hold.reached;
    const roles = whose === 'person' ? [ADMINISTRATOR] : [];
    await app.db.collection('users').updateOne({ _id: people[whose].userId }, { $set: { roles } });
    hold.release();
    const outcome = await call;
    const session = await whoIs(app, administrator.agent);
    expect(await app.deps.collections.sessions.countDocuments({ userId: person.userId })).toBe(1);
    return { outcome, session };
  }

  it('refuses a person who becomes an administrator right before the deciding write', async ({ app }) => {
    const { outcome } = await whileRolesChange(app, 'users.findOneAndUpdate', 'person');
    expect(outcome).toBe('ADMINISTRATOR_PROTECTED');
  });

  it('gives a session that opens nothing to an administrator who loses the role right before the deciding write', async ({
    app,
  }) => {
    const { session } = await whileRolesChange(app, 'users.findOneAndUpdate', 'administrator');
    expect(session).toBeNull();
  });

  it('refuses an administrator who loses the role before that', async ({ app }) => {
    const { outcome } = await whileRolesChange(app, 'users.updateOne', 'administrator');
    expect(outcome).toBe('ADMINISTRATOR_REQUIRED');
  });
});

// The tests below change people by hand, without events.
it('leaves events that say what happened to each person', async ({ app }) => {
  expect(await brokenInvariants(app.db)).toEqual([]);
});

describe('users.impersonate (security.md 46)', () => {
  it('gives this browser a session of the person that names the administrator', async ({ app }) => {
    const { administrator, person, session } = await beginImpersonation(app);
    const read = await whoIs(app, administrator.agent);
    expect(read).toEqual(session);
    expect(read).toMatchObject({
      user: { id: person.id, email: person.email },
      impersonation: { administratorId: administrator.userId.toHexString(), reason: REASON },
      // Nobody has verified to be this person.
      authenticatedAt: new Date(0).toISOString(),
      proofs: [],
      amr: [],
      aal: 1,
    });
  });

  it('tells the person in their activity and by mail, without the address of the administrator', async ({
    app,
  }) => {
    const { person } = await beginImpersonation(app);
    const { events } = await app.client(person.agent).activity.list.query();
    expect(events[0]).toMatchObject({ kind: 'impersonation-started', label: REASON, ip: null });
    expect(events[0]?.device).toMatchObject({ browser: null, system: null });
    await runDueJobs(app.deps);
    expect(app.mailbox.last(person.email).text).toContain(REASON);
  });

  it('writes the audit log with the actor, the reason and the latest end', async ({ app }) => {
    const { administrator, person, session } = await beginImpersonation(app, 5);
    expect(await auditOf(app, person)).toEqual([
      {
        _id: expect.any(ObjectId),
        at: expect.any(Date),
        actor: {
          kind: 'administrator',
          userId: administrator.userId,
          sessionId: new ObjectId(
            (await app.deps.collections.sessions.findOne({ userId: administrator.userId }))?._id,
          ),
          name: null,
        },
        action: 'user-impersonated',
        subject: { kind: 'user', id: person.userId },
        reason: REASON,
        before: null,
        after: { until: session.expires },
        ip: expect.any(String),
      },
    ]);
    expect(app.logLines).toContainEqual(
      expect.objectContaining({
        event: 'auth.impersonation-started',
        userId: person.id,
        administratorId: administrator.userId.toHexString(),
      }),
    );
  });

  it('lasts as long as was asked for, and no use prolongs it', async ({ app }) => {
    const { administrator, session } = await beginImpersonation(app, 30);
    const length = Date.parse(session.expires) - app.deps.now().getTime();
    expect(length).toBeGreaterThan(29 * MINUTE_MS);
    expect(length).toBeLessThanOrEqual(30 * MINUTE_MS);
    app.advance(20 * MINUTE_MS);
    expect((await whoIs(app, administrator.agent))?.expires).toBe(session.expires);
    app.advance(11 * MINUTE_MS);
    expect(await whoIs(app, administrator.agent)).toBeNull();
  });

  it('lasts an hour at most, and needs a reason', async ({ app }) => {
    const { client } = await makeAdministrator(app);
    const { id } = await aSignedInUser(app);
    for (const refused of [{ reason: REASON, minutes: 61 }, { reason: '  ' }])
      expect(await appCodeOf(client.users.impersonate.mutate({ id, ...refused }))).toBe('INVALID_INPUT');
    const { expires } = await client.users.impersonate.mutate({ id, reason: REASON });
    expect(Date.parse(expires) - app.deps.now().getTime()).toBeLessThanOrEqual(HOUR_MS);
  });

  it('does not last longer than the own session of the administrator', async ({ app }) => {
    const administrator = await makeAdministrator(app);
    const { id } = await aSignedInUser(app);
    const end = app.deps.now().getTime() + 10 * MINUTE_MS;
    const createdAt = new Date(end - SESSION_ABSOLUTE_MAX_AGE_MS);
    await app.deps.collections.sessions.updateOne({ userId: administrator.userId }, { $set: { createdAt } });
    const session = await administrator.client.users.impersonate.mutate({ id, reason: REASON });
    expect(session.expires).toBe(new Date(end).toISOString());
  });

  it('does not make the browser a known device of the person', async ({ app }) => {
    const { administrator, person } = await beginImpersonation(app);
    const { agent } = administrator;
    await administrator.client.session.endImpersonation.mutate();
    await administrator.client.session.signOut.mutate();
    await app.signInByMail(person.email, agent);
    await runDueJobs(app.deps);
    expect(app.mailbox.last(person.email, 'sign-in').subject).toContain('New sign-in');
  });

  const changed = async (app: TestApp, changes: Partial<UserDocument>) => {
    const { id, userId } = await aSignedInUser(app);
    await changeUser(app, userId, changes);
    return id;
  };
  const suspension = { reason: 'Fraud', at: new Date(), until: null };

  it.for<[string, (app: TestApp, own: string) => string | Promise<string>, string]>([
    ['the administrator themselves', (_app, own) => own, 'ADMINISTRATOR_PROTECTED'],
    ['another administrator', (app) => changed(app, { roles: [ADMINISTRATOR] }), 'ADMINISTRATOR_PROTECTED'],
    ['an unknown person', () => new ObjectId().toHexString(), 'NOT_FOUND'],
    ['a suspended person', (app) => changed(app, { suspension }), 'ACCOUNT_SUSPENDED'],
    ['a deleted person', (app) => changed(app, { deletedAt: new Date() }), 'NOT_FOUND'],
  ])('refuses %s', async ([, makeTarget, code], { app }) => {
    const administrator = await makeAdministrator(app);
    const own = administrator.userId.toHexString();
    const id = await makeTarget(app, own);
    const before = await app.deps.collections.sessions.countDocuments({});
    const call = administrator.client.users.impersonate.mutate({ id, reason: REASON });
    expect(await appCodeOf(call)).toBe(code);
    expect(await app.deps.collections.sessions.countDocuments({})).toBe(before);
    expect((await whoIs(app, administrator.agent))?.user.id).toBe(own);
  });
});

describe('while an administrator acts as a person', () => {
  it('session.token names the administrator as the actor (RFC 8693)', async ({ app }) => {
    const { administrator, person } = await beginImpersonation(app);
    const { token } = await administrator.client.session.token.query({ audience: 'https://shop.example' });
    const [, payload = ''] = token.split('.');
    expect(JSON.parse(Buffer.from(payload, 'base64url').toString())).toMatchObject({
      sub: person.id,
      act: { sub: administrator.userId.toHexString() },
      auth_time: 0,
      aal: 1,
      amr: [],
    });
  });

  it('a person who must set up a second factor first does not stop them', async ({ app }) => {
    const { administrator, person } = await beginImpersonation(app);
    const settings = { ...app.deps.settings, secondFactor: 'everyone' } as const;
    const read = await readSession(
      { ...app.deps, settings },
      administrator.agent.cookies.get('foyer.session') ?? '',
    );
    expect(read?.user._id.toHexString()).toBe(person.id);
  });
});
