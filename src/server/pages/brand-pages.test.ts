import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect } from 'vitest';
import { testWith } from '../../testing/app/fixture.ts';
import { dataOfPage, rootOf } from '../../testing/pages/page-text.ts';
import { rawRequest } from '../../testing/app/raw-request.ts';
import { renderSignedOutPage, testDocuments } from '../../testing/app/test-documents.ts';
import { folderOfFile } from '../../testing/run/temporary-folder.ts';
import { readSettings } from '../settings/read-settings.ts';

const SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h9v9z"/></svg>';
const ICON = Buffer.from('0000010001001010', 'hex');
const FONT = Buffer.from('774f463200010000', 'hex');
const folder = folderOfFile();
for (const name of ['words', 'mails']) mkdirSync(path.join(folder, name));
for (const [file, content] of Object.entries({
  'logo.svg': SVG,
  'logo-dark.svg': SVG.replace('h9', 'h8'),
  'favicon.svg': SVG.replace('h9', 'h7'),
  'favicon.ico': ICON,
  'font.woff2': FONT,
  'tokens.css':
    ':root { --foyer-page: #fdf6ec; --foyer-radius: 2px } @media (prefers-color-scheme: dark) { :root { --foyer-muted: #b5b5b5 } }',
  'mails/en.json': JSON.stringify({ signIn: { button: 'Come in' } }),
  'words/en.json': JSON.stringify({
    signIn: { title: 'Hello again' },
    errors: { NOT_FOUND: { title: 'Lost?' } },
  }),
}))
  writeFileSync(path.join(folder, file), content);

const { brand } = readSettings({
  AUTH_SECRET: 'given',
  BRAND_DIR: folder,
  APP_NAME: 'Harbour Bank',
  APP_URL: 'https://bank.example/',
  APP_TERMS_URL: 'https://bank.example/terms',
});
const documents = await testDocuments(renderSignedOutPage, { brand });
const it = testWith({ documents, settings: { brand } });

const STYLE =
  '@font-face{font-family:"Brand";src:url(/brand/font.[hash].woff2) format("woff2");font-weight:100 900;font-display:swap}' +
  'html:root{--foyer-font:"Brand", [fonts];--foyer-page:#fdf6ec;--foyer-radius:2px}' +
  // The light page colour must not hide the dark one of Foyer.
  '@media (prefers-color-scheme:dark){html:root{--foyer-page:#101413;--foyer-muted:#b5b5b5}}';

const stylesOf = (text: string) =>
  [...text.matchAll(/<style>([^<]*)<\/style>/g)].map(([, style = '']) => style);

const policyAllows = (policy: unknown, style: string) =>
  expect(policy).toContain(`'sha256-${createHash('sha256').update(style).digest('base64')}'`);

