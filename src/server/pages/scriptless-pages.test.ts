import { describe, expect } from 'vitest';
import { NEXT_STEPS } from '../../shared/errors/entry.ts';
import { ERRORS } from '../../shared/errors/catalogue.ts';
import {
  createHttpBrowser,
  formOf,
  openPage,
  type HttpBrowser,
  type Page,
} from '../../testing/app/http-browser.ts';
import { textOfPage } from '../../testing/pages/page-text.ts';
import { rawRequest } from '../../testing/app/raw-request.ts';
import { testWith } from '../../testing/app/fixture.ts';
import { createTestApp, type TestApp } from '../../testing/app/test-app.ts';
import { testDocuments } from '../../testing/app/test-documents.ts';
import { errorsAndNotices as germanWords } from '../../locales/de/pages/errors-and-notices.ts';

const documents = await testDocuments();
const it = testWith({ documents });

const textOf = ({ html }: Pick<Page, 'html'>) => textOfPage(html);

async function submit(
  app: TestApp,
  browser: HttpBrowser,
  page: Page,
  fields: Record<string, string> = {},
  to?: string,
): Promise<Page> {
  const { action, fields: filled } = formOf(page, to);
  for (const [name, value] of Object.entries(fields)) filled.set(name, value);
  return openPage(app, browser, action, filled);
}

describe('without scripts', () => {
  it('a user signs in by mail and signs out with form posts', async ({ app }) => {
    const browser = createHttpBrowser(app.origin);
    const email = 'plain@example.test';
    const signIn = await openPage(app, browser, '/sign-in?callbackUrl=/account/sign-in-methods');
    const sent = await submit(app, browser, signIn, { email, way: 'link' }, '/sign-in');
    expect(new URL(sent.url).pathname).toBe('/check-email');
    expect(textOf(sent)).toContain(`Check your email We sent a sign-in link and a code to ${email}`);
    expect(textOf(sent)).toContain(new URL(app.origin).host);

    const confirm = await openPage(app, browser, app.mailbox.linkOf(app.mailbox.last(email)));
    expect(textOf(confirm)).toContain(`Continue as ${email}`);
    const inside = await submit(app, browser, confirm);
    expect(new URL(inside.url).pathname).toBe('/account/sign-in-methods');
    expect(await app.db.collection('sessions').countDocuments()).toBe(1);

    const signOut = await openPage(app, browser, '/sign-out');
    expect(textOf(signOut)).toContain('Are you sure you want to sign out?');
    expect(signOut.headers.get('cache-control')).toBe('private, no-store, no-transform');
    const outside = await submit(app, browser, signOut, {}, '/sign-out');
    expect(new URL(outside.url).pathname).toBe('/sign-in');
    expect(await app.db.collection('sessions').countDocuments()).toBe(0);
  });

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

  it('values from the address are escaped on the page', async ({ app }) => {
    const query = new URLSearchParams({
      email: '"><script>alert(1)</script>',
      token: '"&csrfToken=x#',
      callbackUrl: 'https://evil.test',
    });
    const page = await openPage(app, createHttpBrowser(app.origin), `/confirm?${query.toString()}`);
    expect(page.html).not.toMatch(/<script>alert|evil\.test/);
    const { action, fields } = formOf(page, '/confirm');
    expect(action).toBe(`${app.origin}/confirm`);
    expect(fields.get('token')).toBe('"&csrfToken=x#');
  });
});

