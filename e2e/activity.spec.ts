import { arriveSignedIn, signInWithoutPages } from './flows.ts';
import { expect, test } from './fixtures.ts';
import { inspect } from './inspect.ts';

test('“Wasn’t me” leads to revoking other sessions and to the sign-in methods @all', async ({
  page,
  person,
  openBrowser,
}) => {
  test.slow();
  const otherPerson = await (await openBrowser()).newPage();
  await arriveSignedIn(otherPerson, 'Demo One', person.login);
  await signInWithoutPages(page, 'Demo One', person.login);
  await page.goto('/account/activity');
  const events = page.getByRole('main').getByRole('listitem');
  await expect(events.nth(1)).toBeVisible();
  await inspect(page, 'activity');
  await events
    .nth(1)
    .getByRole('link', { name: /Wasn’t me/ })
    .click();
  await expect(page.getByRole('heading', { name: 'Secure your account' })).toBeVisible();
  await expect(page.getByText('Demo One (', { exact: false })).toBeVisible();
  await inspect(page, 'secure-account');

  await page.getByRole('button', { name: 'Sign out the other device' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out all others' }).click();
  await expect(page.getByText('The other device is signed out.')).toBeVisible();
  await inspect(page, 'secure-account-done');
  await otherPerson.reload();
  await expect(otherPerson).toHaveURL(/\/sign-in\?/);

  await page.getByRole('link', { name: 'Sign-in methods' }).last().click();
  await expect(page.getByRole('heading', { name: 'Sign-in methods', level: 1 })).toBeVisible();
  await page.goBack();
  await page.getByRole('link', { name: 'Back to your activity' }).click();
  await expect(events.first()).toContainText('All other devices were signed out');
});
