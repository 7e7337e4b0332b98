import type { Page } from '@playwright/test';
import { expect, test } from './support/fixtures.ts';
import { arriveSignedIn, signInWith } from './support/flows.ts';
import { hold } from './support/held-scripts.ts';
import { withoutIdleTime } from './support/idle-time.ts';
import { filesOf } from './support/page-sizes.ts';

function requestedPaths(page: Page): string[] {
  const paths: string[] = [];
  page.on('request', (request) => paths.push(new URL(request.url()).pathname));
  return paths;
}

for (const reach of ['hover', 'focus'] as const) {
  test(`the code of a signed-out page is fetched on ${reach} of its link @all`, async ({ page }) => {
    // Idle time would load the words of these pages.
    await withoutIdleTime(page);
    const requested = requestedPaths(page);
    await page.goto('/sign-in', { waitUntil: 'networkidle' });
    const needed = await filesOf(await (await page.request.get('/sign-up')).text());
    const missing = () => [...needed].filter((file) => !requested.includes(`/${file}`));
    expect(missing()).not.toEqual([]);
    await page.getByRole('link', { name: 'Create an account' })[reach]();
    await expect.poll(missing).toEqual([]);
    await expect(page).toHaveURL('/sign-in');
  });

  test(`the code of an account page is fetched on ${reach} of its link @all`, async ({ page, person }) => {
    await withoutIdleTime(page);
    await signInWith(page, 'Demo One', person.login);
    await page.goto('/account', { waitUntil: 'networkidle' });
    const requested = requestedPaths(page);
    await page.getByRole('link', { name: 'Devices', exact: true })[reach]();
    await expect.poll(() => requested.filter((path) => path.endsWith('.js'))).not.toEqual([]);
    await expect(page).toHaveURL('/account');
  });
}

test('in idle time the account pages that people open most are fetched, so a click asks for data alone', async ({
  page,
  person,
}) => {
  const requested = requestedPaths(page);
  await arriveSignedIn(page, 'Demo One', person.login);
  for (const path of ['/account/sign-in-methods', '/account/devices', '/account/activity']) {
    const needed = await filesOf(await (await page.request.get(path)).text());
    await expect.poll(() => [...needed].filter((file) => !requested.includes(`/${file}`)), path).toEqual([]);
  }
  requested.length = 0;
  await page.getByRole('link', { name: 'Activity', exact: true }).click();
  await expect(page.getByText('Signed in').first()).toBeVisible();
  expect(requested.filter((path) => path.startsWith('/assets/'))).toEqual([]);
  // Alone, or in one request with another query.
  expect(requested.flatMap((path) => path.slice('/trpc/'.length).split(','))).toContain('activity.list');
});

test('the profile asks for its data without waiting for the session @all', async ({ page, person }) => {
  await arriveSignedIn(page, 'Demo One', person.login);
  const letGo = await hold(page, /\/trpc\/session\.get\?/);
  const answered = page.waitForResponse((answer) => answer.url().includes('profile.get,email.get,phone.get'));
  await page.reload();
  await answered;
  await expect(page.getByLabel('Name', { exact: true })).toBeHidden();
  letGo();
  await expect(page.getByLabel('Name', { exact: true })).toBeVisible();
});

test('going back and forth between account pages does not fetch what is fresh @all', async ({
  page,
  person,
}) => {
  // It is loaded with the profile or with a section of the devices, which comes after the page.
  const late = page.waitForResponse((answer) => answer.url().includes('secondFactor.get'));
  await signInWith(page, 'Demo One', person.login);
  for (const link of ['Devices', 'Profile']) {
    await page.getByRole('link', { name: link, exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name: link })).toBeVisible();
    await late;
  }
  await page.waitForLoadState('networkidle');
  const requested = requestedPaths(page);
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1, name: 'Devices' })).toBeVisible();
  await page.goForward();
  await expect(page.getByRole('heading', { level: 1, name: 'Profile' })).toBeVisible();
  expect(requested.filter((path) => path.startsWith('/trpc/') || path.endsWith('.js'))).toEqual([]);
});
