import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { arriveSignedInByMail } from './policy-flows.ts';

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
      request,
      person,
    }) => {
      await page.setViewportSize({ width, height });
      await arriveSignedInByMail(page, request, person.email);
      await page.getByRole('button', { name: 'Add a phone number' }).click();
      const field = page.getByRole('combobox', { name: 'Country' });
      // The field can then be at any height of the window.
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
      // The last country must be inside the window, too.
      await page.keyboard.press('ArrowUp');
      await page.keyboard.press('ArrowUp');
      const chosen = page.locator('[role=option][data-highlighted]');
      await expect(chosen).toBeInViewport({ ratio: 1 });
    });
