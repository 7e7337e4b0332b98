import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { signInWith } from './flows.ts';
import { filesOf } from './page-sizes.ts';

function requestedPaths(page: Page): string[] {
  const paths: string[] = [];
  page.on('request', (request) => paths.push(new URL(request.url()).pathname));
  return paths;
}

for (const reach of ['hover', 'focus'] as const) {
  test(`the code of a signed-out page is fetched on ${reach} of its link`, async ({ page }) => {
    // Otherwise the words of these pages are fetched in idle time.
    await page.addInitScript(() => {
      window.requestIdleCallback = () => 0;
    });
    const requested = requestedPaths(page);
    await page.goto('/sign-in', { waitUntil: 'networkidle' });
    const needed = await filesOf(await (await page.request.get('/sign-up')).text());
    const missing = () => [...needed].filter((file) => !requested.includes(`/${file}`));
    expect(missing()).not.toEqual([]);
    await page.getByRole('link', { name: 'Create an account' })[reach]();
    await expect.poll(missing).toEqual([]);
    await expect(page).toHaveURL('/sign-in');
  });

  test(`the code of an account page is fetched on ${reach} of its link`, async ({ page, person }) => {
    await signInWith(page, 'Demo One', person.login);
    await page.goto('/account', { waitUntil: 'networkidle' });
    const requested = requestedPaths(page);
    await page.getByRole('link', { name: 'Devices', exact: true })[reach]();
    await expect.poll(() => requested.filter((path) => path.endsWith('.js'))).not.toEqual([]);
    await expect(page).toHaveURL('/account');
  });
}

test('going back and forth between account pages does not fetch what is fresh', async ({ page, person }) => {
  await signInWith(page, 'Demo One', person.login);
  for (const [link, heading] of [
    ['Devices', 'Devices'],
    ['Profile', 'Profile'],
  ] as const) {
    await page.getByRole('link', { name: link, exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
  }
  await page.waitForLoadState('networkidle');
  const requested = requestedPaths(page);
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1, name: 'Devices' })).toBeVisible();
  await page.goForward();
  await expect(page.getByRole('heading', { level: 1, name: 'Profile' })).toBeVisible();
  expect(requested.filter((path) => path.startsWith('/trpc/') || path.endsWith('.js'))).toEqual([]);
});
