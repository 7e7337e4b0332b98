import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { dataExport } from '../src/shared/schemas/data.ts';
import { sessionCookieName } from '../src/shared/session-cookie.ts';
import { expect, test } from './fixtures.ts';
import { inspect } from './inspect.ts';
import { messagesTo } from './mailbox.ts';
import { ownerOf, arriveSignedInByMail, signInByMailWithoutPages } from './policy-flows.ts';

const wordsField = (page: Page) => page.getByLabel('Type “delete my account” to confirm');
const openDeletion = (page: Page) => page.getByRole('button', { name: 'Delete account' });
const deleteButton = (page: Page) => page.getByRole('button', { name: 'Delete my account' });

async function askToDelete(page: Page): Promise<void> {
  await page.goto('/account/data');
  await openDeletion(page).click();
  await wordsField(page).fill('delete my account');
  await deleteButton(page).click();
}

async function expectGoodbye(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Your account is deleted' })).toBeVisible();
  await expect(page).toHaveURL('/goodbye');
}

test('the export is a complete file without secrets', async ({ page, request, person, context }) => {
  await arriveSignedInByMail(page, request, person.email);
  await page.getByRole('link', { name: 'Your data' }).click();
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download' }).click();
  const download = await downloading;
  const today = new Date().toISOString().slice(0, 10);
  expect(download.suggestedFilename()).toBe(`foyer-data-${today}.json`);
  await expect(page.getByText(`Downloaded as foyer-data-${today}.json.`)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Download' })).toBeFocused();
  const text = await readFile(await download.path(), 'utf8');
  const data = dataExport.parse(JSON.parse(text));
  expect(data.email?.address).toBe(person.email);
  expect(data.sessions).toMatchObject([{ current: true }]);
  expect(data.activity[0]?.kind).toBe('data-exported');
  const sessionCookie = sessionCookieName(new URL(page.url()).origin);
  const session = (await context.cookies()).find(({ name }) => name === sessionCookie);
  expect(session?.value.length).toBeGreaterThan(20);
  expect(text).not.toContain(session?.value);
});

test('a deleted account ends all its sessions, sends a mail, and its address can sign up again', async ({
  page,
  request,
  person,
  context,
  collections,
  openBrowser,
}) => {
  await arriveSignedInByMail(page, request, person.email);
  const before = await ownerOf(collections, person.email);
  const tab = await context.newPage();
  await tab.goto('/account/sign-in-methods');
  await expect(tab.getByRole('heading', { name: 'Sign-in methods' })).toBeVisible();
  const elsewhere = await (await openBrowser()).newPage();
  await arriveSignedInByMail(elsewhere, request, person.email);

  await askToDelete(page);
  await expectGoodbye(page);
  await expect(page.getByText(`A mail to ${person.email} confirms it.`)).toBeVisible();
  for (const other of [tab, elsewhere]) {
    await other.goto('/account');
    await expect(other).toHaveURL(/\/sign-in\?/);
  }
  await page.goBack();
  await expect(page).not.toHaveURL(/\/account/);
  await expect
    .poll(async () => (await messagesTo(request, person.email)).map(({ subject }) => subject))
    .toContainEqual(expect.stringMatching(/^Your account at .* was deleted$/));

  await arriveSignedInByMail(page, request, person.email);
  expect(await ownerOf(collections, person.email)).not.toEqual(before);
});

test('the pages pass the layout checks, narrow and wide, light and dark @all', async ({
  page,
  request,
  person,
}) => {
  test.slow();
  await signInByMailWithoutPages(page, request, person.email);
  await page.goto('/account/data');
  await openDeletion(page).click();
  await wordsField(page).fill('delete');
  await deleteButton(page).click();
  await expect(page.getByText('These are not the words.')).toBeVisible();
  await inspect(page, 'your-data');
  await wordsField(page).fill('delete my account');
  await deleteButton(page).click();
  await expectGoodbye(page);
  await inspect(page, 'goodbye');
});
