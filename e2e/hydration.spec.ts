import type { Browser, BrowserContextOptions, Locator, Page } from '@playwright/test';
import { expect, test } from './support/fixtures.ts';
import { openWithHeldScripts } from './support/held-scripts.ts';
import { serverUnderTest } from './support/server-under-test.ts';
import { guardContext } from './support/guard.ts';

// Motion must not move the page or the focus.
test.use({ contextOptions: { reducedMotion: 'no-preference' } });

async function inBrowser(
  browser: Browser,
  options: BrowserContextOptions,
  act: (page: Page) => Promise<void>,
): Promise<void> {
  const context = await browser.newContext({ baseURL: serverUnderTest().origin, ...options });
  const faults = guardContext(context);
  const warnings: string[] = [];
  context.on('console', (message) => warnings.push(message.text()));
  await act(await context.newPage());
  await context.close();
  expect(faults.messages, 'what the browser complained about').toEqual([]);
  expect(warnings, 'what was written to the console').toEqual([]);
}

/** Adds up the layout shifts of later pages in `<html data-shift>`. */
async function observeShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const observer = new PerformanceObserver((list) => {
      const shifts = list.getEntries().map((entry) => (entry as unknown as { value: number }).value);
      const { dataset } = document.documentElement;
      dataset['shift'] = String(shifts.reduce((sum, shift) => sum + shift, Number(dataset['shift'] ?? 0)));
    });
    observer.observe({ type: 'layout-shift', buffered: true });
  });
}

async function shiftOf(page: Page): Promise<string> {
  // Two frames, so that the last shift is observed.
  await page.evaluate(
    () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
  );
  return Number((await page.locator('html').getAttribute('data-shift')) ?? 0).toFixed(3);
}

function positionsOf(page: Page): Promise<string[]> {
  return page
    .locator(
      'h1, [data-tone], label, input:not([type=hidden]), main button:not([aria-label]), main a, footer',
    )
    .evaluateAll((elements) =>
      elements.map((element) => {
        const { x, y, width, height } = element.getBoundingClientRect();
        const words = element.textContent.replaceAll(/\s/g, '');
        return `${element.tagName} ${words} ${[x, y, width, height].map((length) => length.toFixed(1)).join(' ')}`;
      }),
    );
}

const ADDRESSES = [
  '/sign-in',
  '/sign-in?email=ada@example.test',
  '/sign-in?error=OAuthCallback',
  '/sign-in?error=SessionRequired&callbackUrl=/account',
  '/sign-in?sessionEnded=elsewhere',
  '/sign-up',
  '/sign-up?email=ada@example.test',
  '/forgot-password',
  '/check-email?email=ada@example.test&isSignUp=true',
] as const;

for (const width of [360, 1280]) {
  for (const locale of ['en', 'de']) {
    test(`the script starts without a visible change, ${width} pixels wide, in ${locale}${width === 360 && locale === 'en' ? '' : ' @all'}`, async ({
      browser,
    }) => {
      test.setTimeout(120_000);
      await inBrowser(browser, { locale, viewport: { width, height: 800 } }, async (page) => {
        await observeShifts(page);
        for (const address of ADDRESSES) {
          const startScripts = await openWithHeldScripts(page, address);
          const before = await positionsOf(page);
          await startScripts();
          // Only the script has a countdown. The button for passkeys comes later, into reserved space.
          const withoutLate = (parts: readonly string[]) =>
            parts.filter((part) => !/^BUTTON (Senditagain|Nocheinmalsenden|.*passkey)/i.test(part));
          expect(withoutLate(await positionsOf(page)), address).toEqual(withoutLate(before));
          expect(await shiftOf(page), `${address}: layout shift`).toBe('0.000');
          await page.unrouteAll();
        }
      });
    });

    test(`the mark of the last used method moves nothing, ${width} pixels wide, in ${locale} @all`, async ({
      browser,
    }) => {
      await inBrowser(browser, { locale, viewport: { width, height: 800 } }, async (page) => {
        await observeShifts(page);
        for (const method of ['password', 'email', 'demo-one'])
          await test.step(method, async () => {
            // The last added script runs last.
            await page.addInitScript((value) => localStorage.setItem('foyer.last-used', value), method);
            const startScripts = await openWithHeldScripts(page, '/sign-in');
            await startScripts();
            await expect(page.getByText(/^(Last used|Zuletzt benutzt|Zuletzt)/)).toBeVisible();
            expect(await shiftOf(page)).toBe('0.000');
            await page.unrouteAll();
          });
      });
    });
  }
}

/** A replaced element would lose this mark. */
const mark = (element: Locator) =>
  element.evaluate((node) => void Object.assign(node, { wasHereBefore: true }));
const isMarked = (element: Locator) =>
  element.evaluate((node) => (node as { wasHereBefore?: boolean }).wasHereBefore === true);
const selectionOf = (input: Locator) =>
  input.evaluate(({ selectionStart, selectionEnd }: HTMLInputElement) => [selectionStart, selectionEnd]);

test('text, focus, caret and undo stay when the script takes the form over', async ({ page, person }) => {
  const startScripts = await openWithHeldScripts(page, '/sign-in');
  const email = page.getByLabel('Email address');
  const password = page.getByLabel('Password', { exact: true });
  await mark(email);
  await mark(password);
  await password.fill('half a pass');
  await email.click();
  await page.keyboard.type(person.email.replace('@', ''));
  for (let steps = 0; steps < 12; steps++) await page.keyboard.press('ArrowLeft');
  const typed = await email.inputValue();
  const caret = await selectionOf(email);
  expect(caret[0]).toBeGreaterThan(0);
  await startScripts();
  await expect(email).toBeFocused();
  expect(await selectionOf(email)).toEqual(caret);
  expect([await isMarked(email), await isMarked(password)]).toEqual([true, true]);
  await page.keyboard.type('+');
  expect(await selectionOf(email)).toEqual([(caret[0] ?? 0) + 1, (caret[1] ?? 0) + 1]);
  await page.keyboard.press('Control+z');
  await expect(email).toHaveValue(typed);
  await page.keyboard.press('Control+z');
  await expect(email, 'what was typed before the script is undone, too').not.toHaveValue(typed);
  await expect(password).toHaveValue('half a pass');

  await email.fill(person.email);
  await password.fill('');
  await page.getByRole('button', { name: 'Email me a link' }).click();
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible();
});
