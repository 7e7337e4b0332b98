import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { SignJWT, decodeJwt, generateKeyPair } from 'jose';
import { afterEach, describe, expect } from 'vitest';
import { makeToken } from '../../../src/testing/users/access-tokens.ts';
import type { HttpAgent } from '../../../src/testing/app/http-agent.ts';
import { it } from '../../../src/testing/app/fixture.ts';
import { sessionBehindProxy } from '../../../src/testing/sign-in/session-behind-proxy.ts';
import { createTestApp, type TestApp } from '../../../src/testing/app/test-app.ts';
import { currentSigningKey, SIGNING_ALGORITHM } from '../../../src/server/domain/sessions/signing-keys.ts';
import { SESSION_TOKEN_TYPE } from '../../../src/shared/session-token.ts';
import { DAY_MS } from '../../../src/shared/limits.ts';
import type { Scope } from '../../../src/shared/scopes.ts';
import { foyer, requireSession, type FoyerMiddlewareOptions } from '../express.ts';
import { getSession, isFoyerError, verifySessionToken } from '../server.ts';

let agent: HttpAgent;
it.beforeAll(async ({ app }) => {
  agent = await app.signInByMail('ada@example.test');
});

const requestWith = (headers: Record<string, string>) => new Request('http://app.test/orders', { headers });

/** Records the headers of requests to Foyer. */
function recordRequests() {
  const sent: Headers[] = [];
  const recordingFetch = (url: string, init: RequestInit) => {
    sent.push(new Headers(init.headers));
    return fetch(url, init);
  };
  return { sent, fetch: recordingFetch };
}

const codeOf = (error: unknown) => (isFoyerError(error) ? error.code : error);

