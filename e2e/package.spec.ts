import { spawn, type ChildProcess } from 'node:child_process';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test, type APIRequestContext } from '@playwright/test';
import { TOTP } from 'otpauth';
import { ENTRIES } from '../scripts/package-build.ts';
import type { Scope } from '../src/shared/scopes.ts';
import { endProcess } from '../src/testing/run/child-process.ts';
import { freePorts } from '../src/testing/run/free-ports.ts';
import { apiClient, makeAccessToken, signInByCode } from './support/access-token.ts';
import { startBuiltServer, type BuiltServer } from './support/built-server.ts';
import { guardContext } from './support/guard.ts';
import { submitAddress } from './support/flows.ts';
import { accessibilityFaults } from './support/inspect.ts';
import { newestCode, newestSignInMail } from './support/mailbox.ts';
import { installExample, runShell } from './support/example-commands.ts';
import { describeCustomersApp } from './package.customers.ts';
import { describeNextApp } from './package.next.ts';
import { describeOAuthExamples } from './package.oauth-examples.ts';
import { describePackageLint } from './package.lint.ts';
import { describeUsersApp } from './package.people.ts';
import { describeServerExamples } from './package.server-examples.ts';
import { compile, createScratchProject, run, type ScratchProject } from './support/packed-package.ts';

// The packed package outside this project. Foyer has the React example's address, as behind a load balancer.
test.describe.configure({ mode: 'serial' });

let project: ScratchProject;
let server: BuiltServer;
let origin: string;
const running: ChildProcess[] = [];

test.beforeAll(async () => {
  test.setTimeout(120_000);
  const results = test.info().project.outputDir;
  await mkdir(results, { recursive: true });
  const port = await freePorts(1);
  origin = `http://localhost:${port}`;
  // Waits for both, so that one is ended when the other fails.
  const [installed, started] = await Promise.allSettled([
    createScratchProject(),
    startBuiltServer(join(results, 'server-of-examples.log'), { APP_ORIGIN: origin, DEMO: 'off' }),
  ]);
  if (installed.status === 'fulfilled') project = installed.value;
  if (started.status === 'fulfilled') server = started.value;
  for (const each of [installed, started]) if (each.status === 'rejected') throw each.reason;
});

test.afterAll(async () => {
  for (const child of running) await endProcess(child);
  await server?.end();
  await project?.remove();
});

