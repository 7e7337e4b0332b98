import { randomUUID } from 'node:crypto';
import { decodeJwt, SignJWT } from 'jose';
import { describe, expect } from 'vitest';
import { ACCEPTED_ASSERTION_MAX_AGE_MS } from '../domain/oauth/client-assertions.ts';
import { REFRESH_GRACE_MS } from '../domain/oauth/client-sessions.ts';
import { hashToken } from '../crypto/secrets.ts';
import { RATE_LIMITS } from '../domain/rules/counters.ts';
import { testWith } from '../../testing/app/fixture.ts';
import { OFFICE, OFFICE_SECRET, RESOURCE, SHOP } from '../../testing/oauth/clients.ts';
import {
  codeFields,
  CODE_CLIENTS,
  LAB,
  LAB_KEYS,
  requestToken,
  tokensOfShop,
  type Tokens,
} from '../../testing/oauth/requests.ts';
import type { TestApp } from '../../testing/app/test-app.ts';
import { uniqueEmail } from '../../testing/run/unique-name.ts';
import { checkOf, type OpenApiDocument, type Operation } from '../../testing/openapi/served-document.ts';
import { createFaultInjector } from '../../testing/faults/faults.ts';

const faults = createFaultInjector();
const it = testWith({ configuration: CODE_CLIENTS, faults });

const REFRESH = { grant_type: 'refresh_token', refresh_token: 'unknown' };
const JWT_BEARER = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';
const errorOf = (answer: { json: () => unknown }) => (answer.json() as { error?: unknown }).error;
const basic = (id: string, secret: string) => ({
  authorization: `Basic ${Buffer.from(`${encodeURIComponent(id)}:${encodeURIComponent(secret)}`).toString('base64')}`,
});

async function assertionOf(
  app: TestApp,
  changes: Readonly<Record<string, unknown>> = {},
  key = LAB_KEYS.privateKey,
) {
  const now = Math.floor(app.deps.now().getTime() / 1000);
  const claims = {
    iss: LAB.id,
    sub: LAB.id,
    aud: app.origin,
    jti: randomUUID(),
    iat: now,
    exp: now + 60,
    ...changes,
  };
  return new SignJWT(claims).setProtectedHeader({ alg: 'ES256' }).sign(key);
}

describe('a request to the token endpoint', () => {
  it('is a form, with each parameter once, by POST', async ({ app }) => {
    const json = await app.agent().postJson('/oauth/token', { ...REFRESH, client_id: SHOP.id });
    expect([json.status, errorOf(json)]).toEqual([400, 'invalid_request']);
    const body = `${new URLSearchParams({ ...REFRESH, client_id: SHOP.id }).toString()}&scope=a&scope=b`;
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const twice = await app.agent().request('/oauth/token', { method: 'POST', headers, body });
    expect([twice.status, errorOf(twice)]).toEqual([400, 'invalid_request']);
    const large = await requestToken(app, { ...REFRESH, client_id: SHOP.id, more: 'x'.repeat(20_000) });
    expect([large.status, errorOf(large)]).toEqual([413, 'invalid_request']);
    // An address ends in logs, so no endpoint takes a secret there (security.md 55).
    const query = new URLSearchParams({ ...REFRESH, client_id: SHOP.id }).toString();
    const inQuery = await app.agent().postForm(`/oauth/token?${query}`, {});
    expect([inQuery.status, errorOf(inQuery)]).toEqual([400, 'invalid_request']);
    const get = await app.agent().request('/oauth/token');
    expect([get.status, get.headers.get('allow')]).toEqual([405, 'POST']);
  });

  it.for([
    ['no grant type', { grant_type: '' }, 'invalid_request'],
    ['an unknown grant type', { grant_type: 'password' }, 'unsupported_grant_type'],
    ['no refresh token', { refresh_token: '' }, 'invalid_request'],
    ['an unknown refresh token', {}, 'invalid_grant'],
    [
      'no code_verifier',
      { grant_type: 'authorization_code', code: 'a', redirect_uri: 'https://a.test' },
      'invalid_request',
    ],
    [
      'an unknown code',
      { grant_type: 'authorization_code', code: 'a', redirect_uri: 'https://a.test', code_verifier: 'b' },
      'invalid_grant',
    ],
  ] as const)('is refused with %s, in no cache', async ([, changes, error], { app }) => {
    const answer = await requestToken(app, { ...REFRESH, client_id: SHOP.id, ...changes });
    expect([answer.status, errorOf(answer)]).toEqual([400, error]);
    expect(answer.headers.get('cache-control')).toBe('no-store');
  });

  it('ignores cookies, and the page that it comes from', async ({ app }) => {
    const browser = await app.signInByMail(uniqueEmail());
    const fields = await codeFields(browser);
    const headers = { origin: 'https://shop.example.test', 'sec-fetch-site': 'cross-site' };
    const answer = await browser.postForm('/oauth/token', fields, headers);
    expect([answer.status, answer.setCookies]).toEqual([200, []]);
  });

  it('answers 503 while the database is away, and the same code is valid after it', async ({ app }) => {
    const fields = await codeFields(await app.signInByMail(uniqueEmail()));
    faults.arm('killed', 1);
    const away = await requestToken(app, fields);
    faults.disarm();
    expect([away.status, errorOf(away)]).toEqual([503, 'temporarily_unavailable']);
    expect((await requestToken(app, fields)).status).toBe(200);
  });
});

