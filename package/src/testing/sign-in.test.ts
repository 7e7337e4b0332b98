import { request } from 'node:http';
import { describe, expect, it } from 'vitest';
import { writeToOutbox } from '../../../src/server/development/mails/outbox.ts';
import { PROOF_OF_WORK_HEADER } from '../../../src/shared/proof-of-work.ts';
import { rawRequest } from '../../../src/testing/app/raw-request.ts';
import { createTestApp, type TestApp, type TestAppOptions } from '../../../src/testing/app/test-app.ts';
import { folderOfEachTest } from '../../../src/testing/run/temporary-folder.ts';
import { serve } from '../in-test/serve.ts';
import { signIn, type SignInPage } from './sign-in.ts';

const folder = folderOfEachTest();

async function startFoyer({ settings, ...options }: TestAppOptions = {}): Promise<TestApp> {
  return createTestApp({ ...options, settings: { dataDir: folder(), ...settings } });
}

/** Passes requests on with their `Host` and `X-Forwarded-For`, as Next does. */
async function startBehindProxy(settings: TestAppOptions['settings'] = {}) {
  let port = 0;
  const proxyUrl = await serve((req, res) => {
    const headers = { ...req.headers, 'x-forwarded-for': '127.0.0.1' };
    const options = { host: 'localhost', port, method: req.method, path: req.url, headers };
    const passedOn = request(options, (answer) => {
      res.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(res);
    });
    req.pipe(passedOn);
  });
  const app = await startFoyer({ settings: { ...settings, origin: proxyUrl } });
  ({ port } = app.deps.settings);
  return { app, proxyUrl };
}

/** A page that keeps cookies and records its headers. Mails are in the outbox when the page asks for them. */
function pageOf(app: TestApp): SignInPage & { readonly sent: Readonly<Record<string, string>>[] } {
  const cookies = new Map<string, string>();
  const sent: Readonly<Record<string, string>>[] = [];
  return {
    sent,
    request: {
      async fetch(url, { method = 'GET', headers = {}, data } = {}) {
        for (const mail of app.mailbox.messages.splice(0)) await writeToOutbox(folder(), 'mail', mail);
        sent.push(headers);
        const { origin, pathname, search } = new URL(url);
        const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
        const answer = await rawRequest(origin, {
          method,
          path: `${pathname}${search}`,
          headers: { ...headers, cookie },
          ...(data !== undefined && { body: data }),
        });
        for (const line of [answer.headers['set-cookie'] ?? []].flat()) {
          const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
          cookies.set(name, value);
        }
        return {
          status: () => answer.status,
          headers: () => ({ 'content-type': String(answer.headers['content-type']) }),
          text: () => Promise.resolve(answer.text),
        };
      },
    },
  };
}

describe('signIn', () => {
  it('sends the proof of work that Foyer wants', async () => {
    await using app = await startFoyer({
      unknownCallerBounds: { mail: { free: 0, perHonest: 0, freeAtMost: 0 } },
    });
    const page = pageOf(app);
    const { user } = await signIn(page, { url: app.origin, email: 'flood@example.test' });
    expect(user.email).toBe('flood@example.test');
    expect(page.sent.filter((headers) => PROOF_OF_WORK_HEADER in headers)).toHaveLength(1);
  });

  it('says behind a proxy that it needs the address of Foyer itself', async () => {
    const { app, proxyUrl } = await startBehindProxy();
    await using _app = app;
    const signedIn = signIn(pageOf(app), { url: proxyUrl, email: 'ada@example.test' });
    await expect(signedIn).rejects.toThrow(
      `${proxyUrl}/dev/outbox.json answered 403 and no messages. The outbox answers no request that came through a proxy. Give signIn the address of Foyer itself, too: foyerUrl.`,
    );
  });

  it('says what is missing where there is no outbox, and where nothing answers', async () => {
    await using app = await startFoyer();
    const page = pageOf(app);
    const fetch = page.request.fetch.bind(page.request);
    const nextStep = 'signIn reads the mail in the outbox of a Foyer in development';
    const signedIn = () => signIn(page, { url: app.origin, email: 'ada@example.test' });
    page.request.fetch = (url, options) => fetch(url.replace('outbox.json', 'nothing'), options);
    await expect(signedIn()).rejects.toThrow(
      `${app.origin}/dev/outbox.json answered 404 and no messages. ${nextStep}`,
    );
    page.request.fetch = () => Promise.reject(new Error('refused'));
    await expect(signedIn()).rejects.toThrow(`${app.origin}/dev/outbox.json does not answer. ${nextStep}`);
  });

  it.each(['', '/id'])(
    'signs in behind a proxy with the address of Foyer itself, BASE_PATH=%s',
    async (basePath) => {
      const { app, proxyUrl } = await startBehindProxy({ basePath, authBasePath: `${basePath}/auth` });
      await using _app = app;
      const { user } = await signIn(pageOf(app), {
        url: `${proxyUrl}${basePath}`,
        foyerUrl: `http://localhost:${app.deps.settings.port}${basePath}`,
        email: 'ada@example.test',
      });
      expect(user.email).toBe('ada@example.test');
    },
  );
});
