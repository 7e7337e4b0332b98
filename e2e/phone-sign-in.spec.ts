import type { APIRequestContext, Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { inspect } from './inspect.ts';
import { messagesTo } from './mailbox.ts';
import { signInByMail } from './policy-flows.ts';

interface TestNumber {
  readonly e164: string;
  readonly national: string;
  readonly international: string;
}

let numbers = 0;

/** A German mobile number that no other test uses. */
function makeNumber(): TestNumber {
  numbers += 1;
  const last = String(5_000_000 + test.info().workerIndex * 10_000 + numbers);
  return {
    e164: `+491512${last}`,
    national: `01512${last}`,
    international: `+49 1512 ${last}`,
  };
}

/** Waits for `count` text messages. Answers the code of the newest. */
async function codeFor(request: APIRequestContext, { e164 }: TestNumber, count: number): Promise<string> {
  await expect.poll(async () => (await messagesTo(request, e164)).length).toBe(count);
  const [newest] = await messagesTo(request, e164);
  const code = newest?.text.match(/\b\d{6}\b/)?.[0];
  if (code === undefined) throw new Error(`A text message without a code:\n${newest?.text}`);
  return code;
}

const otherThan = (code: string, nth = 0) => String((Number(code) + 1 + nth) % 1_000_000).padStart(6, '0');

const numberField = (page: Page) => page.getByRole('textbox', { name: 'Phone number' });
const codeField = (page: Page) => page.getByLabel('Code from the text message');

/** Gives the person's account a verified number, in a browser of its own. */
async function verifyNumber(page: Page, request: APIRequestContext, email: string): Promise<TestNumber> {
  const number = makeNumber();
  await signInByMail(page, request, email);
  await page.getByRole('button', { name: 'Add a phone number' }).click();
  await numberField(page).fill(number.e164);
  await page.getByRole('button', { name: 'Send a code' }).click();
  await codeField(page).fill(await codeFor(request, number, 1));
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
  request,
  person,
  openBrowser,
}) => {
  const number = await verifyNumber(await (await openBrowser()).newPage(), request, person.email);
  await requestCode(page, number, '/account/devices');
  await expect(page.getByText(`We sent a code to ${number.international}.`)).toBeVisible();
  await expect(codeField(page)).toBeFocused();
  await expect(page.getByRole('link', { name: 'the outbox' })).toBeVisible();
  const code = await codeFor(request, number, 2);
  await page.keyboard.type(otherThan(code));
  await expect(codeField(page)).toHaveAccessibleDescription(
    /This code is not right\. Check the six digits in the newest text message\./,
  );
  await expect(codeField(page)).toBeFocused();
  await page.keyboard.type(code);
  await expect(page).toHaveURL('/account/devices');
});

test('the fifth wrong code ends the code @all', async ({ page, request, person, openBrowser }) => {
  const number = await verifyNumber(await (await openBrowser()).newPage(), request, person.email);
  await requestCode(page, number);
  const code = await codeFor(request, number, 2);
  for (let nth = 0; nth < 5; nth++) {
    const answered = page.waitForResponse(/session\.signInWithPhoneCode/);
    await codeField(page).fill('');
    await codeField(page).fill(otherThan(code, nth));
    await (await answered).finished();
  }
  await expect(page.getByRole('alert')).toContainText('Unable to sign in');
  await expect(page.getByRole('alert')).toContainText('Code: CODE_DEAD');
});

test('a known and an unknown number get the same page @all', async ({
  page,
  request,
  person,
  openBrowser,
}) => {
  const known = await verifyNumber(page, request, person.email);
  const unknown = makeNumber();
  const seen: string[] = [];
  for (const number of [known, unknown]) {
    const visitor = await (await openBrowser()).newPage();
    const answer = visitor.waitForResponse(/session\.requestPhoneCode/);
    await requestCode(visitor, number);
    const body = await (await answer).text();
    const text = (await visitor.locator('body').innerText())
      .replace(/in \d+ s/, 'in n s')
      .replaceAll('\u00a0', ' ');
    seen.push(
      `${(await answer).status()}\n${body}\n${text}`
        .replaceAll(number.international, 'NUMBER')
        .replaceAll(number.e164, 'NUMBER'),
    );
  }
  expect(seen[0]).toBe(seen[1]);
  await codeFor(request, known, 2);
  expect(await messagesTo(request, unknown.e164)).toEqual([]);
});

