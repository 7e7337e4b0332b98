import type { APIRequestContext, Page } from '@playwright/test';
import { RESEND_AFTER_SECONDS, SECOND_MS } from '../src/shared/limits.ts';
import { expect, test } from './fixtures.ts';
import { accessibilityFaults } from './inspect.ts';
import { messagesTo } from './mailbox.ts';
import { ageSessions, ownerOf, arriveSignedInByMail } from './policy-flows.ts';

interface TestNumber {
  readonly e164: string;
  readonly national: string;
  readonly international: string;
}

let numbers = 0;

/** A German mobile number that no other test uses. */
function makeNumber(): TestNumber {
  numbers += 1;
  const last = String(1_000_000 + test.info().workerIndex * 10_000 + numbers);
  return {
    e164: `+491512${last}`,
    national: `01512${last}`,
    international: `+49 1512 ${last}`,
  };
}

/** Waits for `count` text messages. Answers the code of the newest. */
async function codeFor(request: APIRequestContext, number: TestNumber, count: number): Promise<string> {
  const messages = () => messagesTo(request, number.e164);
  await expect.poll(async () => (await messages()).length).toBe(count);
  const [newest] = await messages();
  expect(newest?.kind).toBe('sms');
  const code = newest?.text.match(/\b\d{6}\b/)?.[0];
  if (code === undefined) throw new Error(`A text message without a code:\n${newest?.text}`);
  return code;
}

function otherThan(code: string, nth: number): string {
  const wrong = String((Number(code) + 1 + nth) % 1_000_000).padStart(6, '0');
  expect(wrong).not.toBe(code);
  return wrong;
}

async function enterNumber(page: Page, text: string): Promise<void> {
  await numberField(page).fill(text);
  await page.getByRole('button', { name: 'Send a code' }).click();
}
const numberField = (page: Page) => page.getByRole('textbox', { name: 'Phone number' });
const codeField = (page: Page) => page.getByLabel('Code from the text message');

async function verify(page: Page, request: APIRequestContext, number: TestNumber): Promise<void> {
  await page.getByRole('button', { name: 'Add a phone number' }).click();
  await enterNumber(page, number.e164);
  await expect(codeField(page)).toBeFocused();
  await codeField(page).fill(await codeFor(request, number, 1));
  await expect(page.getByText('Your phone number is verified.')).toBeVisible();
}

