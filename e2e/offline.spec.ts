import type { BrowserContext, Page } from '@playwright/test';
import { assetPath } from './support/client-manifest.ts';
import { expect, makeUser, test as base } from './support/fixtures.ts';
import { signInWith } from './support/flows.ts';
import { withoutIdleTime } from './support/idle-time.ts';
import { accessibilityFaults } from './support/inspect.ts';
import { serverUnderTest } from './support/server-under-test.ts';

interface Tab {
  readonly context: BrowserContext;
  readonly page: Page;
}

/** A signed-in tab without the guard, which would report each failed request. */
const test = base.extend<{ readonly tab: Tab }>({
  tab: async ({ browser, collections }, provide) => {
    await collections.rateLimits.deleteMany({});
    const context = await browser.newContext({ baseURL: serverUnderTest().origin });
    await withoutIdleTime(context);
    const page = await context.newPage();
    await signInWith(page, 'Demo One', makeUser().login);
    await expect(page.getByLabel('Name', { exact: true })).toBeVisible();
    await provide({ context, page });
    await context.close();
  },
});

const OFFLINE = 'You are offline. This page updates when the connection is back.';
const title = (page: Page) => page.getByRole('heading', { level: 1 });

async function expectOneShell(page: Page): Promise<void> {
  await expect(page.locator('header')).toHaveCount(1);
  await expect(page.getByRole('main')).toHaveCount(1);
  await expect(page.getByRole('navigation', { name: 'Account' })).toBeVisible();
}

test('offline, a navigation keeps the shell and says why, and the page opens when the connection is back', async ({
  tab: { context, page },
}) => {
  await page.evaluate(() => document.documentElement.setAttribute('data-kept', ''));
  await context.setOffline(true);
  await expect(page.getByText(OFFLINE)).toBeVisible();
  // The page's styles are the first of its files to fail.
  const failed = page.waitForEvent('requestfailed', (request) => request.url().includes('/assets/devices-'));
  await page.getByRole('link', { name: 'Devices' }).click();
  await failed;
  await expect(page.getByRole('progressbar')).toBeVisible();
  await expect(title(page)).toHaveText('Profile');
  await expectOneShell(page);
  expect(await accessibilityFaults(page)).toEqual([]);
  await context.setOffline(false);
  await expect(title(page)).toHaveText('Devices');
  await expect(page.getByText('This device')).toBeVisible();
  await expect(page.getByText(OFFLINE)).toBeHidden();
  await expect(page.locator('html'), 'the same document').toHaveAttribute('data-kept');
  await expectOneShell(page);
});

test('offline, "Sign out" waits for the connection in place of leaving the page @all', async ({
  tab: { context, page },
}) => {
  await context.setOffline(true);
  await page.getByRole('button', { name: /^Account menu of/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(page.getByRole('progressbar')).toBeVisible();
  await expectOneShell(page);
  await context.setOffline(false);
  await expect(page.getByText('Are you sure you want to sign out?')).toBeVisible();
});

test('data that failed offline is read again when the connection is back @all', async ({
  tab: { context, page },
}) => {
  await page.getByRole('link', { name: 'Devices' }).click();
  await expect(page.getByText('This device')).toBeVisible();
  const activity = await assetPath('account/activity/activity.tsx');
  let lastEventAt = Date.now();
  const noteTime = () => void (lastEventAt = Date.now());
  page.on('request', noteTime).on('requestfinished', noteTime);
  await page.getByRole('link', { name: 'Activity' }).hover();
  // Idle time may have loaded the page's code. Its imports follow.
  await page.waitForFunction(
    (file) => performance.getEntriesByType('resource').some(({ name }) => name.endsWith(file)),
    activity,
  );
  await expect.poll(() => Date.now() - lastEventAt).toBeGreaterThan(500);
  await context.setOffline(true);
  const failed = page.waitForEvent('requestfailed');
  await page.getByRole('link', { name: 'Activity' }).click();
  await expect(title(page)).toHaveText('Activity');
  await failed;
  await expectOneShell(page);
  // The line at the top already says it.
  await expect(page.getByRole('alert')).toHaveCount(0);
  await context.setOffline(false);
  await expect(page.getByText('Signed in').first()).toBeVisible();
});

test('a page whose files fail online says so inside the shell, and opens on "Try again" @all', async ({
  tab: { page },
}) => {
  const devices = await assetPath('account/devices/devices.tsx');
  const isFile = ({ pathname }: URL) => pathname === devices;
  await page.route(isFile, (route) => route.abort());
  await page.getByRole('link', { name: 'Devices' }).click();
  // The page reloads itself once, which does not help here.
  const reloaded = page.waitForEvent('load');
  await expect(title(page)).toHaveText('This page did not load');
  await reloaded;
  await expect(title(page)).toHaveText('This page did not load');
  await expectOneShell(page);
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.unroute(isFile);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(title(page)).toHaveText('Devices');
});
