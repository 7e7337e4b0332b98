import { createRemoteJWKSet, jwtVerify } from 'jose';
import { describe, expect, test } from 'vitest';
import { landingOf, toCallbackUrl } from '../../shared/callback-url.ts';
import { testWithProviders } from '../../testing/providers/provider-visits.ts';
import { rawRequest } from '../../testing/app/raw-request.ts';
import { signedOutStates } from '../../testing/pages/signed-out-states.ts';
import { createTestApp, type TestApp } from '../../testing/app/test-app.ts';
import { renderSignedOutPage, testDocuments } from '../../testing/app/test-documents.ts';

const TRUSTED_ORIGIN = 'http://shop.localhost:5173';

const documents = await testDocuments(renderSignedOutPage, { basePath: '/id' });
const { it } = await testWithProviders({
  documents,
  settings: {
    basePath: '/id',
    authBasePath: '/id/auth',
    phoneSignIn: true,
    trustedOrigins: [TRUSTED_ORIGIN],
  },
});

const HTML = { accept: 'text/html' };
const send = async (app: TestApp, path: string, headers: Record<string, string> = {}) => {
  const answer = await rawRequest(app.origin, { path, headers });
  return { ...answer, location: answer.headers.location };
};

describe('an address outside the base path', () => {
  it.for([
    '/',
    '/account',
    '/sign-in',
    '/trpc/session.get',
    '/auth/csrf',
    '/openapi.json',
    '/favicon.ico',
    '/favicon.svg',
    '/idaccount',
    '/identity/account',
    '/id-x',
    '/id.html',
    '/ID/account',
    '/%69d/account',
    '/x/id/account',
    '//id/account',
    '/healthz/x',
    '/.well-known',
  ])('answers 404: %s', async (path, { app }) => {
    expect((await send(app, path)).status).toBe(404);
    const page = await send(app, path, HTML);
    expect(page.status).toBe(404);
    expect(page.headers['content-type']).toContain('text/html');
    expect(page.text).toContain('href="/id/"');
  });

  it('answers 404 to a preflight of a trusted origin, and during a migration', async ({ app }) => {
    const preflight = await rawRequest(app.origin, {
      method: 'OPTIONS',
      path: '/trpc/session.get',
      headers: {
        origin: TRUSTED_ORIGIN,
        'sec-fetch-site': 'same-site',
        'access-control-request-method': 'POST',
      },
    });
    expect([preflight.status, preflight.headers['access-control-allow-origin']]).toEqual([404, undefined]);
    await using migrating = await createTestApp({
      settings: { basePath: '/id', authBasePath: '/id/auth' },
      migrations: [
        { id: 1, name: 'a test of what waits', mustComeFirst: true, runBatch: () => Promise.resolve(null) },
      ],
    });
    expect((await send(migrating, '/')).status).toBe(404);
    expect((await send(migrating, '/id/')).status).toBe(503);
    // The answer is an OAuth error, which a page of a trusted origin can read.
    const token = await rawRequest(migrating.origin, {
      method: 'POST',
      path: '/id/oauth/token',
      headers: { origin: TRUSTED_ORIGIN },
    });
    expect([token.status, JSON.parse(token.text)]).toMatchObject([503, { error: 'temporarily_unavailable' }]);
    expect(token.headers).toMatchObject({
      'retry-after': '10',
      'access-control-allow-origin': TRUSTED_ORIGIN,
      'cache-control': 'no-store',
    });
  });

  it.for([
    '/healthz',
    '/readyz',
    '/.well-known/jwks.json',
    '/.well-known/foyer-configuration',
    '/.well-known/passkey-endpoints',
    '/id/.well-known/jwks.json',
    '/id/.well-known/foyer-configuration',
  ])('answers 200 to a health check or a well-known address: %s', async (path, { app }) => {
    expect((await send(app, path)).status).toBe(200);
  });
});

