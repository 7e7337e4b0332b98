import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, test, type Browser, type BrowserContext } from '@playwright/test';
import { hash } from 'bcryptjs';
import { createFoyerClient, isFoyerError } from '../package/src/client.ts';
import { freePorts } from '../src/testing/run/free-ports.ts';
import { apiClient } from './support/access-token.ts';
import { startBuiltServer, type BuiltServer } from './support/built-server.ts';
import { PEOPLE_APP } from './support/people-app.ts';
import { compile, run } from './support/packed-package.ts';
import { makeServiceKey } from './support/service-key.ts';
import type { ExampleSurroundings } from './package.server-examples.ts';

/** The user types this command; the rest is in `PEOPLE_APP`. */
const IMPORT_COMMAND = 'foyer users import people.ndjson';
const PEOPLE = 1000;
const COST = 4;

const emailOf = (number: number) => `person-${number}@example.com`;
const passwordOf = (number: number) => `the former password ${number}`;

const toLine = async (number: number) =>
  JSON.stringify({
    externalId: `former-${number}`,
    email: emailOf(number),
    emailVerified: true,
    name: `Person ${number}`,
    passwordHash: await hash(passwordOf(number), COST),
  });

/** The application of `people-app.ts` imports users, shows names, gives a role and suspends. */
export function describeUsersApp(surroundings: () => Pick<ExampleSurroundings, 'project' | 'start'>): void {
  test.describe('an application that looks after its people @all', () => {
    let server: BuiltServer;
    let origin: string;
    let folder: string;
    let serviceKey: string;
    let compilerOutput: string;
    let ids: ReadonlyMap<string, string>;

    test.beforeAll(async ({ browser }) => {
      test.setTimeout(180_000);
      const { project, start } = surroundings();
      folder = join(project.folder, 'people');
      for (const [name, text] of Object.entries(PEOPLE_APP)) {
        await mkdir(dirname(join(folder, name)), { recursive: true });
        await writeFile(join(folder, name), text);
      }
      const port = await freePorts(1);
      origin = `http://localhost:${port}`;
      const log = join(test.info().project.outputDir, 'server-of-people.log');
      const settings = { APP_ORIGIN: origin, DEMO: 'off' };
      server = await startBuiltServer(log, settings, 'build', PEOPLE_APP['foyer.config.ts']);

      await writeFile(join(folder, 'misuse.ts'), MISUSE);
      compilerOutput = await compile(project, 'TypeScript 7', 'nodenext', ['people']);
      const vite = join(project.folder, 'node_modules/vite/bin/vite.js');
      const config = ['--config', join(project.folder, 'examples/vite-react/vite.config.ts')];
      await run(process.execPath, [vite, 'build', folder, ...config, '--logLevel', 'warn']);
      const apiPort = await freePorts(1);
      const api = `http://localhost:${apiPort}`;
      await start(
        [vite, 'preview', folder, ...config, '--port', String(port), '--strictPort'],
        { FOYER_URL: `http://localhost:${server.port}`, API_URL: api },
        origin,
      );
      serviceKey = await makeServiceKey(browser, { databaseUri: server.databaseUri, origin, folder }, [
        'users:read',
        'users:write',
        'roles:write',
        'users:import',
      ]);
      await start(
        [join(project.folder, 'out/people/server.js')],
        { PORT: String(apiPort), FOYER_URL: origin, FOYER_SERVICE_KEY: serviceKey },
        api,
      );
    });

    test.afterAll(async () => server?.end());

    async function signIn(browser: Browser, number: number): Promise<BrowserContext> {
      const context = await browser.newContext({ baseURL: origin });
      const credentials = { email: emailOf(number), password: passwordOf(number) };
      const { status } = await apiClient(context.request, origin).password.signIn.mutate(credentials);
      expect(status).toBe('signed-in');
      return context;
    }

    const idOf = (number: number) => ids.get(emailOf(number)) ?? '';

    test('has fewer than 40 lines of its own', () => {
      const lines = [...Object.values(PEOPLE_APP), IMPORT_COMMAND].flatMap((text) => text.split('\n'));
      expect(lines.filter((line) => line.trim() !== '').length).toBeLessThan(40);
    });

    test('compiles, but not with a misspelt permission or role', () => {
      expect(compilerOutput).toBe('');
    });

    test('imports 1,000 people from a file with bcrypt hashes, who then sign in', async () => {
      test.setTimeout(180_000);
      const numbers = Array.from({ length: PEOPLE }, (_, index) => index + 1);
      const lines = await Promise.all(numbers.map(toLine));
      await writeFile(join(folder, 'people.ndjson'), `${lines.join('\n')}\n`);
      const [command = '', ...args] = IMPORT_COMMAND.split(' ');
      const foyer = join(surroundings().project.folder, 'node_modules/.bin', command);
      const env = { ...process.env, FOYER_URL: origin, FOYER_SERVICE_KEY: serviceKey };
      await run(foyer, args, { cwd: folder, env });

      const { users } = createFoyerClient({ url: origin, serviceKey });
      const found = new Map<string, string>();
      for (let cursor: string | undefined; ;) {
        const page = await users.list.query({ limit: 100, ...(cursor !== undefined && { cursor }) });
        for (const { email, id } of page.people) if (email !== null) found.set(email, id);
        if (page.nextCursor === null) break;
        cursor = page.nextCursor;
      }
      ids = found;
      expect(numbers.filter((number) => !found.has(emailOf(number)))).toEqual([]);

      const visitor = createFoyerClient({ url: origin });
      for (const number of numbers.filter((each) => each === 1 || each % 125 === 0)) {
        const email = emailOf(number);
        const signedIn = await visitor.password.signIn.mutate({ email, password: passwordOf(number) });
        expect(signedIn, email).toMatchObject({ status: 'signed-in', session: { user: { email } } });
      }
      const wrong = await visitor.password.signIn
        .mutate({ email: emailOf(2), password: passwordOf(3) })
        .catch((error: unknown) => (isFoyerError(error) ? error.code : error));
      expect(wrong).toBe('CredentialsSignin');
    });

    test('shows ten names by id, gives a role and suspends, and an open page follows', async ({
      browser,
    }) => {
      const { users } = createFoyerClient({ url: origin, serviceKey });
      await users.setRoles.mutate({ id: idOf(1), roles: ['manager'] });
      const manager = await signIn(browser, 1);
      const numbers = [11, 22, 33, 44, 55, 66, 77, 88, 99, 1000];
      await expect(async () => {
        const names = await manager.request.get(`/api/names/${numbers.map(idOf).join()}`);
        expect(await names.json()).toEqual(numbers.map((number) => `Person ${number}`));
      }).toPass({ timeout: 20_000 });

      const person = await signIn(browser, 11);
      const page = await person.newPage();
      await page.goto('/');
      await expect(page.getByRole('heading', { name: 'Hello Person 11' })).toBeVisible();
      await expect(page.getByText('No invoices')).toBeVisible();
      expect((await person.request.get('/api/invoices')).status()).toBe(403);
      expect((await person.request.post(`/api/suspend/${idOf(22)}`)).status()).toBe(403);

      const lookAgain = () =>
        page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
      expect((await manager.request.post(`/api/accountants/${idOf(11)}`)).status()).toBe(200);
      expect(await (await person.request.get('/api/invoices')).json()).toEqual(['Invoice 7']);
      await lookAgain();
      await expect(page.getByText('Your invoices')).toBeVisible();

      expect((await manager.request.post(`/api/suspend/${idOf(11)}`)).status()).toBe(200);
      expect((await person.request.get('/api/invoices')).status()).toBe(401);
      await lookAgain();
      await expect(page.getByRole('heading', { name: 'Please sign in' })).toBeVisible();
      await expect(page.getByText('Your invoices')).toBeHidden();
      const again = await apiClient(person.request, origin)
        .password.signIn.mutate({ email: emailOf(11), password: passwordOf(11) })
        .catch((error: unknown) => String(error));
      expect(again).toContain('suspended');
      await Promise.all([manager.close(), person.close()]);
    });
  });
}

/** `@ts-expect-error` fails when its line compiles. */
const MISUSE = `import { can, type Session } from 'foyer-auth/client';
declare const session: Session;
can(session, 'invoice:read');
// @ts-expect-error -- a misspelt permission
can(session, 'invoice:raed');
// @ts-expect-error -- a misspelt role
session.roles.includes('acountant');
`;
