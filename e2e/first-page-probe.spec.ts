import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';

const PROBE = fileURLToPath(new URL('../bench/parts/first-page-probe.js', import.meta.url));

/** Opens a page with these elements in its body, and with the probe of the benchmark. */
async function openProbed(page: Page, body: string): Promise<void> {
  await page.addInitScript({ path: PROBE });
  await page.route('/probed', (route) =>
    route.fulfill({ contentType: 'text/html', body: `<!doctype html><body>${body}</body>` }),
  );
  await page.goto('/probed');
}

/** The value of a promise of the probe, or `null` while it is pending. */
function settled(page: Page, promise: 'visible' | 'ready'): Promise<number | null> {
  return page.evaluate<number | null>(
    `Promise.race([firstPageProbe.${promise}, new Promise((resolve) => setTimeout(resolve, 200, null))])`,
  );
}

const shift = (page: Page) => page.evaluate<number>('firstPageProbe.shift()');

const TOGGLE = '<button type="button" aria-label="Show password">Show</button>';
const form = (attributes = '') =>
  `<form><input name="email" ${attributes}><input name="password" type="password">${TOGGLE}</form>`;
/** What a script does when it takes over. The label changes, as in the page. */
const TAKE_OVER = `
  const button = document.querySelector('button');
  const field = document.querySelector('[name=password]');
  button.addEventListener('click', () => queueMicrotask(() => {
    const isShown = field.type === 'password';
    field.type = isShown ? 'text' : 'password';
    button.ariaLabel = isShown ? 'Hide password' : 'Show password';
    button.textContent = isShown ? 'Hide the password' : 'Show';
  }));`;

test('a page is visible with its form, and ready only when its script reacts @all', async ({ page }) => {
  await openProbed(page, form());
  expect(await settled(page, 'visible')).toBeGreaterThan(0);
  expect(await settled(page, 'ready')).toBeNull();
  await page.evaluate(TAKE_OVER);
  expect(await settled(page, 'ready')).toBeGreaterThan((await settled(page, 'visible')) ?? Infinity);
  await expect(page.locator('[name=password]'), 'hidden again').toHaveAttribute('type', 'password');
});

test('a hidden form is not visible @all', async ({ page }) => {
  await openProbed(page, form('style="visibility: hidden"'));
  expect(await settled(page, 'visible')).toBeNull();
  await page.evaluate(`document.querySelector('[name=email]').style.visibility = 'visible'`);
  expect(await settled(page, 'visible')).toBeGreaterThan(0);
});

test('the clicks of the probe shift nothing, and a later element does @all', async ({ page }) => {
  await openProbed(page, form().replace(TOGGLE, `${TOGGLE} <span>Text beside it</span>`));
  await page.evaluate(TAKE_OVER);
  expect(await settled(page, 'ready')).not.toBeNull();
  expect(await shift(page)).toBe(0);
  await page.evaluate(
    `document.body.prepend(Object.assign(document.createElement('h1'), { textContent: 'Late' }))`,
  );
  await expect.poll(() => shift(page)).toBeGreaterThan(0);
});
