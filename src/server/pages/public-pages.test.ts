import { describe, expect } from 'vitest';
import { GOODBYE_COOKIE_MAX_AGE_MS } from '../http/goodbye-cookie.ts';
import { APPLICATION_PATHS, DEVELOPMENT_PATHS, needsSession } from '../../shared/application-paths.ts';
import { firstPage } from '../../locales/en/pages/first-page.ts';
import { ERRORS, type ErrorCode } from '../../shared/errors/catalogue.ts';
import { NEXT_STEPS } from '../../shared/errors/entry.ts';
import { testWith } from '../../testing/app/fixture.ts';
import { createHttpBrowser, formOf, openPage } from '../../testing/app/http-browser.ts';
import { dataOfPage, rootOf, textOfPage } from '../../testing/pages/page-text.ts';
import { rawRequest, type RawAnswer } from '../../testing/app/raw-request.ts';
import { type TestApp, createTestApp } from '../../testing/app/test-app.ts';
import { testDocuments } from '../../testing/app/test-documents.ts';
import { uniqueEmail } from '../../testing/run/unique-name.ts';
import { errorsAndNotices as germanWords } from '../../locales/de/pages/errors-and-notices.ts';
import { submitForm } from '../../testing/pages/submit-form.ts';
import { makeAdministrator } from '../../testing/users/administrators.ts';
import { aSignedInUser, removeAdministrators } from '../../testing/users/signed-in-users.ts';

const documents = await testDocuments();
const it = testWith({ documents });
const inDemo = testWith({ documents, settings: { demo: true } });
const inProduction = testWith({ documents, settings: { mode: 'production' } });
const HTML = 'text/html,application/xhtml+xml,*/*;q=0.8';

function get(app: TestApp, path: string, headers: Record<string, string> = {}): Promise<RawAnswer> {
  return rawRequest(app.origin, {
    path,
    headers: { host: new URL(app.origin).host, accept: HTML, ...headers },
  });
}

const noScriptOf = (html: string) => /<noscript>([\s\S]*?)<\/noscript>/.exec(html)?.[1] ?? '';
const linksOf = (html: string) =>
  [...rootOf(html).matchAll(/<a\b[^>]*href="([^"]*)"/g)].map(([, href]) => href);

describe('/sign-out', () => {
  it('asks the signed-in person, and its form ends the session', async ({ app }) => {
    const { agent, email } = await aSignedInUser(app);
    const { text, headers } = await agent.request('/sign-out');
    expect(textOfPage(text)).toContain(
      `Sign out Are you sure you want to sign out? You are signed in as ${email}. Sign out Stay signed in`,
    );
    expect(headers.get('cache-control')).toBe('private, no-store, no-transform');
    expect(await submitForm(agent, '/sign-out', 'Sign out')).toMatchObject({
      status: 303,
      location: `${app.origin}/sign-in`,
    });
    expect(await app.db.collection('sessions').countDocuments()).toBe(0);
  });

  it('tells a signed-out person so, and takes their form', async ({ app }) => {
    const page = await get(app, '/sign-out');
    expect(textOfPage(page.text)).toContain('Signed out You are already signed out. Sign in');
    expect(page.text).not.toContain('action="/sign-out"');
    const { status, location } = await app.agent().postForm('/sign-out', {});
    expect([status, location]).toEqual([303, `${app.origin}/sign-in`]);
  });

  it.for([
    ['origin', 'https://evil.test'],
    ['sec-fetch-site', 'cross-site'],
  ] as const)('refuses a form with %s: %s, and the session stays', async ([name, value], { app }) => {
    const agent = await app.signInByMail(uniqueEmail());
    const answer = await agent.request('/sign-out', { method: 'POST', headers: { [name]: value } });
    expect(answer.status).toBe(403);
    expect(await app.client(agent).session.get.query()).not.toBeNull();
  });
});

