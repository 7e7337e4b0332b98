import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { request as requestHttp } from 'node:http';
import { cp, mkdir, mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test, type APIRequestContext, type Page } from '@playwright/test';
import { freePorts } from '../src/testing/run/free-ports.ts';
import { listen, type Listener } from '../src/testing/run/listen.ts';
import { signInByCode as signInAt } from './support/access-token.ts';
import { startBuiltServer, type BuiltServer } from './support/built-server.ts';
import { submitAddress } from './support/flows.ts';
import { guardContext } from './support/guard.ts';
import { newestSignInMail } from './support/mailbox.ts';
import { run, type ScratchProject } from './support/packed-package.ts';

const EXAMPLE = fileURLToPath(new URL('../examples/next', import.meta.url));
const NEXT = fileURLToPath(new URL('../node_modules/next/dist/bin/next', import.meta.url));

/** The built Next example. It is inside this project, because Next's bundler reads no outside module. */
export function describeNextApp(projectOf: () => ScratchProject): void {
  test.describe('the Next example @all', () => {
    let foyer: BuiltServer | undefined;
    let origin: string;
    let next: ChildProcess | undefined;
    /** A proxy to Foyer that counts requests for a session. */
    let counter: Listener | undefined;
    let sessionCalls = 0;
    /** The outbox refuses requests through a proxy. */
    let direct: APIRequestContext;

    test.beforeAll(async ({ playwright }) => {
      test.setTimeout(180_000);
      const { outputDir } = test.info().project;
      await mkdir(outputDir, { recursive: true });
      const folder = await mkdtemp(join(outputDir, 'next-example-'));
      await cp(EXAMPLE, folder, {
        recursive: true,
        filter: (file) => !/\/(?:node_modules|\.next)$/.test(file),
      });
      await mkdir(join(folder, 'node_modules'));
      const installed = join(projectOf().folder, 'node_modules/foyer-auth');
      await cp(installed, join(folder, 'node_modules/foyer-auth'), { recursive: true });
      const port = await freePorts(1);
      origin = `http://localhost:${port}`;
      const { PATH, HOME } = process.env;
      const env = { PATH, HOME, NEXT_TELEMETRY_DISABLED: '1' };
      const [built, started] = await Promise.allSettled([
        run(process.execPath, [NEXT, 'build'], { cwd: folder, env }),
        startBuiltServer(join(outputDir, 'server-of-next.log'), { APP_ORIGIN: origin, DEMO: 'off' }),
      ]);
      if (started.status === 'fulfilled') foyer = started.value;
      for (const each of [built, started]) if (each.status === 'rejected') throw each.reason;
      const url = `http://localhost:${foyer?.port}`;
      const { host } = new URL(origin);
      direct = await playwright.request.newContext({ baseURL: url, extraHTTPHeaders: { host } });
      const countAndPass: Parameters<typeof listen>[0] = (req, res) => {
        if (req.url === '/trpc/session.get') sessionCalls += 1;
        const { method, headers } = req;
        const sent = requestHttp(`${url}${req.url}`, { method, headers }, (answer) => {
          res.writeHead(answer.statusCode ?? 502, answer.headers);
          answer.pipe(res);
        });
        sent.on('error', () => res.destroy());
        req.pipe(sent);
      };
      counter = await listen(countAndPass, { host: 'localhost' });
      next = spawn(process.execPath, [NEXT, 'start', '--port', String(port), '--hostname', 'localhost'], {
        cwd: folder,
        env: { ...env, FOYER_URL: counter.url, FOYER_ORIGIN: origin },
        stdio: 'ignore',
      });
      await expect(async () => expect((await fetch(origin)).status).toBe(200)).toPass({ timeout: 30_000 });
    });

    test.afterAll(async () => {
      if (next?.exitCode === null && next.kill('SIGTERM')) await once(next, 'exit');
      await counter?.close();
      await direct?.dispose();
      await foyer?.end();
    });

    /** Signs in without a page. `request` gets the cookies. */
    const signInByCode = (request: APIRequestContext, email: string) =>
      signInAt(request, email, origin, direct);

    async function signIn(page: Page, email: string): Promise<void> {
      await submitAddress(page, email);
      const { link } = await newestSignInMail(direct, email);
      await page.goto(link);
      await page.getByRole('button', { name: 'Continue', exact: true }).click();
    }

    test('a protected page leads to sign in and back, and a server action changes the name and signs out', async ({
      browser,
    }) => {
      const context = await browser.newContext({ baseURL: origin });
      const faults = guardContext(context);
      const page = await context.newPage();
      await page.goto('/');
      await expect(page.getByRole('heading', { name: 'Hello, whoever you are' })).toBeVisible();
      await expect(page.locator('.foyer-account__sign-in')).toBeVisible();
      // Next's router is redirected and opens Foyer's page.
      await page.getByRole('link', { name: 'Orders' }).click();
      await expect(page).toHaveURL(`${origin}/sign-in?callbackUrl=%2Forders`);
      const email = 'ada@example.com';
      await signIn(page, email);
      await expect(page.getByRole('heading', { name: `Orders of ${email}` })).toBeVisible();
      await expect(page).toHaveURL(`${origin}/orders`);

      await page.getByRole('link', { name: 'Home' }).click();
      await page.getByLabel('Your name').fill('Ada Lovelace');
      await page.getByRole('button', { name: 'Save' }).click();
      await expect(page.getByRole('heading', { name: 'Hello Ada Lovelace' })).toBeVisible();
      await expect(page.locator('.foyer-account__name')).toHaveText('Ada Lovelace');

      await page.getByRole('main').getByRole('button', { name: 'Sign out' }).click();
      await expect(page.getByRole('heading', { name: 'Hello, whoever you are' })).toBeVisible();
      await expect(page.locator('.foyer-account__sign-in')).toBeVisible();
      const names = (await context.cookies()).map(({ name }) => name);
      expect(names.filter((name) => name.endsWith('.session'))).toEqual([]);
      expect(faults.messages).toEqual([]);
      await context.close();
    });

    test('an action of a person whose session has ended leads to sign in', async ({ browser }) => {
      const page = await browser.newPage({ baseURL: origin });
      await signInByCode(page.request, 'ended@example.com');
      await page.goto('/');
      await page.context().clearCookies();
      await page.getByLabel('Your name').fill('Nobody');
      await page.getByRole('button', { name: 'Save' }).click();
      await expect(page).toHaveURL(`${origin}/sign-in?callbackUrl=%2F`);
      await page.close();
    });

    test('an action on a protected page leads to sign in, too, without running', async ({ browser }) => {
      const page = await browser.newPage({ baseURL: origin });
      await signInByCode(page.request, 'protected@example.com');
      await page.goto('/orders');
      await page.context().clearCookies();
      await page.getByRole('main').getByRole('button', { name: 'Sign out' }).click();
      await expect(page).toHaveURL(`${origin}/sign-in?callbackUrl=%2Forders`);
      await page.close();
    });

    test('the components of one page ask Foyer once, beside proxy.ts', async ({ playwright }) => {
      const request = await playwright.request.newContext({ baseURL: origin });
      await signInByCode(request, 'counted@example.com');
      sessionCalls = 0;
      const page = await request.get('/', { headers: { accept: 'text/html' } });
      expect(await page.text()).toContain('counted@example.com');
      expect(sessionCalls).toBe(2);
      await request.dispose();
    });

    test('a page that needs a second factor leads to Foyer’s page for it, with its own address', async ({
      browser,
    }) => {
      const page = await browser.newPage({ baseURL: origin });
      await signInByCode(page.request, 'payouts@example.com');
      await page.goto('/payouts?month=7');
      await expect(page).toHaveURL(`${origin}/verify?level=2&callbackUrl=%2Fpayouts%3Fmonth%3D7`);
      await page.close();
    });

    test('a route handler answers with the session, and 401 without one', async ({ playwright }) => {
      const request = await playwright.request.newContext({ baseURL: origin });
      const nobody = await request.get('/api/me');
      expect(nobody.status()).toBe(401);
      expect(await nobody.json()).toMatchObject({ error: { data: { appCode: 'SessionRequired' } } });
      await signInByCode(request, 'route@example.com');
      const person = await request.get('/api/me');
      expect([person.status(), await person.json()]).toEqual([200, { email: 'route@example.com' }]);
      await request.dispose();
    });

    test('a page says so when Foyer does not answer, and nobody is taken for signed out', async ({
      browser,
    }) => {
      const page = await browser.newPage({ baseURL: origin });
      await signInByCode(page.request, 'outage@example.com');
      await foyer?.end();
      foyer = undefined;
      await page.goto('/');
      await expect(page.getByText('We cannot see who you are now.')).toBeVisible();
      expect((await page.goto('/orders'))?.status()).toBe(503);
      await page.close();
    });
  });
}
