import { ObjectId } from 'mongodb';
import { afterAll, describe, expect } from 'vitest';
import { DAY_MS, SECOND_MS } from '../../../shared/limits.ts';
import { withInserts } from '../../../testing/users/sessions.ts';
import { SESSION_LAST_SEEN_EVERY_MS } from '../../domain/sessions/sessions.ts';
import { appCodeOf } from '../../../testing/app/app-code.ts';
import { moved, type HttpAgent } from '../../../testing/app/http-agent.ts';
import { it } from '../../../testing/app/fixture.ts';
import { createTestApp, type TestApp } from '../../../testing/app/test-app.ts';
import { hashToken } from '../../crypto/secrets.ts';
import { uniqueEmail } from '../../../testing/run/unique-name.ts';
import { activityOf, userAt } from '../../../testing/users/signed-in-users.ts';

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0';

/** Another process on the same database. */
let other: TestApp;
it.beforeAll(async ({ app }) => {
  other = await createTestApp({ databaseName: app.db.databaseName });
});
afterAll(async () => {
  await other.close();
});

const listOf = (app: TestApp, agent: HttpAgent) => app.client(agent).session.list.query();
const isIn = async (app: TestApp, agent: HttpAgent) => (await app.client(agent).session.get.query()) !== null;

async function currentOf(app: TestApp, agent: HttpAgent) {
  const [current] = await listOf(app, agent);
  if (!current?.current) throw new Error('the session that asks is not first');
  return current;
}

async function kindsOf(app: TestApp, email: string) {
  const rows = await activityOf(app, email);
  return rows.filter(({ kind }) => kind.includes('revoked')).map(({ kind, label }) => ({ kind, label }));
}

describe('session.list', () => {
  it('shows this session first, then by last use, without the token', async ({ app }) => {
    const email = uniqueEmail();
    const first = await app.signInByMail(email);
    app.advance(SECOND_MS);
    const second = await app.signInByMail(email);
    app.advance(SECOND_MS);
    const third = await app.signInByMail(email);
    const listed = await listOf(app, first);
    expect(listed.map(({ current }) => current)).toEqual([true, false, false]);
    expect(listed.map(({ id }) => id)).toEqual([
      (await currentOf(app, first)).id,
      (await currentOf(app, third)).id,
      (await currentOf(app, second)).id,
    ]);
    expect(
      Object.keys(listed[0] ?? {})
        .toSorted()
        .join(' '),
    ).toBe('app byAdministrator createdAt current device expires id ip lastSeenAt');
    const token = first.cookies.get('foyer.session') ?? '';
    expect(JSON.stringify(listed)).not.toContain(token);
    expect(JSON.stringify(listed)).not.toContain(hashToken(token));
  });

  it('shows browser, system and place of the sign-in', async ({ app }) => {
    const agent = app.agent();
    const email = uniqueEmail();
    const { code } = await app.requestMail(email, agent);
    const json = { 'user-agent': FIREFOX };
    expect((await agent.postJson('/trpc/session.signInWithCode', { email, code }, json)).status).toBe(200);
    expect(await currentOf(app, agent)).toMatchObject({
      device: { browser: 'Firefox', system: 'Linux', kind: 'desktop' },
      ip: expect.stringMatching(/127\.0\.0\.1|::1/),
    });
  });

  it('shows only live sessions of this user', async ({ app }) => {
    const email = uniqueEmail();
    const { sessions, users } = app.deps.collections;
    const agent = await app.signInByMail(email);
    const otherPerson = await app.signInByMail(uniqueEmail());
    const user = await userAt(app, email);
    const current = await sessions.findOne({ userId: user._id });
    if (!current) throw new Error('nobody signed in');
    const now = Date.now();
    const dead = [
      { sessionToken: 'past its absolute age', createdAt: new Date(now - 400 * DAY_MS) },
      { sessionToken: 'expired', expires: new Date(now - 1000) },
      { sessionToken: 'ended with all of then', createdAt: new Date(now - DAY_MS) },
    ].map((changes) => ({ ...current, _id: new ObjectId(), ...changes }));
    await withInserts(sessions).insertMany(dead);
    await users.updateOne({ _id: user._id }, { $set: { sessionsValidFrom: new Date(now - DAY_MS / 2) } });
    expect(await listOf(app, agent)).toHaveLength(1);
    expect(await listOf(app, otherPerson)).toHaveLength(1);
    // A session that is not shown cannot be revoked.
    for (const { _id } of dead)
      expect(await appCodeOf(app.client(agent).session.revoke.mutate({ id: _id.toHexString() }))).toBe(
        'NOT_FOUND',
      );
  });

  it('updates the last use every few minutes at most', async ({ app }) => {
    const agent = await app.signInByMail(uniqueEmail());
    const { lastSeenAt, createdAt } = await currentOf(app, agent);
    expect(lastSeenAt).toBe(createdAt);
    app.advance(SESSION_LAST_SEEN_EVERY_MS - 10 * SECOND_MS);
    expect((await currentOf(app, agent)).lastSeenAt).toBe(lastSeenAt);
    app.advance(10 * SECOND_MS);
    const seen = (await currentOf(app, agent)).lastSeenAt;
    expect(Date.parse(seen) - Date.parse(lastSeenAt)).toBeGreaterThanOrEqual(SESSION_LAST_SEEN_EVERY_MS);
    expect((await currentOf(app, agent)).lastSeenAt).toBe(seen);
  });
});

