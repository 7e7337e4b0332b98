import { decodeJwt } from 'jose';
import { describe, expect } from 'vitest';
import { testWith } from '../../../testing/app/fixture.ts';
import { OFFICE, refusalOf, SHOP, signInToClient, WITH_CLIENTS } from '../../../testing/oauth/clients.ts';
import { endSessionsOf } from '../../../testing/users/sessions.ts';
import { aUserWithSession } from '../../../testing/users/signed-in-users.ts';
import type { TestApp } from '../../../testing/app/test-app.ts';
import { brokenInvariants } from '../../../testing/faults/invariants.ts';
import type { OAuthClient } from '../../configuration/oauth/oauth-client.ts';
import { createToken } from '../../crypto/secrets.ts';
import { listSessions } from '../sessions/session-list.ts';
import { REFRESH_GRACE_MS, readClientSession, refreshClientSession } from './client-sessions.ts';
import { introspectToken, readBearer, revokeToken } from './client-token-checks.ts';
import { JWT_MAX_AGE_MS, ownIssuer } from '../sessions/jwts.ts';
import { signAccessToken, signIdToken } from './client-tokens.ts';
import { NO_REQUEST } from '../rules/request-context.ts';

const it = testWith({ configuration: WITH_CLIENTS });
const [ORDERS = ''] = OFFICE.resources;
const INACTIVE = { active: false };

async function signedIn(app: TestApp, client: OAuthClient, resources: readonly string[] = []) {
  const scopes = ['openid', 'email', 'profile'];
  const person = await aUserWithSession(app);
  const opened = await signInToClient(app, person, { client, scopes, resources });
  const { token: accessToken } = await signAccessToken(app.deps, opened, { resources, scopes });
  return { person, opened, accessToken, refreshToken: opened.refreshToken };
}
const isLive = async ({ deps }: TestApp, { opened }: Awaited<ReturnType<typeof signedIn>>) =>
  (await readClientSession(deps, opened.session._id)) !== null;

describe('introspectToken', () => {
  it('tells a client about its own tokens', async ({ app }) => {
    const { person, opened, accessToken, refreshToken } = await signedIn(app, OFFICE);
    const sub = person.user._id.toHexString();
    const common = { active: true, client_id: 'office', scope: 'openid email profile', sub, iss: app.origin };
    const sid = opened.session._id.toHexString();
    expect(await introspectToken(app.deps, OFFICE, accessToken)).toMatchObject({
      ...common,
      sid,
      token_type: 'Bearer',
      aud: app.origin,
      acr: 'aal1',
      jti: decodeJwt(accessToken).jti,
    });
    expect(await introspectToken(app.deps, OFFICE, refreshToken)).toEqual({
      ...common,
      sid,
      iat: Math.floor(opened.session.createdAt.getTime() / 1000),
      exp: Math.floor(opened.session.expires.getTime() / 1000),
    });
  });

  it('tells a client about access tokens for its resource, and about nothing else of others (security.md 53)', async ({
    app,
  }) => {
    const forOrders = await signedIn(app, SHOP, [ORDERS]);
    const forBoth = await signedIn(app, SHOP, ['https://other.example.test/', ORDERS]);
    const forFoyer = await signedIn(app, SHOP);
    for (const { accessToken } of [forOrders, forBoth])
      expect(await introspectToken(app.deps, OFFICE, accessToken)).toMatchObject({
        active: true,
        client_id: 'shop',
      });
    for (const token of [forFoyer.accessToken, forOrders.refreshToken])
      expect(await introspectToken(app.deps, OFFICE, token)).toEqual(INACTIVE);
  });

  it('refuses a public client', async ({ app }) => {
    const { accessToken } = await signedIn(app, SHOP);
    expect(await refusalOf(introspectToken(app.deps, SHOP, accessToken))).toBe('invalid_client');
  });

  it('says at once that a session has ended', async ({ app }) => {
    const { person, accessToken, refreshToken } = await signedIn(app, OFFICE);
    await endSessionsOf(app.deps, person.email);
    for (const token of [accessToken, refreshToken])
      expect(await introspectToken(app.deps, OFFICE, token)).toEqual(INACTIVE);
  });

  it('knows an access token until it expires, and a refresh token until it is used', async ({ app }) => {
    const { accessToken, refreshToken } = await signedIn(app, OFFICE);
    const next = await refreshClientSession(app.deps, OFFICE, refreshToken, NO_REQUEST);
    expect(await introspectToken(app.deps, OFFICE, refreshToken)).toEqual(INACTIVE);
    expect(await introspectToken(app.deps, OFFICE, next.refreshToken)).toMatchObject({ active: true });
    app.advance(JWT_MAX_AGE_MS + 1000);
    expect(await introspectToken(app.deps, OFFICE, accessToken)).toEqual(INACTIVE);
  });

  it.for(['a.b.c', '..', '', 'x'.repeat(10_000)])('says of %s that it is no token', async (text, { app }) => {
    expect(await introspectToken(app.deps, OFFICE, text)).toEqual(INACTIVE);
  });
});

