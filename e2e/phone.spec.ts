import { RESEND_AFTER_SECONDS, SECOND_MS } from '../src/shared/limits.ts';
import { expect, test } from './fixtures.ts';
import { codeField, codeFor, enterNumber, makeNumber, numberField, otherThan } from './phone-flows.ts';
import { arriveSignedInByMail } from './policy-flows.ts';

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
