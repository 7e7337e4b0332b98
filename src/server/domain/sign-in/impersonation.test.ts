import { ObjectId } from 'mongodb';
import { describe, expect } from 'vitest';
import { ADMINISTRATOR } from '../../../shared/foyer-config.ts';
import { HOUR_MS, MINUTE_MS, SESSION_ABSOLUTE_MAX_AGE_MS } from '../../../shared/limits.ts';
import { makeAdministrator } from '../../../testing/users/administrators.ts';
import { appCodeOf, countParallel } from '../../../testing/app/app-code.ts';
import { testWith } from '../../../testing/app/fixture.ts';
import {
  beginImpersonation,
  changeUser,
  REASON,
  type TestImpersonation,
} from '../../../testing/users/impersonations.ts';
import { auditOf, aSignedInUser } from '../../../testing/users/signed-in-users.ts';
import type { TestApp } from '../../../testing/app/test-app.ts';
import { testDocuments } from '../../../testing/app/test-documents.ts';
import { uniqueEmail } from '../../../testing/run/unique-name.ts';
import { createFaultInjector, overtake } from '../../../testing/faults/faults.ts';
import { brokenInvariants } from '../../../testing/faults/invariants.ts';
import type { UserDocument } from '../../database/user-documents.ts';
import { runDueJobs } from '../job-runner.ts';
import { readSession } from '../sessions/sessions.ts';
import { moved, type HttpAgent } from '../../../testing/app/http-agent.ts';

const faults = createFaultInjector();
const it = testWith({ faults, documents: await testDocuments() });
const whoIs = (app: TestApp, agent: HttpAgent) => app.client(agent).session.get.query();

