import { describe, expect } from 'vitest';
import { NEXT_STEPS } from '../../shared/errors/entry.ts';
import { ERRORS } from '../../shared/errors/catalogue.ts';
import { createHttpBrowser, formOf, openPage } from '../../testing/app/http-browser.ts';
import { textOfPage } from '../../testing/pages/page-text.ts';
import { rawRequest } from '../../testing/app/raw-request.ts';
import { testWith } from '../../testing/app/fixture.ts';
import { createTestApp, type TestApp } from '../../testing/app/test-app.ts';
import { testDocuments } from '../../testing/app/test-documents.ts';
import { errorsAndNotices as germanWords } from '../../locales/de/pages/errors-and-notices.ts';

const documents = await testDocuments();
const it = testWith({ documents });

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

  it('a page is in the browser’s preferred language, with a matching Vary header', async ({ app }) => {
    const page = await get(app, '/sign-in');
    expect(page.text).toContain('<html lang="de">');
    expect(String(page.headers['vary'])).toContain('Accept-Language, Cookie');
    expect(textOfPage(page.text)).toContain('Link per E-Mail senden');
    const refused = await get(app, '/missing.png', { ...german, accept: 'text/html' });
    expect(refused.text).toContain(germanWords.errors.NOT_FOUND.message);
    expect(String(refused.headers['vary'])).toContain('Accept-Language, Cookie');
    // A program reads English.
    expect((await get(app, '/missing.png')).text).toContain(ERRORS.NOT_FOUND.message);
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
  const html = 'text/html,application/xhtml+xml,*/*;q=0.8';

  it('for a wrong host is a page with the right one for a browser, JSON for a program', async ({ app }) => {
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