describe('session.revoke', () => {
  it('ends a session at its next request in every process (security.md 15)', async ({ app }) => {
    const email = uniqueEmail();
    const mine = await app.signInByMail(email);
    const theirs = await app.signInByMail(email);
    // No fresh session is needed, so that an unknown caller can be signed out at once.
    await app.ageSignIn(mine, DAY_MS);
    const elsewhere = other.client(moved(theirs, other));
    expect(await elsewhere.session.get.query()).not.toBeNull();

    const { id } = await currentOf(app, theirs);
    expect(await app.client(mine).session.revoke.mutate({ id })).toEqual({ id, current: false });
    expect(await elsewhere.session.get.query()).toBeNull();
    expect(await isIn(app, theirs)).toBe(false);
    expect(await appCodeOf(app.client(theirs).session.revoke.mutate({ id }))).toBe('SessionRequired');
    expect(await listOf(app, mine)).toHaveLength(1);
    expect(await kindsOf(app, email)).toEqual([{ kind: 'session-revoked', label: expect.anything() }]);
  });

  it('answers NOT_FOUND for a foreign or unknown session (security.md 17)', async ({ app }) => {
    const mine = await app.signInByMail(uniqueEmail());
    const email = uniqueEmail();
    const theirs = await app.signInByMail(email);
    const { id } = await currentOf(app, theirs);
    const before = await app.deps.collections.sessions.find().toArray();
    const revoke = (which: string) => appCodeOf(app.client(mine).session.revoke.mutate({ id: which }));
    expect(await revoke(id)).toBe('NOT_FOUND');
    expect(await revoke(new ObjectId().toHexString())).toBe('NOT_FOUND');
    expect(await revoke('x')).toBe('INVALID_INPUT');
    expect(await app.deps.collections.sessions.find().toArray()).toEqual(before);
    expect(await isIn(app, theirs)).toBe(true);
    expect(await kindsOf(app, email)).toEqual([]);
  });

  it('of the current session signs out and clears the cookie', async ({ app }) => {
    const agent = await app.signInByMail(uniqueEmail());
    const token = agent.cookies.get('foyer.session') ?? '';
    const { id } = await currentOf(app, agent);
    expect(await app.client(agent).session.revoke.mutate({ id })).toEqual({ id, current: true });
    expect(agent.cookies.has('foyer.session')).toBe(false);
    expect(await app.deps.collections.sessions.countDocuments({ sessionToken: hashToken(token) })).toBe(0);
  });
});

it('session.revokeOthers ends all others in every process and answers their number', async ({ app }) => {
  const email = uniqueEmail();
  const mine = await app.signInByMail(email);
  const others = [await app.signInByMail(email), await app.signInByMail(email)];
  const otherPerson = await app.signInByMail(uniqueEmail());
  await app.ageSignIn(mine, DAY_MS);
  expect(await app.client(mine).session.revokeOthers.mutate()).toEqual({ revoked: 2 });
  expect(await listOf(app, mine)).toHaveLength(1);
  for (const agent of others) {
    expect(await other.client(moved(agent, other)).session.get.query()).toBeNull();
  }
  expect(await isIn(app, otherPerson)).toBe(true);
  expect(await kindsOf(app, email)).toEqual([{ kind: 'sessions-revoked', label: null }]);

  app.advance(SECOND_MS);
  const later = await app.signInByMail(email);
  expect(await isIn(app, later)).toBe(true);
  expect(await app.client(later).session.revokeOthers.mutate()).toEqual({ revoked: 1 });
  expect(await isIn(app, mine)).toBe(false);
});
