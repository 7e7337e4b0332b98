import type { Page } from '@playwright/test';
import { expect, test } from './support/fixtures.ts';
import { untilInteractive } from './support/held-scripts.ts';

const ADDRESS = '/check-email?email=ada@example.test';

const codeField = (page: Page) => page.locator('input[name=code]');

/**
 * How far each digit is from the middle of its slot, as a part of the slot's width. A page cannot ask for the
 * positions of characters, so a digit's width and the letter spacing are measured.
 */
function offsetsOfDigits(page: Page): Promise<number[]> {
  return codeField(page).evaluate((input: HTMLInputElement) => {
    const style = getComputedStyle(input);
    const context = document.createElement('canvas').getContext('2d');
    if (!context) throw new Error('No canvas');
    context.font = style.font;
    const digit = context.measureText('0').width;
    const step = digit + parseFloat(style.letterSpacing);
    const start = input.getBoundingClientRect().left + parseFloat(style.paddingLeft) + digit / 2;
    const slots = [...(input.nextElementSibling?.children ?? [])].map((slot) => slot.getBoundingClientRect());
    return slots.map(({ left, width }, index) => (start + index * step - left - width / 2) / width);
  });
}

for (const [name, width, prepare] of [
  ['320 pixels wide', 320, () => {}],
  ['1280 pixels wide', 1280, () => {}],
  ['200 % text', 360, () => void (document.documentElement.style.fontSize = '200%')],
  ['right to left', 360, () => void (document.documentElement.dir = 'rtl')],
] as const)
  test(`each digit stands in its slot, ${name} @all`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 });
    await page.goto(ADDRESS);
    await untilInteractive(page);
    await page.evaluate(prepare);
    await page.keyboard.type('12345');
    await page.waitForFunction(() => document.fonts.status === 'loaded');
    const offsets = await offsetsOfDigits(page);
    expect(offsets).toHaveLength(6);
    for (const offset of offsets) expect(Math.abs(offset)).toBeLessThan(0.1);
    expect(await codeField(page).evaluate(({ scrollLeft }) => scrollLeft)).toBe(0);
    const overflow = await page.locator('main').evaluate((card) => card.scrollWidth - card.clientWidth);
    expect(overflow).toBe(0);
  });

test('keeps what was typed for undo, and accepts a paste in another spelling', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.route(/session\.signInWithCode/, () => {});
  await page.goto(ADDRESS);
  await untilInteractive(page);
  await page.keyboard.type('12');
  await page.keyboard.press('Control+z');
  await expect(codeField(page)).toHaveValue('');
  await page.evaluate(() => navigator.clipboard.writeText('123 456'));
  await page.keyboard.press('Control+v');
  await expect(codeField(page)).toHaveValue('123456');
});

test('a refused code has red slots, no band of selection, and one slot for the next digit', async ({
  page,
}) => {
  const error = { data: { appCode: 'CODE_INVALID', requestId: 'request-1' } };
  await page.route(/session\.signInWithCode/, (route) => route.fulfill({ json: { error } }));
  await page.goto(ADDRESS);
  await untilInteractive(page);
  await page.keyboard.type('000000');
  await expect(codeField(page)).toHaveAttribute('aria-invalid', 'true');
  const look = await codeField(page).evaluate((input: HTMLInputElement) => ({
    danger: getComputedStyle(input).color,
    selection: getComputedStyle(input, '::selection').backgroundColor,
    slots: [...(input.nextElementSibling?.children ?? [])].map((slot) => {
      const { borderTopColor, outlineStyle, outlineColor } = getComputedStyle(slot);
      return { borderTopColor, outline: outlineStyle === 'none' ? null : outlineColor };
    }),
  }));
  expect(look.selection).toBe('rgba(0, 0, 0, 0)');
  expect(look.slots.map(({ borderTopColor }) => borderTopColor)).toEqual(Array(6).fill(look.danger));
  expect(look.slots.map(({ outline }) => outline)).toEqual([look.danger, ...Array<null>(5).fill(null)]);
});

test('shows its slots in forced colours, and which of them have the focus @all', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await page.goto(ADDRESS);
  const slot = page.locator('input[name=code] + span > i').first();
  await expect(slot).toHaveCSS('border-top-style', 'solid');
  await expect(slot).toHaveCSS('outline-style', 'solid');
  await page.keyboard.press('Tab');
  await expect(slot).toHaveCSS('outline-style', 'none');
});
