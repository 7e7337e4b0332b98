import type { Page } from '@playwright/test';
import { expect, test } from './support/fixtures.ts';
import { numberField } from './support/phone-flows.ts';
import { arriveSignedInByMail } from './support/policy-flows.ts';

/** The edges of the open list, relative to the window. */
async function edgesOfList(page: Page) {
  const list = page.getByRole('listbox', { name: 'Country' });
  await expect(list.getByRole('option').first()).toBeVisible();
  return list.evaluate((element) => {
    if (!element.parentElement) throw new Error('no popup');
    const { top, bottom, left, right, height } = element.parentElement.getBoundingClientRect();
    return { top, bottom, left, right, height, window: [innerWidth, innerHeight] };
  });
}

for (const [width, height] of [
  [360, 640],
  [1280, 720],
] as const)
  for (const block of ['end', 'start', 'center'] as const)
    test(`the country list is inside a window of ${width} × ${height} when the field is at its ${block}${width === 360 && block === 'end' ? '' : ' @all'}`, async ({
      page,
      person,
    }) => {
      await page.setViewportSize({ width, height });
      await arriveSignedInByMail(page, person.email);
      await page.getByRole('button', { name: 'Add a phone number' }).click();
      const field = page.getByRole('combobox', { name: 'Country' });
      // The field can then stand at every height of the window, whatever the page has above and below it.
      await page.locator('main').evaluate((main) => (main.style.paddingBlock = '100vh'));
      await field.evaluate((element, to) => element.scrollIntoView({ block: to }), block);
      await field.click();
      await expect
        .poll(async () => {
          const edges = await edgesOfList(page);
          const [innerWidth = 0, innerHeight = 0] = edges.window;
          return {
            isInside:
              edges.top >= 0 && edges.bottom <= innerHeight && edges.left >= 0 && edges.right <= innerWidth,
            hasRoom: edges.height >= 120,
            edges,
          };
        })
        .toMatchObject({ isInside: true, hasRoom: true });
      // The last country is reached inside the window, too.
      await page.keyboard.press('ArrowUp');
      await page.keyboard.press('ArrowUp');
      const chosen = page.locator('[role=option][data-highlighted]');
      await expect(chosen).toBeInViewport({ ratio: 1 });
    });

test('an invalid number moves the focus to its field, also when the button is pressed at its edge @all', async ({
  page,
  person,
}) => {
  await arriveSignedInByMail(page, person.email);
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
    await send.scrollIntoViewIfNeeded();
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
