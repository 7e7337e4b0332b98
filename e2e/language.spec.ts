import type { Page } from '@playwright/test';
import { assetPath } from './client-manifest.ts';
import { identify } from './flows.ts';
import { expect, test } from './fixtures.ts';

const NARROW = { width: 360, height: 740 };

/** Signs in at the provider, from the sign-in page in any language and back to the account. */
async function enter(page: Page, login: string): Promise<void> {
  await page.getByRole('button', { name: /Demo One$/ }).click();
  await identify(page, login);
  await expect(page).toHaveURL('/account');
}

async function expectHeading(page: Page, name: string): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, name, exact: true })).toBeVisible();
}

const saved = (page: Page) =>
  page.waitForResponse((answer) => answer.url().includes('profile.update') && answer.ok());

test.describe('a German browser', () => {
  test.use({ locale: 'de-DE' });

  test('shows German pages before and after sign-in', async ({ page, person }) => {
    await page.goto('/sign-in');
    await expectHeading(page, 'Anmelden');
    await expect(page.locator('html')).toHaveAttribute('lang', 'de');
    await enter(page, person.login);
    await expectHeading(page, 'Profil');
    await expect(page.getByRole('region', { name: 'Sprache' })).toContainText('Deutsch');
    // `accessibility.spec.ts` opens the other pages in German.
    await page.setViewportSize(NARROW);
    for (const [path, heading] of [
      ['/resume-link', 'Nichts mehr zu verbinden'],
      ['/sign-out', 'Abmelden'],
    ] as const) {
      await page.goto(path);
      await expectHeading(page, heading);
      const overflow = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect(overflow, `${path}: pixels beyond the right edge`).toBeLessThanOrEqual(0);
    }
  });

  test('loads only the texts of its language, in parallel with the script @all', async ({ page }) => {
    const loaded: string[] = [];
    page.on('request', (request) => loaded.push(new URL(request.url()).pathname));
    await page.goto('/sign-in');
    await expectHeading(page, 'Anmelden');
    const german = await assetPath('../locales/de/pages/first-page.ts');
    const english = await Promise.all(
      ['first-page', 'signed-out-pages', 'later-pages'].map((name) =>
        assetPath(`../locales/en/pages/${name}.ts`),
      ),
    );
    // In idle time the other German words follow, with the account application.
    const last = await assetPath('../locales/de/pages/later-pages.ts');
    await expect.poll(() => loaded).toContain(last);
    expect(loaded.filter((path) => path === german)).toHaveLength(1);
    expect(loaded.filter((path) => english.includes(path))).toEqual([]);
    await expect(page.locator(`link[rel=modulepreload][href="${german}"]`)).toHaveCount(1);
  });
});

test('the language of the profile applies at once, after a reload, and in another browser', async ({
  page,
  person,
  openBrowser,
}) => {
  await page.goto('/sign-in');
  await enter(page, person.login);
  await expectHeading(page, 'Profile');
  const saving = saved(page);
  await page.getByRole('button', { name: 'Change language' }).click();
  await page.getByRole('combobox', { name: 'Language' }).selectOption('Deutsch');
  await page.getByRole('button', { name: 'Save' }).click();
  await expectHeading(page, 'Profil');
  await saving;
  await page.reload();
  await expectHeading(page, 'Profil');
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');

  const other = await (await openBrowser()).newPage();
  await other.goto('/sign-in');
  await expectHeading(other, 'Sign in');
  await enter(other, person.login);
  await expectHeading(other, 'Profil');
  // The first rendering already has the language.
  const page2 = await other.context().newPage();
  await page2.goto('/account/devices');
  await expect(page2.locator('html')).toHaveAttribute('lang', 'de');
  await expectHeading(page2, 'Geräte');
});
