import { describe, expect } from 'vitest';
import { testWith } from '../../../testing/app/fixture.ts';
import { beginImpersonation } from '../../../testing/users/impersonations.ts';
import {
  authorizeClient,
  OFFICE,
  refusalOf,
  SHOP,
  WITH_CLIENTS,
  type Asked,
} from '../../../testing/oauth/clients.ts';
import { actorOf, fillSessions, listedSessions, startSession } from '../../../testing/users/sessions.ts';
import { aUserWithSession } from '../../../testing/users/signed-in-users.ts';
import type { TestApp } from '../../../testing/app/test-app.ts';
import { createFaultInjector, whileHeld } from '../../../testing/faults/faults.ts';
import { brokenInvariants } from '../../../testing/faults/invariants.ts';
import { SESSIONS_PER_USER } from '../../../shared/limits.ts';
import { BOUND_SESSIONS_PER_CLIENT, STAYING_SESSIONS_PER_CLIENT } from '../sessions/session-room.ts';
import { AUTHORIZATION_CODE_MAX_AGE_MS, redeemAuthorizationCode } from './authorization-codes.ts';
import { endClientSession, readClientSession, refreshClientSession } from './client-sessions.ts';
import { NO_REQUEST } from '../rules/request-context.ts';

const admitted: string[] = [];
const faults = createFaultInjector();
const it = testWith({
  faults,
  configuration: { ...WITH_CLIENTS, admit: (_person, { action }) => void admitted.push(action) },
});

const ANOTHER_VERIFIER = 'another-verifier-that-is-also-long-enough-for-the-rule';

type User = Awaited<ReturnType<typeof aUserWithSession>>;

const listedIn = ({ deps }: TestApp, { user }: Pick<User, 'user'>) => listedSessions(deps, user._id);

type Authorized = Awaited<ReturnType<typeof authorizeClient>>;
const redeem = ({ deps }: TestApp, { client, sent }: Authorized) =>
  redeemAuthorizationCode(deps, client, sent, NO_REQUEST);

describe('a code', () => {
  it('gives a session with the proofs and the time of the one that authorized it', async ({ app }) => {
    const person = await aUserWithSession(app);
    app.advance(30_000);
    const { session, nonce } = await redeem(
      app,
      await authorizeClient(app, person, { client: OFFICE, scopes: ['openid', 'email'] }),
    );
    const { authenticatedAt, proofs } = person.session;
    expect(session).toMatchObject({ authenticatedAt, proofs });
    expect(session.clientGrant).toMatchObject({ id: 'office', scopes: ['openid', 'email'] });
    expect(nonce).toBe('a nonce');
    expect(await readClientSession(app.deps, session._id)).toMatchObject({
      user: { _id: person.user._id },
      session: { _id: session._id },
    });
  });

  it('tells the person by mail at the first use of a client, and in the activity once for each session of a browser', async ({
    app,
  }) => {
    const person = await aUserWithSession(app);
    const userId = person.user._id;
    const both = [await authorizeClient(app, person), await authorizeClient(app, person)];
    await Promise.all(both.map((each) => redeem(app, each)));
    await redeem(app, await authorizeClient(app, person, { client: OFFICE }));
    const { activity, jobs, events } = app.deps.collections;
    for (const [label, times] of [
      ['Barley Shop', 1],
      ['Barley Office', 1],
    ] as const)
      expect(await activity.countDocuments({ userId, kind: 'client-sign-in', label })).toBe(times);
    expect(await jobs.countDocuments({ userId, kind: 'mail' })).toBe(2);
    const created = await events
      .find({ subject: userId, type: 'session.created' })
      .sort({ sequence: 1 })
      .toArray();
    expect(created.map(({ data }) => 'clientId' in data && data.clientId)).toEqual([
      null,
      'shop',
      'shop',
      'office',
    ]);
  });

  it('does not ask `admit` again, because the person has signed in before', async ({ app }) => {
    const person = await aUserWithSession(app);
    admitted.length = 0;
    await redeem(app, await authorizeClient(app, person));
    expect(admitted).toEqual([]);
  });

  it.for([
    ['the verifier', { codeVerifier: ANOTHER_VERIFIER }],
    ['the redirect address', { redirectUri: 'https://evil.example.test/callback' }],
    ['no verifier', { codeVerifier: '' }],
  ] as const)('is used up by a wrong request: %s (security.md 51)', async ([, wrong], { app }) => {
    const person = await aUserWithSession(app);
    const { client, sent } = await authorizeClient(app, person);
    expect(await refusalOf(redeem(app, { client, sent: { ...sent, ...wrong } }))).toBe('invalid_grant');
    expect(await refusalOf(redeem(app, { client, sent }))).toBe('invalid_grant');
    expect((await app.deps.collections.users.findOne({ _id: person.user._id }))?.sessions).toHaveLength(1);
  });

  it('is not used up by a resource that was not granted, which makes no session', async ({ app }) => {
    const person = await aUserWithSession(app);
    const { client, sent } = await authorizeClient(app, person, { client: OFFICE });
    const resources = ['https://orders.example.test/'];
    expect(await refusalOf(redeem(app, { client, sent: { ...sent, resources } }))).toBe('invalid_target');
    expect(await listedIn(app, person)).toHaveLength(1);
    await redeem(app, { client, sent });
    expect(await refusalOf(redeem(app, { client, sent: { ...sent, resources } }))).toBe('invalid_grant');
    expect(await listedIn(app, person)).toHaveLength(1);
  });

  it('is used up by another client (security.md 51, 53)', async ({ app }) => {
    const person = await aUserWithSession(app);
    const authorized = await authorizeClient(app, person);
    expect(await refusalOf(redeem(app, { ...authorized, client: OFFICE }))).toBe('invalid_grant');
    expect(await refusalOf(redeem(app, authorized))).toBe('invalid_grant');
  });

  it('is valid for a minute (security.md 51)', async ({ app }) => {
    const person = await aUserWithSession(app);
    const late = await authorizeClient(app, person);
    const right = await authorizeClient(app, person);
    app.advance(AUTHORIZATION_CODE_MAX_AGE_MS - 1000);
    expect(await refusalOf(redeem(app, right))).toBeNull();
    app.advance(1000);
    expect(await refusalOf(redeem(app, late))).toBe('invalid_grant');
  });
});

