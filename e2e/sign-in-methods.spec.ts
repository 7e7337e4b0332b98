import type { Page } from '@playwright/test';
import { connect, expectErrorCode, identify, arriveSignedIn, signInWithoutPages } from './flows.ts';
import { expect, forgetAddress, makeUser, test } from './fixtures.ts';
import { inspect } from './inspect.ts';

function removeButton(page: Page, provider: string) {
  return page.getByRole('button', { name: `Remove ${provider}` });
}

test('a second connected provider signs in the same user', async ({
  page,
  person,
  openBrowser,
  collections,
}) => {
  await signInWithoutPages(page, 'Demo One', person.login);
  await connect(page, 'Demo Two', person.login);
  await expect(page.getByText('Demo Two is connected.')).toBeVisible();
  await expect(page, 'the outcome does not stay in the address').toHaveURL('/account/sign-in-methods');
  await expect(removeButton(page, 'Demo One')).toBeVisible();
  await expect(removeButton(page, 'Demo Two')).toBeVisible();

  const other = await (await openBrowser()).newPage();
  await arriveSignedIn(other, 'Demo Two', person.login);
  const users = await collections.users
    .find({ 'accounts.providerAccountId': new RegExp(person.login) })
    .toArray();
  expect(users.map((user) => user.accounts.length)).toEqual([2]);
});

test('a person without an email address is led to the field for one @all', async ({
  page,
  person,
  collections,
}) => {
  await signInWithoutPages(page, 'Demo One', person.login);
  await forgetAddress(collections, person);
  await page.goto('/account/sign-in-methods');
  await expect(page.getByText('Add an email address first.')).toBeVisible();
  await inspect(page, 'sign-in-methods-no-address');
  await page.getByRole('link', { name: 'Add an email address' }).click();
  await expect(page.getByLabel('Your email address')).toBeFocused();
});

test('a removed account does not sign in any more', async ({ page, person, openBrowser, collections }) => {
  await signInWithoutPages(page, 'Demo One', person.login);
  await connect(page, 'Demo Two', person.login);
  await removeButton(page, 'Demo One').click();
  const dialog = page.getByRole('dialog', { name: 'Remove Demo One?' });
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByText('Demo One was removed. You can no longer sign in with it.')).toBeVisible();
  await expect(removeButton(page, 'Demo One')).toBeHidden();
  await expect(page.getByRole('button', { name: 'Connect Demo One' })).toBeVisible();

  const left = await collections.users.findOne({ 'accounts.providerAccountId': new RegExp(person.login) });
  expect(left?.accounts.map(({ provider }) => provider)).toEqual(['demo-two']);
  const other = await (await openBrowser()).newPage();
  await arriveSignedIn(other, 'Demo Two', person.login);
});

test('another user’s account cannot be connected', async ({ page, person, openBrowser }) => {
  await arriveSignedIn(page, 'Demo One', person.login);
  const otherPerson = makeUser();
  const other = await (await openBrowser()).newPage();
  await signInWithoutPages(other, 'Demo One', otherPerson.login);
  await connect(other, 'Demo Two', otherPerson.login);
  await expect(removeButton(other, 'Demo Two')).toBeVisible();
  await connect(page, 'Demo Two', otherPerson.login);
  await expect(page.getByRole('alert')).toContainText(
    'This account is already connected to another user here.',
  );
  await expectErrorCode(page, 'ACCOUNT_BELONGS_TO_OTHER');
  await expect(removeButton(page, 'Demo Two')).toBeHidden();
});

test('connecting is cancelled at the provider @all', async ({ page, person }) => {
  await signInWithoutPages(page, 'Demo One', person.login);
  await page.goto('/account/sign-in-methods');
  await page.getByRole('button', { name: 'Connect Demo Two' }).click();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page).toHaveURL('/account/sign-in-methods');
  await expect(
    page.getByText('The sign-in at the provider was cancelled. Nothing was changed.'),
  ).toBeVisible();
  await expect(page.getByRole('alert')).toBeHidden();
  await page.getByRole('button', { name: 'Connect Demo Two' }).click();
  await identify(page, person.login);
  await expect(page.getByText('Demo Two is connected.')).toBeVisible();
});
