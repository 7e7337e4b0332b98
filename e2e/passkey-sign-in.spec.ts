import { expectSignedIn } from './support/flows.ts';
import { expect, test } from './support/fixtures.ts';
import { createPasskey } from './support/passkey-flows.ts';
import { signUpWithoutPages } from './support/password-flows.ts';
import { newestCode } from './support/policy-flows.ts';
import {
  addAuthenticator,
  withoutAutofill,
  withoutConditionalCreation,
} from './support/virtual-authenticator.ts';

test.beforeEach(async ({ page }) => {
  await withoutConditionalCreation(page);
});

test('a passkey signs in by the list of the field for the address @all', async ({
  page,
  request,
  person,
}) => {
  await signUpWithoutPages(page, request, person.email);
  const authenticator = await addAuthenticator(page);
  await createPasskey(page);
  const [created] = await authenticator.credentials();
  // The virtual authenticator chooses the passkey itself.
  await page.goto('/sign-out');
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expectSignedIn(page);
  const [used] = await authenticator.credentials();
  expect(used?.signCount).toBe((created?.signCount ?? 0) + 1);
});

test('the button of the sign-in page moves nothing when it appears @all', async ({ page }) => {
  await withoutAutofill(page);
  await page.addInitScript(() => {
    const shifts: number[] = [];
    Object.assign(globalThis, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shifts.push((entry as unknown as { value: number }).value);
    }).observe({ type: 'layout-shift', buffered: true });
  });
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    for (const path of ['/sign-in', '/sign-up']) {
      await page.goto(path);
      await expect(page.getByRole('button', { name: /with a passkey$/ })).toBeVisible();
      expect(await page.evaluate(() => (globalThis as unknown as { shifts: number[] }).shifts)).toEqual([]);
    }
  }
});

test('a sign-up by passkey needs a verified address and no password', async ({
  page,
  request,
  person,
  collections,
}) => {
  await withoutAutofill(page);
  const authenticator = await addAuthenticator(page);
  await page.goto('/sign-up');
  await page.getByRole('button', { name: 'Sign up with a passkey' }).click();
  await expect(page.getByLabel('Email address')).toBeFocused();
  await page.getByLabel('Name (optional)').fill('Ada Lovelace');
  await page.getByLabel('Email address').fill(person.email);
  await page.getByRole('button', { name: 'Sign up with a passkey' }).click();
  await page.getByLabel('Or enter the code from the mail').fill(await newestCode(request, person.email, 1));
  await page.getByRole('button', { name: 'Create a passkey' }).click();
  await expectSignedIn(page);
  const user = await collections.users.findOne({ email: person.email });
  expect([user?.name, user?.password ?? null, user?.passkeys?.length]).toEqual(['Ada Lovelace', null, 1]);
  expect(await authenticator.credentials()).toHaveLength(1);
});
