import { fileURLToPath } from 'node:url';
import { expect, test, type Page } from '@playwright/test';
import { build } from 'esbuild';
import type { FoyerClient } from '../package/src/client.ts';
import type { isFoyerError } from '../package/src/foyer-error.ts';
import { listen, type Listener } from '../src/testing/run/listen.ts';
import { startBuiltServer, type BuiltServer } from './support/built-server.ts';
import { makeUser } from './support/fixtures.ts';
import { expectSignedOut, signInWith } from './support/flows.ts';

// In Chromium each name directly below `localhost` is a site: `other.localhost` is another one.
const FOYER = 'id.shop.localhost';
const APPLICATION = 'app.shop.localhost';

test.use({
  launchOptions: {
    executablePath: process.env['CHROMIUM_PATH'] ?? '',
    args: [
      '--host-resolver-rules=MAP *.localhost localhost, MAP * ~NOTFOUND, EXCLUDE localhost',
      '--no-sandbox',
      '--disable-gpu',
    ],
  },
});

let pages: Listener;
let server: BuiltServer;
let origins: { foyer: string; application: string; port: number };

test.beforeAll(async () => {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL('../package/src/client.ts', import.meta.url))],
    bundle: true,
    format: 'esm',
    write: false,
  });
  pages = await listen(
    ({ url, headers }, res) => {
      if (url === '/site')
        return res.setHeader('access-control-allow-origin', '*').end(String(headers['sec-fetch-site']));
      if (url === '/client.js')
        return res.setHeader('content-type', 'text/javascript').end(outputFiles[0]?.text);
      return res
        .setHeader('content-type', 'text/html')
        .end('<!doctype html><title>Shop</title><h1>Shop</h1>');
    },
    { host: 'localhost' },
  );
  const { port } = pages;
  const application = `http://${APPLICATION}:${port}`;
  server = await startBuiltServer(`${test.info().outputDir}-server.log`, (own) => ({
    APP_ORIGIN: `http://${FOYER}:${own}`,
    TRUSTED_ORIGINS: application,
  }));
  origins = { foyer: `http://${FOYER}:${server.port}`, application, port };
});

test.afterAll(async () => {
  await server.end();
  await pages.close();
});

/** Calls Foyer with the package's client from the open page. Returns the error code. */
async function call(page: Page, path: string, input?: object): Promise<unknown> {
  return page.evaluate(
    async ({ url, path: [router = '', name = ''], input: sent }) => {
      const module = (await import(/* @vite-ignore */ `${location.origin}/client.js`)) as {
        readonly createFoyerClient: (options: object) => FoyerClient;
        readonly isFoyerError: typeof isFoyerError;
      };
      // No retries of a call that the browser blocks.
      const client = module.createFoyerClient({ url }) as unknown as Record<
        string,
        Record<string, Record<string, (input: unknown) => Promise<unknown>>>
      >;
      const member = client[router]?.[name] ?? {};
      try {
        return await (member['query'] ?? member['mutate'])?.(sent);
      } catch (error) {
        return module.isFoyerError(error) ? error.code : String(error);
      }
    },
    { url: origins.foyer, path: path.split('.'), input },
  );
}

/** The browser's `Sec-Fetch-Site` for a request to Foyer's host. Ports do not matter. */
async function siteOf(page: Page): Promise<string> {
  return page.evaluate(async (url) => (await fetch(url)).text(), `http://${FOYER}:${origins.port}/site`);
}

test('a page of a trusted origin reads the session, gets a token and signs out, and changes nothing', async ({
  browser,
}) => {
  const context = await browser.newContext({ baseURL: origins.foyer });
  const [foyer, shop] = [await context.newPage(), await context.newPage()];
  const { login } = makeUser();
  await shop.goto(origins.application);
  expect(await call(shop, 'session.get')).toBeNull();
  await signInWith(foyer, 'Demo One', login);

  expect(await call(shop, 'session.get')).toMatchObject({
    user: { email: `${login}@example.test` },
    via: { kind: 'cookie' },
  });
  expect(await siteOf(shop)).toBe('same-site');
  expect(await call(shop, 'session.token', { audience: 'https://api.example.com' })).toMatchObject({
    token: expect.stringMatching(/^ey/),
  });
  const passwords = { currentPassword: 'x'.repeat(20), newPassword: 'y'.repeat(20) };
  expect(await call(shop, 'password.change', passwords)).toBe('FOREIGN_ORIGIN');
  expect(await call(shop, 'accessTokens.create', {})).toBe('FOREIGN_ORIGIN');

  expect(await call(shop, 'session.signOut')).toEqual({ signedOut: true });
  expect(await call(shop, 'session.get')).toBeNull();
  // A new page, because the open one may be going to the sign-in page.
  await expectSignedOut(await context.newPage());
  await context.close();
});

for (const [what, host, site] of [
  ['of the same site that is not listed', 'blog.shop.localhost', 'same-site'],
  ['of another site', 'other.localhost', 'cross-site'],
] as const)
  test(`a page of an origin ${what} reads nothing and signs nobody out @all`, async ({ browser }) => {
    const context = await browser.newContext({ baseURL: origins.foyer });
    const [foyer, page] = [await context.newPage(), await context.newPage()];
    const { login } = makeUser();
    await signInWith(foyer, 'Demo One', login);
    await page.goto(`http://${host}:${origins.port}`);
    expect(await call(page, 'session.signOut')).toBe('UNAVAILABLE');
    expect(await siteOf(page)).toBe(site);
    expect(await call(page, 'session.get')).toBe('UNAVAILABLE');
    await foyer.reload();
    await expect(foyer.getByRole('heading', { name: 'Profile' })).toBeVisible();
    await context.close();
  });
