import { expectSignedIn, signOut } from './support/flows.ts';
import { expect, test } from './support/fixtures.ts';
import { observeShifts } from './support/layout-shifts.ts';
import { newestCode } from './support/mailbox.ts';
import { createPasskey, METHODS } from './support/passkey-flows.ts';
import { sendPassword, signUpWithoutPages } from './support/password-flows.ts';
import { ageSessions } from './support/policy-flows.ts';
import { screenFaults } from './support/screen-checks.ts';
import {
  addAuthenticator,
  withoutAutofill,
  withoutConditionalCreation,
} from './support/virtual-authenticator.ts';

test.beforeEach(async ({ page }) => {
  await withoutConditionalCreation(page);
});

test('a passkey is created, signs in by the button, is renamed and removed', async ({ page, person }) => {
  await withoutAutofill(page);
  await signUpWithoutPages(page, person.email);
  const authenticator = await addAuthenticator(page);
  await createPasskey(page);
  await expect(page.getByText('This device only')).toBeVisible();
  const [credential] = await authenticator.credentials();
  expect([credential?.rpId, credential?.isResidentCredential]).toEqual(['localhost', true]);

  await signOut(page);
  await page.getByRole('button', { name: 'Use a passkey' }).click();
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

test('the browser hears of a removed passkey and of a new name @all', async ({ page, person }) => {
  await signUpWithoutPages(page, person.email);
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

test('everybody can use the screens about passkeys @all', async ({ page, person, collections }) => {
  test.slow();
  await withoutAutofill(page);
  const faults: string[] = [];
  const look = async (screen: string) =>
    faults.push(...(await screenFaults(page, 'en')).map((fault) => `${screen}: ${fault}`));
  await signUpWithoutPages(page, person.email);
  const authenticator = await addAuthenticator(page);
  await createPasskey(page);
  await look('created');
  await page.getByRole('button', { name: /^Rename the passkey/ }).click();
  await look('renaming');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await ageSessions(collections, person.email);
  await page.getByRole('button', { name: /^Remove the passkey/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByRole('button', { name: 'Use a passkey' })).toBeVisible();
  await look('verifying');
  await page.goto('/add-passkey');
  await expect(page.getByRole('button', { name: 'Create a passkey' })).toBeVisible();
  await look('offer');
  await signOut(page);
  await authenticator.verifyUser(false);
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await expect(page.getByText('No passkey was used.')).toBeVisible();
  await look('cancelled sign-in');
  expect(faults).toEqual([]);
});

test('a passkey that the site does not know is refused in words, and the browser is told @all', async ({
  page,
  person,
  collections,
}) => {
  await withoutAutofill(page);
  await signUpWithoutPages(page, person.email);
  const authenticator = await addAuthenticator(page);
  await createPasskey(page);
  const [credential] = await authenticator.credentials();
  await collections.users.updateOne({ email: person.email }, { $set: { passkeys: [] } });
  await signOut(page);
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await expect(page.getByRole('alert')).toContainText(
    'This passkey does not belong to an account here any more.',
  );
  await expect.poll(() => authenticator.deleted).toEqual([credential?.credentialId]);
  await sendPassword(page, person.email);
  await page.getByRole('button', { name: 'Not now' }).click();
  await expectSignedIn(page);
});

test('a passkey signs in by the list of the field for the address @all', async ({ page, person }) => {
  await signUpWithoutPages(page, person.email);
  const authenticator = await addAuthenticator(page);
  await createPasskey(page);
  const [created] = await authenticator.credentials();
  // The virtual authenticator chooses the passkey itself.
  await page.goto('/sign-out');
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expectSignedIn(page);
  const [used] = await authenticator.credentials();
  expect(used?.signCount).toBe((created?.signCount ?? 0) + 1);
});

test('the button of the sign-in page moves nothing when it appears @all', async ({ page }) => {
  await withoutAutofill(page);
  await observeShifts(page);
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    for (const path of ['/sign-in', '/sign-up']) {
      await page.goto(path);
      await expect(page.getByRole('button', { name: /a passkey$/ })).toBeVisible();
      await expect(page.locator('html')).not.toHaveAttribute('data-shift');
    }
  }
});

test('a sign-up by passkey needs a verified address and no password', async ({
  page,
  person,
  collections,
}) => {
  await withoutAutofill(page);
  const authenticator = await addAuthenticator(page);
  await page.goto('/sign-up');
  await page.getByRole('button', { name: 'Sign up with a passkey' }).click();
  await expect(page.getByLabel('Email address')).toBeFocused();
  await page.getByLabel('Name (optional)').fill('Ada Lovelace');
  await page.getByLabel('Email address').fill(person.email);
  await page.getByRole('button', { name: 'Sign up with a passkey' }).click();
  await page.getByLabel('Code from the mail').fill(await newestCode(page.request, person.email, 1));
  await page.getByRole('button', { name: 'Create a passkey' }).click();
  await expectSignedIn(page);
  const user = await collections.users.findOne({ email: person.email });
  expect([user?.name, user?.password ?? null, user?.passkeys?.length]).toEqual(['Ada Lovelace', null, 1]);
  expect(await authenticator.credentials()).toHaveLength(1);
});
