import type { Page } from '@playwright/test';
import { assetPath } from './support/client-manifest.ts';
import { expect, test } from './support/fixtures.ts';
import { arriveSignedIn } from './support/flows.ts';
import { hold } from './support/held-scripts.ts';
import { withoutIdleTime } from './support/idle-time.ts';
import { accessibilityFaults, pixelsBeyond } from './support/inspect.ts';

const progressLine = (page: Page) => page.getByRole('progressbar', { name: 'Loading' });

test('a line shows that a page is loading, until the page is there @all', async ({ page, person }) => {
  await withoutIdleTime(page);
  await arriveSignedIn(page, 'Demo One', person.login);
  const letGo = await hold(page, await assetPath('account/devices/devices.tsx'));
  await page.getByRole('link', { name: 'Devices' }).click();
  await expect(progressLine(page)).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Profile');
  expect(await accessibilityFaults(page)).toEqual([]);
  letGo();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Devices');
  await expect(progressLine(page)).toBeHidden();
});

test('the line stays while the data of the page is loading @all', async ({ page, person }) => {
  await arriveSignedIn(page, 'Demo One', person.login);
  const letGo = await hold(page, /\/trpc\/session\.list/);
  await page.getByRole('link', { name: 'Devices' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Devices');
  await expect(progressLine(page)).toBeVisible();
  letGo();
  await expect(page.getByText('This device')).toBeVisible();
  await expect(progressLine(page)).toBeHidden();
});

test('a slow load shows the sections at once, in the places where they stay', async ({ page, person }) => {
  await arriveSignedIn(page, 'Demo One', person.login);
  const giveSession = await hold(page, /\/trpc\/session\.get/);
  const giveScripts = await hold(page, /\/assets\/.*\.js$/);
  await page.goto('/account/devices', { waitUntil: 'commit' });
  const sections = page.getByRole('navigation', { name: 'Account' }).getByRole('link');
  await expect(sections.and(page.locator('[aria-current="page"]'))).toHaveText('Devices');
  await expect(page.getByRole('status', { name: 'Loading' })).toBeVisible();
  const placesOf = () =>
    sections.evaluateAll((links) => links.map((link) => JSON.stringify(link.getBoundingClientRect())));
  const places = await placesOf();
  const ofTheDocument = await sections.first().elementHandle();
  giveScripts();
  await expect.poll(() => ofTheDocument?.evaluate((link) => link.isConnected)).toBe(false);
  expect(await placesOf(), 'while the session is read').toEqual(places);
  giveSession();
  await expect(page.getByRole('heading', { name: 'Devices', level: 1 })).toBeVisible();
  expect(await placesOf(), 'on the page').toEqual(places);
});

test('on a narrow screen the name of the current section is visible in a row of all sections @all', async ({
  page,
  person,
}) => {
  await arriveSignedIn(page, 'Demo One', person.login);
  await page.setViewportSize({ width: 320, height: 640 });
  const sections = page.getByRole('navigation', { name: 'Account' }).getByRole('link');
  const names = await sections.allTextContents();
  expect(names).toEqual(['Profile', 'Sign-in methods', 'Devices', 'Activity', 'Access tokens', 'Your data']);
  const [first, ...others] = names;
  for (const name of [...others, first ?? '']) {
    await sections.filter({ hasText: name }).click();
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
    const current = page.locator('nav [aria-current="page"]');
    await expect(current).toHaveText(name);
    await expect(current).toBeInViewport({ ratio: 0.99 });
    expect(await pixelsBeyond(page), `${name}: pixels beyond the right edge`).toBeLessThanOrEqual(0);
  }
});
