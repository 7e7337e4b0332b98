import type { Page } from '@playwright/test';
import { expect, makeUser, test } from './support/fixtures.ts';
import { expectSignedOut, requestMail } from './support/flows.ts';
import { inspect } from './support/inspect.ts';
import { newestCode, newestSignInMail, signInMailsTo } from './support/mailbox.ts';
import { arriveSignedInByMail } from './support/policy-flows.ts';

const codeField = (page: Page) => page.getByLabel('Code from the mail');

test('an address is changed by the code, and only the new one signs in afterwards', async ({
  page,
  person,
  openPage,
}) => {
  test.slow();
  const wanted = makeUser().email;
  await arriveSignedInByMail(page, person.email);
  await page.getByRole('button', { name: 'Change email address' }).click();
  await expect(page.getByLabel('New email address')).toBeFocused();
  await page.keyboard.type(wanted);
  await page.keyboard.press('Enter');
  await expect(codeField(page)).toBeFocused();
  await inspect(page, 'email-code');

  await page.reload();
  await expect(page.getByText(wanted)).toBeVisible();
  const code = await newestCode(page.request, wanted, 1);
  const refused = page.waitForResponse(/email\.confirmWithCode/);
  await codeField(page).fill(code === '000000' ? '000001' : '000000');
  await refused;
  await expect(codeField(page)).toHaveAccessibleDescription(/This code is not right\./);
  await codeField(page).fill(code);
  await expect(page.getByText(`Your email address is ${wanted} now.`)).toBeVisible();
  await expect(page.getByRole('region', { name: 'Email address' }).getByText('Verified')).toBeVisible();

  const before = await openPage();
  const earlier = (await signInMailsTo(page.request, person.email)).length;
  await requestMail(before, person.email);
  const { code: oldCode } = await newestSignInMail(page.request, person.email, earlier + 1);
  await before.getByLabel('Code from the mail').fill(oldCode);
  await expect(before.getByText('This address was replaced less than seven days ago')).toBeVisible();
  await expectSignedOut(before);
  await arriveSignedInByMail(before, wanted);
  await expect(before.getByText(wanted).first()).toBeVisible();
});
