import { expect, test } from './fixtures.ts';
import { numberField } from './phone-flows.ts';
import { arriveSignedInByMail } from './policy-flows.ts';

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
