import { ObjectId } from 'mongodb';
import { afterEach, describe, expect } from 'vitest';
import { DAY_MS } from '../../../src/shared/limits.ts';
import { makeToken } from '../../../src/testing/users/access-tokens.ts';
import { it } from '../../../src/testing/app/fixture.ts';
import type { HttpAgent } from '../../../src/testing/app/http-agent.ts';
import { rawRequest } from '../../../src/testing/app/raw-request.ts';
import { requireLevel, requirePermission, requireSession } from '../express.ts';
import type { FoyerMiddlewareOptions } from './context.ts';
import { FRAMEWORKS } from '../in-test/framework-apps.ts';

const EMAIL = 'framework@example.test';
const APP_ORIGIN = 'https://app.example.test';
const TRUSTED = 'https://shop.example.test';
const HTML = 'text/html,application/xhtml+xml,*/*;q=0.8';
let agent: HttpAgent;
it.beforeAll(async ({ app }) => {
  agent = await app.signInByMail(EMAIL);
});

it.each([
  ['requireSession', requireSession],
  ['requireLevel', requireLevel(2)],
  ['requirePermission', requirePermission('invoice:read')],
])('%s of Express says when foyer() does not stand before it', (name, guard) => {
  expect(() => guard({} as never, {} as never, () => {})).toThrow(`${name}: call foyer({ url }) first`);
});

const refusal = (status: number, appCode: string, data: object = {}) => ({
  status,
  json: { error: { data: { appCode, ...data } } },
});