describe('/error', () => {
  const requestId = 'b0000000-0000-4000-8000-000000000000';

  it.for(Object.keys(ERRORS) as ErrorCode[])('shows %s with its next step', async (code, { app }) => {
    const { text, status } = await get(app, `/error?error=${code}&requestId=${requestId}`);
    const { next } = ERRORS[code];
    // The outage may be over.
    const { title, message } = code === 'UNAVAILABLE' ? firstPage.failures.past : ERRORS[code];
    expect(status).toBe(200);
    expect(textOfPage(text)).toContain(`${title} ${message}`);
    expect(textOfPage(text)).toContain(`Code: ${code} · Request: ${requestId}`);
    expect(textOfPage(text)).toContain(NEXT_STEPS[next].label);
    expect(linksOf(text)).toEqual([
      next === 'verify-it-is-you' ? '/sign-in?error=SESSION_NOT_FRESH' : NEXT_STEPS[next].path,
    ]);
  });

  it.for(['Nothing', '<script>alert(1)</script>', 'toString', ''])(
    'does not repeat the unknown code %j',
    async (error, { app }) => {
      const query = new URLSearchParams({ error, requestId: '"><img src=x>' });
      const { text } = await get(app, `/error?${query.toString()}`);
      expect(textOfPage(text)).toMatch(/Error Something went wrong/);
      expect(dataOfPage(text)).toMatchObject({ page: { address: '/error' } });
      expect(text).not.toMatch(/alert|<img/);
      expect(linksOf(text)).toEqual(['/']);
    },
  );
});

describe('/goodbye', () => {
  it('leads everybody else to the start page', async ({ app }) => {
    const answer = await get(app, '/goodbye');
    expect([answer.status, answer.headers['location']]).toEqual([303, '/']);
  });

  it('names the address of the confirmation after a deletion, for five minutes', async ({ app }) => {
    const { agent, email } = await aSignedInUser(app);
    const now = app.deps.now().getTime();
    const { setCookies } = await agent.postJson('/trpc/data.deleteAccount', { confirm: 'delete my account' });
    const cookie = setCookies.find((each) => each.startsWith('foyer.goodbye='));
    const lifetime = Date.parse(/Expires=([^;]+)/.exec(cookie ?? '')?.[1] ?? '') - now;
    expect(Math.abs(lifetime - GOODBYE_COOKIE_MAX_AGE_MS)).toBeLessThan(60_000);
    expect(cookie).toContain('HttpOnly');

    const { status, headers, text } = await agent.request('/goodbye', { headers: { accept: HTML } });
    expect([status, headers.get('cache-control')]).toEqual([200, 'private, no-store, no-transform']);
    expect(textOfPage(text)).toContain(
      `Your account is deleted You are signed out everywhere, and nobody can sign in to this account any more. A mail to ${email} confirms it. Go to the start page`,
    );
  });
});

