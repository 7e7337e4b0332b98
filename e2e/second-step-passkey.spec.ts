import { apiClient } from './support/access-token.ts';
import { expect, test } from './support/fixtures.ts';
import { expectSignedIn, signOut } from './support/flows.ts';
import { inspect } from './support/inspect.ts';
import { createPasskey, METHODS } from './support/passkey-flows.ts';
import { PASSWORD, signUpWithoutPages } from './support/password-flows.ts';
import { ageProofs, giveFirstFactor, setUpAuthenticator } from './support/second-factors.ts';
import { addAuthenticator, withoutAutofill } from './support/virtual-authenticator.ts';

test('a passkey answers the second step of a sign-in by password, and that of a verification @all', async ({
  page,
  person,
  collections,
}) => {
  test.slow();
  await withoutAutofill(page);
  await signUpWithoutPages(page, person.email);
  await addAuthenticator(page);
  await createPasskey(page);
  await setUpAuthenticator(page);
  await signOut(page);
  await giveFirstFactor(page, person.email);
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await expectSignedIn(page);
  const session = await apiClient(page.request).session.get.query();
  expect(session).toMatchObject({ aal: 2, amr: ['pwd', 'pop', 'user', 'mfa'] });

  await ageProofs(collections, person.email);
  await page.goto(METHODS);
  await page.getByRole('button', { name: /^Remove the authenticator app/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  const dialog = page.getByRole('dialog', { name: 'Verify it’s you' });
  await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Verify', exact: true }).click();
  await expect(dialog.getByLabel('Code from your authenticator app')).toBeFocused();
  await inspect(page, 'verify-second-step');
  await dialog.getByRole('button', { name: 'Use a passkey' }).click();
  await expect(page.getByText('Two-step verification is off.')).toBeVisible();
});
