import { expectSignedIn } from './support/flows.ts';
import { expect, test } from './support/fixtures.ts';
import { createPasskey, METHODS, signOut } from './support/passkey-flows.ts';
import { PASSWORD, signUpWithoutPages, tryPassword } from './support/password-flows.ts';
import { ageSessions, ownerOf } from './support/policy-flows.ts';
import { screenFaults } from './support/screen-checks.ts';
import {
  addAuthenticator,
  withoutAutofill,
  withoutConditionalCreation,
} from './support/virtual-authenticator.ts';

test.beforeEach(async ({ page }) => {
  await withoutConditionalCreation(page);
});

test('a passkey is created, signs in by the button, is renamed and removed', async ({
  page,
  request,
  person,
}) => {
  await withoutAutofill(page);
  await signUpWithoutPages(page, request, person.email);
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

test('the browser hears of a removed passkey and of a new name @all', async ({ page, request, person }) => {
  await signUpWithoutPages(page, request, person.email);
  const authenticator = await addAuthenticator(page);
  await createPasskey(page);
  const [credential] = await authenticator.credentials();
  await page.goto('/account');
  await page.getByRole('button', { name: 'Change name' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Ada King');
  await page.keyboard.press('Enter');
  await expect
    .poll(() => authenticator.updated.at(-1))
    .toEqual({ name: person.email, displayName: 'Ada King' });

  await page.goto(METHODS);
  await page.getByRole('button', { name: /^Remove the passkey/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByText(/^The passkey “.+” was removed\./)).toBeVisible();
  await expect.poll(() => authenticator.deleted).toEqual([credential?.credentialId]);
});

test('everybody can use the screens about passkeys @all', async ({ page, request, person, collections }) => {
  test.slow();
  await withoutAutofill(page);
  const faults: string[] = [];
  const look = async (screen: string) =>
    faults.push(...(await screenFaults(page, 'en')).map((fault) => `${screen}: ${fault}`));
  await signUpWithoutPages(page, request, person.email);
  const authenticator = await addAuthenticator(page);
  await createPasskey(page);
  await look('created');
  await page.getByRole('button', { name: /^Rename the passkey/ }).click();
  await look('renaming');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await ageSessions(collections, await ownerOf(collections, person.email));
  await page.getByRole('button', { name: /^Remove the passkey/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByRole('button', { name: 'Use a passkey' })).toBeVisible();
  await look('verifying');
  await page.goto('/add-passkey');
  await expect(page.getByRole('button', { name: 'Create a passkey' })).toBeVisible();
  await look('offer');
  await signOut(page);
  await authenticator.verifyUser(false);
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expect(page.getByText('No passkey was used.')).toBeVisible();
  await look('cancelled sign-in');
  expect(faults).toEqual([]);
});

test('a passkey that the site does not know is refused in words, and the browser is told @all', async ({
  page,
  request,
  person,
  collections,
}) => {
  await withoutAutofill(page);
  await signUpWithoutPages(page, request, person.email);
  const authenticator = await addAuthenticator(page);
  await createPasskey(page);
  const [credential] = await authenticator.credentials();
  await collections.users.updateOne({ email: person.email }, { $set: { passkeys: [] } });
  await signOut(page);
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expect(page.getByRole('alert')).toContainText(
    'This passkey does not belong to an account here any more.',
  );
  await expect.poll(() => authenticator.deleted).toEqual([credential?.credentialId]);
  await tryPassword(page, person.email, PASSWORD);
  await page.getByRole('button', { name: 'Not now' }).click();
  await expectSignedIn(page);
});
