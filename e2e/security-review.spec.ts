import { connect, tabTo } from './flows.ts';
import { expect, makeUser, test } from './fixtures.ts';
import { inspect } from './inspect.ts';
import { messagesTo } from './mailbox.ts';
import { ANOTHER_PASSWORD, newestResetLink, tryPassword, signUpWithoutPages } from './password-flows.ts';
import { userOfAccount } from './policy-flows.ts';

const TITLE = 'Check what was added to your account';

test('after a password reset its owner reviews the additions, by mail and on a page', async ({
  page,
  request,
  person,
  collections,
  openBrowser,
}) => {
  test.slow();
  const owner = makeUser();
  await signUpWithoutPages(page, request, person.email);
  await connect(page, 'Demo One', person.login);
  await expect(page.getByText('Demo One is connected.')).toBeVisible();
  await connect(page, 'Demo Two', owner.login);
  await expect(page.getByText('Demo Two is connected.')).toBeVisible();

  const rescue = await (await openBrowser()).newPage();
  await rescue.goto('/forgot-password');
  await rescue.getByLabel('Email address').fill(person.email);
  await rescue.getByRole('button', { name: 'Email me the link' }).click();
  await rescue.goto(await newestResetLink(request, person.email));
  await rescue.getByLabel('New password', { exact: true }).fill(ANOTHER_PASSWORD);
  await rescue.getByRole('button', { name: 'Set the new password' }).click();
  await expect(rescue.getByRole('heading', { name: 'Your new password is set' })).toBeVisible();

  await rescue.goto('/sign-in?callbackUrl=%2Faccount%2Fdevices');
  await tryPassword(rescue, person.email, ANOTHER_PASSWORD);
  await expect(rescue).toHaveURL('/account/security-review?callbackUrl=%2Faccount%2Fdevices');
  await expect(rescue.getByRole('listitem').filter({ hasText: 'Demo One' })).toContainText('Added on');
  await inspect(rescue, 'security-review');

  await rescue.goto('/account/activity');
  await expect(rescue.getByText('Is all of this yours?')).toBeVisible();
  await inspect(rescue, 'security-review-notice');
  await rescue.goto('/account/security-review?callbackUrl=%2Faccount%2Fdevices');

  await tabTo(rescue, rescue.getByRole('button', { name: /^Remove Demo One/ }));
  await rescue.keyboard.press('Enter');
  const dialog = rescue.getByRole('dialog', { name: 'Remove Demo One?' });
  await tabTo(rescue, dialog.getByRole('button', { name: 'Remove' }));
  await rescue.keyboard.press('Enter');
  await expect(rescue.getByText('Demo One was removed. You can no longer sign in with it.')).toBeVisible();
  expect(await userOfAccount(collections, 'demo-one', person.login)).toBeNull();
  await inspect(rescue, 'security-review-removed');

  await rescue.getByRole('button', { name: 'All of this is mine' }).click();
  await expect(rescue).toHaveURL('/account/devices');
  await expect(rescue.getByText('Is all of this yours?')).toHaveCount(0);
  expect(await userOfAccount(collections, 'demo-two', owner.login)).not.toBeNull();
  await rescue.goto('/account/security-review');
  await expect(rescue.getByText('There is nothing left to check.')).toBeVisible();
  await inspect(rescue, 'security-review-nothing');

  const mails = async () =>
    (await messagesTo(request, person.email)).filter(({ subject }) => subject?.startsWith(TITLE));
  await expect.poll(async () => (await mails()).length, { timeout: 20_000 }).toBe(1);
  const [mail] = await mails();
  expect(mail?.text).toContain('- Demo One (');
  expect(mail?.text).toContain('- Demo Two (');
});
