import { NextRequest } from 'next/server';
import { describe, expect } from 'vitest';
import { DAY_MS } from '../../../src/shared/limits.ts';
import type { HttpAgent } from '../../../src/testing/app/http-agent.ts';
import { it } from '../../../src/testing/app/fixture.ts';
import { createProxy, type FoyerProxyOptions } from './proxy.ts';

let agent: HttpAgent;
it.beforeAll(async ({ app }) => {
  agent = await app.signInByMail('ada@example.test');
});

const NAVIGATION = { accept: 'text/html,application/xhtml+xml', host: 'app.test' };

/** Answers as `proxy.ts` does, and records the calls to Foyer. */
async function answer(
  url: string,
  path: string,
  init: ConstructorParameters<typeof NextRequest>[1] = {},
  options: FoyerProxyOptions = { protect: ['/orders', '/settings/'] },
) {
  const calls: string[] = [];
  const recordingFetch = (address: string, sent: RequestInit) => {
    calls.push(address);
    return fetch(address, sent);
  };
  const proxy = createProxy({ url, cookiePrefix: 'foyer', fetch: recordingFetch }, options);
  const response = await proxy(new NextRequest(`http://app.test${path}`, init));
  return { response, calls, isPassedOn: response.headers.get('x-middleware-next') === '1' };
}