describe('getSession', () => {
  it('returns the session of a Fetch request, and sends Foyer only its own cookie', async ({ app }) => {
    const { sent, fetch } = recordRequests();
    const request = requestWith({
      cookie: `theme=dark; ${agent.cookieHeader}; app.session=secret`,
      authorization: 'Basic b3du',
    });
    const session = await getSession(request, { url: app.origin, cookiePrefix: 'foyer', fetch });
    expect(session?.user.email).toBe('ada@example.test');
    expect(sent.map((headers) => [...headers.keys()])).toEqual([['cookie']]);
    expect(sent[0]?.get('cookie')).toMatch(/^foyer\.session=[^;]+$/);
  });

  it('ignores an access token without the accessTokens option (security.md 49)', async ({ app }) => {
    const { sent, fetch } = recordRequests();
    const { token } = await makeToken(app, agent, {});
    const authorization = `Bearer ${token}`;
    expect(
      await getSession(requestWith({ authorization }), { url: app.origin, cookiePrefix: 'foyer', fetch }),
    ).toBeNull();
    expect(sent).toEqual([]);
    const byCookie = await getSession(requestWith({ authorization, cookie: agent.cookieHeader }), {
      url: app.origin,
      cookiePrefix: 'foyer',
      fetch,
    });
    expect(byCookie).toMatchObject({ user: { email: 'ada@example.test' }, via: { kind: 'cookie' } });
    expect(sent.map((headers) => [...headers.keys()])).toEqual([['cookie']]);
  });

  it('returns the session and scopes of an access token with the required scopes, and sends no cookie', async ({
    app,
  }) => {
    const { sent, fetch } = recordRequests();
    const { token, accessToken } = await makeToken(app, agent, { scopes: ['profile:read', 'accounts:read'] });
    const request = requestWith({ cookie: agent.cookieHeader, authorization: `Bearer ${token}` });
    const session = await getSession(request, {
      url: app.origin,
      cookiePrefix: 'foyer',
      fetch,
      accessTokens: { scopes: ['accounts:read'] },
    });
    expect(session).toMatchObject({
      user: { email: 'ada@example.test' },
      via: {
        kind: 'access-token',
        id: accessToken.id,
        name: accessToken.name,
        scopes: ['profile:read', 'accounts:read'],
      },
    });
    expect(sent.map((headers) => [...headers.keys()])).toEqual([['authorization']]);
  });

  it('throws SCOPE_MISSING for an access token without a required scope', async ({ app }) => {
    const { token } = await makeToken(app, agent, { scopes: ['profile:read', 'accounts:read'] });
    const request = requestWith({ authorization: `Bearer ${token}` });
    await expect(
      getSession(request, {
        url: app.origin,
        cookiePrefix: 'foyer',
        accessTokens: { scopes: ['accounts:read', 'sessions:write'] },
      }),
    ).rejects.toMatchObject({ code: 'SCOPE_MISSING', scope: 'sessions:write' });
    await expect(
      getSession(request, { url: app.origin, cookiePrefix: 'foyer', accessTokens: { scopes: [] as never } }),
    ).rejects.toThrow('one at least');
  });

  it('returns null without a call when there are no credentials, and null for an ended session', async ({
    app,
  }) => {
    const { sent, fetch } = recordRequests();
    const options = { url: app.origin, cookiePrefix: 'foyer', fetch };
    expect(await getSession(requestWith({}), options)).toBeNull();
    expect(
      await getSession(requestWith({ cookie: 'a=b', authorization: 'Bearer own.jwt' }), options),
    ).toBeNull();
    expect(await getSession({ headers: { cookie: undefined } }, options)).toBeNull();
    expect(sent).toEqual([]);
    expect(await getSession(requestWith({ cookie: 'foyer.session=over' }), options)).toBeNull();
    // An attacker who planted one of two cookies must not choose which one counts.
    expect(
      await getSession(requestWith({ cookie: `${agent.cookieHeader}; foyer.session=planted` }), options),
    ).toBeNull();
    expect(sent).toHaveLength(2);
  });

  it('passes on the cookie of a renewed session', async ({ app }) => {
    const cookies: string[] = [];
    const browser = await app.signInByMail('often@example.test');
    app.advance(2 * DAY_MS);
    const options = {
      url: app.origin,
      cookiePrefix: 'foyer',
      onSetCookie: (cookie: string) => void cookies.push(cookie),
    };
    expect(await getSession(requestWith({ cookie: browser.cookieHeader }), options)).not.toBeNull();
    expect(cookies).toEqual([expect.stringMatching(/^foyer\.session=.*HttpOnly/)]);
  });

  it('throws UNAVAILABLE or WRONG_HOST instead of returning null when the session is unknown', async ({
    app,
  }) => {
    const request = requestWith({ cookie: agent.cookieHeader });
    const errorCodeOf = async (options: Parameters<typeof getSession>[1]) =>
      codeOf(
        await getSession(request, { cookiePrefix: 'foyer', ...options }).catch((error: unknown) => error),
      );
    expect(await errorCodeOf({ url: 'http://localhost:1' })).toBe('UNAVAILABLE');
    expect(await errorCodeOf({ url: app.origin.replace('localhost', '127.0.0.1') })).toBe('WRONG_HOST');
    const answers =
      (body: string, type = 'application/json') =>
      () =>
        Promise.resolve(new Response(body, { headers: { 'content-type': type } }));
    expect(
      await errorCodeOf({
        url: app.origin,
        fetch: answers('<p>Hello</p>', 'text/html'),
      }),
    ).toBe('UNAVAILABLE');
    expect(await errorCodeOf({ url: app.origin, fetch: answers('{}') })).toBe('UNAVAILABLE');
    expect(await errorCodeOf({ url: app.origin, fetch: answers('{"result":{}}') })).toBe('UNAVAILABLE');
    expect(
      await errorCodeOf({
        url: app.origin,
        fetch: answers('{"result":{"data":{"user":null}}}'),
      }),
    ).toBe('UNAVAILABLE');
    expect(
      codeOf(
        await getSession(requestWith({ authorization: 'Bearer foyer_pat_nonsense' }), {
          url: app.origin,
          cookiePrefix: 'foyer',
          accessTokens: { scopes: ['profile:read'] },
        }).catch((error: unknown) => error),
      ),
    ).toBe('ACCESS_TOKEN_INVALID');
  });

  it('reaches Foyer at an address that differs from its public origin', async () => {
    const origin = 'https://example.test';
    const internalApp = await createTestApp({ settings: { origin } });
    try {
      const url = `http://localhost:${internalApp.deps.settings.port}`;
      const session = await sessionBehindProxy(internalApp);
      const request = requestWith({ cookie: `__Host-foyer.session=${session}` });
      expect((await getSession(request, { url, origin }))?.user.email).toBe('inside@example.test');
      const keys = { url, origin, audience: 'https://reports.example.test' };
      await expect(verifySessionToken('a.b.c', keys)).rejects.toThrow('not valid');
      const foreignRequest = requestWith({ cookie: 'foyer.session=a' });
      expect(await getSession(foreignRequest, { url, origin }), 'a cookie that is not its own').toBeNull();
      await expect(getSession(foreignRequest, { url, cookiePrefix: 'foyer' })).rejects.toMatchObject({
        code: 'WRONG_HOST',
      });
    } finally {
      await internalApp.close();
    }
  });
});

