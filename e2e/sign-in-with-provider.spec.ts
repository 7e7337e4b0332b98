import { expectSignedIn, expectSignedOut, identify, openUserMenu, signInWith, tabTo } from './flows.ts';
import { expect, test } from './fixtures.ts';
import { newestSignInMail } from './mailbox.ts';

test('a newcomer signs in through an identity provider', async ({ page, person, collections }) => {
  await signInWith(page, 'Demo One', person.login);
  const users = await collections.users
    .find({ accounts: { $elemMatch: { provider: 'demo-one', providerAccountId: new RegExp(person.login) } } })
    .toArray();
  expect(users).toHaveLength(1);
  await page.reload();
  await expectSignedIn(page);
});

test('a protected page leads to sign-in and back', async ({ page, person }) => {
  await page.goto('/account/sign-in-methods');
  await expect(page).toHaveURL(/\/sign-in\?.*error=SessionRequired/);
  await expect(page.getByText('Please sign in to access this page.')).toBeVisible();
  await page.getByRole('button', { name: 'Continue with Demo One' }).click();
  await identify(page, person.login);
  await expect(page).toHaveURL('/account/sign-in-methods');
  await expect(page.getByRole('heading', { name: 'Sign-in methods' })).toBeVisible();
});

test('signing out ends the session in the browser and on the server', async ({
  page,
  person,
  context,
  openBrowser,
}) => {
  await signInWith(page, 'Demo One', person.login);
  const cookies = await context.cookies(page.url());
  await openUserMenu(page);
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(page.getByText('Are you sure you want to sign out?')).toBeVisible();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page).toHaveURL('/sign-in');
  await expectSignedOut(page);

  const replaying = await openBrowser();
  await replaying.addCookies(cookies);
  await expectSignedOut(await replaying.newPage());
});

test('a user signs in through a provider by keyboard @all', async ({ page, person }) => {
  await page.goto('/sign-in');
  await tabTo(page, page.getByRole('button', { name: 'Continue with Demo One' }));
  await page.keyboard.press('Enter');
  const login = page.getByLabel('Login name');
  await expect(login).toBeVisible();
  if (!(await login.evaluate((element) => element === document.activeElement))) await tabTo(page, login);
  await page.keyboard.type(person.login);
  await page.keyboard.press('Enter');
  await expectSignedIn(page);
});

test('a user signs in by the code by keyboard @all', async ({ page, request, person }) => {
  await page.goto('/sign-in');
  await tabTo(page, page.getByLabel('Email address'));
  await page.keyboard.type(person.email);
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Or enter the code from the mail')).toBeFocused();
  const { code } = await newestSignInMail(request, person.email);
  await page.keyboard.type(code);
  await expectSignedIn(page);
});