describe('a code that is used again', () => {
  it('ends the session that it gave, and tells of it once', async ({ app }) => {
    const person = await aUserWithSession(app);
    const authorized = await authorizeClient(app, person, { scopes: ['openid', 'offline_access'] });
    const { session, refreshToken } = await redeem(app, authorized);
    for (const again of [1, 2])
      expect([again, await refusalOf(redeem(app, authorized))]).toEqual([again, 'invalid_grant']);
    expect(await readClientSession(app.deps, session._id)).toBeNull();
    expect(await refusalOf(refreshClientSession(app.deps, authorized.client, refreshToken, NO_REQUEST))).toBe(
      'invalid_grant',
    );
    expect(await brokenInvariants(app.db)).toEqual([]);
  });

  it('gives no session that lives on when 20 uses come at once', async ({ app }) => {
    const person = await aUserWithSession(app);
    const authorized = await authorizeClient(app, person);
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => refusalOf(redeem(app, authorized))));
    expect(outcomes.filter((outcome) => outcome === null).length).toBeLessThanOrEqual(1);
    const user = await app.deps.collections.users.findOne({ _id: person.user._id });
    expect(user?.sessions?.map(({ id }) => id)).toEqual([person.session._id]);
    expect(await brokenInvariants(app.db)).toEqual([]);
  });

  it.for(['sessions.insertOne', 'users.findOneAndUpdate'])(
    'ends its session also when the second use comes before %s of the first',
    async (command, { app }) => {
      const person = await aUserWithSession(app);
      const authorized = await authorizeClient(app, person);
      const use = () => refusalOf(redeem(app, authorized));
      const first = await whileHeld(faults, command, use, async () =>
        expect(await use()).toBe('invalid_grant'),
      );
      expect(first).toBe('invalid_grant');
      const { users, sessions } = app.deps.collections;
      expect((await users.findOne({ _id: person.user._id }))?.sessions).toHaveLength(1);
      expect(await sessions.countDocuments({ userId: person.user._id })).toBe(1);
      expect(await brokenInvariants(app.db)).toEqual([]);
    },
  );
});

