import type { Page } from '@playwright/test';
import { expectSignedIn } from './flows.ts';
import { expect, test } from './fixtures.ts';
import { PASSWORD, signUp, signInWithPassword } from './password-flows.ts';
import { ageSessions, newestCode, ownerOf } from './policy-flows.ts';
import { addAuthenticator, withoutAutofill, withoutConditionalCreation } from './virtual-authenticator.ts';

const METHODS = '/account/sign-in-methods';

async function createPasskey(page: Page): Promise<void> {
  await page.goto(METHODS);
  await page.getByRole('button', { name: 'Create a passkey' }).click();
  await expect(page.getByText(/The passkey “.+” was created\./)).toBeVisible();
}

/** Removes the session of this browser, as if it had been signed out. */
async function signOut(page: Page): Promise<void> {
  await page.goto('/sign-out');
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByRole('heading', { name: 'Sign in', exact: true })).toBeVisible();
}

test.beforeEach(async ({ page }) => {
  await withoutConditionalCreation(page);
});

test('a passkey is created, signs in by the button, is renamed and removed', async ({
  page,
  request,
  person,
}) => {
  await withoutAutofill(page);
  await signUp(page, request, person.email);
  const authenticator = await addAuthenticator(page);
  await createPasskey(page);
  await expect(page.getByText('This device only')).toBeVisible();
  const [credential] = await authenticator.credentials();
  expect([credential?.rpId, credential?.isResidentCredential]).toEqual(['localhost', true]);

  await signOut(page);
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expectSignedIn(page);

  await page.goto(METHODS);
  await page.getByRole('button', { name: /^Rename the passkey/ }).click();
  const field = page.getByLabel('Name of the passkey');
  await expect(field).toBeFocused();
  await field.fill('Laptop of the office');
  await field.press('Enter');
  await expect(page.getByText('The passkey is named “Laptop of the office” now.')).toBeVisible();

  await page.getByRole('button', { name: 'Remove the passkey Laptop of the office' }).click();
  const dialog = page.getByRole('dialog', { name: 'Remove the passkey “Laptop of the office”?' });
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByText('The passkey “Laptop of the office” was removed.')).toBeVisible();
});
