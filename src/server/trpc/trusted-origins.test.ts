import { describe, expect } from 'vitest';
import { testWith } from '../../testing/app/fixture.ts';
import { bearer, makeToken } from '../../testing/users/access-tokens.ts';
import type { HttpAgent } from '../../testing/app/http-agent.ts';
import { rawRequest, type RawAnswer } from '../../testing/app/raw-request.ts';
import { createTestApp, type TestApp } from '../../testing/app/test-app.ts';
import { uniqueEmail } from '../../testing/run/unique-name.ts';
import { countWritten, refusalOf } from '../../testing/database/written.ts';
import { PROCEDURES } from '../../testing/app/procedures.ts';

const SHOP = 'http://shop.localhost:5173';
const it = testWith({ settings: { trustedOrigins: [SHOP, 'https://app.example.com'] } });

/** A new procedure is not for pages of `TRUSTED_ORIGINS` until it is in this list. */
const ALLOWED = [
  'accessTokens.list',
  'accessTokens.ownScopes',
  'accounts.list',
  'activity.list',
  'email.get',
  'passkeys.list',
  'password.get',
  'phone.get',
  'profile.fields',
  'profile.get',
  'providers.list',
  'secondFactor.get',
  'session.get',
  'session.list',
  'session.signOut',
  'session.token',
];

const cookieOf = (agent: HttpAgent) => `foyer.session=${agent.cookies.get('foyer.session') ?? ''}`;

/** As Chromium sends it. */
function callFrom(
  app: TestApp,
  agent: HttpAgent | null,
  path: string,
  options: { method?: string; body?: string; headers?: Record<string, string> } = {},
): Promise<RawAnswer> {
  return rawRequest(app.origin, {
    path: `/trpc/${path}`,
    method: options.method ?? 'GET',
    headers: {
      origin: SHOP,
      'sec-fetch-site': 'same-site',
      ...(agent ? { cookie: cookieOf(agent) } : {}),
      ...(options.body === undefined ? {} : { 'content-type': 'application/json' }),
      ...options.headers,
    },
    ...(options.body === undefined ? {} : { body: options.body }),
  });
}

const mutate = (app: TestApp, agent: HttpAgent, path: string, headers: Record<string, string> = {}) =>
  callFrom(app, agent, path, { method: 'POST', body: '{}', headers });

const CORS = /^access-control-/;
const corsOf = ({ headers }: RawAnswer) => Object.keys(headers).filter((name) => CORS.test(name));

function expectReadable({ headers }: RawAnswer): void {
  expect(headers['access-control-allow-origin']).toBe(SHOP);
  expect(headers['access-control-allow-credentials']).toBe('true');
  expect(headers['vary']).toMatch(/\borigin\b/i);
  expect(headers['cache-control']).toMatch(/no-store/);
}

describe('the procedures for trusted origins', () => {
  it('are exactly these', () => {
    const declared = PROCEDURES.filter(({ fromTrustedOrigins }) => fromTrustedOrigins);
    expect(declared.map(({ path }) => path).toSorted()).toEqual(ALLOWED);
  });

  it('are reads of the person, and sign-out, and none that needs more than a session', () => {
    for (const { path, type, kind, serviceScope } of PROCEDURES.filter((each) => each.fromTrustedOrigins)) {
      expect([path, type]).toEqual([path, path === 'session.signOut' ? 'mutation' : 'query']);
      expect(['public', 'signed-in', 'session', 'enrolment']).toContain(kind);
      expect(serviceScope).toBeUndefined();
    }
  });
});

