import { expectErrorCode, expectSignedIn, expectSignedOut } from './support/flows.ts';
import { expect, test } from './support/fixtures.ts';
import { createPasswordHashing } from '../src/server/domain/passwords/password-hashing.ts';
import { inspect } from './support/inspect.ts';
import { newestSignInMail } from './support/mailbox.ts';
import {
  ANOTHER_PASSWORD,
  askToSignUp,
  BREACHED_PASSWORD,
  PASSWORD,
  resetLink,
  sendPassword,
  signUp,
  signUpWithoutPages,
} from './support/password-flows.ts';

test('a newcomer signs up, proves the address by the link, and signs in with the password', async ({
  page,
  person,
  openPage,
}) => {
  await askToSignUp(page, person.email);
  const early = await openPage();
  await early.goto('/sign-in');
  await sendPassword(early, person.email);
  await expect(early.getByText('Sign in failed.'), 'nothing is usable before the proof').toBeVisible();

  await page.goto((await newestSignInMail(page.request, person.email)).link);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expectSignedIn(page);
  await expect(page.getByRole('region', { name: 'Name' })).toContainText('Ada Lovelace');
  await sendPassword(early, person.email);
  await expectSignedIn(early);
});

test('a password of a data breach is refused, and whoever has one is asked to change it', async ({
  page,
  person,
  collections,
}) => {
  await page.goto('/sign-up');
  await page.getByLabel('Email address').fill(person.email);
  const field = page.getByLabel('Password', { exact: true });
  await field.fill(BREACHED_PASSWORD);
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByText('known from a data breach')).toBeVisible();
  await expect(field).toBeFocused();
  await inspect(page, 'sign-up-breached');

  await signUpWithoutPages(page, person.email);
  const hash = await createPasswordHashing().hash(BREACHED_PASSWORD);
  await collections.users.updateOne({ email: person.email }, { $set: { 'password.hash': hash } });
  await page.context().clearCookies();
  await page.goto('/sign-in');
  await sendPassword(page, person.email, BREACHED_PASSWORD);
  await expectSignedIn(page);
  const breachedAt = async () =>
    (await collections.users.findOne({ email: person.email }))?.password?.breachedAt;
  await expect.poll(breachedAt).toBeInstanceOf(Date);
  await page.reload();
  await expect(page.getByText('known from a data breach')).toBeVisible();
  await page.getByRole('link', { name: 'Check your account' }).click();
  await inspect(page, 'review-breached');
  await page.getByRole('link', { name: 'Change password' }).click();
  await page.getByRole('button', { name: 'Change password' }).click();
  await page.getByLabel('Current password', { exact: true }).fill(BREACHED_PASSWORD);
  await page.getByLabel('New password', { exact: true }).fill(ANOTHER_PASSWORD);
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByText('Your password is changed')).toBeVisible();
  await expect(page.getByText('known from a data breach')).toBeHidden();
});

test('a forgotten password is reset, which ends all sessions', async ({
  page,
  request,
  person,
  openPage,
}) => {
  await signUp(page, person.email);
  const visitor = await openPage();
  await visitor.goto('/sign-in');
  await visitor.getByLabel('Email address').fill(person.email);
  await visitor.getByRole('link', { name: 'Forgot your password?' }).click();
  await visitor.getByRole('button', { name: 'Email me the link' }).click();
  await expect(visitor.getByRole('heading', { name: 'Check your email' })).toBeVisible();
  await visitor.reload();
  await expect(visitor.getByRole('heading', { name: 'Check your email' })).toBeVisible();

  const link = await resetLink(request, person.email);
  for (let i = 0; i < 3; i++) expect((await request.get(link)).status()).toBe(200);
  await visitor.goto(link);
  await expect(visitor, 'the secret does not stay in the address').not.toHaveURL(/token/);
  await visitor.getByLabel('New password', { exact: true }).fill(ANOTHER_PASSWORD);
  await visitor.getByRole('button', { name: 'Set the new password' }).click();
  await expect(visitor.getByRole('heading', { name: 'Your new password is set' })).toBeVisible();
  await expectSignedOut(page);

  await visitor.getByRole('link', { name: 'Sign in' }).click();
  await expect(visitor.getByLabel('Email address')).toHaveValue(person.email);
  await sendPassword(visitor, person.email);
  await expect(visitor.getByText('Sign in failed.'), 'the old one is dead').toBeVisible();
  await sendPassword(visitor, person.email, ANOTHER_PASSWORD);
  await expectSignedIn(visitor);

  await page.goto(link);
  await page.getByLabel('New password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Set the new password' }).click();
  await expect(page.getByRole('heading', { name: 'This link no longer works' })).toBeVisible();
  await expectErrorCode(page, 'RESET_LINK_INVALID');
});

test('a reset in a signed-in browser leads to sign-in without a redirect loop @all', async ({
  page,
  person,
}) => {
  await signUpWithoutPages(page, person.email);
  await page.goto(`/forgot-password?email=${person.email}`);
  await page.getByRole('button', { name: 'Email me the link' }).click();
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible();
  await page.goto(await resetLink(page.request, person.email));
  await page.getByLabel('New password', { exact: true }).fill(ANOTHER_PASSWORD);
  await page.getByRole('button', { name: 'Set the new password' }).click();
  await page.getByRole('link', { name: 'Sign in' }).click();
  await sendPassword(page, person.email, ANOTHER_PASSWORD);
  await expectSignedIn(page);
});
