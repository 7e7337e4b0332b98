import { expectErrorCode, expectSignedIn, expectSignedOut, openUserMenu } from './flows.ts';
import { expect, test } from './fixtures.ts';
import { newestSignInMail } from './mailbox.ts';
import {
  ANOTHER_PASSWORD,
  askToSignUp,
  newestResetLink,
  PASSWORD,
  signInWithPassword,
  signUp,
  tryPassword,
  signUpWithoutPages,
} from './password-flows.ts';
import { signInByMailWithoutPages } from './policy-flows.ts';

const METHODS = '/account/sign-in-methods';

test('a newcomer signs up, proves the address by the link, and signs in with the password', async ({
  page,
  request,
  person,
  openBrowser,
}) => {
  await askToSignUp(page, person.email);
  const early = await (await openBrowser()).newPage();
  await early.goto('/sign-in');
  await tryPassword(early, person.email, PASSWORD);
  await expect(early.getByText('Sign in failed.'), 'nothing is usable before the proof').toBeVisible();

  await page.goto((await newestSignInMail(request, person.email)).link);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expectSignedIn(page);
  await expect(page.getByRole('region', { name: 'Name' })).toContainText('Ada Lovelace');
  await tryPassword(early, person.email, PASSWORD);
  await expectSignedIn(early);
});

test('a wrong password shows an error at its field, and the right one opens the requested page', async ({
  page,
  request,
  person,
  openBrowser,
}) => {
  await signUp(page, request, person.email);
  const visitor = await (await openBrowser()).newPage();
  await visitor.goto(METHODS);
  await tryPassword(visitor, person.email, 'certainly not this one');
  await expect(
    visitor.getByText('Sign in failed. Check the details you provided are correct.'),
  ).toBeVisible();
  await expect(visitor.getByLabel('Password', { exact: true })).toBeFocused();
  await visitor.keyboard.type(PASSWORD);
  await visitor.keyboard.press('Enter');
  await expect(visitor).toHaveURL(METHODS);
  await openUserMenu(visitor);
  await visitor.getByRole('menuitem', { name: 'Sign out' }).click();
  await visitor.getByRole('button', { name: 'Sign out' }).click();
  await expect(visitor.getByRole('button', { name: /^Sign in(?! with)/ })).toContainText('Last used');
});

test('a forgotten password is reset, which ends all sessions', async ({
  page,
  request,
  person,
  openBrowser,
}) => {
  await signUp(page, request, person.email);
  const visitor = await (await openBrowser()).newPage();
  await visitor.goto('/sign-in');
  await visitor.getByLabel('Email address').fill(person.email);
  await visitor.getByRole('link', { name: 'Forgot your password?' }).click();
  await visitor.getByRole('button', { name: 'Email me the link' }).click();
  await expect(visitor.getByRole('heading', { name: 'Check your email' })).toBeVisible();
  await visitor.reload();
  await expect(visitor.getByRole('heading', { name: 'Check your email' })).toBeVisible();

  const link = await newestResetLink(request, person.email);
  for (let i = 0; i < 3; i++) expect((await request.get(link)).status()).toBe(200);
  await visitor.goto(link);
  await expect(visitor, 'the secret does not stay in the address').not.toHaveURL(/token/);
  await visitor.getByLabel('New password', { exact: true }).fill('password');
  await visitor.getByRole('button', { name: 'Set the new password' }).click();
  await expect(visitor.getByText(/^Use 15 characters or more\./)).toBeVisible();
  await visitor.getByLabel('New password', { exact: true }).fill(ANOTHER_PASSWORD);
  await visitor.getByRole('button', { name: 'Set the new password' }).click();
  await expect(visitor.getByRole('heading', { name: 'Your new password is set' })).toBeVisible();
  await expectSignedOut(page);

  await visitor.getByRole('link', { name: 'Sign in' }).click();
  await expect(visitor.getByLabel('Email address')).toHaveValue(person.email);
  await tryPassword(visitor, person.email, PASSWORD);
  await expect(visitor.getByText('Sign in failed.'), 'the old one is dead').toBeVisible();
  await tryPassword(visitor, person.email, ANOTHER_PASSWORD);
  await expectSignedIn(visitor);

  await page.goto(link);
  await page.getByLabel('New password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Set the new password' }).click();
  await expect(page.getByRole('heading', { name: 'This link no longer works' })).toBeVisible();
  await expectErrorCode(page, 'RESET_LINK_INVALID');
});

test('a reset in a signed-in browser leads to sign-in without a redirect loop @all', async ({
  page,
  request,
  person,
}) => {
  await signUpWithoutPages(page, request, person.email);
  await page.goto(`/forgot-password?email=${person.email}`);
  await page.getByRole('button', { name: 'Email me the link' }).click();
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible();
  await page.goto(await newestResetLink(request, person.email));
  await page.getByLabel('New password', { exact: true }).fill(ANOTHER_PASSWORD);
  await page.getByRole('button', { name: 'Set the new password' }).click();
  await page.getByRole('link', { name: 'Sign in' }).click();
  await tryPassword(page, person.email, ANOTHER_PASSWORD);
  await expectSignedIn(page);
});

test('a first password is set, changed with the old one, and removed', async ({
  page,
  request,
  person,
  openBrowser,
}) => {
  await signInByMailWithoutPages(page, request, person.email);
  await page.goto(METHODS);
  await page.getByRole('button', { name: 'Set a password' }).click();
  await page.getByLabel('New password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Set password' }).click();
  await expect(page.getByText('Your password is set.')).toBeVisible();
  const other = await (await openBrowser()).newPage();
  await signInWithPassword(other, person.email);

  await page.getByRole('button', { name: 'Change password' }).click();
  await page.getByLabel('Current password', { exact: true }).fill('not the current one');
  await page.getByLabel('New password', { exact: true }).fill(ANOTHER_PASSWORD);
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByText('This is not your password.')).toBeVisible();
  await page.getByLabel('Current password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByText('Your password is changed')).toBeVisible();
  await expectSignedOut(other);
  await signInWithPassword(other, person.email, ANOTHER_PASSWORD);

  await page.reload();
  await page.getByRole('button', { name: 'Remove password' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByText('Your password is removed.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Set a password' })).toBeVisible();
});
