import { expectSignedIn } from './flows.ts';
import { expect, test } from './fixtures.ts';
import { createPasskey, METHODS, signOut } from './passkey-flows.ts';
import { PASSWORD, signUp, tryPassword, signUpWithoutPages } from './password-flows.ts';
import { addAuthenticator, withoutAutofill, withoutConditionalCreation } from './virtual-authenticator.ts';

test.beforeEach(async ({ page }) => {
  await withoutConditionalCreation(page);
});

test('a passkey that the site does not know is refused in words, and the browser is told', async ({
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

test('a cancelled creation and a cancelled sign-in are no errors', async ({ page, request, person }) => {
  await withoutAutofill(page);
  await signUp(page, request, person.email);
  const authenticator = await addAuthenticator(page);
  await authenticator.verifyUser(false);
  await page.goto(METHODS);
  await page.getByRole('button', { name: 'Create a passkey' }).click();
  await expect(page.getByText('No passkey was created. Nothing was changed.')).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
  await authenticator.verifyUser(true);
  await createPasskey(page);
  await signOut(page);
  await authenticator.verifyUser(false);
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expect(page.getByText('No passkey was used. Try again, or sign in another way.')).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
  await authenticator.verifyUser(true);
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expectSignedIn(page);
});
