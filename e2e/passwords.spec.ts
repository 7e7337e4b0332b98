import { expectErrorCode, expectSignedIn, expectSignedOut } from './support/flows.ts';
import { expect, test } from './support/fixtures.ts';
import { newestSignInMail } from './support/mailbox.ts';
import {
  ANOTHER_PASSWORD,
  askToSignUp,
  newestResetLink,
  PASSWORD,
  signUp,
  tryPassword,
  signUpWithoutPages,
} from './support/password-flows.ts';

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
