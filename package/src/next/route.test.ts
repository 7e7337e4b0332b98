import { describe, expect, expectTypeOf } from 'vitest';
import { FoyerError } from '../foyer-error.ts';
import { DAY_MS } from '../../../src/shared/limits.ts';
import { makeToken } from '../../../src/testing/users/access-tokens.ts';
import type { HttpAgent } from '../../../src/testing/app/http-agent.ts';
import { it } from '../../../src/testing/app/fixture.ts';
import type { TestApp } from '../../../src/testing/app/test-app.ts';
import { createWithSession, type RouteRules, type RouteCaller } from './route.ts';

let agent: HttpAgent;
it.beforeAll(async ({ app }) => {
  agent = await app.signInByMail('ada@example.test');
});

const optionsOf = ({ origin }: TestApp) => ({ url: origin, cookiePrefix: 'foyer' });

const requestOf = (headers: Record<string, string>) => new Request('http://app.test/', { headers });

/** Calls a route that returns the user's address. */
function call(app: TestApp, init: RequestInit, rules?: RouteRules) {
  const route = createWithSession(optionsOf(app))(
    (_request, { session }) => Response.json({ email: session.user.email }),
    rules,
  );
  // Next's own address of the request, which browsers do not know.
  return route(new Request('http://0.0.0.0:8080/api/orders?page=2', init), undefined);
}

describe('withSession', () => {
  it('hands the session and the context of the route to the handler', async ({ app }) => {
    const route = createWithSession(optionsOf(app))(async (
      request,
      { session },
      { params }: { params: Promise<{ id: string }> },
    ) => {
      expectTypeOf(request).toEqualTypeOf<Request>();
      expectTypeOf(session).toEqualTypeOf<RouteCaller['session']>();
      return Response.json([session.user.email, (await params).id]);
    });
    const request = requestOf({ cookie: agent.cookieHeader });
    const answer = await route(request, { params: Promise.resolve({ id: '7' }) });
    expect(await answer.json()).toEqual(['ada@example.test', '7']);
  });

  it('answers 401 without a session, 403 to another origin, and 503 while Foyer does not answer', async ({
    app,
  }) => {
    const cookie = agent.cookieHeader;
    const codeOf = async (answer: Response) => [
      answer.status,
      ((await answer.json()) as { error: { data: { appCode: string } } }).error.data.appCode,
    ];
    expect(await codeOf(await call(app, {}))).toEqual([401, 'SessionRequired']);
    const foreign = { method: 'POST', headers: { cookie, origin: 'https://evil.test' } };
    expect(await codeOf(await call(app, foreign))).toEqual([403, 'FOREIGN_ORIGIN']);
    const withSession = createWithSession({ url: 'http://localhost:1', cookiePrefix: 'foyer' });
    const never = withSession(() => new Response('never'));
    const away = await never(requestOf({ cookie: 'foyer.session=a' }), undefined);
    expect(await codeOf(away)).toEqual([503, 'UNAVAILABLE']);
  });

  it('answers 403 below the level, and redirects a navigation to return to the public address', async ({
    app,
  }) => {
    const cookie = agent.cookieHeader;
    const program = await call(app, { headers: { cookie } }, { level: 2 });
    expect(await program.json()).toMatchObject({ error: { data: { appCode: 'SECOND_FACTOR_REQUIRED' } } });
    const navigation = await call(app, { headers: { cookie, accept: 'text/html' } }, { level: 2 });
    const back = encodeURIComponent(`${app.origin}/api/orders?page=2`);
    expect(navigation.headers.get('location')).toBe(`${app.origin}/verify?level=2&callbackUrl=${back}`);
    expect((await call(app, { headers: { cookie } }, { level: 1 })).status).toBe(200);
    expect((await call(app, { headers: { cookie } }, { level: 1, within: 0 })).status).toBe(403);
  });

  it('answers 403 without the permission', async ({ app }) => {
    const headers = { cookie: agent.cookieHeader };
    const answer = await call(app, { headers }, { permission: 'invoice:read' });
    expect(await answer.json()).toMatchObject({ error: { data: { appCode: 'PERMISSION_MISSING' } } });
  });

  it('answers what the client fails with, and lets every other error reach Next', async ({ app }) => {
    const withSession = createWithSession(optionsOf(app));
    const request = () => requestOf({ cookie: agent.cookieHeader });
    const refused = withSession(async (_request, { client }) => {
      await client.session.revoke.mutate({ id: 'a'.repeat(24) });
      return new Response('never');
    });
    expect((await refused(request(), undefined)).status).toBe(new FoyerError('NOT_FOUND').status);
    const redirecting = withSession(() => {
      throw new Error('NEXT_REDIRECT');
    });
    await expect(redirecting(request(), undefined)).rejects.toThrow('NEXT_REDIRECT');
  });

  it('hands renewed cookies and those of a sign-out to the browser, also with a redirect', async ({
    app,
  }) => {
    const browser = await app.signInByMail('daily@example.test');
    const headers = { cookie: browser.cookieHeader };
    app.advance(2 * DAY_MS);
    const renewed = await call(app, { headers });
    expect(renewed.headers.getSetCookie()).toEqual([expect.stringMatching(/^foyer\.session=/)]);
    expect(renewed.headers.get('cache-control')).toBe('private, no-store');
    const leave = createWithSession(optionsOf(app))(async (_request, { client }) => {
      await client.session.signOut.mutate();
      return Response.redirect('http://app.test/goodbye');
    });
    const left = await leave(requestOf(headers), undefined);
    expect([left.status, left.headers.get('location')]).toEqual([302, 'http://app.test/goodbye']);
    expect(left.headers.getSetCookie()).toContainEqual(expect.stringMatching(/^foyer\.session=;/));
    expect((await call(app, { headers })).status).toBe(401);
  });

  it('accepts an access token where the options accept its scopes', async ({ app }) => {
    const { token } = await makeToken(app, agent, { scopes: ['profile:read'] });
    const headers = { authorization: `Bearer ${token}` };
    expect((await call(app, { headers })).status).toBe(401);
    const options = { ...optionsOf(app), accessTokens: { scopes: ['profile:read'] } } as const;
    const route = createWithSession(options)((_request, { session }) => Response.json(session.via.kind));
    const answer = await route(requestOf(headers), undefined);
    expect(await answer.json()).toBe('access-token');
  });
});