describe('a client whose declaration was changed', () => {
  const OTHER = 'https://other.example.test/';
  const SCOPES = ['openid', 'orders:read'];

  /** `null`: without a declaration. */
  const withShop = ({ deps }: TestApp, shop: OAuthClient | null) => {
    const oauthClients = new Map(deps.oauthClients);
    oauthClients.delete(SHOP.id);
    return { ...deps, oauthClients: shop ? oauthClients.set(SHOP.id, shop) : oauthClients };
  };
  async function anOldSession(app: TestApp) {
    const resources = [ORDERS, OTHER];
    const opened = await signInToClient(app, await aUserWithSession(app), { scopes: SCOPES, resources });
    const { token } = await signAccessToken(app.deps, opened, { resources, scopes: SCOPES });
    return { opened, token };
  }

  it('has what was granted and is declared now', async ({ app }) => {
    const { opened, token } = await anOldSession(app);
    const less = { ...SHOP, scopes: [], resources: [OTHER] };
    const deps = withShop(app, less);
    expect(await introspectToken(deps, OFFICE, token)).toEqual(INACTIVE);
    expect(await introspectToken(deps, { ...OFFICE, resources: [OTHER] }, token)).toMatchObject({
      active: true,
      scope: 'openid',
      aud: OTHER,
    });
    const refreshed = await refreshClientSession(deps, less, opened.refreshToken, NO_REQUEST);
    expect(refreshed.session.clientGrant).toMatchObject({ scopes: ['openid'], resources: [OTHER] });
    const { token: forFoyer } = await signAccessToken(app.deps, opened, { resources: [], scopes: SCOPES });
    expect((await readBearer(deps, forFoyer)).session.clientGrant.scopes).toEqual(['openid']);
  });

  it('has nothing without one of its resources, until it is declared again', async ({ app }) => {
    const { opened, token } = await anOldSession(app);
    const none = { ...SHOP, resources: [] };
    const { refreshToken } = opened;
    const refresh = (client: OAuthClient) =>
      refusalOf(refreshClientSession(app.deps, client, refreshToken, NO_REQUEST));
    expect(await refresh(none)).toBe('invalid_grant');
    expect(await introspectToken(withShop(app, none), OFFICE, token)).toEqual(INACTIVE);
    expect(await refresh(SHOP)).toBeNull();
  });

  it('is dead while it is not declared, and the person sees it', async ({ app }) => {
    const { opened, token } = await anOldSession(app);
    const deps = withShop(app, null);
    expect(await readClientSession(deps, opened.session._id)).toBeNull();
    expect(await introspectToken(deps, OFFICE, token)).toEqual(INACTIVE);
    expect(await listSessions(deps, opened.user, null)).toContainEqual(
      expect.objectContaining({ id: opened.session._id.toHexString() }),
    );
  });
});

