import { expect, test } from './fixtures.ts';
import { arriveWith, newestCode, ownerOf, arriveSignedInByMail, userOfAccount } from './policy-flows.ts';

// The most frequent rows of decision 006. `linking-policy.test.ts` of the server has all.

test.describe('a sign-in with an unconnected account', () => {
  test('with a verified address of a user waits for a code and "Connect"', async ({
    page,
    request,
    person,
    openBrowser,
    collections,
  }) => {
    await arriveSignedInByMail(page, request, person.email);
    const other = await (await openBrowser()).newPage();
    await arriveWith(other, 'Demo One', person.login, person.email);
    await expect(other.getByRole('heading', { name: 'You already have an account' })).toBeVisible();
    expect(await userOfAccount(collections, 'demo-one', person.login)).toBeNull();

    await other.getByRole('button', { name: `Send a code to ${person.email}` }).click();
    await other.getByLabel('Code from the mail').fill(await newestCode(request, person.email, 2));
    await other.getByRole('button', { name: 'Sign in and connect Demo One' }).click();
    await expect(
      other.getByText('Demo One is connected. You can sign in with it from now on.'),
    ).toBeVisible();
    await expect(other).toHaveURL('/account');
    expect(await userOfAccount(collections, 'demo-one', person.login)).toEqual(
      await ownerOf(collections, person.email),
    );
  });
});