describe('a document of a site with a brand', () => {
  it.for(['/sign-in', '/account'])(
    'has its tokens, which the policy allows by their hash, its icons and the colours of the window: %s',
    async (address, { app }) => {
      const agent = address === '/sign-in' ? app.agent() : await app.signInByMail('brand@example.test');
      const { text, headers } = await agent.request(address);
      const style = stylesOf(text).at(-1) ?? '';
      const plain = style
        .replace(/\.[\w-]{12}\.woff2/, '.[hash].woff2')
        .replace(/"Brand", [^;]*/, '"Brand", [fonts]');
      expect(plain).toBe(STYLE);
      policyAllows(headers.get('content-security-policy'), style);
      expect(headers.get('content-security-policy')).not.toContain('unsafe');

      const icons = [...text.matchAll(/<link rel="(icon|apple-touch-icon)" href="([^"]+)"/g)];
      expect(icons.map(([, rel, href]) => `${rel} ${href?.replace(/\.[\w-]{12}\./, '.')}`)).toEqual([
        'icon /brand/favicon.ico',
        'icon /brand/favicon.svg',
      ]);
      const colours = [...text.matchAll(/<meta name="theme-color"[^>]*content="([^"]+)"/g)];
      expect(colours.map(([, colour]) => colour)).toEqual(['#fdf6ec', '#101413']);
    },
  );

  it('shows its logo, its name, its links and its words, and the other words stay', async ({ app }) => {
    const { text } = await app.agent().request('/sign-in');
    const root = rootOf(text);
    expect(root).toMatch(
      /<source srcSet="\/brand\/logo-dark\.[\w-]{12}\.svg" media="\(prefers-color-scheme: dark\)"/,
    );
    expect(root).toMatch(/<img src="\/brand\/logo\.[\w-]{12}\.svg" alt=""/);
    expect(root).toContain('Harbour Bank');
    expect(root).toContain('<a href="https://bank.example/terms">Terms</a>');
    expect(root).toMatch(/<h1[^>]*>Hello again<\/h1>/);
    expect(root).toMatch(/value="password"[^>]*>.*?>Sign in</);
    expect(text).toContain('<title>Hello again · Harbour Bank</title>');
    const { page } = dataOfPage(text) as { page: { brand: { words: unknown } } };
    expect(page.brand.words).toEqual({
      en: {
        signIn: { title: 'Hello again' },
        errors: { NOT_FOUND: { title: 'Lost?' } },
        firstErrors: { NOT_FOUND: { title: 'Lost?' } },
      },
    });
  });

  it('of the account application hands its words over', async ({ app }) => {
    const agent = await app.signInByMail('words@example.test');
    const { text } = await agent.request('/account');
    const data = /id="application-data">([^<]*)</.exec(text)?.[1] ?? '';
    expect(JSON.parse(data)).toMatchObject({ brand: { name: 'Harbour Bank', words: brand.words } });
  });

  it('keeps the words of Foyer in a language without own ones', async ({ app }) => {
    const { text } = await app.agent().request('/sign-in', { headers: { 'accept-language': 'de' } });
    expect(rootOf(text)).toMatch(/<h1[^>]*>Anmelden<\/h1>/);
  });
});

it('a mail has the name, the words and the colours of the brand', async ({ app }) => {
  await app.signInByMail('mail@example.test');
  const { subject, html } = app.mailbox.last('mail@example.test');
  expect(subject).toContain('Harbour Bank');
  expect(html).toContain('Come in');
  expect(html).toContain('#fdf6ec');
});

it('an error page has the name, the words and the colours of the brand', async ({ app }) => {
  const { status, text, headers } = await rawRequest(app.origin, {
    path: '/auth/nothing',
    headers: { accept: 'text/html' },
  });
  expect(status).toBe(404);
  expect(text).toContain('<title>Lost? · Harbour Bank</title>');
  const [tokens = ''] = stylesOf(text);
  expect(tokens).toContain('--foyer-page:#fdf6ec;');
  expect(tokens).toContain('--foyer-accent:#1f6a57;');
  policyAllows(headers['content-security-policy'], tokens);
});

describe('a file of the brand', () => {
  const pathOf = (name: 'logo.svg' | 'font.woff2' | 'favicon.ico') => brand.files[name]?.path ?? '';

  it.for([
    ['logo.svg', 'image/svg+xml'],
    ['font.woff2', 'font/woff2'],
    ['favicon.ico', 'image/x-icon'],
  ] as const)('is served for ever, and may do nothing: %s', async ([name, contentType], { app }) => {
    const { status, headers, text } = await rawRequest(app.origin, { path: pathOf(name) });
    expect(status).toBe(200);
    if (name === 'logo.svg') expect(text).toBe(SVG);
    expect(headers).toMatchObject({
      'content-type': contentType,
      'cache-control': 'public, max-age=31536000, immutable',
      'content-security-policy':
        "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox",
      'x-content-type-options': 'nosniff',
    });
  });

  it.for([
    '/brand/logo.svg',
    '/brand/tokens.css',
    '/brand/words/en.json',
    '/brand/..%2ftokens.css',
    '/brand/',
  ])('is not served at another address: %s', async (address, { app }) => {
    expect((await rawRequest(app.origin, { path: address })).status).toBe(404);
  });

  it('is the icon that browsers look for by themselves', async ({ app }) => {
    const { status, headers } = await rawRequest(app.origin, { path: '/favicon.ico' });
    expect([status, headers['content-type']]).toEqual([200, 'image/x-icon']);
  });
});
