import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect } from 'vitest';
import { listen } from '../../../testing/run/listen.ts';
import { rawRequest } from '../../../testing/app/raw-request.ts';
import { testWith } from '../../../testing/app/fixture.ts';
import { folderOfFile } from '../../../testing/run/temporary-folder.ts';
import type { TestApp } from '../../../testing/app/test-app.ts';
import { refusalOf } from '../../../testing/database/written.ts';
import { createApp } from '../../app.ts';
import { NO_BRAND } from '../../settings/brand.ts';
import { mountDevelopmentPages } from '../pages.ts';
import { writeToOutbox } from './outbox.ts';
import { KIND_SAMPLES } from '../../mail/samples.ts';

const SITE = { origin: 'https://accounts.example.com', basePath: '', brand: NO_BRAND };
const MAIL = KIND_SAMPLES['sign-in-link'](SITE, 'en');

const GALLERY = ['/dev/mails', '/dev/mails/en/sign-in-link/light'];
const dataDir = folderOfFile();
const id = await writeToOutbox(dataDir, 'mail', MAIL);
const it = testWith({ settings: { dataDir } });

const get = (app: TestApp, address: string, headers: Record<string, string> = {}) =>
  rawRequest(app.origin, { path: address, headers });
const ADDRESSES = ['/dev/outbox.json', `/dev/outbox/messages/${id}`, ...GALLERY];

describe('the outbox and the gallery of mails', () => {
  it('returns 200 to this machine', async ({ app }) => {
    for (const address of ADDRESSES) expect((await get(app, address)).status).toBe(200);
  });

  it('returns 403 to another machine, with any headers', async ({ app }) => {
    const handle = createApp(app.deps, { mountDevelopmentPages });
    await using server = await listen((req, res) => {
      Object.defineProperty(req.socket, 'remoteAddress', { value: '192.0.2.7' });
      handle(req, res);
    });
    for (const address of ADDRESSES) {
      const headers = { host: new URL(app.origin).host, 'x-forwarded-for': '127.0.0.1' };
      const answer = await rawRequest(server.url, { path: address, headers });
      expect([answer.status, refusalOf(answer.text)]).toEqual([403, 'THIS_MACHINE_ONLY']);
    }
  });

  it.for(['x-forwarded-for', 'forwarded', 'x-real-ip', 'via'])(
    'returns 403 to a proxy on this machine with the header %s',
    async (header, { app }) => {
      for (const address of ADDRESSES) {
        const { text } = await get(app, address, { [header]: '127.0.0.1' });
        expect(refusalOf(text)).toBe('THIS_MACHINE_ONLY');
      }
    },
  );
});

describe('a mail of the outbox', () => {
  it('is a sandboxed page without scripts, forms and network, with its own styles only', async ({ app }) => {
    const { headers, text, status } = await get(app, `/dev/outbox/messages/${id}`);
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
    });
    const directives = String(headers['content-security-policy']).split('; ').toSorted();
    const styles = directives.pop();
    expect(directives).toEqual([
      "base-uri 'none'",
      "default-src 'none'",
      "form-action 'none'",
      "frame-ancestors 'self'",
      'img-src data:',
      'sandbox allow-top-navigation-by-user-activation',
    ]);
    expect(styles).toMatch(/^style-src 'unsafe-hashes'( 'sha256-[A-Za-z0-9+/]{43}=')+$/);
    expect(headers['x-frame-options']).toBe('SAMEORIGIN');
    expect(text).toContain('<base target="_top">');
    expect(text).toContain('042137');
  });

  it('is skipped when its file is damaged, and the others are listed', async ({ app }) => {
    const other = await writeToOutbox(dataDir, 'mail', MAIL);
    await writeFile(path.join(dataDir, 'outbox', `${other}.json`), 'garbage');
    const list = await get(app, '/dev/outbox.json');
    expect((JSON.parse(list.text) as { id: string }[]).map((message) => message.id)).toEqual([id]);
    expect((await get(app, `/dev/outbox/messages/${other}`)).status).toBe(404);
  });

  it('is listed for its address alone', async ({ app }) => {
    await writeToOutbox(dataDir, 'mail', { ...MAIL, to: 'somebody.else@example.test' });
    const list = await get(app, `/dev/outbox.json?to=${encodeURIComponent(MAIL.to)}`);
    expect((JSON.parse(list.text) as { id: string }[]).map((message) => message.id)).toEqual([id]);
  });

  it('returns 404 for a text message, an unknown id and a path', async ({ app }) => {
    const message = { to: '+4915112345678', subject: '', text: 'Hello', html: '' };
    const sms = await writeToOutbox(dataDir, 'sms', message);
    for (const other of [sms, id.replace(/.$/, 'x'), '..%2fauth-secret', '%2e%2e']) {
      const answer = await get(app, `/dev/outbox/messages/${other}`);
      expect([answer.status, refusalOf(answer.text)]).toEqual([404, 'NOT_FOUND']);
    }
  });
});
