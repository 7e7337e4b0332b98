import { describe, expect } from 'vitest';
import { rawRequest } from '../testing/app/raw-request.ts';
import { it } from '../testing/app/fixture.ts';
import { countWritten, refusalOf } from '../testing/database/written.ts';

it.for([
  ['/healthz', 200],
  ['/readyz', 200],
  ['/favicon.ico', 204],
] as const)('%s returns %i under any host name', async ([path, status], { app }) => {
  const headers = { host: 'whatever.internal' };
  expect((await rawRequest(app.origin, { path, headers })).status).toBe(status);
});

it('has every unique and TTL index (security.md R4)', async ({ app }) => {
  const indexes = Object.fromEntries(
    await Promise.all(
      ['users', 'accounts', 'sessions', 'verification_tokens'].map(async (name) => [
        name,
        (await app.db.collection(name).indexes())
          .filter((index) => index['unique'] === true || index['expireAfterSeconds'] !== undefined)
          .map((index) => Object.keys(index['key'] as object).join('+'))
          .toSorted(),
      ]),
    ),
  );
  expect(indexes).toEqual({
    users: [
      'accounts.key',
      'email',
      'emailUndos.tokenHash',
      'externalId',
      'passkeys.id',
      'phone.e164',
      'secondFactorRemoval.stopTokenHash',
    ],
    accounts: ['provider+providerAccountId'],
    sessions: ['expires', 'sessionToken'],
    verification_tokens: ['expires', 'identifier'],
  });
});

describe('the host name', () => {
  it.for(['evil.test', 'localhost', 'localhost:1', '127.0.0.1'])(
    '%j returns 421 (security.md 34, GHSA-569q-mpph-wgww)',
    async (host, { app }) => {
      for (const path of ['/auth/csrf', '/trpc/session.get', '/sign-in']) {
        const answer = await rawRequest(app.origin, {
          path,
          headers: { host, 'x-forwarded-host': new URL(app.origin).host },
        });
        expect([answer.status, refusalOf(answer.text)]).toEqual([421, 'WRONG_HOST']);
      }
    },
  );

  it('of a mail link is that of the settings, not X-Forwarded-Host (security.md 34)', async ({ app }) => {
    const answer = await rawRequest(app.origin, {
      method: 'POST',
      path: '/trpc/session.requestLink',
      headers: {
        'content-type': 'application/json',
        'x-forwarded-host': 'evil.test',
        'x-forwarded-proto': 'https',
      },
      body: JSON.stringify({ email: 'host@example.test' }),
    });
    expect(answer.status).toBe(200);
    expect(app.mailbox.linkOf(app.mailbox.last('host@example.test'))).toMatch(
      new RegExp(`^${app.origin}/confirm\\?`),
    );
  });
});

