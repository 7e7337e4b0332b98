import type { Browser, BrowserContextOptions, Page } from '@playwright/test';
import { MongoClient } from 'mongodb';
import { collectionsOf, type Collections } from '../src/server/database/collections.ts';
import { flood } from '../src/testing/sign-in/proof-of-work.ts';
import { RATE_LIMITS } from '../src/server/domain/rules/counters.ts';
import { startBuiltServer, type BuiltServer } from './built-server.ts';
import { expect, makeUser, test, type User } from './fixtures.ts';
import { identify } from './flows.ts';
import { guardContext } from './guard.ts';
import { SCRIPTS } from './held-scripts.ts';
import { inspect } from './inspect.ts';
import { PASSWORD, signUp } from './password-flows.ts';

// A flood affects the whole site, so these tests have their own server.
test.describe.configure({ mode: 'serial' });

let server: BuiltServer;
let mongo: MongoClient;
let collections: Collections;
let person: User;
const origin = () => `http://localhost:${server.port}`;

test.beforeAll(async ({ browser }, { outputDir }) => {
  server = await startBuiltServer(`${outputDir}-server.log`);
  mongo = await MongoClient.connect(server.databaseUri);
  collections = collectionsOf(mongo.db());
  person = makeUser();
  await inBrowser(browser, {}, (page) => signUp(page, page.request, person.email, origin()));
});
test.afterAll(async () => {
  await mongo.close();
  await server.end();
});
test.beforeEach(async () => {
  await collections.rateLimits.deleteMany({});
  // Twice the limit gives level 2.
  for (const action of ['password', 'mail', 'code', 'text'] as const)
    await flood(collections, action, 2 * RATE_LIMITS[action].cost.free);
});

/** Runs `walk` in a new browser, which no account knows. */
async function inBrowser(
  browser: Browser,
  options: BrowserContextOptions,
  walk: (page: Page) => Promise<void>,
): Promise<void> {
  const context = await browser.newContext({ baseURL: origin(), ...options });
  const faults = guardContext(context);
  await walk(await context.newPage());
  await context.close();
  expect(faults.messages, 'what the browser complained about').toEqual([]);
}

function statusesOf(page: Page, procedure = 'password.signIn'): number[] {
  const statuses: number[] = [];
  page.on('response', (answer) => {
    if (answer.url().includes(`/trpc/${procedure}`)) statuses.push(answer.status());
  });
  return statuses;
}

/** Holds the worker's script. Call the result to start it. */
async function holdWorker(page: Page): Promise<() => void> {
  let letGo = () => {};
  const held = new Promise<void>((resolve) => (letGo = resolve));
  await page.route(/\/assets\/challenge-worker-/, async (route) => {
    await held;
    await route.continue();
  });
  return letGo;
}

for (const [locale, line, signIn] of [
  ['en', 'Checking your browser…', 'Sign in'],
  ['de', 'Ihr Browser wird geprüft …', 'Anmelden'],
] as const) {
  test(`a new browser is checked in a worker, and the password signs in, in ${locale}${locale === 'en' ? '' : ' @all'}`, async ({
    browser,
  }) => {
    await inBrowser(browser, { locale }, async (page) => {
      const statuses = statusesOf(page);
      const letGo = await holdWorker(page);
      await page.goto('/sign-in');
      await page.locator('input[name=email]').fill(person.email);
      await page.locator('input[name=password]').fill(PASSWORD);
      await page.getByRole('button', { name: signIn, exact: true }).click();
      await expect(page.getByRole('status').filter({ hasText: line })).toBeVisible();
      await inspect(page, `flood-checking-${locale}`);
      letGo();
      await expect(page).toHaveURL('/account');
      expect(statuses).toEqual([428, 200]);
    });
  });
}

for (const locale of ['en', 'de'] as const) {
  test(`without scripts a page explains the check, and a provider signs in, in ${locale}${locale === 'en' ? '' : ' @all'}`, async ({
    browser,
  }) => {
    await inBrowser(browser, { locale, javaScriptEnabled: false }, async (page) => {
      await page.goto('/sign-in?callbackUrl=/account/devices');
      await page.locator('input[name=email]').fill(person.email);
      await page.locator('input[name=password]').fill(PASSWORD);
      const answer = page.waitForResponse((response) => response.request().method() === 'POST');
      await page.locator('button[value=password]').click();
      expect((await answer).status()).toBe(428);
      const notice = page.getByRole('alert');
      await expect(notice).toContainText('PROOF_OF_WORK_REQUIRED');
      await expect(notice).toContainText(
        locale === 'en'
          ? 'Without scripts, use another sign-in method, or come back in a few minutes.'
          : 'Ohne Skripte nehmen Sie eine andere Anmeldemethode, oder kommen Sie in einigen Minuten wieder.',
      );
      await page.getByRole('button', { name: /Demo One/ }).click();
      await identify(page, makeUser().login);
      await expect(page).toHaveURL(/\/account\/devices$/);
    });
  });
}

test('the page of a flood without scripts passes the layout checks @all', async ({ browser }) => {
  // Visible checks need scripts. The server renders the same page.
  await inBrowser(browser, {}, async (page) => {
    await page.route(SCRIPTS, (route) => route.fulfill({ contentType: 'text/javascript', body: '' }));
    await page.goto('/sign-in?error=PROOF_OF_WORK_REQUIRED');
    await expect(page.getByRole('alert')).toContainText('PROOF_OF_WORK_REQUIRED');
    await inspect(page, 'flood-without-scripts');
  });
});
