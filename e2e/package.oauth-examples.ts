import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test, type Browser, type BrowserContext, type Page } from '@playwright/test';
import { freePorts } from '../src/testing/run/free-ports.ts';
import { startBuiltServer, type BuiltServer } from './support/built-server.ts';
import { installExample, startProgram, type CopiedExample } from './support/example-commands.ts';
import { identify, signInWith } from './support/flows.ts';
import { guardContext } from './support/guard.ts';
import { run, type ScratchProject } from './support/packed-package.ts';

const LOGIN = 'ada-of-the-examples';
const EMAIL = `${LOGIN}@example.test`;
/** An access token lives for five minutes and is refreshed in the last one. */
const NEARLY_OVER_MS = 4.5 * 60_000;

/** The three clients of another origin. `create-app.spec.ts` installs the single-page app, this the others. */
export function describeOAuthExamples(projectOf: () => ScratchProject): void {
  test(
    'a single-page app, a native app and a television sign in, and the account page signs the three out',
    { tag: '@all' },
    async ({ browser }) => {
      test.setTimeout(300_000);
      const { outputDir } = test.info().project;
      const examples: CopiedExample[] = [];
      const programs: ReturnType<typeof startProgram>[] = [];
      let foyer: BuiltServer | undefined;
      const install = async (name: string) => {
        const example = await installExample(name, projectOf().tarball);
        examples.push(example);
        return example;
      };
      const start = (command = '', folder = '', env: Readonly<Record<string, string>> = {}) => {
        const program = startProgram(command, folder, env);
        programs.push(program);
        return program;
      };
      try {
        const { folder } = projectOf();
        const shopFolder = join(folder, 'examples/single-page-app');
        const [port, apiPort] = [await freePorts(1), String(await freePorts(1))];
        const [shop, api] = [`http://shop.localhost:${port}`, `http://localhost:${apiPort}`];
        const configuration = await readFile(join(shopFolder, 'foyer.config.ts'), 'utf8');
        foyer = await startBuiltServer(
          join(outputDir, 'server-of-oauth-examples.log'),
          {},
          'build',
          configuration.replace('4000', apiPort),
        );
        const origin = `http://localhost:${foyer.port}`;
        const env = { FOYER_URL: origin };
        start('node out/examples/single-page-app/api.js', folder, {
          ...env,
          PORT: apiPort,
          APP_ORIGIN: shop,
        });
        const vite = join(folder, 'node_modules/vite/bin/vite.js');
        await run(process.execPath, [vite, 'build', '--logLevel', 'warn'], {
          cwd: shopFolder,
          env: { ...process.env, ...env, API_URL: api },
        });
        await start(`node ${vite} preview --port ${port} --strictPort`, shopFolder).said(/Local/);
        const [nativeApp, television] = [await install('native-app'), await install('television')];

        const home = await openBrowser(browser, origin);
        const [first, second] = await signInToShop(home.context, shop);

        const native = start(nativeApp.commands[0], nativeApp.folder, env);
        const page = await home.context.newPage();
        await page.goto(await native.said(/http:\S+\/oauth\/authorize\S+/));
        await expect(page.getByRole('heading', { name: /^Continue to / })).toBeVisible();
        await page.getByRole('button', { name: 'Continue' }).click();
        await expect(page.getByText('Go back to the program.')).toBeVisible();
        await native.said(new RegExp(`Signed in as ${EMAIL}`));

        const tv = start(television.commands[0], television.folder, env);
        const code = await tv.said(/[A-Z]{4}-[A-Z]{4}/);
        await page.goto(await tv.said(/http:\S+(?= on your phone)/));
        await page.getByLabel('Code').fill(code);
        await page.getByRole('button', { name: 'Continue' }).click();
        await page.getByRole('button', { name: 'Allow' }).click();
        await tv.said(new RegExp(`Signed in as ${EMAIL}`));

        await passTime(first);
        await first.getByRole('button', { name: 'Show invoices' }).click();
        await expect(first.getByText('Only accountants see the invoices.')).toBeVisible();
        for (const program of [native, tv]) {
          program.pressEnter();
          await program.said(/Still signed in/);
        }

        // The user ends that session from another browser.
        const away = await openBrowser(browser, origin);
        const account = await away.context.newPage();
        await signInWith(account, 'Demo One', LOGIN);
        await account.goto('/account/devices');
        await account.getByRole('button', { name: 'Sign out Chrome on Linux', exact: true }).click();
        await expect(account.getByRole('button', { name: /^Sign out (?:Barley|Shop)/ })).toHaveCount(0);

        // The first tab's clock is ahead, and so is the expiry of the token that it shared.
        await passTime(second, 2 * NEARLY_OVER_MS);
        await second.getByRole('button', { name: 'Show invoices' }).click();
        for (const tab of [first, second])
          await expect(tab.getByRole('heading', { name: 'Hello, whoever you are' })).toBeVisible();
        for (const program of [native, tv]) {
          program.pressEnter();
          await program.said(/The session has ended/);
        }
        for (const { context, messages } of [home, away]) {
          // Chromium reports the 403 of the API.
          expect(messages.filter((message) => !message.includes(`${api}/invoices`))).toEqual([]);
          await context.close();
        }
      } finally {
        for (const program of programs) await program.end();
        await foyer?.end();
        for (const example of examples) await example.remove();
      }
    },
  );
}

async function openBrowser(browser: Browser, baseURL: string) {
  const context = await browser.newContext({ baseURL });
  return { context, ...guardContext(context) };
}

/** Signs in to the shop in one tab. The second tab asks the first. */
async function signInToShop(context: BrowserContext, shop: string): Promise<[Page, Page]> {
  const first = await context.newPage();
  await first.clock.install();
  // The page asks Foyer at once, and returns without a user.
  await first.goto(`${shop}/orders`);
  await expect(first.getByRole('heading', { name: 'Hello, whoever you are' })).toBeVisible();
  await first.getByRole('button', { name: 'Sign in' }).click();
  await first.getByRole('button', { name: 'Continue with Demo One' }).click();
  await identify(first, LOGIN);
  const greeting = (page: Page) => page.getByRole('heading', { name: 'Hello Ada Of The Examples' });
  await expect(greeting(first)).toBeVisible();
  await expect(first).toHaveURL(`${shop}/orders`);

  const second = await context.newPage();
  await second.clock.install();
  const left: string[] = [];
  second.on('framenavigated', (frame) => left.push(frame.url()));
  await second.goto(shop);
  await expect(greeting(second)).toBeVisible();
  expect(left).toEqual([`${shop}/`]);

  // Without another tab, a reload loses the tokens, and Foyer sends new ones.
  await second.close();
  const entries = () => first.evaluate(() => history.length);
  const before = await entries();
  await first.reload();
  await expect(greeting(first)).toBeVisible();
  // Back must still leave the app.
  expect(await entries()).toBe(before);
  const third = await context.newPage();
  await third.clock.install();
  await third.goto(shop);
  await expect(greeting(third)).toBeVisible();
  return [first, third];
}

async function passTime(page: Page, ms = NEARLY_OVER_MS): Promise<void> {
  await page.clock.fastForward(ms);
}