describe('proxy', () => {
  it.for([
    ['/orders', '/orders'],
    ['/orders/7?page=2', '/orders/7?page=2'],
    ['/settings', '/settings'],
    ['/settings/mail', '/settings/mail'],
    // Next decodes a letter to find the page.
    ['/%6frders', '/%6frders'],
  ] as const)('redirects a signed-out person from %s to sign in', async ([path, callbackUrl], { app }) => {
    const { response, calls } = await answer(app.origin, path, { headers: NAVIGATION });
    expect(response.status).toBe(303);
    expect(response.headers.get('location')).toBe(
      `${app.origin}/sign-in?callbackUrl=${encodeURIComponent(callbackUrl)}`,
    );
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(calls, 'nobody is signed in without a cookie').toEqual([]);
  });

  it.for(['/', '/orders-archive', '/about/orders', '/setting'])(
    'passes %s on without a session',
    async (path, { app }) => {
      const { isPassedOn } = await answer(app.origin, path, { headers: NAVIGATION });
      expect(isPassedOn).toBe(true);
    },
  );

  it('passes a protected path on for a signed-in person, and tells the page its path', async ({ app }) => {
    const headers = { ...NAVIGATION, cookie: agent.cookieHeader, 'x-foyer-path': '/planted' };
    const { response, isPassedOn } = await answer(app.origin, '/orders/7?page=2', { headers });
    expect(isPassedOn).toBe(true);
    expect(response.headers.get('x-middleware-request-x-foyer-path')).toBe('/orders/7?page=2');
    expect(response.headers.get('cache-control'), 'a prerendered page, too').toBe('private, no-store');
    const open = await answer(app.origin, '/', { headers });
    expect(open.response.headers.get('cache-control')).toBeNull();
  });

  it('redirects when the session has ended', async ({ app }) => {
    const browser = await app.signInByMail('ended@example.test');
    const headers = { ...NAVIGATION, cookie: browser.cookieHeader };
    await app.client(browser).session.signOut.mutate();
    expect((await answer(app.origin, '/orders', { headers })).response.status).toBe(303);
  });

  it('returns to the address with the base path of Next', async ({ app }) => {
    const nextConfig = { basePath: '/shop' };
    const { response } = await answer(app.origin, '/shop/orders', { headers: NAVIGATION, nextConfig });
    expect(response.headers.get('location')).toBe(`${app.origin}/sign-in?callbackUrl=%2Fshop%2Forders`);
    const headers = { ...NAVIGATION, cookie: agent.cookieHeader };
    const page = await answer(app.origin, '/shop/orders', { headers, nextConfig });
    expect(page.response.headers.get('x-middleware-request-x-foyer-path')).toBe('/shop/orders');
  });

  it('protects a path below the base path of Next that has the name of one of Foyer’s', async ({ app }) => {
    const statusOf = async (path: string) => {
      const init = { headers: NAVIGATION, nextConfig: { basePath: '/shop' } };
      return (await answer(app.origin, path, init, { protect: ['/admin', '/account'] })).response.status;
    };
    expect(await statusOf('/shop/admin')).toBe(303);
    expect(await statusOf('/shop/account/7')).toBe(303);
  });

  it('protects by a function of the decoded path', async ({ app }) => {
    const protect = (path: string) => path.endsWith('/edit');
    const statusOf = async (path: string) =>
      (await answer(app.origin, path, { headers: NAVIGATION }, { protect })).response.status;
    expect(await statusOf('/posts/7/edit')).toBe(303);
    expect(await statusOf('/posts/7/%65dit')).toBe(303);
    expect(await statusOf('/posts/7')).toBe(200);
    expect(await statusOf('/posts/%zz'), 'an encoding that is none').toBe(400);
  });

  it('redirects Next’s own fetch of a page, and answers 401 to a program', async ({ app }) => {
    const statusOf = async (init: ConstructorParameters<typeof NextRequest>[1]) =>
      (await answer(app.origin, '/orders', init)).response.status;
    expect(await statusOf({ headers: { accept: '*/*' } })).toBe(303);
    expect(await statusOf({ headers: { accept: 'application/json' } })).toBe(401);
    expect(await statusOf({ method: 'POST', headers: { accept: '*/*' } })).toBe(401);
    expect(await statusOf({ method: 'POST', headers: NAVIGATION }), 'a form without script').toBe(303);
  });

  it('answers 401 to a server action of a signed-out person, with the address that Next’s client opens', async ({
    app,
  }) => {
    const headers = { accept: 'text/x-component', 'next-action': 'a1' };
    const { response } = await answer(app.origin, '/orders', { method: 'POST', headers });
    expect(response.status).toBe(401);
    expect(response.headers.get('x-action-redirect')).toBe(
      `${app.origin}/sign-in?callbackUrl=%2Forders;push`,
    );
    expect(await response.json()).toMatchObject({ error: { data: { appCode: 'SessionRequired' } } });
  });

  it('hands the cookie of a renewed session to the browser, on a page that is not protected, too', async ({
    app,
  }) => {
    const browser = await app.signInByMail('daily@example.test');
    const cookie = browser.cookieHeader;
    app.advance(2 * DAY_MS);
    const { response } = await answer(app.origin, '/', { headers: { ...NAVIGATION, cookie } });
    expect(response.headers.getSetCookie()).toEqual([expect.stringMatching(/^foyer\.session=/)]);
    expect(response.headers.get('cache-control')).toBe('private, no-store');
    const fetched = await answer(app.origin, '/', { headers: { accept: '*/*', cookie } });
    expect(fetched.calls, 'Foyer is not asked for each file').toEqual([]);
    const next = await answer(app.origin, '/orders', { headers: { ...NAVIGATION, cookie } });
    expect(next.response.headers.getSetCookie(), 'once a day').toEqual([]);
  });

  it('does not ask Foyer about Foyer’s own paths', async ({ app }) => {
    const headers = { ...NAVIGATION, cookie: agent.cookieHeader };
    const { calls, isPassedOn } = await answer(app.origin, '/sign-in', { headers }, { protect: ['/'] });
    expect([calls, isPassedOn]).toEqual([[], true]);
  });

  it('protects every other path with "/"', async ({ app }) => {
    const { response } = await answer(app.origin, '/anything', { headers: NAVIGATION }, { protect: ['/'] });
    expect(response.status).toBe(303);
    // Next routes it to its own page, not to Foyer's `/dev/x`.
    const encoded = await answer(app.origin, '/dev%2Fx', { headers: NAVIGATION }, { protect: ['/'] });
    expect(encoded.response.status).toBe(303);
  });

  it('answers 503 for a protected path while Foyer does not answer, and passes other pages on', async () => {
    const cookie = agent.cookieHeader;
    const away = 'http://localhost:1';
    const page = await answer(away, '/orders', { headers: { ...NAVIGATION, cookie } });
    expect(page.response.status).toBe(503);
    expect(page.response.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    const program = await answer(away, '/orders', { headers: { accept: '*/*', cookie } });
    expect(await program.response.json()).toMatchObject({ error: { data: { appCode: 'UNAVAILABLE' } } });
    const open = await answer(away, '/', { headers: { ...NAVIGATION, cookie } });
    expect(open.isPassedOn).toBe(true);
  });

  it('answers 403 to a change of a protected path that another site sends', async ({ app }) => {
    const headers = { ...NAVIGATION, cookie: agent.cookieHeader, origin: 'https://evil.test' };
    const { response } = await answer(app.origin, '/orders', { method: 'POST', headers });
    expect(response.status).toBe(403);
  });
});