describe("Auth.js's actions", () => {
  it('return what Auth.js documents for providers, csrf and session', async ({ app }) => {
    const read = async (action: string, agent = app.agent()) =>
      (await agent.request(`/auth/${action}`)).json();
    expect(await read('providers')).toEqual({
      email: {
        id: 'email',
        name: 'Email',
        type: 'email',
        signinUrl: `${app.origin}/auth/signin/email`,
        callbackUrl: `${app.origin}/auth/callback/email`,
      },
    });
    expect(await read('csrf')).toEqual({ csrfToken: expect.stringMatching(/^[0-9a-f]{64}$/) });
    expect(await read('session')).toBeNull();
    expect(await read('session', await app.signInByMail('session@example.test'))).toEqual({
      user: { id: expect.any(String), name: null, email: 'session@example.test', image: null },
      expires: expect.any(String),
    });
  });

  it.for([
    ['GET', '/auth/nothing', 404, 'NOT_FOUND'],
    ['GET', '/auth/callback', 404, 'NOT_FOUND'],
    ['GET', '/auth/csrf/email', 404, 'NOT_FOUND'],
    ['GET', '/auth/signin/a/b', 404, 'NOT_FOUND'],
    ['GET', '/AUTH/csrf', 404, 'NOT_FOUND'],
    ['POST', '/auth/csrf', 405, 'METHOD_NOT_ALLOWED'],
    ['POST', '/auth/providers', 405, 'METHOD_NOT_ALLOWED'],
    ['PUT', '/auth/signin', 405, 'METHOD_NOT_ALLOWED'],
    ['DELETE', '/auth/session', 405, 'METHOD_NOT_ALLOWED'],
    ['TRACE', '/auth/session', 405, 'METHOD_NOT_ALLOWED'],
    ['HEAD', '/auth/callback/email', 405, ''],
  ] as const)('%s %s gets %i (security.md 34)', async ([method, path, status, code], { app }) => {
    const answer = await rawRequest(app.origin, { method, path });
    expect(answer.status).toBe(status);
    if (code) expect(refusalOf(answer.text)).toBe(code);
  });

  it.for([
    ['/auth/signin', '/sign-in'],
    ['/auth/signout', '/sign-out'],
    ['/auth/error?error=AccessDenied', '/error?error=AccessDenied'],
    ['/auth/verify-request', '/check-email'],
  ] as const)('GET %s redirects to the page %s', async ([path, page], { app }) => {
    const answer = await app.agent().request(path);
    expect(answer.status).toBe(302);
    expect(answer.location).toMatch(`${app.origin}${page}`);
  });

  it('sign in by mail with form posts, also after ten GETs of the link (security.md 10)', async ({ app }) => {
    const agent = app.agent();
    const email = 'form@example.test';
    const callbackUrl = '/account/sign-in-methods';
    const posted = await agent.postAuthForm('/auth/signin/email', { email, callbackUrl });
    expect(posted.status).toBe(303);
    const page = new URL(posted.location ?? '');
    expect([page.pathname, page.searchParams.get('email')]).toEqual(['/check-email', email]);
    const link = new URL(app.mailbox.linkOf(app.mailbox.last(email)));
    expect([link.pathname, link.searchParams.get('callbackUrl')]).toEqual(['/confirm', callbackUrl]);

    const callback = `/auth/callback/email?${link.searchParams.toString()}`;
    for (let visit = 0; visit < 10; visit++) {
      const visited = await app.agent().request(callback);
      expect(visited.location).toBe(link.href);
    }
    expect(await app.deps.collections.users.countDocuments({ email })).toBe(0);

    const done = await agent.request(callback, { method: 'POST' });
    expect([done.status, done.location]).toEqual([303, app.origin + callbackUrl]);
    expect(agent.cookies.has('foyer.session')).toBe(true);
    expect(await app.client(agent).session.get.query()).toMatchObject({ user: { email } });
  });

  it('sign out by form post with the CSRF token only', async ({ app }) => {
    const agent = await app.signInByMail('formout@example.test');
    const refused = await agent.postForm('/auth/signout', { csrfToken: 'wrong' });
    expect(new URL(refused.location ?? '').searchParams.get('error')).toBe('Signin');
    expect(await app.client(agent).session.get.query()).not.toBeNull();
    await agent.postAuthForm('/auth/signout');
    expect(agent.cookies.has('foyer.session')).toBe(false);
    expect(await app.client(agent).session.get.query()).toBeNull();
  });

  it.for([
    ['a foreign callback URL (CVE-2022-31093)', '/auth/signin?callbackUrl=https://evil.test'],
    ['an unreadable callback URL', '/auth/signin?callbackUrl=%5C%5Cevil'],
    ['a callback URL given twice', '/auth/signin?callbackUrl=/a&callbackUrl=/b'],
  ] as const)('refuse %s with 400', async ([_what, path], { app }) => {
    const answer = await app.agent().request(path);
    expect(answer.status).toBe(400);
    expect(refusalOf(answer.text)).toBe('INVALID_INPUT');
  });

  it('work when the callback-URL cookie is unreadable', async ({ app }) => {
    const answer = await rawRequest(app.origin, {
      path: '/auth/csrf',
      headers: { cookie: 'foyer.callback-url=javascript%3Aalert(1)' },
    });
    expect(answer.status).toBe(200);
  });

  it('ignore the value of one cookie in another one (CVE-2023-48309, security.md 19)', async ({ app }) => {
    const agent = await app.signInByMail('slots@example.test');
    const session = agent.cookies.get('foyer.session') ?? '';
    await agent.request('/auth/csrf');
    const csrf = agent.cookies.get('foyer.csrf') ?? '';
    for (const cookie of [`foyer.session=${csrf}`, `foyer.csrf=${session}`, `foyer.session.0=${session}`]) {
      const answer = await rawRequest(app.origin, { path: '/auth/session', headers: { cookie } });
      expect(answer.text).toBe('null');
    }
  });
});

