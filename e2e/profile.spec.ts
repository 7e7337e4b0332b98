import { expectSignedIn, signInWith } from './flows.ts';
import { expect, test } from './fixtures.ts';

test('a changed name is saved', async ({ page, person }) => {
  await signInWith(page, 'Demo One', person.login);
  const name = `Ada of ${person.login}`;
  await page.getByLabel('Name', { exact: true }).fill(name);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Your profile is saved.')).toBeVisible();
  await expect(page.getByRole('banner')).toContainText(name);
  await page.reload();
  await expectSignedIn(page);
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue(name);
});

test('an invalid value shows an error at its field, and nothing is saved', async ({ page, person }) => {
  await signInWith(page, 'Demo One', person.login);
  const name = page.getByLabel('Name', { exact: true });
  const before = await name.inputValue();
  await name.fill('Ada'.repeat(50));
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(name).toHaveAccessibleDescription(/A name has at most 100 characters/);
  await expect(name).toBeFocused();
  await page.reload();
  await expect(name).toHaveValue(before);
});
