import type { Page } from '@playwright/test';
import { expectSignedIn, arriveSignedIn, tabTo } from './flows.ts';
import { expect, forgetAddress, test } from './fixtures.ts';
import { inspect } from './inspect.ts';

const nameField = (page: Page) => page.getByRole('textbox', { name: 'Name' });
const row = (page: Page, name: string) => page.getByRole('region', { name });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

test('a name is changed and removed, and an invalid one is refused', async ({ page, person }) => {
  await arriveSignedIn(page, 'Demo One', person.login);
  const name = `Ada of ${person.login}`;
  await test.step('a changed name is saved, and the focus moves back to its row', async () => {
    await button(page, 'Change name').click();
    await nameField(page).fill(name);
    await button(page, 'Save').click();
    await expect(page.getByText('Your name is saved.')).toBeVisible();
    await expect(button(page, 'Change name')).toBeFocused();
    await expect(page.getByRole('banner')).toContainText(name);
    await page.reload();
    await expectSignedIn(page);
    await expect(row(page, 'Name')).toContainText(name);
  });
  await test.step('an invalid value shows an error at its field, and nothing is saved', async () => {
    await button(page, 'Change name').click();
    await nameField(page).fill('Ada'.repeat(50));
    await button(page, 'Save').click();
    await expect(nameField(page)).toHaveAccessibleDescription(/A name has at most 100 characters/);
    await expect(nameField(page)).toBeFocused();
    await page.reload();
    await expect(row(page, 'Name')).toContainText(name);
  });
  await test.step('an emptied name leaves the address on the pages, and "Undo" restores it', async () => {
    await button(page, 'Change name').click();
    await nameField(page).fill('');
    await button(page, 'Save').click();
    await expect(page.getByText('Your name is removed.')).toBeVisible();
    await expect(button(page, 'Add a name')).toBeFocused();
    await expect(row(page, 'Name')).toContainText('Not set');
    await expect(page.getByRole('banner')).toContainText(new RegExp(`${person.login}@`, 'i'));
    await button(page, 'Undo').click();
    await expect(page.getByText('Your name is saved.')).toBeVisible();
    await expect(button(page, 'Change name')).toBeFocused();
    await page.reload();
    await expect(row(page, 'Name')).toContainText(name);
  });
});

test('rows are edited by keyboard, one at a time, and keep what is not saved @all', async ({
  page,
  person,
}) => {
  await arriveSignedIn(page, 'Demo One', person.login);
  await tabTo(page, button(page, 'Change name'));
  await page.keyboard.press('Enter');
  await expect(nameField(page)).toBeFocused();
  await page.keyboard.type(' King');
  const typed = await nameField(page).inputValue();
  await tabTo(page, button(page, 'Add a phone number'));
  await page.keyboard.press('Enter');
  const number = page.getByRole('textbox', { name: 'Phone number' });
  await expect(number).toBeFocused();
  await expect(nameField(page)).toBeHidden();
  await expect(row(page, 'Name')).toContainText('Not saved');
  await page.keyboard.type('20155');
  await page.getByRole('combobox', { name: 'Country' }).focus();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('listbox')).toBeVisible();
  // The first Escape closes the list only.
  await page.keyboard.press('Escape');
  await expect(page.getByRole('listbox')).toBeHidden();
  await expect(number).toHaveValue('(201) 55');
  await page.keyboard.press('Escape');
  await expect(button(page, 'Add a phone number')).toBeFocused();

  await button(page, 'Change name').press('Enter');
  await expect(nameField(page)).toHaveValue(typed);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Your name is saved.')).toBeVisible();
  await expect(row(page, 'Name')).toContainText(typed);
});

test('rows keep their height when what they show has loaded @all', async ({ page, person }) => {
  await arriveSignedIn(page, 'Demo One', person.login);
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 740 });
    let release = () => {};
    const released = new Promise<void>((resolve) => (release = resolve));
    await page.route(/email\.get/, async (route) => {
      await released;
      await route.continue();
    });
    await page.reload();
    // A narrow row may need a second line for a long address.
    const names = ['Name', 'Phone', 'Language', ...(width === 360 ? [] : ['Email address'])];
    const heights = () =>
      Promise.all(names.map(async (name) => Math.round((await row(page, name).boundingBox())?.height ?? 0)));
    let loading: number[] = [];
    await expect(row(page, 'Phone').getByRole('status', { name: 'Loading' })).toBeVisible();
    await expect(row(page, 'Name').getByRole('status', { name: 'Loading' })).toBeVisible();
    // The rows appear one after another on a busy machine.
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
  // Four screens, each in two appearances.
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
      const overflow = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect(overflow, `${opener} at ${width} pixels`).toBeLessThanOrEqual(0);
    }
  }
});
