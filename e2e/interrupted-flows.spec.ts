import { identify } from './support/flows.ts';
import { expect, test } from './support/fixtures.ts';
import { newestCode } from './support/mailbox.ts';
import { arriveSignedInByMail, arriveWith } from './support/policy-flows.ts';

test('"Confirm your address" survives a reload before and after the mail, and the back button @all', async ({
  page,
  person,
}) => {
  await arriveWith(page, 'Demo Two', person.login, person.email);
  await expect(page.getByRole('heading', { name: 'Confirm your address' })).toBeVisible();
  await page.reload();
  await page.getByRole('button', { name: 'Send me a code' }).click();
  await expect(page.getByLabel('Code from the mail')).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('Code from the mail')).toBeVisible();
  await page.goto('/sign-in');
  await page.goBack();
  await page.getByLabel('Code from the mail').fill(await newestCode(page.request, person.email, 1));
  await page.getByRole('button', { name: 'Confirm and connect Demo Two' }).click();
  await expect(page.getByText('Demo Two is connected.')).toBeVisible();

  for (const path of ['/confirm-address', '/check-email?email=a%40example.com&callbackUrl=%2Fresume-link']) {
    await page.goto(path);
    await expect(
      page.getByRole('heading', { name: /^(Profile|Nothing left to connect)$/ }),
      `${path}, when all is done`,
    ).toBeVisible();
  }
});

test('every button works after going back from a provider’s page @all', async ({ page, person }) => {
  await page.goto('/sign-in');
  await page.getByRole('button', { name: 'Continue with Demo One' }).click();
  await expect(page.getByLabel('Login name')).toBeVisible();
  await page.goBack();
  for (const provider of ['Demo One', 'Demo Two']) {
    await expect(page.getByRole('button', { name: `Continue with ${provider}` })).toBeEnabled();
  }
  await arriveSignedInByMail(page, person.email);

  await page.goto('/account/sign-in-methods');
  await page.getByRole('button', { name: 'Connect Demo One' }).click();
  await expect(page.getByLabel('Login name')).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('button', { name: 'Connect Demo Two' })).toBeEnabled();
  await page.getByRole('button', { name: 'Connect Demo One' }).click();
  await identify(page, person.login);
  await expect(page.getByText('Demo One is connected.')).toBeVisible();
});