describe('an absolute address as the request target (RFC 9112, 3.2.2)', () => {
  it.for([
    ['/id/trpc/session.get', 200],
    ['/id?x=1', 303],
    ['/.well-known/jwks.json', 200],
    ['/healthz', 200],
    ['/trpc/session.get', 404],
    ['', 404],
    ['?x=1', 404],
  ] as const)('is answered as its path is: %s', async ([path, status], { app }) => {
    for (const target of [app.origin + path, app.origin.toUpperCase() + path])
      expect([target, (await send(app, target, HTML)).status]).toEqual([target, status]);
  });

  it('answers 404 when its host is not the one in `Host`', async ({ app }) => {
    for (const origin of ['http://evil.test', 'http://evil.test@localhost', `${app.origin}@evil.test`])
      expect([origin, (await send(app, `${origin}/id/trpc/session.get`)).status]).toEqual([origin, 404]);
  });
});

describe('an address below the base path', () => {
  it.for([
    ['/id', '/id/sign-in'],
    ['/id/', '/id/sign-in'],
    ['/id?x=1', '/id/sign-in'],
    [
      '/id/account/devices?x=1',
      `/id/sign-in?error=SessionRequired&callbackUrl=%2Fid%2Faccount%2Fdevices%3Fx%3D1`,
    ],
    ['/id/second-factor', '/id/sign-in'],
    ['/id/check-email', '/id/sign-in'],
    ['/id/goodbye', '/id/'],
    ['/.well-known/change-password', '/id/account/sign-in-methods'],
  ])('redirects %s to %s', async ([path = '', target], { app }) => {
    expect((await send(app, path, HTML)).location).toBe(target);
  });

  it.for(['/id/nothing', '/id/id/account', '/id//account', '/id/assets', '/id/assets/nothing.js'])(
    'answers 404 with a page when Foyer does not have it: %s',
    async (path, { app }) => {
      const { status, headers } = await send(app, path, HTML);
      expect([status, headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
    },
  );

  it.for(['/id/sign-in', '/id/sign-up', '/id/account', '/id/developers', '/id/nothing'])(
    'shows a document whose addresses are below it: %s',
    async (path, { app }) => {
      const agent = path === '/id/account' ? await app.signInByMail('document@example.test') : app.agent();
      const { text } = await agent.request(path, { headers: HTML });
      const addresses = addressesIn(text);
      expect(addresses.filter((each) => !/^(?:\/id\/|https?:|#content$)/.test(each))).toEqual([]);
      expect(addresses.length).toBeGreaterThan(2);
      expect(text).toMatch(/<html [^>]*data-base-path="\/id"/);
    },
  );
});

const addressesIn = (html: string) =>
  [...html.matchAll(/\s(?:href|action|src)="([^"]*)"/g)].map(([, each = '']) => each);

test('every address in every state of a signed-out page is below the base path', () => {
  const states = signedOutStates('/id').filter(({ locale }) => locale === 'en');
  const addresses = states
    .flatMap((page) => addressesIn(renderSignedOutPage(page).markup))
    .filter((each) => each.startsWith('/'));
  expect(addresses.length).toBeGreaterThan(300);
  expect(new Set(addresses.filter((each) => !each.startsWith('/id/')))).toEqual(new Set());
});

describe('what Foyer answers', () => {
  it('names addresses below the base path in mails, calls, tokens and OpenAPI', async ({ app }) => {
    const agent = app.agent();
    await app.client(agent).session.requestLink.mutate({ email: 'ada@example.test' });
    const mail = app.mailbox.last('ada@example.test');
    expect(mail.text).toContain(`${app.origin}/id/confirm?email=ada%40example.test&token=`);
    const { callbackUrl } = await app
      .client(agent)
      .session.signInWithCode.mutate({ email: 'ada@example.test', code: app.mailbox.codeOf(mail) });
    expect(callbackUrl).toBe('/id/account');

    const [listed] = await app.client(agent).providers.list.query();
    expect(listed?.signInUrl).toBe(`${app.origin}/id/auth/signin/trusted`);
    const started = await app.client(app.agent()).session.signInWith.mutate({ provider: 'trusted' });
    expect(new URL(started.url).searchParams.get('redirect_uri')).toBe(
      `${app.origin}/id/auth/callback/trusted`,
    );
    const form = { client_id: 'foyer-cli', scope: 'profile:read' };
    const device = await app.agent().postForm('/id/oauth/device_authorization', form);
    expect(device.json()).toMatchObject({ verification_uri: `${app.origin}/id/device` });

    const { token } = await app.client(agent).session.token.query({ audience: 'https://api.example.test' });
    const keys = createRemoteJWKSet(new URL(`${app.origin}/id/.well-known/jwks.json`));
    const { payload } = await jwtVerify(token, keys);
    expect(payload.iss).toBe(`${app.origin}/id`);

    const openApi = JSON.parse((await send(app, '/id/openapi.json')).text) as { servers: unknown };
    expect(openApi.servers).toEqual([{ url: `${app.origin}/id` }]);
    const endpoints = JSON.parse((await send(app, '/.well-known/passkey-endpoints')).text) as object;
    expect(endpoints).toEqual({
      enroll: `${app.origin}/id/account/sign-in-methods`,
      manage: `${app.origin}/id/account/sign-in-methods`,
    });
    expect((await app.client(agent).data.export.mutate()).site).toBe(`${app.origin}/id`);
    const fast = await agent.request('/id/trpc/session.get');
    expect(fast.json()).toMatchObject({ result: { data: { user: { email: 'ada@example.test' } } } });
  });

  it('sets cookies for the whole origin', async ({ app }) => {
    const { setCookies } = await app.agent().request('/id/auth/csrf');
    expect(setCookies.length).toBeGreaterThan(0);
    for (const cookie of setCookies) expect(cookie).toMatch(/; Path=\/(?:;|$)/);
  });

  it('leads back to a form of the page after a failure of a provider', async ({ app }) => {
    const answer = await app.agent().request('/id/auth/callback/trusted?error=access_denied');
    expect(answer.location).toMatch(new RegExp(`^${app.origin}/id/sign-in\\?error=`));
  });

  it('keeps Auth.js’s own forms below it when they name no callbackUrl', async ({ app }) => {
    const agent = app.agent();
    const post = async (action: string, fields: Record<string, string> = {}) => {
      const { csrfToken } = (await agent.request('/id/auth/csrf')).json() as { csrfToken: string };
      return (await agent.postForm(`/id/auth/${action}`, { csrfToken, ...fields })).location;
    };
    const email = 'unnamed@example.test';
    const checkEmail = await post('signin/email', { email });
    expect(checkEmail).toBe(`${app.origin}/id/check-email?email=unnamed%40example.test`);
    expect(app.mailbox.last(email).text).not.toContain('callbackUrl');
    expect(await post('signout')).toBe(`${app.origin}/id/`);
  });

  it('returns a form without script to pages below it', async ({ app }) => {
    const agent = app.agent();
    const sent = await agent.postForm('/id/sign-in', { way: 'link', email: 'form@example.test' });
    expect(sent.location).toBe(`${app.origin}/id/check-email?email=form%40example.test`);
    const language = await agent.postForm('/id/locale', { locale: 'de', returnTo: 'https://evil.test/' });
    expect(language.location).toBe(`${app.origin}/id/`);
    const started = await agent.postForm('/id/sign-in/provider', { provider: 'nobody' });
    expect(started.location).toMatch(new RegExp(`^${app.origin}/id/sign-in\\?error=`));
  });
});

it('a callback URL may name any path of the origin, and nothing else (security.md 23)', async ({ app }) => {
  const site = { origin: app.origin, basePath: '/id', appUrl: null };
  expect(toCallbackUrl('/orders?x=1', site)).toBe('/orders?x=1');
  expect(landingOf(site)).toBe('/id/account');
  const agent = await app.signInByMail('back@example.test');
  expect((await agent.request('/id/sign-in?callbackUrl=/orders')).location).toBe(`${app.origin}/orders`);
  expect((await agent.request('/id/sign-in?callbackUrl=//evil.test')).location).toBe(
    `${app.origin}/id/account`,
  );
});

describe('the metadata of OAuth', () => {
  it.for([
    '/id/.well-known/openid-configuration',
    '/.well-known/oauth-authorization-server/id',
    '/.well-known/openid-configuration/id',
  ])('is at %s, with the base path in the issuer and the endpoints', async (path, { app }) => {
    const { status, text } = await send(app, path);
    expect([status, JSON.parse(text)]).toEqual([
      200,
      expect.objectContaining({
        issuer: `${app.origin}/id`,
        token_endpoint: `${app.origin}/id/oauth/token`,
        jwks_uri: `${app.origin}/id/.well-known/jwks.json`,
      }),
    ]);
  });
});