describe('races of impersonations', () => {
  it('of many ends at once, one is in the audit log', async ({ app }) => {
    const { administrator, person } = await beginImpersonation(app);
    await countParallel(() => app.client(moved(administrator.agent, app)).session.endImpersonation.mutate());
    expect((await auditOf(app, person)).map(({ action }) => action)).toEqual([
      'user-impersonated',
      'user-impersonation-ended',
    ]);
  });

  /** Holds an impersonation before this command while the roles of one of both change. */
  async function whileRolesChange(app: TestApp, command: string, whose: 'administrator' | 'person') {
    const people = { administrator: await makeAdministrator(app), person: await aSignedInUser(app) };
    const { administrator, person } = people;
    const roles = whose === 'person' ? [ADMINISTRATOR] : [];
    const outcome = await overtake(
      faults,
      command,
      () => administrator.client.users.impersonate.mutate({ id: person.id, reason: REASON }),
      () => app.db.collection('users').updateOne({ _id: people[whose].userId }, { $set: { roles } }),
    );
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
      // Nobody has proved to be this person.
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

describe('session.endImpersonation', () => {
  it('gives the administrator their own session back', async ({ app }) => {
    const { administrator, person, ownToken } = await beginImpersonation(app);
    const { agent, client } = administrator;
    const token = agent.cookies.get('foyer.session') ?? '';
    const answer = await client.session.endImpersonation.mutate();
    expect(answer).toMatchObject({ user: { email: administrator.email }, impersonation: null });
    expect(agent.cookies.get('foyer.session')).toBe(ownToken);
    expect(agent.cookies.has('foyer.administrator-session')).toBe(false);
    agent.cookies.set('foyer.session', token);
    expect(await whoIs(app, agent)).toBeNull();
    const { events } = await app.client(person.agent).activity.list.query();
    expect(events[0]).toMatchObject({ kind: 'impersonation-ended', ip: null });
    expect(await auditOf(app, person)).toMatchObject([
      { action: 'user-impersonated' },
      { action: 'user-impersonation-ended', actor: { userId: administrator.userId }, reason: REASON },
    ]);
  });

  it('changes nothing in any other session', async ({ app }) => {
    const { administrator } = await beginImpersonation(app);
    await administrator.client.session.endImpersonation.mutate();
    const again = await administrator.client.session.endImpersonation.mutate();
    expect(again?.user.email).toBe(administrator.email);
    expect(await app.client(app.agent()).session.endImpersonation.mutate()).toBeNull();
  });

  it('answers null when the own session was ended meanwhile', async ({ app }) => {
    const { administrator } = await beginImpersonation(app);
    await changeUser(app, administrator.userId, { sessions: [] });
    expect(await administrator.client.session.endImpersonation.mutate()).toBeNull();
    expect(administrator.agent.cookies.has('foyer.session')).toBe(false);
    expect(administrator.agent.cookies.has('foyer.administrator-session')).toBe(false);
  });

  it('takes no session from a cookie that somebody else set', async ({ app }) => {
    const person = await aSignedInUser(app);
    const agent = app.agent();
    agent.cookies.set('foyer.administrator-session', person.agent.cookies.get('foyer.session') ?? '');
    expect(await app.client(agent).session.endImpersonation.mutate()).toBeNull();
    expect(agent.cookies.has('foyer.session')).toBe(false);
  });
});

type End = (app: TestApp, begun: TestImpersonation) => Promise<unknown>;

const ENDINGS: Readonly<Record<string, End>> = {
  async 'the own session of the administrator is ended elsewhere'(app, { administrator }) {
    const elsewhere = await app.signInByMail(administrator.email);
    await app.client(elsewhere).session.revokeOthers.mutate();
  },
  'the administrator loses the role': (app, { administrator }) =>
    changeUser(app, administrator.userId, { roles: [] }),
  'the administrator is suspended': (app, { administrator }) =>
    changeUser(app, administrator.userId, {
      suspension: { reason: 'Left', at: app.deps.now(), until: null },
    }),
  'the administrator is deleted': (app, { administrator }) =>
    changeUser(app, administrator.userId, { deletedAt: app.deps.now() }),
  'the person becomes an administrator': (app, { person }) =>
    changeUser(app, person.userId, { roles: [ADMINISTRATOR] }),
  'the person ends all other sessions': (app, { person }) =>
    app.client(person.agent).session.revokeOthers.mutate(),
  async 'the person ends this session in the list of their devices'(app, { person }) {
    const { session } = app.client(person.agent);
    const other = (await session.list.query()).find(({ current }) => !current);
    expect(other).toMatchObject({ byAdministrator: true, ip: null, device: { browser: null } });
    await session.revoke.mutate({ id: other?.id ?? '' });
  },
};

describe('an impersonation ends (security.md 46)', () => {
  it.for(Object.entries(ENDINGS))('when %s', async ([, end], { app }) => {
    const begun = await beginImpersonation(app);
    const { administrator, person } = begun;
    expect((await whoIs(app, administrator.agent))?.user.id).toBe(person.id);
    await end(app, begun);
    expect(await whoIs(app, administrator.agent)).toBeNull();
    const left = await app.deps.collections.sessions.countDocuments({
      impersonation: { $exists: true },
      userId: person.userId,
    });
    expect(left).toBe(0);
    expect((await whoIs(app, person.agent))?.user.id).toBe(person.id);
  });

  it.for<[string, End]>([
    ['the role is taken', (app, { administrator }) => changeUser(app, administrator.userId, { roles: [] })],
    ['it expires', (app) => Promise.resolve(app.advance(2 * HOUR_MS))],
  ])('and the audit log says so when %s', async ([, end], { app }) => {
    const begun = await beginImpersonation(app);
    await end(app, begun);
    expect(await whoIs(app, begun.administrator.agent)).toBeNull();
    expect(await auditOf(app, begun.person)).toMatchObject([
      { action: 'user-impersonated' },
      { action: 'user-impersonation-ended', ip: null },
    ]);
  });

  it('with the administrator’s own session at a sign-out', async ({ app }) => {
    const { administrator, person, ownToken } = await beginImpersonation(app);
    await administrator.client.session.signOut.mutate();
    expect(administrator.agent.cookies.has('foyer.administrator-session')).toBe(false);
    administrator.agent.cookies.set('foyer.session', ownToken);
    expect(await whoIs(app, administrator.agent)).toBeNull();
    const { events } = await app.client(person.agent).activity.list.query();
    expect(events.map(({ kind }) => kind).slice(0, 2)).toEqual([
      'impersonation-ended',
      'impersonation-started',
    ]);
  });

  it('with the administrator’s own session at a sign-in in the same browser', async ({ app }) => {
    const { administrator, person, ownToken } = await beginImpersonation(app);
    const { agent } = administrator;
    const token = agent.cookies.get('foyer.session') ?? '';
    await app.signInByMail(uniqueEmail(), agent);
    expect(agent.cookies.has('foyer.administrator-session')).toBe(false);
    for (const ended of [token, ownToken]) {
      agent.cookies.set('foyer.session', ended);
      expect(await whoIs(app, agent)).toBeNull();
    }
    expect(await auditOf(app, person)).toMatchObject([{}, { action: 'user-impersonation-ended' }]);
  });

  it('with the administrator’s own session at a deletion in the same browser', async ({ app }) => {
    const { administrator, ownToken } = await beginImpersonation(app);
    const kept = administrator.agent.cookies.get('foyer.administrator-session') ?? '';
    const deleting = await app.signInByMail(uniqueEmail());
    deleting.cookies.set('foyer.administrator-session', kept);
    await app.client(deleting).data.deleteAccount.mutate({ confirm: 'delete my account' });
    expect(deleting.cookies.has('foyer.administrator-session')).toBe(false);
    deleting.cookies.set('foyer.session', ownToken);
    expect(await whoIs(app, deleting)).toBeNull();
  });

  it('and the sign-in page gives the own session back', async ({ app }) => {
    const { administrator, ownToken } = await beginImpersonation(app, 1);
    const { agent } = administrator;
    app.advance(2 * MINUTE_MS);
    const answer = await agent.request('/sign-in?error=SessionRequired&callbackUrl=%2Faccount');
    expect([answer.status, answer.location]).toEqual([303, `${app.origin}/admin`]);
    expect(agent.cookies.get('foyer.session')).toBe(ownToken);
    expect((await whoIs(app, agent))?.user.email).toBe(administrator.email);
  });
});
