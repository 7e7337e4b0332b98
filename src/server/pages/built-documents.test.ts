import { plainPage } from '../../testing/pages/signed-out-states.ts';
import { createHash } from 'node:crypto';
import { readFile, rm, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import express from 'express';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { compressAssets } from '../../../scripts/compress-assets.ts';
import { writeTestBuild } from '../../testing/app/test-documents.ts';
import { folderOfFile, folderOfTest } from '../../testing/run/temporary-folder.ts';
import { createHttpServer } from '../http/http-server.ts';
import { createBuiltDocuments } from './built-documents.ts';
import type { PageWithoutScript } from './documents.ts';

const BIG = `export const lines = [${'"the same again", '.repeat(500)}];`;

const PAGE = plainPage('sign-in', { locale: 'de' });
const render = ({ name }: { readonly name: string }) => ({
  title: 'A < B',
  markup: `<p>$& ${name === 'loading' ? 'is loading' : 'rendered'}</p>`,
});

describe('the built files', () => {
  const http = createHttpServer();
  // A checkout may be in a folder with a dot. "send" hides such paths unless the folder is its root.
  const directory = path.join(folderOfFile(), '.hidden');
  let origin: string;

  beforeAll(async () => {
    await writeTestBuild(directory);
    await writeFile(path.join(directory, 'favicon.svg'), '<svg/>');
    await writeFile(path.join(directory, 'assets/app-1a2b.js'), 'export {}');
    await writeFile(path.join(directory, 'assets/big-3c4d.js'), BIG);
    await writeFile(path.join(directory, 'assets/gone-5e6f.js'), BIG);
    await compressAssets(path.join(directory, 'assets'));
    await writeFile(path.join(directory, '..', 'secret.txt'), 'secret');
    const app = express();
    (await createBuiltDocuments(directory, render)).mountFiles(app);
    const notFound: express.ErrorRequestHandler = (error: { status?: number }, _request, response, _next) => {
      response.status(error.status ?? 500).send('not found');
    };
    app.use(notFound);
    http.server.on('request', app);
    await http.listen(0, '127.0.0.1');
    origin = `http://127.0.0.1:${(http.server.address() as AddressInfo).port}`;
  });
  afterAll(() => http.close());

  it('are immutable for browsers when, and only when, their name has a hash', async () => {
    const answer = await fetch(`${origin}/assets/app-1a2b.js`);
    expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(answer.headers.get('content-type')).toContain('javascript');
    expect(await answer.text()).toBe('export {}');
    const { headers } = await fetch(`${origin}/favicon.svg`);
    expect(headers.get('cache-control'), 'its name has no hash').toBe('no-cache');
  });

  it.each([
    ['br, gzip', 'br'],
    ['gzip, deflate', 'gzip'],
    ['identity', null],
  ])('are sent as the build compressed them, for accept-encoding %s', async (accepted, encoding) => {
    const answer = await fetch(`${origin}/assets/big-3c4d.js`, { headers: { 'accept-encoding': accepted } });
    expect(answer.headers.get('content-encoding')).toBe(encoding);
    expect(answer.headers.get('vary')).toContain('Accept-Encoding');
    expect(answer.headers.get('content-type')).toContain('javascript');
    const size = Number(answer.headers.get('content-length'));
    expect(size < BIG.length / 10).toBe(encoding !== null);
    expect(await answer.text()).toBe(BIG);
  });

  it('return 404 when the build was replaced while the server runs', async () => {
    await rm(path.join(directory, 'assets/gone-5e6f.js.br'));
    for (let times = 0; times < 2; times++) {
      const headers = { 'accept-encoding': 'br' };
      expect((await fetch(`${origin}/assets/gone-5e6f.js`, { headers })).status).toBe(404);
    }
  });

  it.each([
    '/assets/app-0000.js',
    '/assets/missing',
    '/missing.png',
    '/a/b.map',
    '/assets/..%2f..%2fsecret.txt',
    '/assets',
    '/assets/',
    // The templates, without a page in them.
    '/index',
    '/sign-in',
    '/.vite/manifest.json',
  ])('return 404 for %s', async (address) => {
    const answer = await fetch(`${origin}${address}`, { redirect: 'manual' });
    expect([403, 404]).toContain(answer.status);
    expect(await answer.text()).not.toMatch(/Foyer|secret/);
  });
});

describe('the built documents', () => {
  let directory: string;
  const open = () => createBuiltDocuments(directory, render);

  beforeEach(async () => {
    directory = folderOfTest();
    await writeTestBuild(directory);
  });

  const application: PageWithoutScript = { ...PAGE, name: 'needs-script', locale: 'en', address: '/account' };

  it('have the application in the language of the request, with a content for browsers without script', async () => {
    const { application: documentOf } = await open();
    const { content } = await documentOf({ ...application, locale: 'de' });
    expect(content).toContain('<html lang="de">');
    expect((await documentOf({ ...application, locale: 'ar' })).content).toMatch(
      /^<!doctype html>\s*<html lang="ar" dir="rtl">\s*<head>/,
    );
    expect(content).toContain('<div id="root"><p>$& is loading</p></div>');
    expect(content.match(/<noscript>[^]*?<\/noscript>/g)).toEqual([
      '<noscript><p>$& rendered</p></noscript>',
    ]);
  });

  it('are rendered once, and kept only as long as few others are asked for', async () => {
    const rendered: string[] = [];
    const { application: documentOf } = await createBuiltDocuments(directory, (page) => {
      if (page.name === 'needs-script') rendered.push(page.address);
      return render(page);
    });
    const show = (address: string) => documentOf({ ...application, address });
    await show('/account');
    await show('/account');
    expect(rendered).toEqual(['/account']);
    for (let person = 0; person < 400; person++) await show(`/admin/people/${person}`);
    await show('/account');
    expect(rendered).toHaveLength(402);
  });

  it('have a signed-out page with its title, its markup and its data, which no text in them changes', async () => {
    const page = await (await open()).signedOut({ ...PAGE, address: '/sign-in?email=%24%26' });
    expect(page).toContain('<html lang="de">');
    expect(page).toContain('<title>A &lt; B</title>');
    expect(page).toContain('<div id="root"><p>$& rendered</p></div><script type="application/json"');
    const data = /id="page-data">([^<]*)<\/script>/.exec(page)?.[1] ?? '';
    expect(JSON.parse(data)).toEqual({
      page: { ...PAGE, address: '/sign-in?email=%24%26' },
      applicationFiles: [],
    });
  });

  it('have the styles of the signed-out pages in one element, whose hash the policy allows', async () => {
    const documents = await open();
    const page = await documents.signedOut(PAGE);
    const styles = [...page.matchAll(/<style>([^<]*)<\/style>/g)].map(([, style = '']) => style);
    expect(styles).toHaveLength(1);
    const sheet = await readFile(path.join(directory, 'assets/sign-in-1a2b.css'), 'utf8');
    expect(styles).toEqual([sheet]);
    expect(page).not.toContain('rel="stylesheet"');
    const hash = createHash('sha256').update(sheet).digest('base64');
    expect(documents.inline).toEqual({ nonce: null, styleSources: [`'sha256-${hash}'`] });
  });

  it('do not open when a style sheet would end the style element', async () => {
    await writeFile(path.join(directory, 'assets/sign-in-1a2b.css'), 'a::after { content: "</STYLE>" }');
    await expect(open()).rejects.toThrow('end of a style element');
  });
});
