import { expectSignedIn, tabTo } from './flows.ts';
import { expect, test } from './fixtures.ts';
import { newestSignInMail } from './mailbox.ts';

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