describe.each(Object.entries(FRAMEWORKS))('the server entry for %s', (framework, startFramework) => {
  const started: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const stop of started.splice(0)) await stop();
  });

  /** Starts the API. Returns a function that sends it a request with any `Host`. */
  async function start(url: string, options: Partial<FoyerMiddlewareOptions> = {}) {
    const api = await startFramework({ url, cookiePrefix: 'foyer', ...options });
    started.push(() => api.close());
    const send = async (
      path: string,
      headers: Record<string, string> = {},
      method = 'GET',
      body?: string,
    ) => {
      const request = { path, headers, method, ...(body !== undefined && { body }) };
      const answer = await rawRequest(api.url, request);
      const isJson = String(answer.headers['content-type']).startsWith('application/json');
      return { ...answer, json: isJson ? (JSON.parse(answer.text) as unknown) : null };
    };
    return { send, url: api.url };
  }

  it('passes requests with a session, and answers 401 to others', async ({ app }) => {
    const { send } = await start(app.origin);
    const answer = await send('/orders', { cookie: agent.cookieHeader });
    expect([answer.status, answer.json]).toEqual([200, { of: EMAIL }]);
    const headers = { 'www-authenticate': 'Bearer realm="Foyer"', 'cache-control': 'no-store' };
    expect(await send('/orders')).toMatchObject({ ...refusal(401, 'SessionRequired'), headers });
    expect((await send('/who')).json).toEqual({ name: null });
  });

  it('answers 503 when Foyer does not answer, and does not ask it without a credential', async () => {
    const { send } = await start('http://localhost:1');
    expect((await send('/who')).status).toBe(200);
    const cookie = 'foyer.session=a';
    expect(await send('/who', { cookie })).toMatchObject(refusal(503, 'UNAVAILABLE'));
  });

  it('accepts an access token only with the option and the scope (security.md 49)', async ({ app }) => {
    const { token } = await makeToken(app, agent, { scopes: ['profile:read'] });
    const authorization = `Bearer ${token}`;
    expect((await (await start(app.origin)).send('/orders', { authorization })).status).toBe(401);
    const open = await start(app.origin, { accessTokens: { scopes: ['profile:read'] } });
    const fromElsewhere = { authorization, origin: 'https://other.test' };
    expect((await open.send('/orders', fromElsewhere, 'POST')).status).toBe(200);
    const strict = await start(app.origin, { accessTokens: { scopes: ['accounts:read'] } });
    expect(await strict.send('/orders', { authorization })).toMatchObject(
      refusal(403, 'SCOPE_MISSING', { scope: 'accounts:read' }),
    );
  });

  // Without middleware, the options of the request are unknown.
  it.skipIf(framework === 'Fetch')(
    'says at each guard what is wrong with a bearer token that makes no session',
    async ({ app }) => {
      const closed = await start(app.origin);
      const open = await start(app.origin, { accessTokens: { scopes: ['profile:read'] } });
      const sentenceOf = async (api: typeof open, path: string, authorization: string) => {
        const answer = await api.send(path, { authorization });
        expect(answer).toMatchObject(refusal(401, 'SessionRequired'));
        return (answer.json as { error: { message: string } }).error.message;
      };
      const { token } = await makeToken(app, agent, { scopes: ['profile:read'] });
      for (const path of ['/orders', '/fresh', '/transfers', '/invoices']) {
        const ofServiceKey = [
          expect.stringContaining('a service key of an application'),
          'Bearer foyer_sk_a',
        ];
        for (const [api, [sentence, authorization]] of [
          [open, [expect.stringContaining('begins with foyer_pat_'), 'Bearer nonsense']],
          [open, ofServiceKey],
          [closed, ofServiceKey],
          [closed, [expect.stringContaining('no option accessTokens'), `Bearer ${token}`]],
          [closed, [expect.stringContaining('no option accessTokens'), 'Bearer nonsense']],
          // This header is for a proxy or the application.
          [open, ['This needs you to be signed in.', 'Basic YTpi']],
        ] as const)
          expect([path, await sentenceOf(api, path, authorization)]).toEqual([path, sentence]);
      }
    },
  );

  // Without middleware, nothing reads the options before the first request.
  it.skipIf(framework === 'Fetch')(
    'throws at the start for an empty list of scopes and for an invalid origin',
    async ({ app }) => {
      await expect(start(app.origin, { accessTokens: { scopes: [] as never } })).rejects.toThrow(
        'one at least',
      );
      await expect(start(app.origin, { trustedOrigins: ['shop.example.test'] })).rejects.toThrow(
        'not the address',
      );
    },
  );

  // `own-origin.test.ts` has every kind of origin.
  it('accepts a change with the cookie of an own origin, and answers others 403 FOREIGN_ORIGIN', async ({
    app,
  }) => {
    const { send } = await start(app.origin, { appOrigin: APP_ORIGIN, trustedOrigins: [TRUSTED] });
    const cookie = agent.cookieHeader;
    for (const origin of [APP_ORIGIN, TRUSTED, app.origin]) {
      const { status } = await send('/orders', { cookie, origin, host: 'internal:4000' }, 'POST');
      expect([origin, status]).toEqual([origin, 200]);
    }
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'])
      expect(await send('/orders', { cookie, origin: 'https://evil.test' }, method)).toMatchObject(
        refusal(403, 'FOREIGN_ORIGIN'),
      );
  });

  it('passes safe requests, and changes without the cookie', async ({ app }) => {
    const { send } = await start(app.origin);
    const crossSite = { 'sec-fetch-site': 'cross-site', origin: 'https://evil.test' };
    expect((await send('/orders', { cookie: agent.cookieHeader, ...crossSite })).status).toBe(200);
    expect((await send('/orders', crossSite, 'POST')).status, 'without a session').toBe(401);
    // An access token that is not accepted does not make a foreign request harmless.
    const headers = { cookie: agent.cookieHeader, authorization: 'Bearer foyer_pat_a', ...crossSite };
    expect((await send('/orders', headers, 'POST')).status).toBe(403);
  });

  it('renews the session’s cookie in an answer that must not be cached, although the handler says public', async ({
    app,
  }) => {
    const { send } = await start(app.origin);
    const browser = await app.signInByMail('daily@example.test');
    app.advance(2 * DAY_MS);
    const { headers } = await send('/who', { cookie: browser.cookieHeader });
    expect(headers['set-cookie']).toContainEqual(expect.stringMatching(/^foyer\.session=.*HttpOnly/));
    expect(headers['cache-control']).toBe('private, no-store');
    expect((await send('/who')).headers['cache-control'], 'for nobody').toBe('public, max-age=3600');
  });

  it('changes something in the name of the person', async ({ app }) => {
    const { send, url } = await start(app.origin);
    const headers = { cookie: agent.cookieHeader, origin: url, 'content-type': 'text/plain' };
    const name = `Ada of ${framework}`;
    expect((await send('/name', headers, 'POST', name)).status).toBe(200);
    expect((await app.client(agent).session.get.query())?.user.name).toBe(name);
    const answer = await send('/name', { ...headers, origin: 'https://evil.test' }, 'POST', 'Mallory');
    expect(answer.status).toBe(403);
    expect((await app.client(agent).session.get.query())?.user.name).toBe(name);
  });

  it('answers an error of Foyer that a handler does not catch as Foyer does', async ({ app }) => {
    const { send, url } = await start(app.origin);
    const headers = { cookie: agent.cookieHeader, origin: url, 'content-type': 'text/plain' };
    expect(await send('/name', headers, 'POST', 'A'.repeat(1000))).toMatchObject(
      refusal(400, 'INVALID_INPUT', { issues: [{ path: ['name'] }] }),
    );
    expect((await send('/teapot')).status, 'for another error').toBe(418);
  });

  it('hands the cookie of a sign-out to the browser', async ({ app }) => {
    const { send, url } = await start(app.origin);
    const browser = await app.signInByMail('leaving@example.test');
    const { headers, status } = await send('/leave', { cookie: browser.cookieHeader, origin: url }, 'POST');
    expect(status).toBe(200);
    expect(headers['set-cookie']).toContainEqual(expect.stringMatching(/^foyer\.session=;.*Max-Age=0/));
    expect(await app.client(browser).session.get.query()).toBeNull();
  });

  it('redirects a navigation below the level to Foyer’s page, and answers 403 to a call', async ({ app }) => {
    const { send, url } = await start(app.origin);
    const cookie = agent.cookieHeader;
    const redirect = await send('/transfers?to=B%26C', { cookie, accept: HTML });
    expect([redirect.status, redirect.headers['cache-control']]).toEqual([303, 'no-store']);
    expect(redirect.headers['location']).toBe(
      `${app.origin}/verify?level=2&callbackUrl=${encodeURIComponent(`${url}/transfers?to=B%26C`)}`,
    );
    expect(await send('/transfers', { cookie })).toMatchObject(
      refusal(403, 'SECOND_FACTOR_REQUIRED', { verifyUrl: `${app.origin}/verify?level=2` }),
    );
    expect((await send('/transfers', { accept: HTML })).status, 'without a session').toBe(401);
  });

  it('passes a fresh sign-in, and refuses an old one with SESSION_NOT_FRESH', async ({ app }) => {
    const { send } = await start(app.origin);
    const browser = await app.signInByMail('fresh@example.test');
    expect((await send('/fresh', { cookie: browser.cookieHeader })).status).toBe(200);
    const userId = new ObjectId((await app.client(browser).session.get.query())?.user.id);
    const at = new Date(Date.now() - 11 * 60_000);
    await app.deps.collections.sessions.updateMany({ userId }, { $set: { 'proofs.$[].at': at } });
    expect(await send('/fresh', { cookie: browser.cookieHeader })).toMatchObject(
      refusal(403, 'SESSION_NOT_FRESH', { verifyUrl: `${app.origin}/verify?level=1` }),
    );
  });

  it('refuses a person without the permission', async ({ app }) => {
    const { send } = await start(app.origin);
    expect(await send('/invoices', { cookie: agent.cookieHeader })).toMatchObject(
      refusal(403, 'PERMISSION_MISSING'),
    );
    expect((await send('/invoices')).status).toBe(401);
  });
});
