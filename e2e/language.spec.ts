import type { Page } from '@playwright/test';
import { assetPath } from './client-manifest.ts';
import { expect, test } from './fixtures.ts';

async function expectHeading(page: Page, name: string): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, name, exact: true })).toBeVisible();
}

test.describe('a German browser', () => {
  test.use({ locale: 'de-DE' });

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
    // Idle time loads the other German words with the account application.
    const last = await assetPath('../locales/de/pages/later-pages.ts');
    await expect.poll(() => loaded).toContain(last);
    expect(loaded.filter((path) => path === german)).toHaveLength(1);
    expect(loaded.filter((path) => english.includes(path))).toEqual([]);
    await expect(page.locator(`link[rel=modulepreload][href="${german}"]`)).toHaveCount(1);
  });
});