describe('a page of a trusted origin', () => {
  it('reads the session and a session token with the person’s cookie', async ({ app }) => {
    const email = uniqueEmail();
    const agent = await app.signInByMail(email);
    const read = await callFrom(app, agent, 'session.get');
    expect(read.status).toBe(200);
    expect(read.text).toContain(email);
    expectReadable(read);
    expect(read.headers['access-control-expose-headers']).toBe('Retry-After, X-Request-Id');
    // The fast path answers requests of Foyer's own pages, and a cache must keep the two apart.
    const own = await rawRequest(app.origin, { path: '/trpc/session.get' });
    expect(own.headers['vary']).toBe(read.headers['vary']);
    const input = encodeURIComponent(JSON.stringify({ audience: 'shop' }));
    const token = await callFrom(app, agent, `session.token?input=${input}`);
    expect(token.text).toContain('"token":"ey');
    expectReadable(token);
  });

  it('signs the person out', async ({ app }) => {
    const agent = await app.signInByMail(uniqueEmail());
    const answer = await mutate(app, agent, 'session.signOut');
    expect(answer.status).toBe(200);
    expectReadable(answer);
    expect(String(answer.headers['set-cookie'])).toMatch(/^foyer\.session=;/);
    expect(await app.client(agent).session.get.query()).toBeNull();
  });

  it('reads a batch, and of a batch with another procedure only what is allowed', async ({ app }) => {
    const agent = await app.signInByMail(uniqueEmail());
    const both = await callFrom(app, agent, 'session.get,profile.get?batch=1&input=%7B%7D');
    expect(both.status).toBe(200);
    expectReadable(both);
    const mixed = await callFrom(app, agent, 'session.get,securityReview.get?batch=1&input=%7B%7D');
    expect(mixed.status).toBe(207);
    expect(JSON.parse(mixed.text)).toMatchObject([
      { result: {} },
      { error: { data: { appCode: 'FOREIGN_ORIGIN' } } },
    ]);
  });

  it.for(
    PROCEDURES.filter(({ path }) => !ALLOWED.includes(path)).map(({ path, type }) => [path, type] as const),
  )('is refused %s, and can read that', async ([path, type], { app }) => {
    const agent = await signedIn(app);
    const answer = type === 'query' ? await callFrom(app, agent, path) : await mutate(app, agent, path);
    expect([answer.status, refusalOf(answer.text)]).toEqual([403, 'FOREIGN_ORIGIN']);
    expectReadable(answer);
    expect(answer.headers['set-cookie']).toBeUndefined();
  });

  it('changes nothing by what it is refused', async ({ app }) => {
    const agent = await app.signInByMail(uniqueEmail());
    const before = await countWritten(app);
    const body = JSON.stringify({ name: 'Eve' });
    const answer = await callFrom(app, agent, 'profile.update', { method: 'POST', body });
    expect(refusalOf(answer.text)).toBe('FOREIGN_ORIGIN');
    expect(await countWritten(app)).toEqual(before);
  });

  it('can read other failures, too', async ({ app }) => {
    const asText = { method: 'POST', body: 'x', headers: { 'content-type': 'text/plain' } };
    for (const [path, options, code] of [
      ['profile.get', {}, 'SessionRequired'],
      ['session.signOut', { method: 'DELETE' }, 'METHOD_NOT_ALLOWED'],
      ['session.signOut', asText, 'UNSUPPORTED_MEDIA_TYPE'],
    ] as const) {
      const answer = await callFrom(app, null, path, options);
      expect(refusalOf(answer.text)).toBe(code);
      expectReadable(answer);
    }
  });

  it('gets an exact answer to its preflight', async ({ app }) => {
    const answer = await callFrom(app, null, 'session.signOut', {
      method: 'OPTIONS',
      headers: { 'access-control-request-method': 'POST', 'access-control-request-headers': 'content-type' },
    });
    expect(answer.status).toBe(204);
    expect(answer.headers).toMatchObject({
      'access-control-allow-origin': SHOP,
      'access-control-allow-credentials': 'true',
      'access-control-allow-methods': 'GET, POST',
      'access-control-allow-headers': 'Content-Type',
      'access-control-max-age': '600',
    });
    expect(answer.headers['vary']).toMatch(/Origin.*Access-Control-Request-Method/);
  });

  it('gets nothing with an access token, because such an answer is for no page', async ({ app }) => {
    const { token } = await makeToken(app, await app.signInByMail(uniqueEmail()));
    const answer = await callFrom(app, null, 'profile.get', { headers: { authorization: bearer(token) } });
    expect(answer.status).toBe(200);
    expect(corsOf(answer)).toEqual([]);
  });

  it('with Basic credentials for a proxy in front calls as without them', async ({ app }) => {
    const agent = await app.signInByMail(uniqueEmail());
    const headers = { authorization: 'Basic cHJveHk6c2VjcmV0' };
    const answer = await callFrom(app, agent, 'profile.get', { headers });
    expect(answer.status).toBe(200);
    expect(corsOf(answer)).toEqual(corsOf(await callFrom(app, agent, 'profile.get')));
    const refused = await callFrom(app, agent, 'profile.update', { method: 'POST', body: '{}', headers });
    expect(refusalOf(refused.text)).toBe('FOREIGN_ORIGIN');
  });

  it('cannot use Auth.js or a form of the pages', async ({ app }) => {
    const agent = await app.signInByMail(uniqueEmail());
    for (const path of ['/auth/signout', '/sign-out', '/auth/session']) {
      const answer = await rawRequest(app.origin, {
        method: path === '/auth/session' ? 'GET' : 'POST',
        path,
        headers: {
          origin: SHOP,
          'sec-fetch-site': 'same-site',
          cookie: cookieOf(agent),
          'content-type': 'application/x-www-form-urlencoded',
        },
      });
      expect(corsOf(answer)).toEqual([]);
    }
    expect(await app.client(agent).session.get.query()).not.toBeNull();
  });
});

