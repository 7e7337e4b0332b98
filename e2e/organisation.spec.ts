import { expectSignedIn, identify } from './support/flows.ts';
import { expect, test } from './support/fixtures.ts';
import { userOfAccount } from './support/policy-flows.ts';

/** Its WebFinger names a provider, at which Foyer registers with the first request. */
const DOMAIN = 'demo-three.example';

test('an address leads to its organisation’s provider, with automatic registration', async ({
  page,
  person,
  collections,
}) => {
  const address = `${person.login}@${DOMAIN}`;
  await page.goto('/sign-in');
  await expect(page.getByRole('button', { name: 'Continue with Demo Two' })).toBeVisible();
  await expect(page.getByRole('button', { name: /Three|three/ })).toBeHidden();
  await page.getByLabel('Email address').fill(address);
  await page.keyboard.press('Tab');
  await page.getByRole('button', { name: `Continue with ${DOMAIN}` }).click();

  await expect(page.getByRole('heading', { name: 'Sign in at Demo Three' })).toBeVisible();
  await identify(page, person.login, person.email);
  // A web site's owner may not own its mail addresses, so the address is verified once.
  await expect(page).toHaveURL('/confirm-address');
  await page.getByRole('button', { name: 'Continue without this address' }).click();
  await expectSignedIn(page);

  const [registered] = await collections.identityProviders.find({ source: 'address' }).toArray();
  if (!registered) throw new Error('no provider was registered with');
  expect(await userOfAccount(collections, registered._id, person.login)).not.toBeNull();
  await page.goto('/account/sign-in-methods');
  await expect(page.getByRole('button', { name: /^Remove localhost/ })).toBeVisible();
});
