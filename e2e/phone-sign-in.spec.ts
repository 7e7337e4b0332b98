import type { Page } from '@playwright/test';
import { expect, test } from './support/fixtures.ts';
import { inspect } from './support/inspect.ts';
import {
  codeField,
  codeFor,
  enterNumber,
  makeNumber,
  otherThan,
  type TestNumber,
} from './support/phone-flows.ts';
import { arriveSignedInByMail } from './support/policy-flows.ts';

/** Gives the account a verified number, in a new browser. */
async function verifyNumber(page: Page, email: string): Promise<TestNumber> {
  const number = makeNumber();
  await arriveSignedInByMail(page, email);
  await page.getByRole('button', { name: 'Add a phone number' }).click();
  await enterNumber(page, number.e164);
  await codeField(page).fill(await codeFor(page.request, number, 1));
  await expect(page.getByText('Your phone number is verified.')).toBeVisible();
  return number;
}

async function requestCode(page: Page, number: TestNumber, callbackUrl?: string): Promise<void> {
  await page.goto(callbackUrl === undefined ? '/sign-in' : `/sign-in?callbackUrl=${callbackUrl}`);
  await page.getByRole('link', { name: 'Use your phone' }).click();
  await page.locator('select[name=country]').selectOption('DE');
  await page.locator('input[name=number]').fill(number.national);
  await page.getByRole('button', { name: 'Send a code' }).click();
  await expect(page.getByRole('heading', { name: 'Check your phone' })).toBeVisible();
}

test('a person signs in by phone, after a wrong code, and returns to where they came from', async ({
  page,
  person,
  openPage,
}) => {
  const number = await verifyNumber(await openPage(), person.email);
  await requestCode(page, number, '/account/devices');
  await expect(page.getByText(`We sent a code to ${number.international}.`)).toBeVisible();
  await expect(codeField(page)).toBeFocused();
  await expect(page.getByRole('link', { name: 'the outbox' })).toBeVisible();
  const code = await codeFor(page.request, number, 2);
  await page.keyboard.type(otherThan(code));
  await expect(codeField(page)).toHaveAccessibleDescription(
    /This code is not right\. Check the six digits in the newest text message\./,
  );
  await expect(codeField(page)).toBeFocused();
  await page.keyboard.type(code);
  await expect(page).toHaveURL('/account/devices');
});

test('the pages pass the layout and accessibility checks @all', async ({ page }) => {
  await page.goto('/sign-in/phone');
  await inspect(page, 'phone-sign-in');
  await page.goto('/sign-in/phone?phone=%2B49+1512+5000000');
  await inspect(page, 'check-phone');
});
