import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, type Browser, type Page } from '@playwright/test';
import { packCreate } from '../scripts/create-package.ts';
import { packPackage } from '../scripts/package-build.ts';
import { packServer } from '../scripts/server-package.ts';
import type { Template } from '../create/arguments.ts';
import { databaseOfProcess } from '../src/testing/database/process-database.ts';
import { freePorts } from '../src/testing/run/free-ports.ts';
import { runShell, startProgram } from './support/example-commands.ts';
import { guardContext } from './support/guard.ts';

// Every template, made and installed from the packed tarballs in an empty folder, one after the other.
test.describe.configure({ mode: 'default' });

/** The address of each application, and what leads from its page `/invoices` to the sign-in. */
const APPLICATIONS: Readonly<
  Record<Template, { readonly app: string; readonly goToSignIn?: (page: Page) => Promise<void> }>
> = {
  react: {
    app: 'http://localhost:5173',
    goToSignIn: (page) => page.getByRole('link', { name: 'Sign in to see the invoices' }).click(),
  },
  next: { app: 'http://localhost:5173' },
  express: { app: 'http://localhost:4000' },
  'single-page': {
    app: 'http://shop.localhost:5174',
    goToSignIn: (page) => page.getByRole('button', { name: 'Sign in' }).click(),
  },
};

let packages: string;
let create: string;

test.beforeAll(async () => {
  test.setTimeout(180_000);
  packages = await mkdtemp(join(tmpdir(), 'foyer-packages-'));
  const [tarball] = await Promise.all([packCreate(packages), packPackage(packages), packServer(packages)]);
  create = `npx --yes --package=${tarball} create-foyer-auth`;
});

test.afterAll(() => rm(packages, { recursive: true, force: true }));

for (const [template, { app, goToSignIn }] of Object.entries(APPLICATIONS))
  test(`the template ${template} is tested, built and started by its commands, and has a role @all`, async ({
    browser,
  }) => {
    test.setTimeout(600_000);
    const home = await mkdtemp(join(tmpdir(), 'foyer-create-'));
    const folder = join(home, 'my-app');
    const database = databaseOfProcess(join(folder, '.data'));
    const replacePorts = await choosePorts();
    const url = replacePorts(app);
    let dev: ReturnType<typeof startProgram> | undefined;
    try {
      await runShell(`${create} my-app --template ${template} --packages ${packages}`, home);
      await replaceInFiles(folder, replacePorts);
      await runShell('npm install', folder);
      await runShell('npm test', folder);
      await runShell('npm run build', folder);

      dev = startProgram('npm run dev', folder, { ...database.settings, NEXT_TELEMETRY_DISABLED: '1' });
      // Two programs start at once, and Next compiles meanwhile.
      await dev.said(/Ctrl-C ends it/, 120_000);
      await expect.poll(() => answers(`${url}/invoices`), { timeout: 120_000 }).toBe(true);
      const { stdout } = await runShell('npx foyer-server seed --json', folder, database.settings);
      const people = JSON.parse(stdout) as SamplePerson[];
      expect(people.filter(({ roles }) => roles.includes('accountant'))).toMatchObject([ACCOUNTANT]);
      const personOf = (email: string) => people.find((each) => each.email === email);
      await expectOnInvoices(browser, url, personOf(ACCOUNTANT.email), 'Invoice 7', goToSignIn);
      await expectOnInvoices(browser, url, personOf(NO_ROLE.email), NO_ROLE.text, goToSignIn);
    } finally {
      await dev?.end();
      await database.remove();
      await rm(home, { recursive: true, force: true });
    }
  });

interface SamplePerson {
  readonly email: string;
  readonly password: string | null;
  readonly roles: readonly string[];
}

const ACCOUNTANT = { email: 'alan@example.com' };
const NO_ROLE = { email: 'emmy@example.com', text: 'Only accountants see the invoices.' };

/** Other applications of this machine may have the ports of the templates. Foyer and its demo need four. */
async function choosePorts(): Promise<(text: string) => string> {
  const [foyer, app, api] = [await freePorts(4), await freePorts(1), await freePorts(1)];
  const ports: Readonly<Record<string, number>> = { 3000: foyer, 4000: api, 5173: app, 5174: app };
  return (text) => text.replaceAll(/\b(?:3000|4000|517[34])\b/g, (port) => String(ports[port]));
}

async function replaceInFiles(folder: string, replace: (text: string) => string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  for (const entry of entries.filter((each) => each.isFile())) {
    const file = join(entry.parentPath, entry.name);
    await writeFile(file, replace(await readFile(file, 'utf8')));
  }
}

/** Whether the page is there. Next compiles it now. Names below localhost are known to browsers only. */
async function answers(url: string): Promise<boolean> {
  return fetch(url.replace('shop.', '')).then(
    ({ status }) => status < 500,
    () => false,
  );
}

/** Opens the protected page in a new browser, signs in on the way, and comes back to it. */
async function expectOnInvoices(
  browser: Browser,
  url: string,
  person: SamplePerson | undefined,
  text: string,
  goToSignIn?: (page: Page) => Promise<void>,
): Promise<void> {
  const context = await browser.newContext();
  const { messages } = guardContext(context);
  const page = await context.newPage();
  await page.goto(`${url}/invoices`);
  await goToSignIn?.(page);
  await expect(page).toHaveURL(/\/sign-in\?/);
  await page.getByLabel('Email address').fill(person?.email ?? '');
  await page.getByLabel('Password', { exact: true }).fill(person?.password ?? '');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByText(text)).toBeVisible();
  await expect(page).toHaveURL(`${url}/invoices`);
  // Chromium reports the 403 that a person without the role gets.
  expect(messages.filter((message) => !/status of 403 .*\/invoices\)$/.test(message))).toEqual([]);
  await context.close();
}
