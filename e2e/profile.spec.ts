import { expectSignedIn, signInWith } from './flows.ts';
import { expect, test } from './fixtures.ts';

test('a name is changed, and stays', async ({ page, person }) => {
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

test('what is wrong is said at its field, and nothing is saved', async ({ page, person }) => {
  await signInWith(page, 'Demo One', person.login);
  const picture = page.getByLabel('Picture');
  await picture.fill('http://example.com/picture.png');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(picture).toHaveAccessibleDescription(
    /Enter the address of a picture, beginning with https:\/\//,
  );
  await expect(picture).toBeFocused();
  await page.reload();
  await expect(picture).toHaveValue('');
});
