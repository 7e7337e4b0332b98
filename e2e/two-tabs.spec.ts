import type { Page } from '@playwright/test';
import { expectSignedIn, identify, requestMail, signInWith } from './flows.ts';
import { expect, test } from './fixtures.ts';
import { newestSignInMail } from './mailbox.ts';

/** Headless pages are all visible at once, so that looking at a tab again has to be told to it. */
async function lookAt(page: Page): Promise<void> {
  await page.bringToFront();
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
}

test('the tab that asked for the mail goes on when another tab has signed in', async ({
  page,
  context,
  request,
  person,
}) => {
  await requestMail(page, person.email);
  const second = await context.newPage();
  await second.goto((await newestSignInMail(request, person.email)).link);
  await second.getByRole('button', { name: 'Continue' }).click();
  await expectSignedIn(second);

  await lookAt(page);
  await expectSignedIn(page);
});

test('two tabs at the provider at once both end signed in', async ({ page, context, person }) => {
  const second = await context.newPage();
  for (const tab of [page, second]) {
    await tab.goto('/sign-in');
    await tab.getByRole('button', { name: 'Continue with Demo One' }).click();
    await expect(tab.getByLabel('Login name')).toBeVisible();
  }
  await identify(second, person.login);
  await expectSignedIn(second);

  await identify(page, person.login);
  await expectSignedIn(page);
});

test('two tabs at different providers do not mix', async ({ page, context, person, collections }) => {
  const second = await context.newPage();
  await page.goto('/sign-in');
  await page.getByRole('button', { name: 'Continue with Demo One' }).click();
  await expect(page.getByLabel('Login name')).toBeVisible();
  await signInWith(second, 'Demo Two', person.login);

  await identify(page, person.login);
  await expectSignedIn(page);
  const users = await collections.users
    .find({ 'accounts.providerAccountId': new RegExp(person.login) })
    .toArray();
  for (const user of users) expect(user.accounts, 'nothing was linked by the way').toHaveLength(1);
});

test('a tab notices that another one signed out', async ({ page, context, person }) => {
  await signInWith(page, 'Demo One', person.login);
  const second = await context.newPage();
  await second.goto('/sign-out');
  await second.getByRole('button', { name: 'Sign out' }).click();
  await expect(second).toHaveURL('/sign-in');

  await page.getByRole('link', { name: 'Sign-in methods' }).click();
  await expect(page).toHaveURL(/\/sign-in\?.*error=SessionRequired/);
});
