import { connect, expectSignedIn, identify, signInWith } from './support/flows.ts';
import { expect, makeUser, test } from './support/fixtures.ts';

test('two tabs at the provider at the same time both get signed in', async ({ page, context, person }) => {
  const second = await context.newPage();
  for (const tab of [page, second]) {
    await tab.goto('/sign-in');
    await tab.getByRole('button', { name: 'Continue with Demo One' }).click();
    await expect(tab.getByLabel('Login name')).toBeVisible();
  }
  await identify(second, person.login);
  await expectSignedIn(second);

  await identify(page, person.login);
  await expectSignedIn(page);
});

test('two tabs at different providers do not mix @all', async ({
  page,
  context,
  person,
  openPage,
  collections,
}) => {
  const other = makeUser();
  const elsewhere = await openPage();
  await signInWith(elsewhere, 'Demo One', other.login);
  await connect(elsewhere, 'Demo Two', other.login);

  await page.goto('/sign-in');
  await page.getByRole('button', { name: 'Continue with Demo One' }).click();
  await expect(page.getByLabel('Login name')).toBeVisible();
  const second = await context.newPage();
  await signInWith(second, 'Demo Two', other.login);

  await identify(page, person.login);
  await expectSignedIn(page);
  // Two flows share the check cookies, so the first may restart. It must never use the other account.
  const user = await collections.users.findOne({ 'accounts.providerAccountId': other.login });
  expect(user?.accounts.map(({ key }) => key)).toEqual([
    `demo-one:${other.login}`,
    `demo-two:${other.login}`,
  ]);
});