describe('an unknown path', () => {
  const UNKNOWN = [
    '/nothing',
    '/account/nothing',
    '/sign-in/nothing',
    '/accounts',
    '/missing.png',
    '/toString',
    '//evil.test/x',
    // W3C, "A Well-Known URL for Changing Passwords": a server with that URL must not answer every path.
    '/.well-known/resource-that-should-not-exist-whose-status-code-should-not-be-200',
  ];

  it.for(UNKNOWN)('%s is a whole page with status 404 for a browser', async (path, { app }) => {
    const { status, text, headers } = await get(app, path);
    expect([status, headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
    expect(textOfPage(text)).toContain(`Page not found ${ERRORS.NOT_FOUND.message}`);
    expect(linksOf(text)).toEqual(['/']);
    expect(text).toContain(`name="returnTo" value="${path}"`);
    expect(headers['vary']).toContain('Accept, Accept-Language, Cookie');
  });

  it('is not found with a session either', async ({ app }) => {
    const agent = await app.signInByMail(uniqueEmail());
    expect((await agent.request('/account/nothing', { headers: { accept: HTML } })).status).toBe(404);
  });

  it.for([
    ['/nothing', 'de', '<html lang="de">'],
    ['/nothing', 'ar-EG,ar;q=0.9', '<html lang="ar" dir="rtl">'],
    ['/assets/nothing.js', 'ar', '<html lang="ar" dir="rtl">'],
  ] as const)('%s is a page in the language of %s', async ([path, language, start], { app }) => {
    expect((await get(app, path, { 'accept-language': language })).text).toContain(start);
  });

  it('keeps its query to itself, because anybody can write it', async ({ app }) => {
    const { text } = await get(app, '/nothing?error=call-0800-now');
    expect(text).not.toContain('0800');
    expect(dataOfPage(text)).toMatchObject({ page: { name: 'not-found', address: '/nothing' } });
  });
});

describe('a path of the application', () => {
  const publicPaths = APPLICATION_PATHS.filter((path) => !needsSession(path));
  const privatePaths = APPLICATION_PATHS.filter(needsSession);

  it.for([...publicPaths, ...DEVELOPMENT_PATHS, '/developers/'])('%s answers 200', async (path, { app }) => {
    const { status, text } = await get(app, path, { accept: '*/*' });
    expect(status).toBe(200);
    expect(text).toContain('<div id="root"></div>');
  });

  inProduction.for(DEVELOPMENT_PATHS)('%s answers 404 in production', async (path, { app }) => {
    expect((await get(app, path)).status).toBe(404);
  });

  it('answers 200 to a signed-in person', async ({ app }) => {
    const agent = await app.signInByMail(uniqueEmail());
    for (const path of privatePaths) expect([path, (await agent.request(path)).status]).toEqual([path, 200]);
  });

  it.for([...privatePaths, '/account/', '/account?x=https://evil.test', '/device?code=ABCD-EFGH'])(
    '%s leads a signed-out person to sign-in and back',
    async (path, { app }) => {
      const { status, headers } = await get(app, path);
      const location = new URL(String(headers['location']), app.origin);
      expect([status, location.pathname]).toEqual([303, '/sign-in']);
      expect(Object.fromEntries(location.searchParams)).toEqual({
        error: 'SessionRequired',
        callbackUrl: path,
      });
      expect(headers['cache-control']).toBe('private, no-store');
    },
  );
});

describe('the document of the application', () => {
  const rootOfApplication = (html: string) => /<div id="root">([\s\S]*?)<\/div><noscript>/.exec(html)?.[1];

  it.for([
    ['/account', 'Account', 'Profile'],
    ['/account/activity/secure', 'Account', 'Activity'],
    ['/admin/people/1', 'Administration', 'People'],
  ] as const)('at %s has the sections before any script', async ([path, navigation, section], { app }) => {
    const agent = await app.signInByMail(uniqueEmail());
    const root = rootOfApplication((await agent.request(path)).text);
    expect(root).toContain(`<nav aria-label="${navigation}"`);
    const current = [...(root ?? '').matchAll(/<a [^>]*aria-current="page"[^>]*>(.*?)<\/a>/g)];
    expect(current.map(([, content = '']) => content.replaceAll(/<[^>]*>/g, ''))).toEqual([section]);
  });

  it('has the logo and an empty card before a page without sections', async ({ app }) => {
    const agent = await app.signInByMail(uniqueEmail());
    const root = rootOfApplication((await agent.request('/device')).text);
    expect(root).toMatch(/^<div[^>]*><header[^>]*>.*<\/header><main[^>]*><div role="status"/);
    expect(root).toContain(new URL(app.origin).host);
  });

  it('is empty before a page for developers', async ({ app }) => {
    const agent = await app.signInByMail(uniqueEmail());
    expect(rootOfApplication((await agent.request('/developers')).text)).toBe('');
    expect(rootOfApplication((await get(app, '/developers')).text)).toBe('');
  });
});

describe('a page of the application without script', () => {
  it('says what it needs, with the way on and the languages', async ({ app }) => {
    const { text } = await get(app, '/developers');
    expect(textOfPage(text)).toContain(
      'JavaScript is switched off This page needs JavaScript. Switch it on and load the page again. Load the page again Go to the start page',
    );
    const noscript = noScriptOf(text);
    expect(noscript).toMatch(/<h1\b/);
    expect(noscript).toContain('href="/developers"');
    expect(noscript).toContain('name="returnTo" value="/developers"');
    expect(noscript).not.toContain('action="/sign-out"');
  });

  it('has the form that signs out, for a signed-in person', async ({ app }) => {
    const agent = await app.signInByMail(uniqueEmail());
    const noscript = noScriptOf((await agent.request('/account/devices')).text);
    expect(noscript).toContain('<form action="/sign-out" method="post">');
    expect(noscript).toContain('name="returnTo" value="/account/devices"');
  });

  it('does not take anything from the query', async ({ app }) => {
    const { text } = await get(app, '/developers?x=call-0800-now');
    expect(text).not.toContain('0800');
  });
});

it('/.well-known/change-password leads to the sign-in methods', async ({ app }) => {
  const { status, headers } = await get(app, '/.well-known/change-password');
  expect([status, headers['location']]).toEqual([303, '/account/sign-in-methods']);
});

describe('without scripts', () => {
  it.for([
    ['an unknown provider', { provider: 'nobody', callbackUrl: '/account?tab=1' }, {}, 303],
    ['no provider at all', {}, {}, 303],
    ['another site’s form', { provider: 'nobody' }, { origin: 'https://evil.test' }, 403],
  ] as const)(
    'the form of a provider’s button is refused for %s',
    async ([_name, form, headers, status], { app }) => {
      const answer = await fetch(`${app.origin}/sign-in/provider`, {
        method: 'POST',
        headers,
        body: new URLSearchParams(form),
        redirect: 'manual',
      });
      expect([answer.status, answer.headers.get('cache-control')]).toEqual([status, 'no-store']);
      if (status === 403) return;
      const back = new URL(answer.headers.get('location') ?? '', app.origin);
      expect([back.pathname, back.searchParams.get('error')]).toEqual(['/sign-in', 'Signin']);
      expect(back.searchParams.get('callbackUrl')).toBe('callbackUrl' in form ? form.callbackUrl : null);
    },
  );
});

describe('in German', () => {
  const german = { 'accept-language': 'de-AT,de;q=0.9,en;q=0.8' };

  it('a page is in the browser’s preferred language, with a matching Vary header', async ({ app }) => {
    const page = await get(app, '/sign-in', german);
    expect(page.text).toContain('<html lang="de">');
    expect(String(page.headers['vary'])).toContain('Accept-Language, Cookie');
    expect(textOfPage(page.text)).toContain('Link per E-Mail');
    const refused = await get(app, '/missing.png', german);
    expect(refused.text).toContain(germanWords.errors.NOT_FOUND.message);
    expect(String(refused.headers['vary'])).toContain('Accept-Language, Cookie');
    // A program gets English.
    expect((await get(app, '/missing.png', { ...german, accept: '*/*' })).text).toContain(
      ERRORS.NOT_FOUND.message,
    );
  });

  it('the chosen language wins over the preferred one', async ({ app }) => {
    for (const [cookie, language] of [
      ['foyer.locale=en', 'en'],
      ['foyer.locale=tlh', 'de'],
      ['foyer.locale=en; foyer.locale=de', 'de'],
    ] as const) {
      const { text } = await get(app, '/sign-in', { ...german, cookie });
      expect([cookie, text]).toEqual([cookie, expect.stringContaining(`<html lang="${language}">`)]);
    }
  });

  it('a form post changes the language and returns to the same page', async ({ app }) => {
    const browser = createHttpBrowser(app.origin);
    const english = await openPage(app, browser, '/check-email?email=a@b.test');
    const { action, fields } = formOf(english, '/locale');
    fields.set('locale', 'de');
    const back = await openPage(app, browser, action, fields);
    expect(new URL(back.url).pathname + new URL(back.url).search).toBe('/check-email?email=a%40b.test');
    expect(textOfPage(back.html)).toContain(
      'Wir haben einen Anmeldelink und einen Code an a@b.test gesendet.',
    );
  });

  it.for([
    [{ locale: 'de' }, {}, 204],
    [{ locale: 'de', returnTo: 'https://evil.test/' }, {}, 303],
    [{ locale: 'fr' }, {}, 400],
    [{}, {}, 400],
    [{ locale: 'de' }, { origin: 'https://evil.test' }, 403],
    [{ locale: 'de' }, { 'sec-fetch-site': 'cross-site' }, 403],
  ] as const)('POST /locale with %j and %j returns %i', async ([form, headers, status], { app }) => {
    const answer = await fetch(`${app.origin}/locale`, {
      method: 'POST',
      headers,
      body: new URLSearchParams(Object.entries(form)),
      redirect: 'manual',
    });
    expect(answer.status).toBe(status);
    expect(answer.headers.get('location')).toBe(status === 303 ? '/' : null);
    const cookies = answer.headers.getSetCookie();
    expect(cookies).toHaveLength(status < 400 ? 1 : 0);
    for (const cookie of cookies)
      expect(cookie).toMatch(/^foyer\.locale=de; Path=\/; Expires=[^;]+; HttpOnly; SameSite=Lax$/);
  });
});

it('a configuration that Auth.js cannot use leaves the sign-in page with its form', async () => {
  await using misconfigured = await createTestApp({
    settings: {
      builtInProviders: [{ id: 'keycloak', clientId: 'id', clientSecret: 'secret', issuer: null }],
    },
    documents,
  });
  const answer = await misconfigured.agent().request('/sign-in');
  expect(answer.status).toBe(200);
  expect(textOfPage(answer.text)).toContain('or Email address Password');
});

describe('an error answer', () => {
  const send = (app: TestApp, options: Parameters<typeof rawRequest>[1]) => rawRequest(app.origin, options);

  it('for a wrong host is a page with the right one for a browser, JSON for a program', async ({ app }) => {
    const forUser = await send(app, { headers: { host: 'other.test', accept: HTML } });
    expect([forUser.status, forUser.headers['content-type']]).toEqual([421, 'text/html; charset=utf-8']);
    expect(forUser.text).toContain(`href="${app.origin}"`);
    expect(forUser.text).toMatch(/<details>[^]*Host: other\.test · APP_ORIGIN: [^]*<\/details>/);
    expect(forUser.text.split('<details>')[0]).not.toContain('other.test');
    const forProgram = await send(app, { headers: { host: 'other.test', accept: '*/*' } });
    expect(JSON.parse(forProgram.text)).toEqual({
      error: {
        message: ERRORS.WRONG_HOST.message,
        data: {
          appCode: 'WRONG_HOST',
          requestId: forProgram.headers['x-request-id'],
          host: {
            arrived: 'other.test',
            expected: new URL(app.origin).host,
            remedy: expect.stringContaining('proxy_set_header Host $host;') as string,
          },
        },
      },
    });
  });

  it('for a wrong host behind a proxy names the setting that accepts it', async ({ app }) => {
    const { host } = new URL(app.origin);
    const answer = await send(app, { headers: { host: 'foyer:3000', 'x-forwarded-host': host } });
    const { error } = JSON.parse(answer.text) as { error: { data: Record<string, unknown> } };
    expect(error.data['host']).toEqual({
      arrived: 'foyer:3000',
      forwarded: host,
      expected: host,
      remedy: 'Set TRUST_PROXY to the number of proxies before Foyer, e.g. TRUST_PROXY=1.',
    });
  });

  it.for([
    ['/auth/nothing', 404, 'NOT_FOUND'],
    ['/auth/signin?callbackUrl=https://evil.test', 400, 'INVALID_INPUT'],
    ['/auth/%E0%A4%A', 400, 'MALFORMED_REQUEST'],
  ] as const)(
    'for %s is a page with its code, the request id and a next step',
    async ([address, status, code], { app }) => {
      const answer = await send(app, { path: address, headers: { accept: HTML } });
      expect([answer.status, answer.headers['cache-control']]).toEqual([status, 'no-store']);
      expect(answer.text).toContain(ERRORS[code].message);
      expect(answer.text).toContain(`Code: ${code} · Request: ${String(answer.headers['x-request-id'])}`);
      expect(answer.text).toContain(`href="${NEXT_STEPS[ERRORS[code].next].path}"`);
      expect(String(answer.headers['content-security-policy'])).toContain("script-src 'self';");
    },
  );
});

describe('the first page of the demo', () => {
  const COMMAND = 'npm run server -- admin grant';
  const pageOf = async (app: TestApp, path = '/sign-in', headers: Record<string, string> = {}) =>
    (await app.agent().request(path, { headers })).text;

  inDemo('tells how to make the first administrator, until there is one', async ({ app }) => {
    await removeAdministrators(app);
    const page = await pageOf(app);
    expect(page).toContain(COMMAND);
    // The browser takes over only what is in the root.
    expect(page.indexOf(COMMAND)).toBeGreaterThan(page.indexOf('id="page-data"'));
    const german = await pageOf(app, '/sign-in', { 'accept-language': 'de' });
    expect(german).toContain('Diese Demo hat noch keinen Administrator');
    expect(await pageOf(app, '/forgot-password')).not.toContain(COMMAND);
    await makeAdministrator(app);
    expect(await pageOf(app)).not.toContain(COMMAND);
  });

  it('tells nobody outside the demo', async ({ app }) => {
    await removeAdministrators(app);
    expect(await pageOf(app)).not.toContain(COMMAND);
  });
});