describe('a client that does not authenticate as it is declared to', () => {
  it.for([
    ['is not known', { client_id: 'nobody' }, {}],
    ['does not say who it is', {}, {}],
    ['is public and sends a secret', { client_id: SHOP.id, client_secret: 'secret' }, {}],
    ['has a secret and sends none', { client_id: OFFICE.id }, {}],
    ['sends a wrong secret', { client_id: OFFICE.id, client_secret: 'wrong' }, {}],
    ['sends a wrong secret in the header', {}, basic(OFFICE.id, 'wrong')],
    ['sends the hash of its secret', {}, basic(OFFICE.id, hashToken(OFFICE_SECRET))],
    ['sends a header that cannot be read', {}, { authorization: 'Basic %' }],
    ['sends a bearer token', {}, { authorization: 'Bearer abc' }],
    ['has a key and sends a secret', { client_id: LAB.id, client_secret: 'secret' }, {}],
    ['sends no assertion', { client_assertion_type: JWT_BEARER }, {}],
    ['sends no JWT', { client_assertion_type: JWT_BEARER, client_assertion: 'abc' }, {}],
  ] as const)('is refused with 401: it %s (security.md 57)', async ([, fields, headers], { app }) => {
    const answer = await requestToken(app, { ...REFRESH, ...fields }, headers);
    expect([answer.status, errorOf(answer)]).toEqual([401, 'invalid_client']);
    expect(answer.headers.get('www-authenticate')).toBe('Basic realm="Foyer"');
  });

  it('is refused for two ways at once, or for another client_id', async ({ app }) => {
    const two = await requestToken(
      app,
      { ...REFRESH, client_secret: OFFICE_SECRET },
      basic(OFFICE.id, OFFICE_SECRET),
    );
    expect([two.status, errorOf(two)]).toEqual([400, 'invalid_request']);
    const other = await requestToken(
      app,
      { ...REFRESH, client_id: SHOP.id },
      basic(OFFICE.id, OFFICE_SECRET),
    );
    expect([other.status, errorOf(other)]).toEqual([400, 'invalid_request']);
  });

  it.for([
    ['for another server', () => ({ aud: 'https://other.example.test' })],
    ['for another server beside ours', (origin: string) => ({ aud: [origin, 'https://other.example.test'] })],
    ['of another issuer', () => ({ iss: OFFICE.id })],
    ['without an id', () => ({ jti: undefined })],
    ['without an end', () => ({ exp: undefined })],
    ['that is expired', () => ({ exp: Math.floor(Date.now() / 1000) - 60 })],
    [
      'that is valid for too long',
      () => ({ exp: Math.floor((Date.now() + ACCEPTED_ASSERTION_MAX_AGE_MS) / 1000) + 60 }),
    ],
  ] as const)('is refused with an assertion %s (security.md 57)', async ([, changes], { app }) => {
    const assertion = await assertionOf(app, changes(app.origin));
    const fields = { ...REFRESH, client_assertion_type: JWT_BEARER, client_assertion: assertion };
    expect(errorOf(await requestToken(app, fields))).toBe('invalid_client');
  });

  it('may use an assertion once, for the issuer or the token endpoint', async ({ app }) => {
    const assertion = await assertionOf(app, { aud: `${app.origin}/oauth/token` });
    const fields = { ...REFRESH, client_assertion_type: JWT_BEARER, client_assertion: assertion };
    const answers = await Promise.all([1, 2, 3].map(() => requestToken(app, fields)));
    expect(answers.map((answer) => String(errorOf(answer))).toSorted()).toEqual([
      'invalid_client',
      'invalid_client',
      'invalid_grant',
    ]);
  });

  it('is limited by address, and logged without what it sent', async ({ app }) => {
    const answer = () =>
      requestToken(app, { ...REFRESH, client_id: OFFICE.id, client_secret: 'a-wrong-secret' });
    await answer();
    const row = await app.deps.collections.rateLimits.findOne({ key: /^client-secret-ip/ });
    expect(row?.points).toBe(1);
    await app.deps.collections.rateLimits.updateOne(
      { key: row?.key ?? '' },
      { $set: { points: RATE_LIMITS['client-secret'].refusal.ip.quarter } },
    );
    const limited = await answer();
    expect([limited.status, errorOf(limited)]).toEqual([429, 'temporarily_unavailable']);
    expect(Number(limited.headers.get('retry-after'))).toBeGreaterThan(0);
    const lines = app.logLines.filter(({ event, client }) => event === 'auth.failed' && client === OFFICE.id);
    expect(lines.at(-1)).toMatchObject({ at: '/oauth/token' });
    expect(JSON.stringify(app.logLines)).not.toContain('a-wrong-secret');
    expect(errorOf(await requestToken(app, REFRESH, basic(OFFICE.id, OFFICE_SECRET)))).toBe('invalid_grant');
  });
});