async function start(
  args: readonly string[],
  environment: Record<string, string>,
  url: string,
): Promise<void> {
  const { PATH, HOME } = process.env;
  const child = spawn(process.execPath, [...args], {
    cwd: project.folder,
    env: { PATH, HOME, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.push(child);
  let said = '';
  child.stdout.on('data', (text: Buffer) => (said += text.toString()));
  child.stderr.on('data', (text: Buffer) => (said += text.toString()));
  await expect(async () => {
    expect(child.exitCode, said).toBeNull();
    expect((await fetch(url)).status).toBeLessThan(500);
  }).toPass({ timeout: 20_000, intervals: [100] });
}

const makeToken = (request: APIRequestContext, email: string, scopes: Scope[]) =>
  makeAccessToken(request, origin, email, scopes);

test('the tarball contains what its entries need, and no server code', async () => {
  expect(project.files).toEqual(
    expect.arrayContaining(
      ENTRIES.flatMap((entry) => [`package/dist/${entry}.js`, `package/dist/${entry}.d.ts`]),
    ),
  );
  expect(
    project.files.filter(
      (file) => !/^package\/(package\.json|README\.md|LICENSE|dist\/.+\.(js|d\.ts|css))$/.test(file),
    ),
  ).toEqual([]);
  const installed = join(project.folder, 'node_modules/foyer-auth');
  const { dependencies } = JSON.parse(await readFile(join(installed, 'package.json'), 'utf8')) as {
    dependencies: Record<string, string>;
  };
  expect(Object.keys(dependencies)).toEqual(['jose', 'oauth4webapi']);
  expect(await readdir(join(project.folder, 'node_modules'))).not.toContain('@trpc');
  const imported = new Set<string>();
  for (const file of project.files.filter((each) => /\.(js|d\.ts)$/.test(each))) {
    const text = await readFile(join(installed, file.replace('package/', '')), 'utf8');
    expect(text, file).not.toMatch(/mongodb|@mantine|@auth\/|express-serve|from ['"]zod/);
    // An import must be in the package, a dependency or a Node module.
    for (const [, name = ''] of text.matchAll(
      /^(?:import|export)\s*(?:[\w\s*{},$]+\bfrom\s*)?["']([^"']+)["']/gm,
    )) {
      imported.add(name);
      expect(name, file).toMatch(
        /^(\.\.?\/|node:|jose$|oauth4webapi$|react$|react\/jsx-runtime$|@tanstack\/react-query$|next\/(?:headers|navigation|server)$|express$|hono$|fastify$|#fetch-as-host$)/,
      );
    }
  }
  for (const name of [
    'jose',
    'oauth4webapi',
    'react',
    'react/jsx-runtime',
    '@tanstack/react-query',
    'node:http',
    './procedures.js',
  ])
    expect([...imported]).toContain(name);
  const browser = await Promise.all(
    ['client', 'react', 'browser', 'webhooks', 'config', 'testing'].map((entry) =>
      readFile(join(installed, `dist/${entry}.js`), 'utf8'),
    ),
  );
  expect(browser.join('\n')).not.toContain('node:');
});

/** TypeScript 5.9 needs 13 s for each module resolution, so only `npm run test:all` runs it. */
const COMPILERS = [
  { compiler: 'TypeScript 5.9', tag: ['@all'] },
  { compiler: 'TypeScript 7', tag: [] },
] as const;
for (const { compiler, tag } of COMPILERS)
  test(
    `the examples compile with ${compiler}, the package’s declarations included`,
    { tag: [...tag] },
    async () => {
      // A compiler needs a core for 13 s beside other tests.
      test.slow();
      await writeFile(join(project.folder, 'misuse.ts'), MISUSE);
      const said = await Promise.all(
        (['bundler', 'nodenext'] as const).map((resolution) => compile(project, compiler, resolution)),
      );
      expect(said.join('')).toBe('');
    },
  );

/** `@ts-expect-error` fails when its line compiles. */
const MISUSE = `import { createFoyerClient, isFoyerError } from 'foyer-auth/client';
import { fakeFoyer, FoyerError } from 'foyer-auth/testing';
const client = createFoyerClient({ url: 'https://example.com' });
const session = await client.session.get.query();
export const name: string | null | undefined = session?.user.name;
// @ts-expect-error -- a misspelt field
session?.user.nam;
// @ts-expect-error -- a misspelt procedure
client.session.gte;
try { await client.session.signOut.mutate(); } catch (error) {
  // @ts-expect-error -- outside the catalogue
  if (isFoyerError(error) && error.code === 'NO_SUCH_CODE') throw error;
  if (isFoyerError(error) && error.code === 'RATE_LIMITED') Math.round(error.retryAfter);
  // @ts-expect-error -- other codes may have none
  if (isFoyerError(error)) Math.round(error.retryAfter);
}
fakeFoyer({ session: { user: { name: 'Ada' } }, procedures: { 'accounts.unlink': () => new FoyerError('NOT_FOUND') } });
// @ts-expect-error -- not an error of this procedure
fakeFoyer({ procedures: { 'accounts.unlink': () => new FoyerError('PHONE_TOO_SHORT') } });
`;

test.describe('behind one address', () => {
  let api: string;

  test.beforeAll(async () => {
    const apiPort = await freePorts(1);
    api = `http://localhost:${apiPort}`;
    await start(
      [join(project.folder, 'out/examples/express-api/server.js')],
      { PORT: String(apiPort), FOYER_URL: `http://localhost:${server.port}`, FOYER_ORIGIN: origin },
      api,
    );
    const vite = join(project.folder, 'node_modules/vite/bin/vite.js');
    const example = join(project.folder, 'examples/vite-react');
    await run(process.execPath, [vite, 'build', '--logLevel', 'warn'], { cwd: example });
    const { port } = new URL(origin);
    await start(
      [vite, 'preview', example, '--config', join(example, 'vite.config.ts'), '--port', port, '--strictPort'],
      { FOYER_URL: `http://localhost:${server.port}`, API_URL: api },
      origin,
    );
  });

  test('the React example shows the signed-in user', async ({ browser }) => {
    const context = await browser.newContext({ baseURL: origin });
    const faults = guardContext(context);
    const page = await context.newPage();
    await page.goto('/');
    await expect(page.getByRole('heading', { name: 'Hello, whoever you are' })).toBeVisible();
    const signIn = page.getByRole('link', { name: 'Sign in' });
    // A router changes the address without a request.
    await page.evaluate(() => window.history.pushState(null, '', '/orders?page=2'));
    await expect(signIn).toHaveAttribute('href', '/sign-in?callbackUrl=%2Forders%3Fpage%3D2');
    await page.evaluate(() => window.history.back());
    await expect(signIn).toHaveAttribute('href', '/sign-in?callbackUrl=%2F');
    await expect(page.getByRole('link', { name: 'See your orders' })).toHaveAttribute(
      'href',
      '/sign-in?callbackUrl=%2F%3Ffrom%3Dorders',
    );
    await signIn.click();
    await expect(page).toHaveURL(/\/sign-in\?callbackUrl=/);
    const email = 'ada@example.com';
    await submitAddress(page, email);
    const { link } = await newestSignInMail(context.request, email);
    await page.goto(link);
    await page.getByRole('button', { name: 'Continue', exact: true }).click();

    // A new account needs no further step.
    await expect(page.getByRole('heading', { name: `Hello ${email}` })).toBeVisible();
    await expect(page).toHaveURL(`${origin}/`);
    await expect(page.getByText('You have no orders yet.')).toBeVisible();
    const account = page.getByRole('button', { name: `${email}, account` });
    await account.click();
    await expect(page.getByRole('link', { name: 'Your account' })).toHaveAttribute('href', '/account');
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await accessibilityFaults(page, { within: '#app' })).toEqual([]);
    }
    await page.getByRole('button', { name: 'Sign out' }).click();
    await expect(page.getByRole('heading', { name: 'Hello, whoever you are' })).toBeVisible();
    expect(faults.messages).toEqual([]);
    await context.close();
  });

  test('the React example opens the page of Foyer when its API wants a second factor @all', async ({
    browser,
  }) => {
    const context = await browser.newContext({ baseURL: origin });
    await makeToken(context.request, 'payouts@example.com', ['profile:read']);
    const page = await context.newPage();
    await page.goto('/');
    await page.getByRole('button', { name: 'Show payouts' }).click();
    await expect(page).toHaveURL(`${origin}/verify?level=2&callbackUrl=%2F`);
    await context.close();
  });

  test('a person who opens a page of the Express example verifies with a second factor, and comes back', async ({
    browser,
  }) => {
    const context = await browser.newContext({ baseURL: origin });
    const { request } = context;
    const email = 'second-factor@example.com';
    const client = apiClient(request, origin);
    const signIn = () => signInByCode(request, email, origin);
    await signIn();
    const { enrolment, secret } = await client.secondFactor.beginTotp.mutate();
    const code = new TOTP({ secret }).generate();
    const { recoveryCodes } = await client.secondFactor.confirmTotp.mutate({ enrolment, code });
    const [first = '', second = ''] = recoveryCodes ?? [];
    expect((await signIn()).status).toBe('second-factor');
    await client.session.completeSignIn.mutate({ recoveryCode: first, trustBrowser: true });
    // A trusted browser skips the second factor, so the session has level 1.
    expect(await signIn()).toMatchObject({ status: 'signed-in', session: { aal: 1 } });

    const page = await context.newPage();
    await page.goto('/api/payouts');
    await expect(page).toHaveURL(/\/verify\?level=2/);
    const main = page.getByRole('main');
    await main.getByRole('button', { name: `Send a code to ${email}` }).click();
    await main.getByLabel('Code from the mail').fill(await newestCode(request, email, 4));
    await main.getByText('Use a recovery code').click();
    await main.getByLabel('Recovery code').fill(second);
    await main.getByRole('button', { name: 'Use this code' }).click();
    await expect(page).toHaveURL(`${origin}/api/payouts`);
    await expect(page.getByText(`"payoutsOf":"${email}"`)).toBeVisible();
    await context.close();
  });

  test('the script lists sessions, and prints what to do about errors', async ({ playwright }) => {
    const request = await playwright.request.newContext({ baseURL: origin });
    const email = 'script@example.com';
    const script = join(project.folder, 'out/examples/script/list-sessions.js');
    const list = (token: string) =>
      run(process.execPath, [script], {
        env: { ...process.env, FOYER_URL: origin, FOYER_TOKEN: token },
      }).catch((error: unknown) => error as { stdout: string; stderr: string; code: number });
    expect((await list(await makeToken(request, email, ['sessions:read']))).stdout).toMatch(
      /^\d{4}-.+, from \S+\n$/,
    );
    expect(await list(await makeToken(request, email, ['profile:read']))).toMatchObject({
      code: 1,
      stderr: 'This token needs the scope sessions:read.\n',
    });
    expect(await list('foyer_pat_wrong')).toMatchObject({
      code: 1,
      stderr: 'Set FOYER_TOKEN to an access token from your account.\n',
    });
    await request.dispose();
  });

  // `package.server-examples.ts` shows what it has in common with the examples for other frameworks.
  test('the Express example names the page for a second factor, and accepts a session token', async ({
    playwright,
  }) => {
    const request = await playwright.request.newContext({ baseURL: origin });
    await signInByCode(request, 'api@example.com', origin);
    const refused = await request.get(`${origin}/api/payouts`);
    expect(refused.status()).toBe(403);
    expect(await refused.json()).toMatchObject({
      error: { data: { appCode: 'SECOND_FACTOR_REQUIRED', verifyUrl: `${origin}/verify?level=2` } },
    });

    const audience = 'https://reports.example';
    const { token } = await apiClient(request, origin).session.token.query({ audience });
    const report = (authorization: string) => fetch(`${api}/api/report`, { headers: { authorization } });
    expect((await report(`Bearer ${token}`)).status).toBe(200);
    expect((await report(`Bearer ${token}x`)).status).toBe(401);
    await request.dispose();
  });
});

describePackageLint(() => project);
describeServerExamples(() => ({
  project,
  origin,
  foyerUrl: `http://localhost:${server.port}`,
  start,
  makeToken,
}));
describeUsersApp(() => ({ project, start }));
describeCustomersApp(() => project);
describeOAuthExamples(() => project);
describeNextApp(() => project);

test.describe('in an empty folder, by the commands of its README', { tag: '@all' }, () => {
  test('the script example runs', async ({ playwright }) => {
    const example = await installExample('script', project.tarball);
    const request = await playwright.request.newContext({ baseURL: origin });
    try {
      const token = await makeToken(request, 'script-folder@example.com', ['sessions:read']);
      const command = example.commands[0]?.replace('foyer_pat_…', token) ?? '';
      const { stdout } = await runShell(command, example.folder, { FOYER_URL: origin });
      expect(stdout).toMatch(/\d{4}-.+, from \S+\n$/);
    } finally {
      await request.dispose();
      await example.remove();
    }
  });
});