describe('revokeToken', () => {
  it('ends the session of a refresh token or an access token, with one row in the activity', async ({
    app,
  }) => {
    for (const kind of ['refreshToken', 'accessToken'] as const) {
      const person = await signedIn(app, SHOP);
      for (const again of [1, 2])
        expect([again, await refusalOf(revokeToken(app.deps, SHOP, person[kind], NO_REQUEST))]).toEqual([
          again,
          null,
        ]);
      expect(await isLive(app, person)).toBe(false);
      const { activity } = app.deps.collections;
      expect(await activity.countDocuments({ userId: person.person.user._id, kind: 'sign-out' })).toBe(1);
    }
    expect(await brokenInvariants(app.db)).toEqual([]);
  });

  it('ends the session of an older refresh token', async ({ app }) => {
    const person = await signedIn(app, SHOP);
    await refreshClientSession(app.deps, SHOP, person.refreshToken, NO_REQUEST);
    app.advance(REFRESH_GRACE_MS + 1000);
    await revokeToken(app.deps, SHOP, person.refreshToken, NO_REQUEST);
    expect(await isLive(app, person)).toBe(false);
  });

  it('refuses the tokens of another client and ends nothing (security.md 53)', async ({ app }) => {
    const person = await signedIn(app, SHOP, [ORDERS]);
    for (const token of [person.accessToken, person.refreshToken])
      expect(await refusalOf(revokeToken(app.deps, OFFICE, token, NO_REQUEST))).toBe('invalid_grant');
    expect(await isLive(app, person)).toBe(true);
  });

  it('succeeds for what is unknown or has expired, and ends nothing', async ({ app }) => {
    const person = await signedIn(app, SHOP);
    app.advance(JWT_MAX_AGE_MS + 1000);
    const [, family = ''] = person.refreshToken.split('.');
    const unknown = [
      person.accessToken,
      person.refreshToken.replace(family, createToken()),
      'a.b.c',
      'nothing',
    ];
    for (const token of unknown)
      expect(await refusalOf(revokeToken(app.deps, SHOP, token, NO_REQUEST))).toBeNull();
    expect(await isLive(app, person)).toBe(true);
  });
});

describe('readBearer', () => {
  it('answers the live session, with the scopes of the token', async ({ app }) => {
    const { opened } = await signedIn(app, SHOP);
    const narrow = await signAccessToken(app.deps, opened, {
      resources: [],
      scopes: ['openid', 'email', 'invented'],
    });
    expect((await readBearer(app.deps, narrow.token)).session.clientGrant.scopes).toEqual([
      'openid',
      'email',
    ]);
  });

  it('refuses tokens for others, ID tokens, and those whose session has ended', async ({ app }) => {
    const { opened, accessToken, person } = await signedIn(app, SHOP);
    const forOrders = await signAccessToken(app.deps, opened, { resources: [ORDERS], scopes: ['openid'] });
    for (const token of [
      forOrders.token,
      await signIdToken(app.deps, SHOP, opened, null),
      'a.b.c',
      opened.refreshToken,
    ])
      expect(await refusalOf(readBearer(app.deps, token))).toBe('invalid_token');
    expect(await refusalOf(readBearer(app.deps, accessToken))).toBeNull();
    await endSessionsOf(app.deps, person.email);
    expect(await refusalOf(readBearer(app.deps, accessToken))).toBe('invalid_token');
  });

  it('refuses a token of another issuer with the same keys', async ({ app }) => {
    const { opened } = await signedIn(app, SHOP);
    const other = { ...app.deps, settings: { ...app.deps.settings, basePath: '/another' } };
    const resources = [ownIssuer(app.deps.settings)];
    const { token } = await signAccessToken(other, opened, { resources, scopes: ['openid'] });
    expect(await refusalOf(readBearer(app.deps, token))).toBe('invalid_token');
  });
});
