import { recordClicks } from './clicks.ts';
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

test('a sign-in with a provider is 1 click, besides the one at the provider @all', async ({
  page,
  person,
}) => {
  await page.goto('/sign-in');
  const clicks = await recordClicks(page);
  await page.getByRole('button', { name: 'Continue with Demo One' }).click();
  await identify(page, person.login);
  await expectSignedIn(page);
  expect(clicks).toEqual(['Continue with Demo One', 'Sign in']);
});

test('a second sign-in is the same user @all', async ({ page, person, openBrowser, collections }) => {
  await signInWith(page, 'Demo One', person.login);
  const other = await (await openBrowser()).newPage();
  await signInWith(other, 'Demo One', person.login);
  const users = await collections.users
    .find({ 'accounts.providerAccountId': new RegExp(person.login) })
    .toArray();
  expect(users).toHaveLength(1);
  const sessions = await collections.sessions
    .find({ userId: { $in: users.map(({ _id }) => _id) } })
    .toArray();
  expect(sessions).toHaveLength(2);
});

test('a cancelled sign-in leads back to the sign-in page, and is no error @all', async ({ page }) => {
  await page.goto('/sign-in');
  await page.getByRole('button', { name: 'Continue with Demo One' }).click();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page).toHaveURL(/\/sign-in\?.*error=OAuthCallback/);
  await expect(
    page.getByText('The sign-in at the provider was cancelled. Nothing was changed.'),
  ).toBeVisible();
  await expect(page.getByRole('alert')).toBeHidden();
  await expect(page.getByText(/OAuthCallback|Details/)).toBeHidden();
  await expect(page.getByRole('button', { name: 'Continue with Demo One' })).toBeEnabled();
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

test('the mail’s link also leads back to a protected page @all', async ({ page, request, person }) => {
  await page.goto('/account/sign-in-methods');
  await page.getByLabel('Email address').fill(person.email);
  await page.getByRole('button', { name: 'Email me a link' }).click();
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible();
  await page.goto((await newestSignInMail(request, person.email)).link);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page).toHaveURL('/account/sign-in-methods');
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
