import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
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

test('a sign-in that takes too long is no error @all', async ({ page, request, person }) => {
  await withoutAutofill(page);
  await signUpWithoutPages(page, request, person.email);
  const authenticator = await addAuthenticator(page);
  await createPasskey(page);
  await signOut(page);
  await page.route('**/trpc/session.beginPasskey', async (route) => {
    const answer = await route.fetch();
    const body = (await answer.json()) as { result: { data: { options: { timeout: number } } } };
    body.result.data.options.timeout = 1000;
    await route.fulfill({ response: answer, json: body });
  });
  await authenticator.answer(false);
  const button = page.getByRole('button', { name: 'Sign in with a passkey' });
  await button.click();
  await expect(button).toHaveAttribute('aria-busy', 'true');
  await expect(page.getByText('No passkey was used. Try again, or sign in another way.')).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test('an answer from another origin of the same host signs nobody in @all', async ({
  page,
  request,
  person,
  context,
  baseURL,
}) => {
  await withoutAutofill(page);
  await signUpWithoutPages(page, request, person.email);
  const authenticator = await addAuthenticator(page);
  await createPasskey(page);
  await signOut(page);
  const other = createServer((_, answer) => answer.setHeader('content-type', 'text/html').end('<p>Other'));
  await once(other.listen(0, 'localhost'), 'listening');
  try {
    const elsewhere = await context.newPage();
    await elsewhere.goto(`http://localhost:${(other.address() as AddressInfo).port}/`);
    await authenticator.copyTo(elsewhere);
    const call = async (procedure: string, data: object) =>
      page.request.post(`/trpc/${procedure}`, { headers: { origin: baseURL ?? '' }, data });
    const begun = (await (await call('session.beginPasskey', { purpose: 'sign-in' })).json()) as {
      result: { data: { options: PublicKeyCredentialRequestOptionsJSON } };
    };
    const passkey = await elsewhere.evaluate(async (options): Promise<object> => {
      const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options);
      const credential = await navigator.credentials.get({ publicKey });
      return (credential as PublicKeyCredential).toJSON();
    }, begun.result.data.options);
    const refused = await call('session.signInWithPasskey', { passkey });
    expect([refused.status(), await refused.text()]).toEqual([
      401,
      expect.stringContaining('PASSKEY_INVALID'),
    ]);
  } finally {
    other.close();
  }
});

for (const [name, bits] of [
  ['without a verified user', { isBadUV: true }],
  ['without a present user', { isBadUP: true }],
  ['with a wrong signature', { isBogusSignature: true }],
] as const) {
  test(`an answer ${name} signs nobody in @all`, async ({ page, request, person }) => {
    await withoutAutofill(page);
    await signUpWithoutPages(page, request, person.email);
    const authenticator = await addAuthenticator(page);
    await createPasskey(page);
    await signOut(page);
    await authenticator.lie(bits);
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await expect(page.getByRole('alert').or(page.getByText('No passkey was used.'))).toBeVisible();
    await page.goto('/account');
    await expect(page).toHaveURL(/\/sign-in\?/);
  });
}

test('a counter that goes back signs nobody in with a passkey of one device @all', async ({
  page,
  request,
  person,
}) => {
  await withoutAutofill(page);
  await signUpWithoutPages(page, request, person.email);
  const authenticator = await addAuthenticator(page);
  await createPasskey(page);
  await signOut(page);
  await authenticator.setCounter(40);
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expectSignedIn(page);
  await signOut(page);
  await authenticator.setCounter(2);
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expect(page.getByRole('alert')).toContainText('This passkey could not be verified.');
});