test('an invalid number is marked, and its field has the focus @all', async ({ page }) => {
  await page.goto('/sign-in/phone');
  const send = page.getByRole('button', { name: 'Send a code' });
  await expect(numberField(page)).toHaveValue('');
  await send.click();
  await expect(numberField(page)).toBeFocused();
  await expect(numberField(page)).toHaveAccessibleDescription('Enter your phone number.');
  await page.locator('select[name=country]').selectOption('DE');
  await numberField(page).fill('0151');
  await send.click();
  await expect(numberField(page)).toBeFocused();
  await expect(numberField(page)).toHaveAttribute('aria-invalid', 'true');
  await expect(numberField(page)).toHaveAccessibleDescription(/not a phone number/);
});

test('the number is formatted while it is typed, and its country is found @all', async ({ page }) => {
  const rules = page.waitForResponse(/\/assets\/[^/]*\.js$/);
  await page.goto('/sign-in/phone');
  await rules;
  await page.locator('select[name=country]').selectOption('US');
  await numberField(page).focus();
  await page.waitForLoadState('networkidle');
  await page.keyboard.type('2015550123');
  await expect(numberField(page)).toHaveValue('(201) 555-0123');
  await numberField(page).fill('');
  await page.keyboard.type('+4915125000000');
  await expect(page.locator('select[name=country]')).toHaveValue('DE');
});

test('a limit is shown above the number, with the time until the next try @all', async ({ page }) => {
  const number = makeNumber();
  for (let requests = 0; requests < 12; requests++) {
    const answered = page.waitForResponse(/session\.requestPhoneCode/);
    await page.goto('/sign-in/phone');
    await numberField(page).fill(number.e164);
    await page.getByRole('button', { name: 'Send a code' }).click();
    if ((await answered).status() === 429) break;
  }
  await expect(page.getByRole('alert')).toContainText('Code: RATE_LIMITED');
  await expect(page.getByRole('button', { name: 'Send a code' })).toBeDisabled();
});

test('the pages pass the layout and accessibility checks @all', async ({ page }) => {
  await page.goto('/sign-in/phone');
  await inspect(page, 'phone-sign-in');
  await page.goto('/sign-in/phone?phone=%2B49+1512+5000000');
  await inspect(page, 'check-phone');
});

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false, locale: 'de-AT' });

  test('a person signs in by phone, after an invalid number and a wrong code', async ({
    page,
    request,
    person,
    browser,
    baseURL,
  }) => {
    const scripted = await browser.newContext({
      ...(baseURL !== undefined && { baseURL }),
      javaScriptEnabled: true,
      locale: 'en',
    });
    const number = await verifyNumber(await scripted.newPage(), request, person.email);
    await scripted.close();
    await page.goto('/sign-in?callbackUrl=/account/devices');
    await page.getByRole('link', { name: 'Mit dem Telefon' }).click();
    await expect(page.locator('select[name=country]')).toHaveValue('AT');
    await page.locator('select[name=country]').selectOption('DE');
    const field = page.locator('input[name=number]');
    await field.fill('0151');
    await page.keyboard.press('Enter');
    await expect(page.locator('input[name=number][aria-invalid=true]')).toHaveValue('0151');
    await expect(page.locator('select[name=country]')).toHaveValue('DE');
    await field.fill(number.national);
    await page.keyboard.press('Enter');
    await expect(page.getByText(`Wir haben einen Code an ${number.international} gesendet.`)).toBeVisible();
    const code = await codeFor(request, number, 2);
    await expect(page.locator('input[name=code]')).toBeFocused();
    await page.keyboard.type(otherThan(code));
    await page.keyboard.press('Enter');
    await expect(page.locator('input[name=code][aria-invalid=true]')).toBeVisible();
    await page.keyboard.type(code);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/account/devices');
  });
});
