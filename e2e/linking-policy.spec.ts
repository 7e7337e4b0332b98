// Over 300 lines: one browser test for each row of the linking policy (decision 006).
import { ObjectId } from 'mongodb';
import { connect, expectSignedIn, expectSignedOut, identify, signInWith } from './flows.ts';
import { expect, makeUser, test } from './fixtures.ts';
import { newestSignInMail } from './mailbox.ts';
import {
  arriveWith,
  newestCode,
  ownerOf,
  arriveSignedInByMail,
  userOfAccount,
  signInByMailWithoutPages,
} from './policy-flows.ts';

// One test for each row of the table in decision 006 (docs/decisions/006-linking-policy.md), except for a provider account without an
// address: the demo providers always name one.

test.describe('a sign-in with an unconnected account', () => {
  test('creates a user for a verified address that no user has @all', async ({
    page,
    person,
    collections,
  }) => {
    await arriveWith(page, 'Demo One', person.login, person.email);
    await expectSignedIn(page);
    await expect(page.getByText('Verified', { exact: true })).toBeVisible();
    expect(await userOfAccount(collections, 'demo-one', person.login)).toEqual(
      await ownerOf(collections, person.email),
    );
  });

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

  test('with a verified address of a user waits for another provider of that user, also after a cancelled try @all', async ({
    page,
    request,
    person,
    openBrowser,
    collections,
  }) => {
    await signInByMailWithoutPages(page, request, person.email);
    await connect(page, 'Demo Two', person.login);
    await expect(page.getByText('Demo Two is connected.')).toBeVisible();

    const other = await (await openBrowser()).newPage();
    await arriveWith(other, 'Demo One', person.login, person.email);
    await expect(other.getByText(/Sign in with Demo Two or email to connect Demo One/)).toBeVisible();
    await other.getByRole('button', { name: 'Sign in with Demo Two' }).click();
    await other.getByRole('button', { name: 'Cancel' }).click();
    await expect(other.getByText('The sign-in at the provider was cancelled.')).toBeVisible();
    await expect(other.getByRole('alert')).toBeHidden();
    await other.getByRole('button', { name: 'Sign in with Demo Two' }).click();
    await identify(other, person.login);
    await expect(other.getByRole('heading', { name: 'Connect Demo One?' })).toBeVisible();
    expect(await userOfAccount(collections, 'demo-one', person.login)).toBeNull();
    await other.getByRole('button', { name: 'Connect', exact: true }).click();
    await expect(
      other.getByText('Demo One is connected. You can sign in with it from now on.'),
    ).toBeVisible();
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

  test('with a verified address of an unverified user gives the address’s owner that user without its other methods @all', async ({
    page,
    person,
    collections,
  }) => {
    const userId = new ObjectId();
    const now = new Date();
    const squatter = makeUser();
    // An adopted database may contain such a user. Foyer itself never makes one.
    await collections.users.insertOne({
      _id: userId,
      name: 'Squatter',
      nameKey: 'squatter',
      email: person.email,
      emailVerified: null,
      image: null,
      locale: 'en',
      accounts: [
        {
          key: `demo-two:${squatter.login}`,
          provider: 'demo-two',
          providerAccountId: squatter.login,
          type: 'oidc',
          issuer: null,
          linkedAt: now,
          lastUsedAt: null,
        },
      ],
      createdAt: now,
      updatedAt: now,
    });
    await arriveWith(page, 'Demo One', person.login, person.email);
    await expectSignedIn(page);
    const user = await collections.users.findOne({ email: person.email });
    expect(user?.accounts.map(({ provider }) => provider)).toEqual(['demo-one']);
    expect(await userOfAccount(collections, 'demo-two', squatter.login)).toBeNull();
  });

  test('with an unverified address shows the same page for known and unknown addresses @all', async ({
    page,
    request,
    person,
    openBrowser,
  }) => {
    await arriveSignedInByMail(page, request, person.email);
    const seen: string[] = [];
    for (const address of [person.email, makeUser().email]) {
      const visitor = await (await openBrowser()).newPage();
      const { login } = makeUser();
      await arriveWith(visitor, 'Demo Two', login, address);
      await expect(visitor.getByRole('heading', { name: 'Confirm your address' })).toBeVisible();
      await expect(visitor).toHaveURL('/confirm-address');
      const words = (await visitor.locator('body').innerText()).replaceAll(address, 'ADDRESS');
      seen.push(words.replaceAll(login, 'LOGIN'));
    }
    expect(seen[0]).toBe(seen[1]);
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

  test('with an unverified address of no user creates a user after the mail’s link in another tab @all', async ({
    page,
    context,
    request,
    person,
    collections,
  }) => {
    await arriveWith(page, 'Demo Two', person.login, person.email);
    await page.getByRole('button', { name: 'Send me a code' }).click();
    await expect(page.getByLabel('Code from the mail')).toBeFocused();
    const tab = await context.newPage();
    await tab.goto((await newestSignInMail(request, person.email)).link);
    await tab.getByRole('button', { name: 'Continue' }).click();
    await tab.getByRole('button', { name: 'Connect', exact: true }).click();
    await expect(tab.getByText('Demo Two is connected.')).toBeVisible();
    expect(await userOfAccount(collections, 'demo-two', person.login)).toEqual(
      await ownerOf(collections, person.email),
    );
    // The tab that started it goes on, too, when it becomes visible.
    await page.bringToFront();
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
    await expectSignedIn(page);
  });

  test('with an unverified address creates a user without it @all', async ({ page, person, collections }) => {
    await arriveWith(page, 'Demo Two', person.login, person.email);
    await page.getByRole('button', { name: 'Continue without this address' }).click();
    await expectSignedIn(page);
    await expect(page.getByRole('button', { name: 'Add an email address' })).toBeVisible();
    expect(await userOfAccount(collections, 'demo-two', person.login)).not.toBeNull();
    expect(await collections.users.countDocuments({ email: person.email })).toBe(0);
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
  test('that no user has succeeds with any address @all', async ({ page, request, person, collections }) => {
    await signInByMailWithoutPages(page, request, person.email);
    await connect(page, 'Demo Two', person.login);
    await expect(page.getByText('Demo Two is connected.')).toBeVisible();
    await expect(page).toHaveURL('/account/sign-in-methods');
    expect(await userOfAccount(collections, 'demo-two', person.login)).toEqual(
      await ownerOf(collections, person.email),
    );
  });

  test('that the user already has shows so @all', async ({ page, context, request, person }) => {
    await arriveSignedInByMail(page, request, person.email);
    // Two tabs cannot each have a flow at the same provider. Only the flow that started last counts.
    const second = await context.newPage();
    await second.goto('/account/sign-in-methods');
    await expect(second.getByRole('button', { name: 'Connect Demo Two' })).toBeVisible();
    await connect(page, 'Demo Two', person.login);
    await expect(page.getByText('Demo Two is connected.')).toBeVisible();
    await second.getByRole('button', { name: 'Connect Demo Two' }).click();
    await second.getByRole('button', { name: `Continue as ${person.login}` }).click();
    await expect(second.getByText('Demo Two was already connected to your account.')).toBeVisible();
  });

  test('whose grant has ended renews it @all', async ({ page, request, person, collections }) => {
    await signInByMailWithoutPages(page, request, person.email);
    await connect(page, 'Demo Two', person.login);
    await expect(page.getByText('Demo Two is connected.')).toBeVisible();
    await collections.accounts.updateOne(
      { provider: 'demo-two', providerAccountId: person.login },
      { $set: { grantEndedAt: new Date() } },
    );
    await page.reload();
    await expect(page.getByText('Access ended at the provider')).toBeVisible();
    await page.getByRole('button', { name: 'Reconnect Demo Two' }).click();
    await page.getByRole('button', { name: `Continue as ${person.login}` }).click();
    await expect(page.getByText('Demo Two is connected again.')).toBeVisible();
    await expect(page.getByText('Access ended at the provider')).toBeHidden();
  });

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

  test('changes nothing when the session has ended in the meantime @all', async ({
    page,
    context,
    request,
    person,
    collections,
  }) => {
    await signInByMailWithoutPages(page, request, person.email);
    await page.goto('/account/sign-in-methods');
    await page.getByRole('button', { name: 'Connect Demo Two' }).click();
    await expect(page.getByLabel('Login name')).toBeVisible();
    const second = await context.newPage();
    await second.goto('/sign-out');
    await second.getByRole('button', { name: 'Sign out' }).click();
    await expect(second).toHaveURL('/sign-in');
    await identify(page, person.login);
    await expect(page).toHaveURL(/\/sign-in\?.*error=SessionRequired/);
    expect(await userOfAccount(collections, 'demo-two', person.login)).toBeNull();
  });
});