describe('a mutation', () => {
  const body = JSON.stringify({ email: 'origin@example.test' });
  const path = '/trpc/session.requestLink';
  const json = { 'content-type': 'application/json' };
  const MULTIPART = 'multipart/form-data; boundary=x';

  it.for<[string, Record<string, string>, number, string]>([
    ['a foreign origin', { ...json, origin: 'https://evil.test' }, 403, 'FOREIGN_ORIGIN'],
    ['the origin null', { ...json, origin: 'null' }, 403, 'FOREIGN_ORIGIN'],
    ['a cross-site fetch', { ...json, 'sec-fetch-site': 'cross-site' }, 403, 'FOREIGN_ORIGIN'],
    ['a same-site fetch of a sibling', { ...json, 'sec-fetch-site': 'same-site' }, 403, 'FOREIGN_ORIGIN'],
    ['a cookie and no origin', { ...json, cookie: 'foyer.session=x' }, 403, 'FOREIGN_ORIGIN'],
    ['text/plain', { 'content-type': 'text/plain' }, 415, 'UNSUPPORTED_MEDIA_TYPE'],
    ['a form', { 'content-type': 'application/x-www-form-urlencoded' }, 415, 'UNSUPPORTED_MEDIA_TYPE'],
    ['multipart (CVE-2025-68130)', { 'content-type': MULTIPART }, 415, 'UNSUPPORTED_MEDIA_TYPE'],
    ['no type at all', {}, 415, 'UNSUPPORTED_MEDIA_TYPE'],
  ])(
    'with %s is refused and writes nothing (security.md 20, 21)',
    async ([_what, headers, status, code], { app }) => {
      const before = await countWritten(app);
      const answer = await rawRequest(app.origin, { method: 'POST', path, headers, body });
      expect([answer.status, refusalOf(answer.text)]).toEqual([status, code]);
      expect(await countWritten(app)).toEqual(before);
    },
  );

  it('by GET returns 405 (security.md 21)', async ({ app }) => {
    const answer = await rawRequest(app.origin, { path: `${path}?input=${encodeURIComponent(body)}` });
    expect([answer.status, refusalOf(answer.text)]).toEqual([405, 'METHOD_NOT_ALLOWED']);
  });

  it('of a program without cookies and origin returns 200', async ({ app }) => {
    const answer = await rawRequest(app.origin, { method: 'POST', path, headers: json, body });
    expect(answer.status).toBe(200);
  });

  it('of Auth.js from a foreign origin returns 403 (security.md 20)', async ({ app }) => {
    for (const target of ['/auth/signin/email', '/auth/signout', '/auth/callback/email?token=x&email=y']) {
      const answer = await rawRequest(app.origin, {
        method: 'POST',
        path: target,
        headers: { 'content-type': 'application/x-www-form-urlencoded', origin: 'https://evil.test' },
        body: 'email=a@example.test',
      });
      expect([answer.status, refusalOf(answer.text)]).toEqual([403, 'FOREIGN_ORIGIN']);
    }
  });
});