describe('the tokens of a client', () => {
  it('are for fewer scopes and resources when it asks for fewer, and too much costs it nothing (security.md 53)', async ({
    app,
  }) => {
    const browser = await app.signInByMail(uniqueEmail());
    const scope = 'openid email orders:read';
    const tokens = await tokensOfShop(app, browser, { scope, resource: RESOURCE });
    expect(tokens.scope).toBe(scope);
    const refresh = (changes: Record<string, string>, refresh_token = tokens.refresh_token) =>
      requestToken(app, { grant_type: 'refresh_token', client_id: SHOP.id, refresh_token, ...changes });
    expect(errorOf(await refresh({ scope: 'openid phone' }))).toBe('invalid_scope');
    expect(errorOf(await refresh({ resource: 'https://undeclared.example.test/' }))).toBe('invalid_target');
    // A used token would be refused by now.
    app.advance(REFRESH_GRACE_MS + 1);
    const withoutEmail = (await refresh({ scope: 'openid' })).json() as Tokens;
    expect(decodeJwt(tokens.id_token ?? '')).toHaveProperty('email');
    expect(decodeJwt(withoutEmail.id_token ?? '')).not.toHaveProperty('email');
    app.advance(60_000);
    const narrowed = (await refresh({ scope: 'orders:read' }, withoutEmail.refresh_token)).json() as Tokens;
    expect([narrowed.scope, narrowed.id_token]).toEqual(['orders:read', undefined]);
    const whole = (await refresh({}, narrowed.refresh_token)).json() as Tokens;
    expect(whole.scope).toBe(scope);
  });

  it('open userinfo only with openid, for Foyer, and as a bearer (security.md 53, 55)', async ({ app }) => {
    const email = uniqueEmail();
    const browser = await app.signInByMail(email);
    const userInfo = (token: string) =>
      app.agent().request('/oauth/userinfo', { headers: { authorization: `Bearer ${token}` } });
    const tokens = await tokensOfShop(app, browser, { scope: 'openid email' });
    const answer = await userInfo(tokens.access_token);
    expect(answer.json()).toEqual({ sub: expect.any(String) as string, email, email_verified: true });
    expect(answer.headers.get('cache-control')).toBe('no-store');
    const form = await app.agent().postForm('/oauth/userinfo', { access_token: tokens.access_token });
    expect(form.json()).toEqual(answer.json());

    const query = await app.agent().request(`/oauth/userinfo?access_token=${tokens.access_token}`);
    expect([query.status, query.headers.get('www-authenticate')]).toEqual([401, 'Bearer realm="Foyer"']);
    const idToken = await userInfo(tokens.id_token ?? '');
    expect([idToken.status, idToken.headers.get('www-authenticate')]).toEqual([
      401,
      'Bearer realm="Foyer", error="invalid_token"',
    ]);
    for (const [authorization, status, challenge] of [
      ['Basic c2hvcDo=', 401, 'Bearer realm="Foyer"'],
      ['Bearer', 400, 'Bearer realm="Foyer", error="invalid_request"'],
    ] as const) {
      const other = await app.agent().request('/oauth/userinfo', { headers: { authorization } });
      expect([other.status, other.headers.get('www-authenticate')]).toEqual([status, challenge]);
    }
    const forOrders = await tokensOfShop(app, browser, { resource: RESOURCE });
    expect((await userInfo(forOrders.access_token)).status).toBe(401);
    const withoutOpenId = await tokensOfShop(app, browser, { scope: 'orders:read' });
    const refused = await userInfo(withoutOpenId.access_token);
    expect([refused.status, errorOf(refused)]).toEqual([403, 'insufficient_scope']);
  });

  it('call no procedure of Foyer (security.md 49, 53)', async ({ app }) => {
    const tokens = await tokensOfShop(app, await app.signInByMail(uniqueEmail()));
    for (const token of [tokens.access_token, tokens.id_token, tokens.refresh_token]) {
      const headers = { authorization: `Bearer ${token}` };
      expect((await app.agent().request('/trpc/profile.get', { headers })).status).toBe(401);
    }
  });

  it('are revoked by their client, and an unknown token counts as revoked', async ({ app }) => {
    const { refresh_token } = await tokensOfShop(app, await app.signInByMail(uniqueEmail()));
    for (const token of [refresh_token, 'unknown']) {
      const fields = { token, client_id: SHOP.id, token_type_hint: 'access_token' };
      const revoked = await app.agent().postForm('/oauth/revoke', fields);
      expect([revoked.status, revoked.json()]).toEqual([200, {}]);
      expect(revoked.headers.get('content-type')).toMatch(/^application\/json/);
    }
    const refreshed = await requestToken(app, { ...REFRESH, refresh_token, client_id: SHOP.id });
    expect(errorOf(refreshed)).toBe('invalid_grant');
  });
});

