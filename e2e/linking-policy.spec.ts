import { ObjectId } from 'mongodb';
import { connect, expectSignedIn, expectSignedOut, identify, signInWith } from './flows.ts';
import { expect, makeUser, test } from './fixtures.ts';
import {
  arriveWith,
  newestCode,
  ownerOf,
  arriveSignedInByMail,
  userOfAccount,
  signInByMailWithoutPages,
} from './policy-flows.ts';

// `linking-policy.test.ts` of the server has every row of the table in decision 006. These are the rows that a person meets most.

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

  test('with a verified address of a user is not connected by signing in as another user', async ({
    page,
    request,
    person,
    openBrowser,
    collections,
  }) => {
    await signInByMailWithoutPages(page, request, person.email);
    await connect(page, 'Demo Two', person.login);
    const otherPerson = makeUser();
    const theirs = await (await openBrowser()).newPage();
    await signInByMailWithoutPages(theirs, request, otherPerson.email);
    await connect(theirs, 'Demo Two', otherPerson.login);
    await expect(theirs.getByText('Demo Two is connected.')).toBeVisible();

    const other = await (await openBrowser()).newPage();
    await arriveWith(other, 'Demo One', person.login, person.email);
    await other.getByRole('button', { name: 'Sign in with Demo Two' }).click();
    await identify(other, otherPerson.login);
    await expect(other.getByRole('heading', { name: 'You signed in as somebody else' })).toBeVisible();
    await expect(other.getByText(otherPerson.email)).toBeVisible();
    expect(await userOfAccount(collections, 'demo-one', person.login)).toBeNull();

    await other.getByRole('button', { name: 'Sign out and try again' }).click();
    await expect(other.getByRole('heading', { name: 'You already have an account' })).toBeVisible();
    await other.getByRole('button', { name: 'Don’t connect' }).click();
    await expect(other.getByLabel('Email address')).toBeVisible();
    await expectSignedOut(other);
  });

  test('with an unverified address is connected to its owner after the proof', async ({
    page,
    request,
    person,
    openBrowser,
    collections,
  }) => {
    await arriveSignedInByMail(page, request, person.email);
    const other = await (await openBrowser()).newPage();
    await arriveWith(other, 'Demo Two', person.login, person.email);
    await other.getByRole('button', { name: 'Send me a code' }).click();
    await other.getByLabel('Code from the mail').fill(await newestCode(request, person.email, 2));
    await other.getByRole('button', { name: 'Confirm and connect Demo Two' }).click();
    await expect(other.getByText('Demo Two is connected.')).toBeVisible();
    expect(await userOfAccount(collections, 'demo-two', person.login)).toEqual(
      await ownerOf(collections, person.email),
    );
  });
});

test('a sign-in with a connected account signs in as its owner, with any address', async ({
  page,
  person,
  openBrowser,
  collections,
}) => {
  await signInWith(page, 'Demo One', person.login);
  const user = await userOfAccount(collections, 'demo-one', person.login);
  const other = await (await openBrowser()).newPage();
  await arriveWith(other, 'Demo One', person.login, makeUser().email);
  await expectSignedIn(other);
  expect(await userOfAccount(collections, 'demo-one', person.login)).toEqual(user);
  expect(await collections.sessions.countDocuments({ userId: user ?? new ObjectId() })).toBe(2);
});

test.describe('connecting an account', () => {
  test('of another user changes nothing and shows what to do', async ({
    page,
    request,
    person,
    openBrowser,
    collections,
  }) => {
    const otherPerson = makeUser();
    const theirs = await (await openBrowser()).newPage();
    await signInWith(theirs, 'Demo One', otherPerson.login);
    const owner = await userOfAccount(collections, 'demo-one', otherPerson.login);
    await signInByMailWithoutPages(page, request, person.email);
    await connect(page, 'Demo One', otherPerson.login);
    await expect(page.getByRole('alert')).toContainText('Code: ACCOUNT_BELONGS_TO_OTHER');
    await expect(page.getByRole('alert')).toContainText('or connect a different account');
    await expect(page).toHaveURL('/account/sign-in-methods');
    expect(await userOfAccount(collections, 'demo-one', otherPerson.login)).toEqual(owner);
  });
});
