import { ObjectId } from 'mongodb';
import { describe, expect } from 'vitest';
import { testWith } from '../../../testing/app/fixture.ts';
import {
  authorizeClient,
  OFFICE,
  refusalOf,
  SHOP,
  signInToClient,
  WITH_CLIENTS,
} from '../../../testing/oauth/clients.ts';
import { aUserWithSession } from '../../../testing/users/signed-in-users.ts';
import type { TestApp } from '../../../testing/app/test-app.ts';
import { createFaultInjector, whileHeld } from '../../../testing/faults/faults.ts';
import { brokenInvariants } from '../../../testing/faults/invariants.ts';
import { DAY_MS, SESSION_ABSOLUTE_MAX_AGE_MS, SESSION_MAX_AGE_MS } from '../../../shared/limits.ts';
import { UNREFRESHED_SESSION_MAX_AGE_MS } from '../sign-in/client-authorization.ts';
import { createToken } from '../../crypto/secrets.ts';
import type { Dependencies } from '../../dependencies.ts';
import { redeemAuthorizationCode } from './authorization-codes.ts';
import {
  REFRESH_GRACE_MS,
  endClientSession,
  readClientSession,
  refreshClientSession,
} from './client-sessions.ts';
import { readRefreshToken, writeRefreshToken } from './refresh-tokens.ts';
import { NO_REQUEST } from '../rules/request-context.ts';

const faults = createFaultInjector();
const it = testWith({ faults, configuration: WITH_CLIENTS });

const refresh = ({ deps }: { readonly deps: Dependencies }, token: string, client = SHOP) =>
  refreshClientSession(deps, client, token, NO_REQUEST);
const generationIn = async ({ deps }: TestApp, id: ObjectId) =>
  (await deps.collections.users.findOne({ 'sessions.id': id }))?.sessions?.find((entry) =>
    entry.id.equals(id),
  )?.client?.generation;