it('the OpenAPI document has every endpoint of the metadata, and its answers', async ({ app }) => {
  const served = (await app.agent().request('/openapi.json')).json() as OpenApiDocument;
  const metadata = (await app.agent().request('/.well-known/openid-configuration')).json() as object;
  const endpoints = Object.entries(metadata).filter(([name]) => name.endsWith('_endpoint'));
  for (const [, address] of endpoints)
    expect(served.paths).toHaveProperty([new URL(address as string).pathname]);
  const operation = served.paths['/oauth/token']?.post as Operation;
  const tokens = await tokensOfShop(app, await app.signInByMail(uniqueEmail()));
  const check = checkOf(served, operation, 200);
  check(tokens);
  expect(check.errors ?? []).toEqual([]);
  const refused = await requestToken(app, { ...REFRESH, client_id: SHOP.id });
  expect(checkOf(served, operation, refused.status)(refused.json())).toBe(true);
});

describe('CORS', () => {
  const preflight = (app: TestApp, path: string, origin: string) =>
    app.agent().request(path, {
      method: 'OPTIONS',
      headers: {
        origin,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization',
      },
    });
  const allowed = 'access-control-allow-origin';

  it('lets the sites of clients call token and revoke, without credentials', async ({ app }) => {
    for (const path of ['/oauth/token', '/oauth/revoke']) {
      for (const origin of ['https://shop.example.test', 'http://spa.localhost:5173']) {
        const { status, headers } = await preflight(app, path, origin);
        expect([status, headers.get(allowed)]).toEqual([204, origin]);
        expect(headers.get('access-control-allow-credentials')).toBeNull();
      }
      expect((await preflight(app, path, 'https://evil.example')).headers.get(allowed)).toBeNull();
    }
    expect(
      (await preflight(app, '/oauth/introspect', 'https://shop.example.test')).headers.get(allowed),
    ).toBeNull();
    // A page must be able to read why it was refused.
    const headers = { origin: 'https://shop.example.test' };
    const refused = await requestToken(app, { ...REFRESH, client_id: SHOP.id }, headers);
    expect([refused.headers.get(allowed), errorOf(refused)]).toEqual([headers.origin, 'invalid_grant']);
  });

  it('lets every page read the metadata, the keys and userinfo', async ({ app }) => {
    const headers = { origin: 'https://anywhere.example' };
    for (const path of ['openid-configuration', 'oauth-authorization-server', 'jwks.json']) {
      const answer = await app.agent().request(`/.well-known/${path}`, { headers });
      expect([answer.status, answer.headers.get(allowed)]).toEqual([200, '*']);
    }
    const { headers: answered } = await preflight(app, '/oauth/userinfo', headers.origin);
    expect([answered.get(allowed), answered.get('access-control-allow-headers')]).toEqual([
      '*',
      'Authorization, Content-Type',
    ]);
  });
});
