import { describe, expect } from 'vitest';
import { LOCALES } from '../../../shared/locale.ts';
import { testWith } from '../../../testing/app/fixture.ts';
import { rawRequest } from '../../../testing/app/raw-request.ts';
import type { TestApp } from '../../../testing/app/test-app.ts';
import { refusalOf } from '../../../testing/database/written.ts';
import { MAIL_SAMPLES } from '../../mail/samples.ts';

const get = (app: TestApp, path: string, headers: Record<string, string> = {}) =>
  rawRequest(app.origin, { path, headers });

const it = testWith();
const inProduction = testWith({ settings: { mode: 'production' } });

describe('the gallery of mails', () => {
  it('lists every mail, and shows one of them in two schemes, two widths and as plain text', async ({
    app,
  }) => {
    const { status, text, headers } = await get(app, '/dev/mails?mail=reauthentication&language=de');
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
    });
    for (const name of Object.keys(MAIL_SAMPLES))
      expect(text).toContain(`href="/dev/mails?mail=${name}&amp;language=de"`);
    const frames = [...text.matchAll(/src="([^"]+)"\s+width="(\d+)"/g)].map(([, ...frame]) => frame);
    expect(frames).toEqual([
      ['/dev/mails/de/reauthentication/light', '360'],
      ['/dev/mails/de/reauthentication/dark', '360'],
      ['/dev/mails/de/reauthentication/light', '600'],
      ['/dev/mails/de/reauthentication/dark', '600'],
    ]);
    expect(text).toMatch(/<pre[^>]*>Ihr Code für localhost:\d+\n\nGeben Sie/);
    expect(headers['content-security-policy']).toMatch(
      /^default-src 'none'; style-src 'sha256-[A-Za-z0-9+/]{43}='; frame-src 'self'; /,
    );
  });

  it('is in the language of the request, and starts with the first mail', async ({ app }) => {
    const { text } = await get(app, '/dev/mails', { 'accept-language': 'de' });
    expect(text).toContain('<html lang="de">');
    expect(text).toContain('src="/dev/mails/de/sign-in-link/light"');
  });

  it('returns every mail in every language, with its logo and without scripts and network', async ({
    app,
  }) => {
    for (const locale of LOCALES) {
      for (const name of Object.keys(MAIL_SAMPLES)) {
        const { status, text, headers } = await get(app, `/dev/mails/${locale}/${name}/light`);
        expect([name, status]).toEqual([name, 200]);
        expect(text).toContain(`<html lang="${locale}"`);
        expect(text).toContain('src="data:image/png;base64,');
        expect(text).toContain('@media not all');
        for (const rule of [
          "default-src 'none'; img-src data:;",
          'sandbox allow-top-navigation-by-user-activation',
        ])
          expect(headers['content-security-policy']).toContain(rule);
      }
    }
  });

  it.for([
    ['/dark', '@media all'],
    ['/light', '@media not all'],
    ['', '@media (prefers-color-scheme: dark)'],
  ] as const)('returns a mail with the scheme %j', async ([scheme, rule], { app }) => {
    const { text } = await get(app, `/dev/mails/en/sign-in-link${scheme}`);
    expect(text).toContain(`${rule} {`);
  });

  it.for([
    '/dev/mails?mail=constructor',
    '/dev/mails?language=xx',
    '/dev/mails?mail=sign-in&mail=sign-in',
    '/dev/mails/en/constructor/light',
    '/dev/mails/xx/sign-in-link/light',
    '/dev/mails/en/sign-in-link/blue',
  ])('returns 404 for %s', async (path, { app }) => {
    const { status, text } = await get(app, path);
    expect([status, refusalOf(text)]).toEqual([404, 'NOT_FOUND']);
  });
});

describe('in production', () => {
  inProduction.for(['/dev/mails', '/dev/mails/en/sign-in-link', '/dev/mails/en/sign-in-link/light'])(
    'returns 404 for %s',
    async (path, { app }) => {
      const { status, text } = await get(app, path);
      expect([status, refusalOf(text)]).toEqual([404, 'NOT_FOUND']);
    },
  );
});