let person: HttpAgent | undefined;
const signedIn = async (app: TestApp) => (person ??= await app.signInByMail(uniqueEmail()));

describe('an origin that is almost a trusted one', () => {
  const MUTANTS = [
    ['in capitals', 'http://SHOP.localhost:5173'],
    ['with a slash at the end', 'http://shop.localhost:5173/'],
    ['with another port', 'http://shop.localhost:5174'],
    ['without the port', 'http://shop.localhost'],
    ['with another scheme', 'https://shop.localhost:5173'],
    ['that only begins with it', 'http://shop.localhost:51730'],
    ['that has it as a subdomain', 'http://shop.localhost:5173.evil.test'],
    ['that ends with it', 'http://evilshop.localhost:5173'],
    ['that is below it', 'http://a.shop.localhost:5173'],
    ['above it', 'http://localhost:5173'],
    ['with user information', 'http://shop.localhost:5173@evil.test'],
    ['with user information before it', 'http://evil@shop.localhost:5173'],
    ['null', 'null'],
    ['empty', ''],
    ['that is two', `${SHOP}, http://evil.test`],
    ['with a default port', 'https://app.example.com:443'],
    ['with a dot at the end', 'https://app.example.com.'],
    ['with a pattern', 'https://*.example.com'],
  ] as const;

  it.for(MUTANTS)('%s gets no answer to read, and changes nothing', async ([, origin], { app }) => {
    const agent = await signedIn(app);
    expect(corsOf(await callFrom(app, agent, 'session.get', { headers: { origin } }))).toEqual([]);
    const preflight = await callFrom(app, null, 'session.signOut', {
      method: 'OPTIONS',
      headers: { origin, 'access-control-request-method': 'POST' },
    });
    expect(corsOf(preflight)).toEqual([]);
    const answer = await mutate(app, agent, 'session.signOut', { origin });
    expect([answer.status, refusalOf(answer.text)]).toEqual([403, 'FOREIGN_ORIGIN']);
    expect(corsOf(answer)).toEqual([]);
    expect(await app.client(agent).session.get.query()).not.toBeNull();
  });

  it.for(['cross-site', 'none', 'Same-Site', ''])(
    'whose request is %s to the browser gets nothing, because its site is another one',
    async (site, { app }) => {
      const agent = await signedIn(app);
      const headers = { 'sec-fetch-site': site };
      expect(corsOf(await callFrom(app, agent, 'session.get', { headers }))).toEqual([]);
      expect(refusalOf((await mutate(app, agent, 'session.signOut', headers)).text)).toBe('FOREIGN_ORIGIN');
    },
  );
});

it('a browser without Sec-Fetch-Site (before 2023) may read from a trusted origin', async ({ app }) => {
  const headers = { origin: SHOP, cookie: cookieOf(await signedIn(app)) };
  const answer = await rawRequest(app.origin, { path: '/trpc/session.get', headers });
  expect(answer.text).toContain('"user"');
  expectReadable(answer);
});

it('without TRUSTED_ORIGINS no other origin gets an answer to read', async () => {
  await using app = await createTestApp();
  const answer = await callFrom(app, null, 'session.get');
  expect(answer.status).toBe(200);
  expect([...corsOf(answer), answer.headers['vary']]).toEqual(['trpc-accept, accept']);
});
