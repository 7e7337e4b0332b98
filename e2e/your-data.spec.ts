import type { Page } from '@playwright/test';
import { signInByCode } from './support/access-token.ts';
import { expect, test } from './support/fixtures.ts';
import { inspect } from './support/inspect.ts';

const wordsField = (page: Page) => page.getByLabel('Type “delete my account” to confirm');
const openDeletion = (page: Page) => page.getByRole('button', { name: 'Delete account' });
const deleteButton = (page: Page) => page.getByRole('button', { name: 'Delete my account' });

async function expectGoodbye(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Your account is deleted' })).toBeVisible();
  await expect(page).toHaveURL('/goodbye');
}

test('an account is deleted, and the pages pass the layout checks, narrow and wide, light and dark', async ({
  page,
  person,
}) => {
  test.slow();
  await signInByCode(page.request, person.email);
  await page.goto('/account/data');
  await openDeletion(page).click();
  await wordsField(page).fill('delete');
  await deleteButton(page).click();
  await expect(page.getByText('These are not the words.')).toBeVisible();
  await inspect(page, 'your-data');
  await wordsField(page).fill('delete my account');
  await deleteButton(page).click();
  await expectGoodbye(page);
  await inspect(page, 'goodbye');
  await page.goBack();
  await expect(page).not.toHaveURL(/\/account/);
});
