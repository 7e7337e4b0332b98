import { describe, expect } from 'vitest';
import { makeToken } from '../../../src/testing/users/access-tokens.ts';
import type { HttpAgent } from '../../../src/testing/app/http-agent.ts';
import { it } from '../../../src/testing/app/fixture.ts';
import { sessionBehindProxy } from '../../../src/testing/sign-in/session-behind-proxy.ts';
import { createTestApp, type TestApp } from '../../../src/testing/app/test-app.ts';
import type { Scope } from '../../../src/shared/scopes.ts';
import { recordRequests } from '../in-test/record-requests.ts';
import {
  clientFor,
  getSession,
  isFoyerError,
  verifySessionToken,
  type GetSessionOptions,
} from '../server.ts';

let agent: HttpAgent;
it.beforeAll(async ({ app }) => {
  agent = await app.signInByMail('ada@example.test');
});

const optionsOf = ({ origin }: TestApp) => ({ url: origin, cookiePrefix: 'foyer' });
const requestWith = (headers: Record<string, string>) => new Request('http://app.test/orders', { headers });

const codeOf = (error: unknown) => (isFoyerError(error) ? error.code : error);

describe('getSession', () => {
  it('returns the session of a Fetch request, and sends Foyer only its own cookie', async ({ app }) => {
    const { sent, fetch } = recordRequests();
    const request = requestWith({
      cookie: `theme=dark; ${agent.cookieHeader}; app.session=secret`,
      authorization: 'Basic b3du',
    });
    const session = await getSession(request, { ...optionsOf(app), fetch });
    expect(session?.user.email).toBe('ada@example.test');
    expect(sent.map(({ headers }) => [...headers.keys()])).toEqual([['cookie']]);
    expect(sent[0]?.headers.get('cookie')).toMatch(/^foyer\.session=[^;]+$/);
  });

  it('ignores an access token without the accessTokens option (security.md 49)', async ({ app }) => {
    const { sent, fetch } = recordRequests();
    const { token } = await makeToken(app, agent, {});
    const authorization = `Bearer ${token}`;
    expect(await getSession(requestWith({ authorization }), { ...optionsOf(app), fetch })).toBeNull();
    expect(sent).toEqual([]);
    const byCookie = await getSession(requestWith({ authorization, cookie: agent.cookieHeader }), {
      ...optionsOf(app),
      fetch,
    });
    expect(byCookie).toMatchObject({ user: { email: 'ada@example.test' }, via: { kind: 'cookie' } });
    expect(sent.map(({ headers }) => [...headers.keys()])).toEqual([['cookie']]);
  });

  it('returns the session and scopes of an access token with the required scopes, and sends no cookie', async ({
    app,
  }) => {
    const { sent, fetch } = recordRequests();
    const { token, accessToken } = await makeToken(app, agent, { scopes: ['profile:read', 'accounts:read'] });
    const request = requestWith({ cookie: agent.cookieHeader, authorization: `Bearer ${token}` });
    const accessTokens = { scopes: ['accounts:read'] } as const;
    const session = await getSession(request, { ...optionsOf(app), fetch, accessTokens });
    expect(session).toMatchObject({
      user: { email: 'ada@example.test' },
      via: {
        kind: 'access-token',
        id: accessToken.id,
        name: accessToken.name,
        scopes: ['profile:read', 'accounts:read'],
      },
    });
    expect(sent.map(({ headers }) => [...headers.keys()])).toEqual([['authorization']]);
  });

  it('throws SCOPE_MISSING for an access token without a required scope', async ({ app }) => {
    const { token } = await makeToken(app, agent, { scopes: ['profile:read', 'accounts:read'] });
    const request = requestWith({ authorization: `Bearer ${token}` });
    const read = (sent: Request, scopes: [Scope, ...Scope[]]) =>
      getSession(sent, { ...optionsOf(app), accessTokens: { scopes } });
    await expect(read(request, ['accounts:read', 'sessions:write'])).rejects.toMatchObject({
      code: 'SCOPE_MISSING',
      scope: 'sessions:write',
    });
    await expect(read(request, [] as never)).rejects.toThrow('one at least');
    const { token: other } = await makeToken(app, agent, { scopes: ['sessions:read'] });
    const withoutProfile = requestWith({ authorization: `Bearer ${other}` });
    await expect(read(withoutProfile, ['sessions:read'])).rejects.toMatchObject({
      code: 'SCOPE_MISSING',
      scope: 'profile:read',
    });
  });

  it('returns null without a call when there are no credentials, and null for an ended session', async ({
    app,
  }) => {
    const { sent, fetch } = recordRequests();
    const read = (headers: Record<string, string | undefined>) =>
      getSession({ headers }, { ...optionsOf(app), fetch });
    expect(await read({})).toBeNull();
    expect(await read({ cookie: 'a=b', authorization: 'Bearer own.jwt' })).toBeNull();
    expect(await read({ cookie: undefined })).toBeNull();
    expect(sent).toEqual([]);
    expect(await read({ cookie: 'foyer.session=over' })).toBeNull();
    // An attacker who planted a second cookie must not choose the session.
    expect(await read({ cookie: `${agent.cookieHeader}; foyer.session=planted` })).toBeNull();
    expect(sent).toHaveLength(2);
  });

  it('throws UNAVAILABLE or WRONG_HOST instead of returning null when the session is unknown', async ({
    app,
  }) => {
    const codeFor = (
      options: Partial<GetSessionOptions>,
      headers = { cookie: agent.cookieHeader } as Record<string, string>,
    ) => getSession(requestWith(headers), { ...optionsOf(app), ...options }).catch(codeOf);
    expect(await codeFor({ url: 'http://localhost:1' })).toBe('UNAVAILABLE');
    expect(await codeFor({ url: app.origin.replace('localhost', '127.0.0.1') })).toBe('WRONG_HOST');
    for (const [body, type] of [
      ['<p>Hello</p>', 'text/html'],
      ['{}', 'application/json'],
      ['{"result":{}}', 'application/json'],
      ['{"result":{"data":{"user":null}}}', 'application/json'],
    ] as const) {
      const answer = new Response(body, { headers: { 'content-type': type } });
      const code = await codeFor({ fetch: () => Promise.resolve(answer) });
      expect([body, code]).toEqual([body, 'UNAVAILABLE']);
    }
    const accessTokens = { scopes: ['profile:read'] } as const;
    expect(await codeFor({ accessTokens }, { authorization: 'Bearer foyer_pat_nonsense' })).toBe(
      'ACCESS_TOKEN_INVALID',
    );
  });

  it('and a client reach Foyer at an address that differs from its public origin', async () => {
    const origin = 'https://example.test';
    await using internalApp = await createTestApp({ settings: { origin } });
    const url = `http://localhost:${internalApp.deps.settings.port}`;
    const headers = { cookie: `__Host-foyer.session=${await sessionBehindProxy(internalApp)}` };
    const change = new Request('http://app.test/orders', { method: 'POST', headers });
    await clientFor(change, { url, origin }).profile.update.mutate({ name: 'Zoë 🚪' });
    expect((await getSession(requestWith(headers), { url, origin }))?.user).toMatchObject({
      email: 'inside@example.test',
      name: 'Zoë 🚪',
    });
    const keys = { url, origin, audience: 'https://reports.example.test' };
    await expect(verifySessionToken('a.b.c', keys)).rejects.toThrow('not valid');
    const foreignRequest = requestWith({ cookie: 'foyer.session=a' });
    expect(await getSession(foreignRequest, { url, origin }), 'a cookie that is not its own').toBeNull();
    await expect(getSession(foreignRequest, { url, cookiePrefix: 'foyer' })).rejects.toMatchObject({
      code: 'WRONG_HOST',
    });
  });
});
