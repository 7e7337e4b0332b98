import { describe, expect } from 'vitest';
import { ADMINISTRATOR } from '../../../shared/foyer-config.ts';
import { HOUR_MS, MINUTE_MS } from '../../../shared/limits.ts';
import { testWith } from '../../../testing/app/fixture.ts';
import type { HttpAgent } from '../../../testing/app/http-agent.ts';
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

const it = testWith({ documents: await testDocuments() });

const whoIs = (app: TestApp, agent: HttpAgent) => app.client(agent).session.get.query();

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

/** Each of them ends the impersonation at the next request. */
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
    // The person's own session goes on.
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