describe('in German', () => {
  const german = { 'accept-language': 'de-AT,de;q=0.9,en;q=0.8' };
  const get = (app: TestApp, address: string, headers: Record<string, string> = german) =>
    rawRequest(app.origin, { path: address, headers: { host: new URL(app.origin).host, ...headers } });
  const shownBy = ({ text }: { text: string }) => textOfPage(text);

  it('a page is in the browser’s preferred language, with a matching Vary header', async ({ app }) => {
    const page = await get(app, '/sign-in');
    expect(page.text).toContain('<html lang="de">');
    expect(String(page.headers['vary'])).toContain('Accept-Language, Cookie');
    expect(shownBy(page)).toContain(
      'Anmelden E-Mail-Adresse Passwort Zeigen Vergessen? Anmelden Link per E-Mail senden',
    );
    expect(shownBy(await get(app, '/sign-out'))).toContain('Sie sind bereits abgemeldet.');
    expect(shownBy(await get(app, '/check-email?email=a@b.test'))).toContain('Sehen Sie in Ihre E-Mails');
    expect(shownBy(await get(app, '/confirm?email=a@b.test&token=t'))).toContain('Als a@b.test fortfahren');
  });

  it('the chosen language wins over the preferred one', async ({ app }) => {
    const page = await get(app, '/sign-in', { ...german, cookie: 'foyer.locale=en' });
    expect(page.text).toContain('<html lang="en">');
    const nonsense = await get(app, '/sign-in', { ...german, cookie: 'foyer.locale=tlh' });
    expect(nonsense.text).toContain('<html lang="de">');
    const twice = await get(app, '/sign-in', { ...german, cookie: 'foyer.locale=en; foyer.locale=de' });
    expect(twice.text).toContain('<html lang="de">');
  });

  it('the ETag of a page differs between languages', async ({ app }) => {
    const english = await get(app, '/resume-link', {});
    const tag = String(english.headers['etag']);
    expect(tag).toMatch(/^"[\w-]{43}"$/);
    expect(english.headers['last-modified']).toBeUndefined();
    expect((await get(app, '/resume-link', { 'if-none-match': tag })).status).toBe(304);
    expect((await get(app, '/resume-link', { ...german, 'if-none-match': tag })).status).toBe(200);
  });

  it('an error is a German page for a browser, and English JSON for a program', async ({ app }) => {
    const person = await get(app, '/missing.png', { ...german, accept: 'text/html' });
    expect(person.text).toContain('<html lang="de">');
    expect(person.text).toContain(germanWords.errors.NOT_FOUND.message);
    expect(String(person.headers['vary'])).toContain('Accept-Language, Cookie');
    expect((await get(app, '/missing.png', german)).text).toContain(ERRORS.NOT_FOUND.message);
  });

  it('a form post changes the language and returns to the same page', async ({ app }) => {
    const browser = createHttpBrowser(app.origin);
    const english = await openPage(app, browser, '/check-email?email=a@b.test');
    const back = await submit(app, browser, english, { locale: 'de' }, '/locale');
    expect(new URL(back.url).pathname + new URL(back.url).search).toBe('/check-email?email=a%40b.test');
    expect(textOf(back)).toContain('Wir haben einen Anmeldelink und einen Code an a@b.test gesendet.');
    const restored = await submit(app, browser, back, { locale: 'en' }, '/locale');
    expect(textOf(restored)).toContain('We sent a sign-in link and a code to a@b.test');
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

describe('a configuration that Auth.js cannot use', () => {
  it('leaves the sign-in page with its form', async () => {
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
});

describe('an error answer', () => {
  const send = (app: TestApp, options: Parameters<typeof rawRequest>[1]) => rawRequest(app.origin, options);
  const html = 'text/html,application/xhtml+xml,*/*;q=0.8';

  it('for a wrong host is a page with a link to the right one for a browser, and JSON for a program', async ({
    app,
  }) => {
    const forUser = await send(app, { headers: { host: 'other.test', accept: html } });
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
      const answer = await send(app, { path: address, headers: { accept: html } });
      expect([answer.status, answer.headers['cache-control']]).toEqual([status, 'no-store']);
      expect(answer.text).toContain(ERRORS[code].message);
      expect(answer.text).toContain(`Code: ${code} · Request: ${String(answer.headers['x-request-id'])}`);
      expect(answer.text).toContain(`href="${NEXT_STEPS[ERRORS[code].next].path}"`);
      expect(String(answer.headers['content-security-policy'])).toContain("script-src 'self';");
    },
  );
});
