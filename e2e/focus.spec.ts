import type { Locator, Page } from '@playwright/test';
import { expect, test } from './support/fixtures.ts';
import { connect } from './support/flows.ts';
import { untilDrawn } from './support/inspect.ts';
import { PASSWORD, signUp, signUpWithoutPages } from './support/password-flows.ts';
import { ageSessions } from './support/policy-flows.ts';

// Motion must not move the page or the focus.
test.use({ contextOptions: { reducedMotion: 'no-preference' } });

const METHODS = '/account/sign-in-methods';
const dialogOf = (page: Page) => page.getByRole('dialog');

/** Waits until nothing loads. Then an element must have the focus, not the whole page. */
async function expectFocusKept(page: Page, after: string): Promise<void> {
  await expect(page.locator('[aria-busy="true"], [role="progressbar"]')).toHaveCount(0);
  // A browser takes the focus from a disabled or removed element when it draws.
  await untilDrawn(page);
  const focused = await page.evaluate(() => document.activeElement?.tagName.toLowerCase());
  expect(focused, `the focused element after ${after}`).not.toBe('body');
}

async function press(page: Page, button: Locator, name: string): Promise<void> {
  await button.focus();
  await page.keyboard.press('Enter');
  await expectFocusKept(page, name);
}

test('a dialog opens on its first field, or on the button that changes nothing', async ({
  page,
  person,
  collections,
}) => {
  await signUpWithoutPages(page, person.email);
  await connect(page, 'Demo Two', person.login);

  const remove = page.getByRole('button', { name: /^Remove Demo Two/ });
  await press(page, remove, 'opening the dialog');
  await expect(dialogOf(page).getByRole('button', { name: 'Keep it' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(remove).toBeFocused();

  await ageSessions(collections, person.email);
  await page.reload();
  await press(page, remove, 'opening the dialog again');
  await press(page, dialogOf(page).getByRole('button', { name: 'Remove' }), 'asking for the removal');
  const password = page
    .getByRole('dialog', { name: 'Verify it’s you' })
    .getByLabel('Password', { exact: true });
  await expect(password).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(remove).toBeFocused();

  await press(page, remove, 'opening the dialog a third time');
  await press(page, dialogOf(page).getByRole('button', { name: 'Remove' }), 'asking a second time');
  await expect(password).toBeFocused();
  await page.keyboard.type(PASSWORD);
  await page.keyboard.press('Enter');
  // The button that opened the dialog is gone.
  await expect(page.getByRole('status').filter({ hasText: 'Demo Two was removed.' })).toBeFocused();
});

test('the focus stays on the page through actions in the account @all', async ({ page, person }) => {
  await signUp(page, person.email);
  for (const section of ['Sign-in methods', 'Devices', 'Activity', 'Access tokens', 'Your data']) {
    await press(page, page.getByRole('link', { name: section }), `opening "${section}"`);
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  }
  await press(page, page.getByRole('button', { name: 'Download' }), 'the export');

  await page.goto('/account');
  await press(page, page.getByRole('button', { name: 'Change name' }), 'opening the name');
  await page.getByRole('textbox', { name: 'Name' }).fill('Ada King');
  await press(page, page.getByRole('button', { name: 'Save' }), 'saving the name');
  await expect(page.getByText('Your name is saved.')).toBeVisible();

  await page.goto('/account/access-tokens');
  await press(page, page.getByRole('button', { name: 'New token' }), 'opening the form of a token');
  await page.getByRole('textbox', { name: 'Name' }).fill('Nightly report');
  await page.getByLabel(/See your name, picture/).check();
  await press(page, page.getByRole('button', { name: 'Create token' }), 'creating a token');
  await press(page, page.getByRole('button', { name: 'Copy token' }), 'copying the token');
  await press(page, page.getByRole('button', { name: 'Revoke Nightly report' }), 'asking to revoke it');
  await press(page, dialogOf(page).getByRole('button', { name: 'Revoke' }), 'revoking it');

  await page.goto(METHODS);
  await press(page, page.getByRole('button', { name: 'Change password' }), 'opening the form');
  await press(page, page.getByRole('button', { name: 'Cancel' }), 'closing the form');
});
