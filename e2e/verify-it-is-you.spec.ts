import type { Locator, Page } from '@playwright/test';
import { connect, identify } from './flows.ts';
import { expect, makeUser, test } from './fixtures.ts';
import {
  ageSessions,
  arriveWith,
  newestCode,
  ownerOf,
  userOfAccount,
  signInByMailWithoutPages,
} from './policy-flows.ts';

function verifyDialog(page: Page): Locator {
  return page.getByRole('dialog', { name: 'Verify it’s you' });
}

async function askToRemove(page: Page, provider: string): Promise<void> {
  await page.getByRole('button', { name: `Remove ${provider}` }).click();
  const dialog = page.getByRole('dialog', { name: `Remove ${provider}?` });
  await dialog.getByRole('button', { name: 'Remove' }).click();
}

test('a removal is done after a verification by code', async ({ page, request, person, collections }) => {
  await signInByMailWithoutPages(page, request, person.email);
  await connect(page, 'Demo Two', person.login);
  await expect(page.getByText('Demo Two is connected.')).toBeVisible();
  await ageSessions(collections, await ownerOf(collections, person.email));
  await askToRemove(page, 'Demo Two');

  const dialog = verifyDialog(page);
  await expect(dialog.getByRole('button', { name: 'Continue with Demo Two' })).toBeVisible();
  await dialog.getByRole('button', { name: `Send a code to ${person.email}` }).click();
  await expect(dialog.getByLabel('Code from the mail')).toBeFocused();
  // The first mail was the sign-in.
  const code = await newestCode(request, person.email, 2);
  await dialog.getByLabel('Code from the mail').fill(code === '000000' ? '111111' : '000000');
  await expect(dialog.getByText('This code is not right.')).toBeVisible();
  await dialog.getByLabel('Code from the mail').fill('');
  await dialog.getByLabel('Code from the mail').fill(code);
  await expect(page.getByText('Demo Two was removed. You can no longer sign in with it.')).toBeVisible();
  await expect(dialog).toBeHidden();
  expect(await userOfAccount(collections, 'demo-two', person.login)).toBeNull();
});

test('a removal is done after a verification at a provider', async ({
  page,
  request,
  person,
  collections,
}) => {
  await signInByMailWithoutPages(page, request, person.email);
  await connect(page, 'Demo Two', person.login);
  await expect(page.getByText('Demo Two is connected.')).toBeVisible();
  await ageSessions(collections, await ownerOf(collections, person.email));
  await askToRemove(page, 'Demo Two');
  await verifyDialog(page).getByRole('button', { name: 'Continue with Demo Two' }).click();
  await identify(page, person.login);
  await expect(page.getByText('Demo Two was removed. You can no longer sign in with it.')).toBeVisible();
  await expect(page).toHaveURL('/account/sign-in-methods');
  expect(await userOfAccount(collections, 'demo-two', person.login)).toBeNull();

  await page.reload();
  await expect(page.getByRole('button', { name: 'Connect Demo Two' })).toBeVisible();
  await expect(page.getByRole('dialog')).toBeHidden();
});

test('a user with one provider and no address connects another one @all', async ({
  page,
  person,
  collections,
}) => {
  await arriveWith(page, 'Demo Two', person.login, person.email);
  await page.getByRole('button', { name: 'Continue without this address' }).click();
  await expect(page).toHaveURL('/account');
  const userId = await userOfAccount(collections, 'demo-two', person.login);
  if (!userId) throw new Error('nobody was signed in');
  await ageSessions(collections, userId);

  await page.getByRole('link', { name: 'Sign-in methods' }).click();
  await page.getByRole('button', { name: 'Connect Demo One' }).click();
  const dialog = verifyDialog(page);
  await expect(dialog.getByRole('button', { name: /Continue with|Send a code/ })).toHaveText(/Demo Two/);
  await dialog.getByRole('button', { name: 'Continue with Demo Two' }).click();
  await expect(page.getByRole('heading', { name: 'Sign in at Demo Two' })).toBeVisible();
  await identify(page, person.login);
  // After the verification, it goes on to the provider to connect.
  await expect(page.getByRole('heading', { name: 'Sign in at Demo One' })).toBeVisible();
  await identify(page, person.login);
  await expect(page.getByText('Demo One is connected. You can sign in with it from now on.')).toBeVisible();
  expect(await userOfAccount(collections, 'demo-one', person.login)).toEqual(userId);
});

test('another account at the provider is refused, and the dialog offers another try @all', async ({
  page,
  request,
  person,
  collections,
}) => {
  await signInByMailWithoutPages(page, request, person.email);
  await connect(page, 'Demo Two', person.login);
  await expect(page.getByText('Demo Two is connected.')).toBeVisible();
  const userId = await ownerOf(collections, person.email);
  await ageSessions(collections, userId);
  await askToRemove(page, 'Demo Two');
  const dialog = verifyDialog(page);
  await dialog.getByRole('button', { name: 'Continue with Demo Two' }).click();
  await identify(page, makeUser().login);
  await expect(dialog.getByRole('alert')).toContainText('Code: REAUTHENTICATION_FAILED');
  await expect(page).toHaveURL('/account/sign-in-methods');
  expect(await userOfAccount(collections, 'demo-two', person.login)).toEqual(userId);

  await dialog.getByRole('button', { name: 'Continue with Demo Two' }).click();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog.getByRole('alert')).toContainText('Code: OAuthCallback');
  await dialog.getByRole('button', { name: 'Continue with Demo Two' }).click();
  await identify(page, person.login);
  await expect(page.getByText('Demo Two was removed. You can no longer sign in with it.')).toBeVisible();
});

test('the dialog works by keyboard, and Escape changes nothing @all', async ({
  page,
  request,
  person,
  collections,
}) => {
  await signInByMailWithoutPages(page, request, person.email);
  await ageSessions(collections, await ownerOf(collections, person.email));
  await page.goto('/account/sign-in-methods');
  const connectButton = page.getByRole('button', { name: 'Connect Demo One' });
  await connectButton.focus();
  await page.keyboard.press('Enter');
  const dialog = verifyDialog(page);
  await expect(dialog).toBeVisible();
  for (let presses = 0; presses < 6; presses++) {
    await page.keyboard.press('Tab');
    await expect(dialog.locator(':focus'), 'the focus stays in the dialog').toHaveCount(1);
  }
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(connectButton).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(dialog).toBeVisible();
});