describe('a session that authorizes', () => {
  it('must not have ended or expired', async ({ app }) => {
    const person = await aUserWithSession(app);
    const asked = { scopes: ['openid', 'offline_access'] };
    const [one, two] = [await authorizeClient(app, person, asked), await authorizeClient(app, person, asked)];
    const { sessions, users } = app.deps.collections;
    await sessions.updateOne({ _id: person.session._id }, { $set: { expires: app.deps.now() } });
    expect(await refusalOf(redeem(app, one))).toBe('invalid_grant');
    await sessions.updateOne({ _id: person.session._id }, { $set: { expires: person.session.expires } });
    const redeemed = await whileHeld(
      faults,
      'users.findOneAndUpdate',
      () => refusalOf(redeem(app, two)),
      () => users.updateOne({ _id: person.user._id }, { $set: { sessions: [] } }),
    );
    expect(redeemed).toBe('invalid_grant');
    expect(await sessions.countDocuments({ userId: person.user._id, clientGrant: { $exists: true } })).toBe(
      0,
    );
    // No event tells of the end that this test wrote.
    await users.deleteOne({ _id: person.user._id });
    await app.deps.collections.events.deleteMany({ subject: person.user._id });
  });

  it('must not be that of an administrator who acts as the person, or of a client', async ({ app }) => {
    const { administrator } = await beginImpersonation(app);
    const acting = await actorOf(app.deps, administrator.agent);
    expect(await refusalOf(redeem(app, await authorizeClient(app, acting)))).toBe('invalid_grant');
    const opened = await redeem(app, await authorizeClient(app, await aUserWithSession(app)));
    expect(await refusalOf(redeem(app, await authorizeClient(app, opened)))).toBe('invalid_grant');
  });

  it('stays in a full list of sessions, where a client loses a session of its own first', async ({ app }) => {
    const person = await aUserWithSession(app);
    const oldest = await startSession(app.deps, person.user);
    const first = await redeem(app, await authorizeClient(app, person));
    await fillSessions(app.deps, person.session);
    await redeem(app, await authorizeClient(app, person));
    expect(await readClientSession(app.deps, first.session._id)).toBeNull();
    // Another client has none, so the oldest session goes that did not authorize it.
    await redeem(app, await authorizeClient(app, person, { client: OFFICE }));
    const ids = await listedIn(app, person);
    expect(ids).toHaveLength(SESSIONS_PER_USER);
    expect(ids).toContain(person.session._id.toHexString());
    expect(ids).not.toContain(oldest.session._id.toHexString());
    expect(await brokenInvariants(app.db)).toEqual([]);
  });

  it('takes the sessions that are bound to it along when it is the oldest in a full list', async ({
    app,
  }) => {
    const person = await aUserWithSession(app);
    const bound = await redeem(app, await authorizeClient(app, person));
    const offline = await redeem(app, await authorizeClient(app, person, { scopes: ['offline_access'] }));
    await fillSessions(app.deps, person.session);
    await startSession(app.deps, person.user);
    expect(await listedIn(app, person)).not.toContain(bound.session._id.toHexString());
    expect(await readClientSession(app.deps, bound.session._id)).toBeNull();
    expect(await readClientSession(app.deps, offline.session._id)).not.toBeNull();
    expect(await brokenInvariants(app.db)).toEqual([]);
  });
});

describe('a client with as many sessions of one sign-in as it may have', () => {
  it('loses the one that it used longest ago, and no other one of the person', async ({ app }) => {
    const person = await aUserWithSession(app);
    const open = async (asked?: Asked) => redeem(app, await authorizeClient(app, person, asked));
    const offline = await open({ scopes: ['offline_access'] });
    const office = await open({ client: OFFICE });
    const elsewhere = await startSession(app.deps, person.user);
    const unrelated = await redeem(app, await authorizeClient(app, elsewhere));
    const used = await open();
    const forgotten = await open();
    for (let more = 2; more < BOUND_SESSIONS_PER_CLIENT; more++) await open();
    app.advance(1000);
    await refreshClientSession(app.deps, SHOP, used.refreshToken, NO_REQUEST);
    const before = await listedIn(app, person);
    const last = await open();
    const left = before.filter((id) => id !== forgotten.session._id.toHexString());
    expect(await listedIn(app, person)).toEqual([...left, last.session._id.toHexString()]);
    for (const { session } of [offline, office, unrelated, used])
      expect(left).toContain(session._id.toHexString());
    expect(await brokenInvariants(app.db)).toEqual([]);
  });

  it('loses none when another of them ends meanwhile', async ({ app }) => {
    const person = await aUserWithSession(app);
    const open = async () => redeem(app, await authorizeClient(app, person));
    await open();
    const ending = await open();
    for (let more = 2; more < BOUND_SESSIONS_PER_CLIENT; more++) await open();
    await whileHeld(faults, 'users.updateOne', open, () =>
      endClientSession(app.deps, ending.session, { requestContext: null, kind: null }),
    );
    expect(await listedIn(app, person)).toHaveLength(1 + BOUND_SESSIONS_PER_CLIENT);
    expect(await brokenInvariants(app.db)).toEqual([]);
  });

  it.for([
    ['bound', ['openid'], BOUND_SESSIONS_PER_CLIENT],
    ['staying', ['offline_access'], STAYING_SESSIONS_PER_CLIENT],
  ] as const)('keeps to it when 20 codes come at once: %s', async ([, scopes, limit], { app }) => {
    const person = await aUserWithSession(app);
    const codes = await Promise.all(
      Array.from({ length: 20 }, () => authorizeClient(app, person, { scopes })),
    );
    await Promise.all(codes.map((code) => redeem(app, code)));
    expect(await listedIn(app, person)).toHaveLength(1 + limit);
    const { sessions, events } = app.deps.collections;
    expect(await sessions.countDocuments({ userId: person.user._id })).toBe(1 + limit);
    expect(await events.countDocuments({ subject: person.user._id, type: 'session.ended' })).toBe(20 - limit);
    expect(await brokenInvariants(app.db)).toEqual([]);
  });
});
