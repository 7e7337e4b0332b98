import { expectSignedIn, requestMail } from './support/flows.ts';
import { expect, test } from './support/fixtures.ts';
import { openWithHeldScripts } from './support/held-scripts.ts';
import { newestSignInMail } from './support/mailbox.ts';

test('a newcomer signs in by the link', async ({ page, person }) => {
  await requestMail(page, person.email);
  await expect(page.getByText(`We sent a sign-in link and a code to ${person.email}.`)).toBeVisible();
  await expect(page.getByText(new URL(page.url()).host)).toBeVisible();

  const { link } = await newestSignInMail(page.request, person.email);
  await page.goto(link);
  await expect(page.getByRole('heading', { name: `Continue as ${person.email}?` })).toBeVisible();
  await expect(page, 'the secret does not stay in the address').not.toHaveURL(/token/);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expectSignedIn(page);
  await expect(page.getByText('Verified', { exact: true })).toBeVisible();
});

test('the script leaves the focus where the person has moved it @all', async ({ page }) => {
  const start = await openWithHeldScripts(page, '/check-email?email=ada@example.test');
  await expect(page.getByLabel('Code from the mail')).toBeFocused();
  const link = page.getByRole('link', { name: 'Use another address' });
  await link.focus();
  await start();
  await expect(link).toBeFocused();
});
