import type { Browser, BrowserContextOptions, Page } from '@playwright/test';
import { MongoClient } from 'mongodb';
import { collectionsOf, type Collections } from '../src/server/database/collections.ts';
import { flood } from '../src/testing/sign-in/proof-of-work.ts';
import { RATE_LIMITS } from '../src/server/domain/rules/counters.ts';
import { startBuiltServer, type BuiltServer } from './support/built-server.ts';
import { expect, makeUser, test, type TestPerson } from './support/fixtures.ts';
import { identify } from './support/flows.ts';
import { guardContext } from './support/guard.ts';
import { inspect } from './support/inspect.ts';
import { PASSWORD, signUp } from './support/password-flows.ts';

// A flood affects the whole site, so these tests have their own server.
test.describe.configure({ mode: 'serial' });

let server: BuiltServer;
let mongo: MongoClient;
let collections: Collections;
let person: TestPerson;
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
  // Two times the bound gives level 2.
  for (const action of ['password', 'mail', 'code', 'text'] as const)
    await flood(collections, action, 2 * RATE_LIMITS[action].cost.free);
});

/** Calls `act` in a new browser, which is not a known device of any account. */
async function inBrowser(
  browser: Browser,
  options: BrowserContextOptions,
  act: (page: Page) => Promise<void>,
): Promise<void> {
  const context = await browser.newContext({ baseURL: origin(), ...options });
  const faults = guardContext(context);
  await act(await context.newPage());
  await context.close();
  expect(faults.messages, 'what the browser complained about').toEqual([]);
}

/** The statuses of the answers to sign-ins by password. */
function statusesOf(page: Page): number[] {
  const statuses: number[] = [];
  page.on('response', (answer) => {
    if (answer.url().includes('/trpc/password.signIn')) statuses.push(answer.status());
  });
  return statuses;
}

/** Holds the worker's script. The answered function lets it start. */
async function holdWorker(page: Page): Promise<() => void> {
  let letGo = () => {};
  const held = new Promise<void>((resolve) => (letGo = resolve));
  await page.route(/\/assets\/challenge-worker-/, async (route) => {
    await held;
    await route.continue();
  });
  return letGo;
}

test('a new browser is checked in a worker, and the password signs in', async ({ browser }) => {
  await inBrowser(browser, {}, async (page) => {
    const statuses = statusesOf(page);
    const letGo = await holdWorker(page);
    await page.goto('/sign-in');
    await page.locator('input[name=email]').fill(person.email);
    await page.locator('input[name=password]').fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect(page.getByRole('status').filter({ hasText: 'Checking your browser…' })).toBeVisible();
    await inspect(page, 'flood-checking');
    letGo();
    await expect(page).toHaveURL('/account');
    expect(statuses).toEqual([428, 200]);
  });
});

test('without scripts a page explains the check, and a provider signs in', async ({ browser }) => {
  await inBrowser(browser, { javaScriptEnabled: false }, async (page) => {
    await page.goto('/sign-in?callbackUrl=/account/devices');
    await page.locator('input[name=email]').fill(person.email);
    await page.locator('input[name=password]').fill(PASSWORD);
    const answer = page.waitForResponse((response) => response.request().method() === 'POST');
    await page.locator('button[value=password]').click();
    expect((await answer).status()).toBe(428);
    const notice = page.getByRole('alert');
    await expect(notice).toContainText('PROOF_OF_WORK_REQUIRED');
    await expect(notice).toContainText('Without scripts, use another sign-in method');
    await page.getByRole('button', { name: /Demo One/ }).click();
    await identify(page, makeUser().login);
    await expect(page).toHaveURL(/\/account\/devices$/);
  });
});
