import { expectSignedIn } from './flows.ts';
import { expect, test } from './fixtures.ts';
import { identifyAs, userOfAccount } from './policy-flows.ts';

/** This domain answers WebFinger. Foyer registers at its provider at the first request. */
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
  await identifyAs(page, person.login, person.email);
  // The owner of a web site may not be the receiver of its mails, so the address must be verified once.
  await expect(page).toHaveURL('/confirm-address');
  await page.getByRole('button', { name: 'Continue without this address' }).click();
  await expectSignedIn(page);

  const [registered] = await collections.identityProviders.find({ source: 'address' }).toArray();
  if (!registered) throw new Error('no provider was registered with');
  expect(await userOfAccount(collections, registered._id, person.login)).not.toBeNull();
  await page.goto('/account/sign-in-methods');
  await expect(page.getByRole('button', { name: /^Remove localhost/ })).toBeVisible();
});

test('a configured domain leads to its provider, an unknown one does not, and a mail can always be requested @all', async ({
  page,
  person,
}) => {
  await page.goto('/sign-in');
  const field = page.getByLabel('Email address');
  await field.fill(`${person.login}@demo-two.example`);
  await page.keyboard.press('Tab');
  const form = page.locator('form').filter({ has: field });
  const led = form.getByRole('button', { name: 'Continue with Demo Two' });
  await expect(led).toBeVisible();
  const asked = page.waitForResponse(/providers\.discover/);
  await field.fill(person.email);
  await page.keyboard.press('Tab');
  await expect(led).toBeHidden();
  expect((await asked).status()).toBe(200);
  await expect(form.getByRole('button', { name: /^Continue/ })).toBeHidden();
  await page.getByRole('button', { name: 'Email me a link' }).click();
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible();
});