test('a number is set, verified, changed and removed', async ({ page, request, person }) => {
  await page.clock.install();
  const [first, second] = [makeNumber(), makeNumber()];
  await arriveSignedInByMail(page, request, person.email);
  await page.getByRole('button', { name: 'Add a phone number' }).click();
  const country = page.getByRole('combobox', { name: 'Country' });
  await expect(country).toHaveValue('United States (+1)');
  await country.click();
  await country.pressSequentially('germ');
  await page.keyboard.press('Enter');
  await expect(country).toHaveValue('Germany (+49)');
  await expect(numberField(page)).toBeFocused();
  await page.keyboard.type(first.national);
  await expect(page.getByText(first.e164)).toBeVisible();
  await page.keyboard.press('Enter');

  await expect(codeField(page)).toBeFocused();
  const code = await codeFor(request, first, 1);
  for (let wrong = 0; wrong < 5; wrong++) {
    const answered = page.waitForResponse(/phone\.verify/);
    await codeField(page).fill('');
    await codeField(page).fill(otherThan(code, wrong));
    await answered;
    if (wrong < 4) await expect(codeField(page)).toHaveAccessibleDescription(/This code is not right\./);
  }
  await expect(page.getByRole('alert')).toContainText('Code: CODE_DEAD');
  await expect(codeField(page)).toBeHidden();
  const resend = page.getByRole('button', { name: /^Send a new code/ });
  await expect(resend, 'the remaining time').toHaveText(/\d/);
  await expect(resend).toBeDisabled();
  await page.clock.fastForward(RESEND_AFTER_SECONDS * SECOND_MS);
  await page.getByRole('button', { name: 'Send a new code', exact: true }).click();
  await expect(page.getByText('A new code is on its way.')).toBeVisible();
  const newCode = await codeFor(request, first, 2);

  await page.reload();
  await expect(page.getByText(first.international)).toBeVisible();
  await codeField(page).fill(newCode);
  await expect(page.getByText('Your phone number is verified.')).toBeVisible();
  await expect(page.getByText('Verified', { exact: true })).toHaveCount(2);

  await page.getByRole('button', { name: 'Change phone number' }).click();
  await enterNumber(page, second.e164);
  await expect(page.getByText(first.international), 'until the new one is verified').toBeVisible();
  await codeField(page).fill(await codeFor(request, second, 1));
  await expect(page.getByText('Your phone number is verified.')).toBeVisible();
  await expect(page.getByText(second.international)).toBeVisible();
  await expect(page.getByText(first.international)).toBeHidden();

  await page.getByRole('button', { name: 'Remove phone number' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByText('Your phone number is removed.')).toBeVisible();
  await page.reload();
  await expect(page.getByRole('button', { name: 'Add a phone number' })).toBeVisible();
});

test('a number is accepted in any spelling, and errors are shown at its field @all', async ({
  page,
  request,
  person,
}) => {
  await arriveSignedInByMail(page, request, person.email);
  await page.getByRole('button', { name: 'Add a phone number' }).click();
  const field = numberField(page);
  await expect(field).toBeFocused();
  await page.keyboard.type('2015550123');
  await expect(field).toHaveValue('(201) 555-0123');
  // Moves the caret behind "555", to type a digit there and delete it.
  for (let steps = 0; steps < 5; steps++) await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Backspace');
  await page.keyboard.type('7');
  await expect(field).toHaveValue('(201) 557-0123');
  expect(await field.evaluate((input: HTMLInputElement) => input.selectionStart)).toBe(9);
  await field.fill('12');
  await page.keyboard.press('Tab');
  await expect(field).toHaveAccessibleDescription(/This number is too short\./);
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.getByRole('combobox', { name: 'Country' }).click();
  await expect(page.getByRole('option', { name: 'Germany (+49)' })).toBeVisible();
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await field.fill('');
  await field.evaluate((input) => {
    const data = new DataTransfer();
    data.setData('text/plain', 'tel:+44-20-7946-0958');
    input.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
    );
  });
  await expect(field).toHaveValue('+44 20 7946 0958');
  await expect(page.getByRole('combobox', { name: 'Country' })).toHaveValue('United Kingdom (+44)');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('button', { name: 'Add a phone number' })).toBeFocused();
});

test('an invalid number moves the focus to its field, also when the button is pressed at its edge @all', async ({
  page,
  request,
  person,
}) => {
  await arriveSignedInByMail(page, request, person.email);
  await page.getByRole('button', { name: 'Add a phone number' }).click();
  await expect(numberField(page)).toBeFocused();
  const send = page.getByRole('button', { name: 'Send a code' });
  for (const [text, error] of [
    ['12', /This number is too short\./],
    ['', /Enter your phone number\./],
    ['+999 12345678', /The country of this number is not known\./],
  ] as const) {
    await numberField(page).fill(text);
    // The error moves the button while the mouse is down.
    const box = await send.boundingBox();
    if (!box) throw new Error('the button is not there');
    await page.mouse.move(box.x + 5, box.y + 5);
    await page.mouse.down();
    await page.mouse.up();
    await expect(numberField(page)).toHaveAccessibleDescription(error);
    await expect(numberField(page)).toBeFocused();
  }
  await numberField(page).fill('12');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('button', { name: 'Add a phone number' })).toBeFocused();
});

test('a verified number verifies the user, and the requested action continues @all', async ({
  page,
  request,
  person,
  collections,
}) => {
  const number = makeNumber();
  await arriveSignedInByMail(page, request, person.email);
  await verify(page, request, number);
  expect(await accessibilityFaults(page)).toEqual([]);
  await ageSessions(collections, await ownerOf(collections, person.email));
  await page.getByRole('button', { name: 'Remove phone number' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  const dialog = page.getByRole('dialog', { name: 'Verify it’s you' });
  await dialog.getByRole('button', { name: 'Send a code to my phone' }).click();
  await dialog.getByLabel('Code from the text message').fill(await codeFor(request, number, 2));
  await expect(page.getByText('Your phone number is removed.')).toBeVisible();
});
