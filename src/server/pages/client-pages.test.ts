import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import express from 'express';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compressAssets } from '../../../scripts/compress-assets.ts';
import { mountBuiltPages } from './client-pages.ts';
import { createHttpServer } from '../http/http-server.ts';

const BIG = `export const lines = [${'"the same again", '.repeat(500)}];`;

describe('the built pages', () => {
  const http = createHttpServer();
  let directory: string;
  let origin: string;

  beforeAll(async () => {
    // The path has a folder with a dot, as a checkout may. "send" hides such paths unless the folder is its
    // root.
    directory = path.join(await mkdtemp(path.join(os.tmpdir(), 'foyer-test-')), '.hidden');
    await mkdir(path.join(directory, 'assets'), { recursive: true });
    await writeFile(path.join(directory, 'index.html'), '<title>Foyer</title>');
    await writeFile(path.join(directory, 'favicon.svg'), '<svg/>');
    await writeFile(path.join(directory, 'assets/app-1a2b.js'), 'export {}');
    await writeFile(path.join(directory, 'assets/big-3c4d.js'), BIG);
    await writeFile(path.join(directory, 'assets/gone-5e6f.js'), BIG);
    await compressAssets(path.join(directory, 'assets'));
    await writeFile(path.join(directory, '..', 'secret.txt'), 'secret');
    const app = express();
    mountBuiltPages(app, directory, () => Promise.resolve(null));
    const notFound: express.ErrorRequestHandler = (error: { status?: number }, _request, response, _next) => {
      response.status(error.status ?? 500).send('not found');
    };
    app.use(notFound);
    http.server.on('request', app);
    await http.listen(0, '127.0.0.1');
    origin = `http://127.0.0.1:${(http.server.address() as AddressInfo).port}`;
  });
  afterAll(async () => {
    await http.close();
    await rm(path.dirname(directory), { recursive: true, force: true });
  });

  it.each([
    '/',
    '/sign-in?error=Callback',
    '/account/sign-in-methods',
    '/no/such/page',
    '/confirm?email=a@b.c',
  ])('return the page for %s, with cache-control no-cache', async (address) => {
    const answer = await fetch(`${origin}${address}`);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('cache-control')).toBe('no-cache');
    expect(answer.headers.get('content-type')).toContain('text/html');
    expect(await answer.text()).toBe('<title>Foyer</title>');
  });

  it('are immutable for browsers when their name has a hash', async () => {
    const answer = await fetch(`${origin}/assets/app-1a2b.js`);
    expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(answer.headers.get('content-type')).toContain('javascript');
    expect(await answer.text()).toBe('export {}');
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
    const requestAsset = () =>
      fetch(`${origin}/assets/gone-5e6f.js`, { headers: { 'accept-encoding': 'br' } });
    expect((await requestAsset()).status).toBe(404);
    expect((await requestAsset()).status).toBe(404);
  });

  it('have cache-control no-cache when their name has no hash', async () => {
    const answer = await fetch(`${origin}/favicon.svg`);
    expect(answer.headers.get('cache-control')).toBe('no-cache');
  });

  it.each([
    '/assets/app-0000.js',
    '/assets/missing',
    '/missing.png',
    '/a/b.map',
    '/assets/..%2f..%2fsecret.txt',
  ])('return 404 for %s', async (address) => {
    const answer = await fetch(`${origin}${address}`);
    expect([403, 404]).toContain(answer.status);
    expect(await answer.text()).not.toMatch(/Foyer|secret/);
  });

  it('return 404 for POST', async () => {
    expect((await fetch(`${origin}/sign-in`, { method: 'HEAD' })).status).toBe(200);
    expect((await fetch(`${origin}/sign-in`, { method: 'POST' })).status).toBe(404);
  });
});