describe('the Express middleware', () => {
  const started: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const stop of started.splice(0)) await stop();
  });

  async function startApi(
    url: string,
    options: Pick<FoyerMiddlewareOptions, 'accessTokens'> = {},
  ): Promise<string> {
    const api = express();
    api.use(foyer({ url, cookiePrefix: 'foyer', ...options }));
    api.get('/', (req, res) => void res.json({ name: req.foyer?.session?.user.email ?? null }));
    api.all(
      '/orders',
      requireSession((req, res) => res.json({ of: req.foyer.session.user.email })),
    );
    const server = createServer(api);
    await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
    started.push(async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    });
    return `http://localhost:${(server.address() as AddressInfo).port}`;
  }

  it('passes requests with a session and answers 401 to others', async ({ app }) => {
    const api = await startApi(app.origin);
    const answer = await fetch(`${api}/orders`, { headers: { cookie: agent.cookieHeader } });
    expect([answer.status, await answer.json()]).toEqual([200, { of: 'ada@example.test' }]);
    const nobody = await fetch(`${api}/orders`);
    expect(nobody.status).toBe(401);
    expect(nobody.headers.get('www-authenticate')).toBe('Bearer realm="Foyer"');
    expect(await nobody.json()).toMatchObject({ error: { data: { appCode: 'SessionRequired' } } });
    expect(await (await fetch(api)).json()).toEqual({ name: null });
  });

  it('answers 503 when Foyer does not answer', async () => {
    const api = await startApi('http://localhost:1');
    expect((await fetch(api)).status, 'Foyer is not called').toBe(200);
    const answer = await fetch(`${api}/orders`, { headers: { cookie: agent.cookieHeader } });
    expect(answer.status).toBe(503);
    expect(await answer.json()).toMatchObject({ error: { data: { appCode: 'UNAVAILABLE' } } });
  });

  it('answers 401 to an access token without the accessTokens option (security.md 49)', async ({ app }) => {
    const api = await startApi(app.origin);
    const { token } = await makeToken(app, agent);
    const answer = await fetch(`${api}/orders`, { headers: { authorization: `Bearer ${token}` } });
    expect(answer.status).toBe(401);
    expect(await answer.json()).toMatchObject({ error: { data: { appCode: 'SessionRequired' } } });
  });

  it('throws at the start for an empty list of scopes', ({ app }) => {
    expect(() =>
      foyer({ url: app.origin, cookiePrefix: 'foyer', accessTokens: { scopes: [] as never } }),
    ).toThrow('one at least');
  });

  it('passes requests with an access token that has the required scopes', async ({ app }) => {
    const api = await startApi(app.origin, { accessTokens: { scopes: ['accounts:read'] } });
    const requestOrders = async (scopes: Scope[]) => {
      const { token } = await makeToken(app, agent, { scopes });
      const answer = await fetch(`${api}/orders`, { headers: { authorization: `Bearer ${token}` } });
      return [answer.status, await answer.json()];
    };
    expect(await requestOrders(['profile:read', 'accounts:read'])).toEqual([200, { of: 'ada@example.test' }]);
    expect(await requestOrders(['profile:read'])).toMatchObject([
      403,
      { error: { data: { appCode: 'SCOPE_MISSING', scope: 'accounts:read' } } },
    ]);
  });

  it('answers 403 with the missing scope of an access token', async ({ app }) => {
    const api = await startApi(app.origin, { accessTokens: { scopes: ['sessions:read'] } });
    const { token } = await makeToken(app, agent, { scopes: ['sessions:read'] });
    const answer = await fetch(`${api}/orders`, { headers: { authorization: `Bearer ${token}` } });
    expect(answer.status).toBe(403);
    expect(await answer.json()).toMatchObject({
      error: { data: { appCode: 'SCOPE_MISSING', scope: 'profile:read' } },
    });
  });

  it('renews the session’s cookie in an answer that must not be cached', async ({ app }) => {
    const api = await startApi(app.origin);
    const browser = await app.signInByMail('daily@example.test');
    app.advance(2 * DAY_MS);
    const answer = await fetch(api, { headers: { cookie: browser.cookieHeader } });
    expect(answer.headers.getSetCookie()).toEqual([expect.stringMatching(/^foyer\.session=/)]);
    expect(answer.headers.get('cache-control')).toBe('private, no-store');
  });

  it('answers 403 to changing requests with the cookie from another site', async ({ app }) => {
    const api = await startApi(app.origin);
    const post = async (headers: Record<string, string>) =>
      (await fetch(`${api}/orders`, { method: 'POST', headers })).status;
    const cookie = agent.cookieHeader;
    expect(await post({ cookie, 'sec-fetch-site': 'same-origin' })).toBe(200);
    expect(await post({ cookie, origin: api })).toBe(200);
    expect(await post({ cookie })).toBe(200);
    expect(await post({ cookie, 'sec-fetch-site': 'cross-site' })).toBe(403);
    expect(await post({ cookie, 'sec-fetch-site': 'same-site' })).toBe(403);
    expect(await post({ cookie, origin: 'https://evil.test' })).toBe(403);
    expect(await post({ cookie, origin: 'null' })).toBe(403);
    // An access token that is not accepted does not make a cross-origin request harmless.
    const { token } = await makeToken(app, agent, { scopes: ['profile:read'] });
    const authorization = `Bearer ${token}`;
    expect(await post({ cookie, authorization, origin: 'https://evil.test' })).toBe(403);
    const open = await startApi(app.origin, { accessTokens: { scopes: ['profile:read'] } });
    const headers = { authorization, origin: 'https://other.test' };
    expect((await fetch(`${open}/orders`, { method: 'POST', headers })).status).toBe(200);
  });

  it('is required before requireSession', () => {
    expect(() => requireSession({} as never, {} as never, () => {})).toThrow(
      'requireSession: call foyer({ url }) first',
    );
  });
});

