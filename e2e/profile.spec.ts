import type { Page } from '@playwright/test';
import { arriveSignedIn } from './support/flows.ts';
import { expect, forgetAddress, test } from './support/fixtures.ts';
import { hold } from './support/held-scripts.ts';
import { inspect, pixelsBeyond } from './support/inspect.ts';

const nameField = (page: Page) => page.getByRole('textbox', { name: 'Name' });
const row = (page: Page, name: string) => page.getByRole('region', { name });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

test('rows keep their height when what they show has loaded @all', async ({ page, person }) => {
  await arriveSignedIn(page, 'Demo One', person.login);
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 740 });
    const release = await hold(page, /email\.get/);
    await page.reload();
    // A narrow row may need two lines for a long address.
    const names = ['Name', 'Phone', 'Language', ...(width === 360 ? [] : ['Email address'])];
    const heights = () =>
      Promise.all(names.map(async (name) => Math.round((await row(page, name).boundingBox())?.height ?? 0)));
    let loading: number[] = [];
    await expect(row(page, 'Phone').getByRole('status', { name: 'Loading' })).toBeVisible();
    await expect(row(page, 'Name').getByRole('status', { name: 'Loading' })).toBeVisible();
    // The rows appear one by one on a busy machine.
    await expect.poll(async () => (loading = await heights())).not.toContain(0);
    release();
    for (const opener of ['Change name', 'Change email address', 'Add a phone number'])
      await expect(button(page, opener)).toBeVisible();
    expect(await heights(), `at ${width} pixels`).toEqual(loading);
    await page.unroute(/email\.get/);
  }
});

test('open rows pass the layout checks in all sizes and colours @all', async ({
  page,
  person,
  collections,
}) => {
  test.slow();
  await arriveSignedIn(page, 'Demo One', person.login);
  await forgetAddress(collections, person);
  await page.reload();
  await button(page, 'Change name').click();
  await nameField(page).fill('');
  await inspect(page, 'profile-name');
  await button(page, 'Save').click();
  await expect(page.getByText('Your name is removed.')).toBeVisible();
  await button(page, 'Add a picture').or(button(page, 'Change picture')).click();
  await inspect(page, 'profile-picture');
  await button(page, 'Change language').click();
  await inspect(page, 'profile-language');
  await button(page, 'Add an email address').click();
  await page.getByLabel('Your email address').fill('somebody.with.a.rather.long.name@example.com');
  await button(page, 'Change language').click();
  await expect(row(page, 'Email address')).toContainText('Not saved');
  await inspect(page, 'profile-not-saved');
});

test('nothing is wider than a window of 320 pixels, also at twice the size of the text @all', async ({
  page,
  person,
}) => {
  await arriveSignedIn(page, 'Demo One', person.login);
  for (const { width, zoom } of [
    { width: 320, zoom: 1 },
    { width: 640, zoom: 2 },
  ]) {
    await page.setViewportSize({ width, height: 640 });
    for (const opener of ['Change name', 'Change email address', 'Add a phone number', 'Change language']) {
      await button(page, opener).click();
      await expect(button(page, opener)).toBeHidden();
      await page.evaluate((size) => (document.documentElement.style.fontSize = `${size * 100}%`), zoom);
      expect(await pixelsBeyond(page), `${opener} at ${width} pixels`).toBeLessThanOrEqual(0);
    }
  }
});
