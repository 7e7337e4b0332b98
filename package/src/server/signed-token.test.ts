import { decodeJwt, generateKeyPair, SignJWT, type JWTPayload } from 'jose';
import { describe, expect } from 'vitest';
import { currentSigningKey } from '../../../src/server/domain/sessions/signing-keys.ts';
import { testWith } from '../../../src/testing/app/fixture.ts';
import type { HttpAgent } from '../../../src/testing/app/http-agent.ts';
import { API, authorize, isActive, OAUTH_CONFIGURATION, redeem } from '../../../src/testing/oauth/flows.ts';
import type { TestApp } from '../../../src/testing/app/test-app.ts';
import {
  isFoyerError,
  SessionTokenError,
  toErrorResponse,
  verifyAccessToken,
  verifySessionToken,
  type VerifyAccessTokenOptions,
} from '../server.ts';

const it = testWith({ configuration: OAUTH_CONFIGURATION });
let person: HttpAgent;
let accessToken: string;
let idToken: string;
let sessionToken: string;
it.beforeAll(async ({ app }) => {
  person = await app.signInByMail('ada@example.test');
  const request = await authorize(person, { resource: API });
  ({ access_token: accessToken, id_token: idToken } = await redeem(app, request));
  ({ token: sessionToken } = await app.client(person).session.token.query({ audience: API }));
});

const verify = (app: TestApp, token: string, options: Partial<VerifyAccessTokenOptions> = {}) =>
  verifyAccessToken(token, { issuer: app.origin, audience: API, ...options });
const codeOf = (call: Promise<unknown>) =>
  call.then(
    () => 'accepted',
    (error: unknown) => (isFoyerError(error) ? error.code : (error as Error).name),
  );

/** A token that Foyer could have signed. */
async function sign(app: TestApp, claims: JWTPayload, typ = 'at+jwt', alg: 'EdDSA' | 'RS256' = 'EdDSA') {
  const { kid, privateKey } = await currentSigningKey(app.deps, alg);
  return new SignJWT(claims).setProtectedHeader({ alg, typ, kid }).sign(privateKey);
}
const changed = (claims: JWTPayload, changes: Record<string, unknown>): JWTPayload => {
  const entries = Object.entries({ ...claims, ...changes }).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries);
};

describe('verifyAccessToken', () => {
  it('answers the claims of a token for this service', async ({ app }) => {
    const session = await app.client(person).session.get.query();
    const claims = await verify(app, accessToken, { scope: 'email openid' });
    expect(claims).toMatchObject({
      sub: session?.user.id,
      client_id: 'shop',
      scope: 'openid email',
      acr: 'aal1',
      roles: [],
      data: {},
    });
    expect((await verify(app, accessToken, { url: app.origin, timeoutMs: 5000 })).sub).toBe(claims.sub);
  });

  it('refuses a token of another service, issuer, key, algorithm or kind, an old one, and no token', async ({
    app,
  }) => {
    const claims = decodeJwt(accessToken);
    const seconds = Math.floor(Date.now() / 1000);
    const forged = new SignJWT(claims).setProtectedHeader({
      alg: 'EdDSA',
      typ: 'at+jwt',
      kid: (await currentSigningKey(app.deps, 'EdDSA')).kid,
    });
    const refused: readonly [string, string][] = [
      ['another service', await sign(app, changed(claims, { aud: 'https://other.example.test' }))],
      ['Foyer itself', await sign(app, changed(claims, { aud: app.origin }))],
      ['another issuer', await sign(app, changed(claims, { iss: 'https://id.example.test' }))],
      ['another key', await forged.sign((await generateKeyPair('EdDSA')).privateKey)],
      ['another algorithm', await sign(app, claims, 'at+jwt', 'RS256')],
      ['an end that has passed', await sign(app, changed(claims, { exp: seconds - 1 }))],
      ['a start that is to come', await sign(app, changed(claims, { nbf: seconds + 100 }))],
      ['an ID token', idToken],
      ['a session token', sessionToken],
      ['no token', ''],
      ['a text', 'a.b.c'],
    ];
    for (const [name, token] of refused)
      expect([name, await codeOf(verify(app, token))]).toEqual([name, 'ACCESS_TOKEN_INVALID']);
    const forBoth = await sign(app, changed(claims, { aud: ['https://other.example.test', API] }));
    expect(await codeOf(verify(app, forBoth))).toBe('accepted');
  });

  it('refuses a token that lacks a claim', async ({ app }) => {
    const claims = decodeJwt(accessToken);
    for (const name of Object.keys(claims)) {
      const token = await sign(app, changed(claims, { [name]: undefined }));
      expect([name, await codeOf(verify(app, token))]).toEqual([name, 'ACCESS_TOKEN_INVALID']);
    }
  });

  it('refuses a token without a needed scope, and names it; toErrorResponse answers 403, and 401 for others', async ({
    app,
  }) => {
    const refusal = await verify(app, accessToken, { scope: 'email orders:write' }).catch(
      (error: unknown) => error,
    );
    expect(refusal).toMatchObject({ code: 'SCOPE_MISSING', scope: 'orders:write' });
    if (isFoyerError(refusal)) expect(toErrorResponse(refusal).status).toBe(403);
    // A part of a name is not the name.
    expect(await codeOf(verify(app, accessToken, { scope: 'mail' }))).toBe('SCOPE_MISSING');
    const invalid = await verify(app, 'a.b.c').catch((error: unknown) => error);
    if (isFoyerError(invalid)) expect(toErrorResponse(invalid).status).toBe(401);
    expect([isFoyerError(refusal), isFoyerError(invalid)]).toEqual([true, true]);
  });

  it('is UNAVAILABLE when the keys cannot be fetched', async ({ app }) => {
    expect(await codeOf(verify(app, accessToken, { url: 'http://localhost:1' }))).toBe('UNAVAILABLE');
  });

  it.for([
    ['no audience', { audience: undefined }],
    ['an empty audience', { audience: '' }],
    ['an empty scope', { scope: ' ' }],
    ['no issuer', { issuer: undefined }],
  ] as const)('throws for a caller with %s, which would accept too much', async ([, wrong], { app }) => {
    const options = { issuer: app.origin, audience: API, ...wrong } as VerifyAccessTokenOptions;
    expect(await codeOf(verifyAccessToken(accessToken, options))).toBe('TypeError');
  });

  it('accepts a token of an ended session until it expires, while introspection refuses it at once', async ({
    app,
  }) => {
    const browser = await app.signInByMail('grace@example.test');
    const { access_token: token } = await redeem(app, await authorize(browser, { resource: API }));
    await app.client(browser).session.signOut.mutate();
    expect(await codeOf(verify(app, token))).toBe('accepted');
    expect(await isActive(app, token)).toBe(false);
  });
});