describe('verifySessionToken', () => {
  const audience = 'https://reports.example.test';
  const tokenFor = async (app: TestApp, aud = audience) =>
    (await app.client(agent).session.token.query({ audience: aud })).token;
  const verify = (
    app: TestApp,
    token: string,
    options: { url?: string; audience?: string; origin?: string } = {},
  ) =>
    verifySessionToken(token, { url: app.origin, audience, ...options }).catch((error: unknown) =>
      isFoyerError(error) ? error.code : (error as Error).name,
    );

  it('returns the claims of a valid token', async ({ app }) => {
    const session = await app.client(agent).session.get.query();
    expect(await verify(app, await tokenFor(app))).toMatchObject({
      sub: session?.user.id,
      email: 'ada@example.test',
      iss: app.origin,
      aud: audience,
    });
  });

  it('refuses a token of another audience, issuer or algorithm, and a changed one', async ({ app }) => {
    const token = await tokenFor(app);
    expect(await verify(app, token, { audience: 'https://other.example.test' })).toBe('SessionTokenError');
    expect(await verify(app, token, { origin: 'http://other.example.test' })).not.toMatchObject({
      aud: audience,
    });
    expect(await verify(app, `${token.slice(0, -6)}AAAAAA`)).toBe('SessionTokenError');
    expect(await verify(app, 'nonsense')).toBe('SessionTokenError');
    const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as Record<
      string,
      unknown
    >;
    const none = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${token.split('.')[1]}.`;
    expect(await verify(app, none)).toBe('SessionTokenError');
    const hmac = await new SignJWT(claims).setProtectedHeader({ alg: 'HS256' }).sign(new Uint8Array(32));
    expect(await verify(app, hmac)).toBe('SessionTokenError');
    const { privateKey } = await generateKeyPair('EdDSA', { crv: 'Ed25519' });
    const forged = await new SignJWT(claims)
      .setProtectedHeader({ alg: 'EdDSA', kid: 'forged' })
      .sign(privateKey);
    expect(await verify(app, forged)).toBe('SessionTokenError');
  });

  it('refuses another kind of token, whatever its claims are', async ({ app }) => {
    const claims = decodeJwt(await tokenFor(app));
    const { kid, privateKey } = await currentSigningKey(app.deps);
    const signAs = (typ: string) =>
      new SignJWT(claims).setProtectedHeader({ alg: SIGNING_ALGORITHM, typ, kid }).sign(privateKey);
    expect(await verify(app, await signAs('at+jwt'))).toBe('SessionTokenError');
    expect(await verify(app, await signAs('JWT'))).toBe('SessionTokenError');
    expect(await verify(app, await signAs(SESSION_TOKEN_TYPE))).toMatchObject({ sub: claims.sub });
  });

  it('throws UNAVAILABLE when the keys cannot be fetched', async ({ app }) => {
    const token = await tokenFor(app);
    expect(await verify(app, token, { url: 'http://localhost:1', origin: app.origin })).toBe('UNAVAILABLE');
  });
});
