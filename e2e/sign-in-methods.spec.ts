import { signInWithoutPages } from './support/flows.ts';
import { expect, forgetAddress, test } from './support/fixtures.ts';
import { inspect } from './support/inspect.ts';

test('a person without an email address is led to the field for one @all', async ({
  page,
  person,
  collections,
}) => {
  await signInWithoutPages(page, 'Demo One', person.login);
  await forgetAddress(collections, person);
  await page.goto('/account/sign-in-methods');
  await expect(page.getByText('Add an email address first.')).toBeVisible();
  await inspect(page, 'sign-in-methods-no-address');
  await page.getByRole('link', { name: 'Add an email address' }).click();
  await expect(page.getByLabel('Your email address')).toBeFocused();
});