describe('verifySessionToken', () => {
  const verifySession = (app: TestApp, token: string, url = app.origin) =>
    verifySessionToken(token, { url, origin: app.origin, audience: API });

  it('answers the claims of a token for this service', async ({ app }) => {
    const session = await app.client(person).session.get.query();
    expect(await verifySession(app, sessionToken)).toMatchObject({
      sub: session?.user.id,
      email: 'ada@example.test',
      iss: app.origin,
      aud: API,
    });
  });

  // `src/server/oauth/token-algorithms.test.ts` tests other algorithms, keys, signatures and kinds.
  it.for([
    ['accepted', {}],
    ['SessionTokenError', { aud: 'https://other.example.test' }],
    ['SessionTokenError', { iss: 'https://other.example.test' }],
    ['SessionTokenError', { token_use: undefined }],
  ] as const)('is %s for a token with the changed claims %o', async ([outcome, changes], { app }) => {
    const token = await sign(app, changed(decodeJwt(sessionToken), changes), 'foyer-session+jwt');
    expect(await codeOf(verifySession(app, token))).toBe(outcome);
  });

  it('is SessionTokenError for no token, and UNAVAILABLE when the keys cannot be fetched', async ({
    app,
  }) => {
    expect(await codeOf(verifySession(app, 'nonsense'))).toBe('SessionTokenError');
    expect(await codeOf(verifySession(app, sessionToken, 'http://localhost:1'))).toBe('UNAVAILABLE');
  });

  it('throws for a caller without an audience', async ({ app }) => {
    const careless = { url: app.origin } as { url: string; audience: string };
    expect(await codeOf(verifySessionToken(sessionToken, careless))).toBe('TypeError');
  });
});

describe('each kind of token', () => {
  it('is taken only by what is for it, whatever typ and claims are mixed (security.md 53)', async ({
    app,
  }) => {
    const kinds = { session: sessionToken, access: accessToken, id: idToken };
    const types = { session: 'foyer-session+jwt', access: 'at+jwt', id: 'JWT' };
    const taken: string[] = [];
    for (const [kind, token] of Object.entries(kinds))
      for (const [name, typ] of Object.entries(types)) {
        const mixed = await sign(app, changed(decodeJwt(token), { aud: API }), typ);
        if ((await codeOf(verify(app, mixed))) === 'accepted') taken.push(`access: ${kind} as ${name}`);
        const asSession = verifySessionToken(mixed, { url: app.origin, audience: API });
        const outcome = await asSession.catch((error: unknown) => error);
        if (!(outcome instanceof SessionTokenError)) taken.push(`session: ${kind} as ${name}`);
      }
    expect(taken).toEqual(['session: session as session', 'access: access as access']);
  });
});
