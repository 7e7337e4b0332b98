import type { Page } from '@playwright/test';
import { MongoClient } from 'mongodb';
import { collectionsOf, type Collections } from '../src/server/database/collections.ts';
import { flood } from '../src/testing/sign-in/proof-of-work.ts';
import { RATE_LIMITS } from '../src/server/domain/rules/counters.ts';
import { startBuiltServer, type BuiltServer } from './support/built-server.ts';
import { expect, makeUser, test, type TestPerson } from './support/fixtures.ts';
import { identify } from './support/flows.ts';
import { hold } from './support/held-scripts.ts';
import { inspect } from './support/inspect.ts';
import { sendPassword, signUpWithoutPages } from './support/password-flows.ts';

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
  const page = await browser.newPage({ baseURL: origin() });
  await signUpWithoutPages(page, person.email, origin());
  await page.close();
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

/** The statuses of the answers to sign-ins by password. */
function statusesOf(page: Page): number[] {
  const statuses: number[] = [];
  page.on('response', (answer) => {
    if (answer.url().includes('/trpc/password.signIn')) statuses.push(answer.status());
  });
  return statuses;
}

// A new browser is not a known device of any account.
test('a new browser is checked in a worker, and the password signs in', async ({ openPage }) => {
  const page = await openPage({ baseURL: origin() });
  const statuses = statusesOf(page);
  const letWorkerGo = await hold(page, /\/assets\/challenge-worker-/);
  await page.goto('/sign-in');
  await sendPassword(page, person.email);
  await expect(page.getByRole('status').filter({ hasText: 'Checking your browser…' })).toBeVisible();
  await inspect(page, 'flood-checking');
  letWorkerGo();
  await expect(page).toHaveURL('/account');
  expect(statuses).toEqual([428, 200]);
});

test('without scripts a page explains the check, and a provider signs in', async ({ openPage }) => {
  const page = await openPage({ baseURL: origin(), javaScriptEnabled: false });
  await page.goto('/sign-in?callbackUrl=/account/devices');
  const answer = page.waitForResponse((response) => response.request().method() === 'POST');
  await sendPassword(page, person.email);
  expect((await answer).status()).toBe(428);
  const notice = page.getByRole('alert');
  await expect(notice).toContainText('PROOF_OF_WORK_REQUIRED');
  await expect(notice).toContainText('Without scripts, use another sign-in method');
  await page.getByRole('button', { name: /Demo One/ }).click();
  await identify(page, makeUser().login);
  await expect(page).toHaveURL(/\/account\/devices$/);
});