describe('a refresh token', () => {
  it('gives the next one, and its session lives on', async ({ app }) => {
    const { session, refreshToken } = await signInToClient(app, await aUserWithSession(app));
    app.advance(DAY_MS);
    const next = await refresh(app, refreshToken);
    expect(next.refreshToken).not.toBe(refreshToken);
    expect(next.session.expires).toEqual(
      (await app.deps.collections.sessions.findOne({ _id: session._id }))?.expires,
    );
    expect(next.session.expires.getTime() - session.expires.getTime()).toBeGreaterThanOrEqual(DAY_MS);
    app.advance(DAY_MS);
    expect((await refresh(app, next.refreshToken)).session._id).toEqual(session._id);
  });

  it('gives the same next one to 50 parallel uses, and again within the grace, after a lost answer (security.md 56)', async ({
    app,
  }) => {
    const { session, refreshToken } = await signInToClient(app, await aUserWithSession(app));
    const [next, ...others] = await Promise.all(Array.from({ length: 50 }, () => refresh(app, refreshToken)));
    if (!next) throw new Error('no refresh token');
    expect(others.filter((other) => other.refreshToken !== next.refreshToken)).toEqual([]);
    app.advance(REFRESH_GRACE_MS - 5000);
    expect((await refresh(app, refreshToken)).refreshToken).toBe(next.refreshToken);
    expect(await generationIn(app, session._id)).toBe(1);
    expect(await refusalOf(refresh(app, next.refreshToken))).toBeNull();
  });

  it('ends its session when it is used after the grace, with a mail and one event (security.md 56)', async ({
    app,
  }) => {
    const person = await aUserWithSession(app);
    const { session, refreshToken } = await signInToClient(app, person);
    const next = await refresh(app, refreshToken);
    app.advance(REFRESH_GRACE_MS + 1000);
    const uses = Array.from({ length: 5 }, () => refusalOf(refresh(app, refreshToken)));
    expect(new Set(await Promise.all(uses))).toEqual(new Set(['invalid_grant']));
    expect(await refusalOf(refresh(app, next.refreshToken))).toBe('invalid_grant');
    expect(await readClientSession(app.deps, session._id)).toBeNull();
    const { activity, jobs } = app.deps.collections;
    const userId = person.user._id;
    expect(await activity.find({ userId, kind: 'client-token-reused' }).toArray()).toMatchObject([
      { label: 'Barley Shop' },
    ]);
    // One about the first use of the app, and one about the copied token.
    expect(await jobs.countDocuments({ userId, kind: 'mail' })).toBe(2);
    expect(await brokenInvariants(app.db)).toEqual([]);
  });

  it('ends its session within the grace when two generations have passed', async ({ app }) => {
    const { session, refreshToken } = await signInToClient(app, await aUserWithSession(app));
    await refresh(app, (await refresh(app, refreshToken)).refreshToken);
    expect(await refusalOf(refresh(app, refreshToken))).toBe('invalid_grant');
    expect(await readClientSession(app.deps, session._id)).toBeNull();
  });

  it('that is invented, or of another client, ends nothing (security.md 53, 56)', async ({ app }) => {
    const { session, refreshToken } = await signInToClient(app, await aUserWithSession(app));
    const token = readRefreshToken(refreshToken);
    if (!token) throw new Error('no refresh token');
    const { _id } = session;
    const { salt } = session.clientGrant;
    const invented = [
      // Another family, a right proof of it, another generation with the known proof, and another session.
      refreshToken.replace(token.family, createToken()),
      writeRefreshToken(_id, { family: createToken(), generation: 0, salt }),
      refreshToken.replace('.0.', '.7.'),
      refreshToken.replace(token.proof, createToken()),
      refreshToken.replace(_id.toHexString(), new ObjectId().toHexString()),
      `${refreshToken}x`,
      '',
    ];
    for (const each of invented)
      expect([each, await refusalOf(refresh(app, each))]).toEqual([each, 'invalid_grant']);
    expect(await refusalOf(refresh(app, refreshToken, OFFICE))).toBe('invalid_grant');
    // The database's hash and the token before cannot make it, so it is a later one that nobody got.
    const future = writeRefreshToken(_id, { family: token.family, generation: 3, salt });
    expect(await refusalOf(refresh(app, future))).toBe('invalid_grant');
    expect(await refusalOf(refresh(app, refreshToken))).toBeNull();
  });

  it('extends its session to the absolute age at most', async ({ app }) => {
    const person = await aUserWithSession(app);
    const opened = await signInToClient(app, person, { scopes: ['offline_access'] });
    const { sessions } = app.deps.collections;
    app.advance(SESSION_ABSOLUTE_MAX_AGE_MS - SESSION_MAX_AGE_MS / 2);
    const expires = new Date(app.deps.now().getTime() + DAY_MS);
    await sessions.updateOne({ _id: opened.session._id }, { $set: { expires } });
    const next = await refresh(app, opened.refreshToken);
    expect(next.session.expires.getTime() - opened.session.createdAt.getTime()).toBe(
      SESSION_ABSOLUTE_MAX_AGE_MS,
    );
    app.advance(SESSION_MAX_AGE_MS / 2);
    expect(await refusalOf(refresh(app, next.refreshToken))).toBe('invalid_grant');
  });

  it('is due within a week where the session is bound, because its first one may have been lost', async ({
    app,
  }) => {
    const person = await aUserWithSession(app);
    const lost = await signInToClient(app, person);
    const held = await signInToClient(app, person);
    const offline = await signInToClient(app, person, { scopes: ['offline_access'] });
    await refresh(app, held.refreshToken);
    app.advance(UNREFRESHED_SESSION_MAX_AGE_MS);
    const readable = [lost, held, offline].map(({ session }) => readClientSession(app.deps, session._id));
    expect((await Promise.all(readable)).map((read) => read !== null)).toEqual([false, true, true]);
    expect(await refusalOf(refresh(app, lost.refreshToken))).toBe('invalid_grant');
  });

  it('gives nothing when the session ends between the decision and the answer', async ({ app }) => {
    const { session, refreshToken } = await signInToClient(app, await aUserWithSession(app));
    const refreshed = await whileHeld(
      faults,
      'sessions.findOneAndUpdate',
      () => refusalOf(refresh(app, refreshToken)),
      () => endClientSession(app.deps, session, { requestContext: NO_REQUEST, kind: 'sign-out' }),
    );
    expect(refreshed).toBe('invalid_grant');
    expect(await app.deps.collections.sessions.countDocuments({ _id: session._id })).toBe(0);
  });

  it('is refused, and its session goes on, while the person must set up a second factor', async ({ app }) => {
    const { session, refreshToken } = await signInToClient(app, await aUserWithSession(app));
    const demanding = { ...app.deps, settings: { ...app.deps.settings, secondFactor: 'everyone' as const } };
    expect(await refusalOf(refresh({ deps: demanding }, refreshToken))).toBe('invalid_grant');
    expect(await readClientSession(demanding, session._id)).toBeNull();
    expect(await refusalOf(refresh(app, refreshToken))).toBeNull();
  });
});

it('stores no secret that a client got (security.md 9)', async ({ app }) => {
  const person = await aUserWithSession(app);
  const { client, sent } = await authorizeClient(app, person);
  const opened = await redeemAuthorizationCode(app.deps, client, sent, NO_REQUEST);
  const next = await refresh(app, opened.refreshToken);
  app.advance(REFRESH_GRACE_MS + 1000);
  await refusalOf(refresh(app, opened.refreshToken));
  const tokens = [opened, next].map(({ refreshToken }) => readRefreshToken(refreshToken));
  const secrets = [
    sent.code,
    sent.codeVerifier,
    ...tokens.flatMap((token) => [token?.family ?? '', token?.proof ?? '']),
  ];
  expect(secrets.every((secret) => secret.length >= 43)).toBe(true);
  const stored = await Promise.all(
    (await app.db.collections()).map((collection) => collection.find().toArray()),
  );
  const everything = JSON.stringify(stored) + JSON.stringify(app.logLines);
  expect(everything).toContain(person.user._id.toHexString());
  expect(secrets.filter((secret) => everything.includes(secret))).toEqual([]);
});
