import { NextRequest } from 'next/server';
import { describe, expect } from 'vitest';
import { DAY_MS } from '../../../src/shared/limits.ts';
import type { HttpAgent } from '../../../src/testing/app/http-agent.ts';
import { it } from '../../../src/testing/app/fixture.ts';
import { recordRequests } from '../in-test/record-requests.ts';
import { createProxy, type FoyerProxyOptions } from './proxy.ts';

let agent: HttpAgent;
it.beforeAll(async ({ app }) => {
  agent = await app.signInByMail('ada@example.test');
});

const NAVIGATION = { accept: 'text/html,application/xhtml+xml', host: 'app.test' };

type RequestOptions = ConstructorParameters<typeof NextRequest>[1];

/** Answers as `proxy.ts` does, and records the calls to Foyer. */
async function answer(
  url: string,
  path: string,
  init: RequestOptions = {},
  options: FoyerProxyOptions = { protect: ['/orders', '/settings/'] },
) {
  const { sent: calls, fetch } = recordRequests();
  const proxy = createProxy({ url, cookiePrefix: 'foyer', fetch }, options);
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

  const BELOW_SHOP = { headers: NAVIGATION, nextConfig: { basePath: '/shop' } };
  const FOYERS_NAMES = { protect: ['/admin', '/account'] };
  const EDITORS = { protect: (path: string) => path.endsWith('/edit') };
  const EVERYTHING = { protect: ['/'] };
  it.for<[string, string, number, RequestOptions?, FoyerProxyOptions?]>([
    ['a path below the base path of Next with a name of Foyer', '/shop/admin', 303, BELOW_SHOP, FOYERS_NAMES],
    ['a path below such a path', '/shop/account/7', 303, BELOW_SHOP, FOYERS_NAMES],
    ['a path that a function protects', '/posts/7/edit', 303, undefined, EDITORS],
    ['an encoded path that a function protects', '/posts/7/%65dit', 303, undefined, EDITORS],
    ['another path than the function protects', '/posts/7', 200, undefined, EDITORS],
    ['an encoding that is none', '/posts/%zz', 400, undefined, EDITORS],
    ['any path, protected by "/"', '/anything', 303, undefined, EVERYTHING],
    ['a page of Next, not `/dev/x` of Foyer', '/dev%2Fx', 303, undefined, EVERYTHING],
    ['Next’s own fetch of a page', '/orders', 303, { headers: { accept: '*/*' } }],
    ['a program', '/orders', 401, { headers: { accept: 'application/json' } }],
    ['a program that changes something', '/orders', 401, { method: 'POST', headers: { accept: '*/*' } }],
    ['a form without script', '/orders', 303, { method: 'POST', headers: NAVIGATION }],
  ])('answers to %s (%s) with %i', async ([, path, status, init, options], { app }) => {
    const { response } = await answer(app.origin, path, init ?? { headers: NAVIGATION }, options);
    expect(response.status).toBe(status);
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
