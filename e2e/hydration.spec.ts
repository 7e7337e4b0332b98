import type { Locator, Page } from '@playwright/test';
import { expect, test } from './support/fixtures.ts';
import { openWithHeldScripts } from './support/held-scripts.ts';
import { observeShifts, shiftOf } from './support/layout-shifts.ts';

// Motion must not move the page or the focus.
test.use({ contextOptions: { reducedMotion: 'no-preference' } });

function writtenBy(page: Page): string[] {
  const written: string[] = [];
  page.on('console', (message) => written.push(message.text()));
  return written;
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
      openPage,
    }) => {
      test.setTimeout(120_000);
      const page = await openPage({ locale, viewport: { width, height: 800 } });
      const written = writtenBy(page);
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
      await page.close();
      expect(written, 'what was written to the console').toEqual([]);
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
