import type { Page } from '@playwright/test';
import { MAIL_SAMPLES } from '../src/server/mail/samples.ts';
import { LOCALES } from '../src/shared/locale.ts';
import { expect, test } from './support/fixtures.ts';
import { accessibilityFaults, forEachAppearance } from './support/inspect.ts';

/** A phone, and the width that most programs on a desktop give to a mail. */
const WIDTHS = { narrow: { width: 360, height: 740 }, wide: { width: 600, height: 800 } };
/** A page has landmarks. A mail is only a part of a page. */
const RULES_OF_PAGES = ['landmark-one-main', 'region'];

/** Shows a mail without the sandbox of its frame, where no script runs, not even axe. */
async function showMail(page: Page, path: string): Promise<void> {
  const answer = await page.request.get(`/dev/mails/${path}`);
  expect(answer.status()).toBe(200);
  await page.setContent(await answer.text());
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
}

for (const locale of LOCALES) {
  test(`every mail in ${locale} fits 360 and 600 px in light and dark colours @all`, async ({ page }) => {
    // Dozens of mails, each in two appearances.
    test.slow();
    await page.goto('about:blank');
    for (const name of Object.keys(MAIL_SAMPLES)) {
      await showMail(page, `${locale}/${name}`);
      await forEachAppearance(page, `mail-${name}-${locale}`, WIDTHS, async (appearance, scheme) => {
        // The colours and the markup are the same in every language and width.
        if (locale !== 'en') return;
        const faults = await accessibilityFaults(page, {
          excludedRules: RULES_OF_PAGES,
          onlyColours: scheme === 'dark',
        });
        expect(faults, `${appearance}: what axe found`).toEqual([]);
      });
    }
  });
}

test('the code of a mail is selected by one press, and nothing else is @all', async ({ page }) => {
  await page.goto('about:blank');
  await showMail(page, 'en/sign-in-link');
  await page.getByText('042137', { exact: true }).click();
  expect(await page.evaluate(() => getSelection()?.toString().trim())).toBe('042137');
});

test('the gallery shows a mail in the chosen language and each scheme @all', async ({ page }) => {
  await page.goto('/dev/mails');
  await page.getByRole('link', { name: 'Your code for' }).click();
  await page.getByRole('link', { name: 'Deutsch' }).click();
  await expect(page.getByRole('heading', { name: /Ihr Code für/ })).toBeVisible();
  const mailIn = (title: string) => page.frameLocator(`iframe[title="${title}"]`);
  await expect(mailIn('Hell, 360 px breit').locator('.card')).toHaveCSS(
    'background-color',
    'rgb(255, 255, 255)',
  );
  await expect(mailIn('Dunkel, 600 px breit').locator('.card')).toHaveCSS(
    'background-color',
    'rgb(24, 29, 28)',
  );
  await expect(page.locator('pre')).toContainText('042137');
});
