import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from '@playwright/test';
import { expectSignedIn } from './flows.ts';
import { expect, test } from './fixtures.ts';
import { PASSWORD, signInWithPassword, signUp, tryPassword } from './password-flows.ts';
import { ageSessions, newestCode, ownerOf } from './policy-flows.ts';
import { screenFaults } from './screen-checks.ts';
import { addAuthenticator, withoutAutofill, withoutConditionalCreation } from './virtual-authenticator.ts';

const METHODS = '/account/sign-in-methods';

async function createPasskey(page: Page): Promise<void> {
  await page.goto(METHODS);
  await page.getByRole('button', { name: 'Create a passkey' }).click();
  await expect(page.getByText(/The passkey “.+” was created\./)).toBeVisible();
}

/** Removes the session of this browser, as if it had been signed out. */
async function signOut(page: Page): Promise<void> {
  await page.goto('/sign-out');
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByRole('heading', { name: 'Sign in', exact: true })).toBeVisible();
}

test.beforeEach(async ({ page }) => {
  await withoutConditionalCreation(page);
});

test('a passkey is created, signs in by the button, is renamed and removed', async ({
  page,
  request,
  person,
}) => {
  await withoutAutofill(page);
  await signUp(page, request, person.email);
  const authenticator = await addAuthenticator(page);
  await createPasskey(page);
  await expect(page.getByText('This device only')).toBeVisible();
  const [credential] = await authenticator.credentials();
  expect([credential?.rpId, credential?.isResidentCredential]).toEqual(['localhost', true]);

  await signOut(page);
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expectSignedIn(page);

  await page.goto(METHODS);
  await page.getByRole('button', { name: /^Rename the passkey/ }).click();
  const field = page.getByLabel('Name of the passkey');
  await expect(field).toBeFocused();
  await field.fill('Laptop of the office');
  await field.press('Enter');
  await expect(page.getByText('The passkey is named “Laptop of the office” now.')).toBeVisible();

  await page.getByRole('button', { name: 'Remove the passkey Laptop of the office' }).click();
  const dialog = page.getByRole('dialog', { name: 'Remove the passkey “Laptop of the office”?' });
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByText('The passkey “Laptop of the office” was removed.')).toBeVisible();
});

test('a passkey signs in by the list of the field for the address', async ({ page, request, person }) => {
  await signUp(page, request, person.email);
  const authenticator = await addAuthenticator(page);
  await createPasskey(page);
  const [created] = await authenticator.credentials();
  // The browser's test interface has no list, and chooses the passkey at once.
  await page.goto('/sign-out');
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expectSignedIn(page);
  const [used] = await authenticator.credentials();
  expect(used?.signCount).toBe((created?.signCount ?? 0) + 1);
});

test('the field for the address takes passkeys only where the browser offers them', async ({
  page,
  openBrowser,
}) => {
  await page.goto('/sign-in');
  await expect(page.getByLabel('Email address')).toHaveAttribute('autocomplete', 'username webauthn');
  const other = await (await openBrowser()).newPage();
  await withoutAutofill(other);
  await other.goto('/sign-in');
  await expect(other.getByRole('button', { name: 'Sign in with a passkey' })).toBeVisible();
  await expect(other.getByLabel('Email address')).toHaveAttribute('autocomplete', 'username');
});

test('a browser without passkeys shows no button and keeps every other way', async ({
  page,
  person,
  request,
}) => {
  await page.addInitScript(() => {
    Reflect.deleteProperty(globalThis, 'PublicKeyCredential');
  });
  await signUp(page, request, person.email);
  await page.goto(METHODS);
  await expect(page.getByText('This browser cannot create passkeys.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Create a passkey' })).toHaveCount(0);
  await signOut(page);
  await expect(page.getByRole('button', { name: 'Sign in with a passkey' })).toHaveCount(0);
  await signInWithPassword(page, person.email);
});

test('the button of the sign-in page moves nothing when it appears', async ({ page }) => {
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

test('a person goes from password only to passkey only and back', async ({
  page,
  request,
  person,
  collections,
}) => {
  await withoutAutofill(page);
  await signUp(page, request, person.email);
  await addAuthenticator(page);
  await createPasskey(page);
  await page.getByRole('button', { name: 'Remove password' }).click();
  const dialog = page.getByRole('dialog', { name: 'Remove your password?' });
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByText('Your password is removed.')).toBeVisible();
  await signOut(page);
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expectSignedIn(page);

  await ageSessions(collections, await ownerOf(collections, person.email));
  await page.goto(METHODS);
  await page.getByRole('button', { name: 'Set a password' }).click();
  await page.getByLabel('New password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Set password' }).click();
  const verify = page.getByRole('dialog', { name: 'Verify it’s you' });
  await verify.getByRole('button', { name: 'Use a passkey' }).click();
  await expect(page.getByText('Your password is set.')).toBeVisible();
  await page.getByRole('button', { name: /^Remove the passkey/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByText(/^The passkey “.+” was removed\./)).toBeVisible();
  await signOut(page);
  await tryPassword(page, person.email, PASSWORD);
  await page.getByRole('button', { name: 'Not now' }).click();
  await expectSignedIn(page);
});

test('the only sign-in method cannot be removed, and the page says why', async ({
  page,
  request,
  person,
  collections,
}) => {
  await signUp(page, request, person.email);
  await addAuthenticator(page);
  await createPasskey(page);
  const { matchedCount } = await collections.users.updateOne(
    { email: person.email },
    { $unset: { email: '', password: '' }, $set: { emailVerified: null } },
  );
  expect(matchedCount).toBe(1);
  await page.goto(METHODS);
  const remove = page.getByRole('button', { name: /^Remove the passkey/ });
  await expect(remove).toHaveAttribute('aria-disabled', 'true');
  await expect(remove).toHaveAccessibleDescription(/only/);
  await remove.click({ force: true });
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('an action continues after a verification by passkey', async ({
  page,
  request,
  person,
  collections,
}) => {
  await signUp(page, request, person.email);
  await addAuthenticator(page);
  await createPasskey(page);
  await ageSessions(collections, await ownerOf(collections, person.email));
  await page.reload();
  await page.getByRole('button', { name: /^Remove the passkey/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await page
    .getByRole('dialog', { name: 'Verify it’s you' })
    .getByRole('button', { name: 'Use a passkey' })
    .click();
  await expect(page.getByText(/^The passkey “.+” was removed\./)).toBeVisible();
});

test('the browser hears of a removed passkey and of a new name', async ({ page, request, person }) => {
  await signUp(page, request, person.email);
  const authenticator = await addAuthenticator(page);
  await createPasskey(page);
  const [credential] = await authenticator.credentials();
  await page.goto('/account');
  await page.getByRole('button', { name: 'Change name' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Ada King');
  await page.keyboard.press('Enter');
  await expect
    .poll(() => authenticator.updated.at(-1))
    .toEqual({ name: person.email, displayName: 'Ada King' });

  await page.goto(METHODS);
  await page.getByRole('button', { name: /^Remove the passkey/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByText(/^The passkey “.+” was removed\./)).toBeVisible();
  await expect.poll(() => authenticator.deleted).toEqual([credential?.credentialId]);
});

test('a passkey that the site does not know is refused in words, and the browser is told', async ({
  page,
  request,
  person,
  collections,
}) => {
  await withoutAutofill(page);
  await signUp(page, request, person.email);
  const authenticator = await addAuthenticator(page);
  await createPasskey(page);
  const [credential] = await authenticator.credentials();
  await collections.users.updateOne({ email: person.email }, { $set: { passkeys: [] } });
  await signOut(page);
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expect(page.getByRole('alert')).toContainText(
    'This passkey does not belong to an account here any more.',
  );
  await expect.poll(() => authenticator.deleted).toEqual([credential?.credentialId]);
  await tryPassword(page, person.email, PASSWORD);
  await page.getByRole('button', { name: 'Not now' }).click();
  await expectSignedIn(page);
});

test('a passkey cannot be created twice on one device', async ({ page, request, person }) => {
  await signUp(page, request, person.email);
  await addAuthenticator(page);
  await createPasskey(page);
  await page.getByRole('button', { name: 'Create a passkey' }).click();
  await expect(page.getByText('This device has a passkey for your account already.')).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test('a cancelled creation and a cancelled sign-in are no errors', async ({ page, request, person }) => {
  await withoutAutofill(page);
  await signUp(page, request, person.email);
  const authenticator = await addAuthenticator(page);
  await authenticator.verifyUser(false);
  await page.goto(METHODS);
  await page.getByRole('button', { name: 'Create a passkey' }).click();
  await expect(page.getByText('No passkey was created. Nothing was changed.')).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
  await authenticator.verifyUser(true);
  await createPasskey(page);
  await signOut(page);
  await authenticator.verifyUser(false);
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expect(page.getByText('No passkey was used. Try again, or sign in another way.')).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
  await authenticator.verifyUser(true);
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expectSignedIn(page);
});

test('a sign-in that takes too long is no error', async ({ page, request, person }) => {
  await withoutAutofill(page);
  await signUp(page, request, person.email);
  const authenticator = await addAuthenticator(page);
  await createPasskey(page);
  await signOut(page);
  await page.route('**/trpc/session.beginPasskey', async (route) => {
    const answer = await route.fetch();
    const body = (await answer.json()) as { result: { data: { options: { timeout: number } } } };
    body.result.data.options.timeout = 1000;
    await route.fulfill({ response: answer, json: body });
  });
  await authenticator.answer(false);
  const button = page.getByRole('button', { name: 'Sign in with a passkey' });
  await button.click();
  await expect(button).toHaveAttribute('aria-busy', 'true');
  await expect(page.getByText('No passkey was used. Try again, or sign in another way.')).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test('an answer from another origin of the same host signs nobody in', async ({
  page,
  request,
  person,
  context,
  baseURL,
}) => {
  await withoutAutofill(page);
  await signUp(page, request, person.email);
  const authenticator = await addAuthenticator(page);
  await createPasskey(page);
  await signOut(page);
  const other = createServer((_, answer) => answer.setHeader('content-type', 'text/html').end('<p>Other'));
  await once(other.listen(0, 'localhost'), 'listening');
  try {
    const elsewhere = await context.newPage();
    await elsewhere.goto(`http://localhost:${(other.address() as AddressInfo).port}/`);
    await authenticator.copyTo(elsewhere);
    const call = async (procedure: string, data: object) =>
      page.request.post(`/trpc/${procedure}`, { headers: { origin: baseURL ?? '' }, data });
    const begun = (await (await call('session.beginPasskey', { purpose: 'sign-in' })).json()) as {
      result: { data: { options: PublicKeyCredentialRequestOptionsJSON } };
    };
    const passkey = await elsewhere.evaluate(async (options): Promise<object> => {
      const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options);
      const credential = await navigator.credentials.get({ publicKey });
      return (credential as PublicKeyCredential).toJSON();
    }, begun.result.data.options);
    const refused = await call('session.signInWithPasskey', { passkey });
    expect([refused.status(), await refused.text()]).toEqual([
      401,
      expect.stringContaining('PASSKEY_INVALID'),
    ]);
  } finally {
    other.close();
  }
});

test('a passkey is synced where the authenticator says so', async ({ page, request, person }) => {
  await signUp(page, request, person.email);
  await addAuthenticator(page, { isSynced: true });
  await createPasskey(page);
  await expect(page.getByText('Synced', { exact: true })).toBeVisible();
});

for (const [name, bits] of [
  ['without a verified user', { isBadUV: true }],
  ['without a present user', { isBadUP: true }],
  ['with a wrong signature', { isBogusSignature: true }],
] as const) {
  test(`an answer ${name} signs nobody in`, async ({ page, request, person }) => {
    await withoutAutofill(page);
    await signUp(page, request, person.email);
    const authenticator = await addAuthenticator(page);
    await createPasskey(page);
    await signOut(page);
    await authenticator.lie(bits);
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await expect(page.getByRole('alert').or(page.getByText('No passkey was used.'))).toBeVisible();
    await page.goto('/account');
    await expect(page).toHaveURL(/\/sign-in\?/);
  });
}

test('a counter that goes back signs nobody in with a passkey of one device', async ({
  page,
  request,
  person,
}) => {
  await withoutAutofill(page);
  await signUp(page, request, person.email);
  const authenticator = await addAuthenticator(page);
  await createPasskey(page);
  await signOut(page);
  await authenticator.setCounter(40);
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expectSignedIn(page);
  await signOut(page);
  await authenticator.setCounter(2);
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expect(page.getByRole('alert')).toContainText('This passkey could not be verified.');
});

test('a passkey of another host is explained in the list, and removed', async ({
  page,
  request,
  person,
  collections,
}) => {
  await signUp(page, request, person.email);
  await addAuthenticator(page);
  await createPasskey(page);
  await collections.users.updateOne({ email: person.email }, { $set: { 'passkeys.0.rpId': 'old.example' } });
  await page.reload();
  await expect(page.getByText(/^It belongs to old\.example, an earlier address of this site/)).toBeVisible();
  await page.getByRole('button', { name: /^Remove the passkey/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByText(/^The passkey “.+” was removed\./)).toBeVisible();
});

test('two tabs begin a sign-in by passkey, and both succeed', async ({ page, request, person, context }) => {
  await withoutAutofill(page);
  await signUp(page, request, person.email);
  const authenticator = await addAuthenticator(page);
  await createPasskey(page);
  await signOut(page);
  // The first tab has its challenge, and waits while the second one signs in.
  let release = () => {};
  const isReleased = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/trpc/session.beginPasskey', async (route) => {
    const answer = await route.fetch();
    await isReleased;
    await route.fulfill({ response: answer });
  });
  const begun = page.waitForRequest(/session\.beginPasskey/);
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await begun;
  const other = await context.newPage();
  await withoutAutofill(other);
  await other.goto('/sign-in');
  await authenticator.copyTo(other);
  await other.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expectSignedIn(other);
  await authenticator.setCounter(100);
  const signedIn = page.waitForResponse(/session\.signInWithPasskey/);
  await page.bringToFront();
  release();
  expect((await signedIn).status()).toBe(200);
  await expectSignedIn(page);
});

test('after a password a page offers a passkey, at most once', async ({ page, request, person }) => {
  await withoutAutofill(page);
  await signUp(page, request, person.email);
  await signOut(page);
  await addAuthenticator(page);
  await page.goto('/sign-in?callbackUrl=%2Faccount%2Fdevices');
  await page.getByLabel('Email address').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: /^Sign in(?! with)/ }).click();
  await expect(page.getByRole('heading', { name: 'Sign in faster next time' })).toBeVisible();
  await page.getByRole('button', { name: 'Not now' }).click();
  await expect(page).toHaveURL('/account/devices');
  await signOut(page);
  await signInWithPassword(page, person.email);
});

test('the offered passkey is created, and the page goes on', async ({ page, request, person }) => {
  await withoutAutofill(page);
  await addAuthenticator(page);
  await page.goto('/sign-up');
  await page.getByLabel('Email address').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.getByLabel('Or enter the code from the mail').fill(await newestCode(request, person.email, 1));
  await page.getByRole('button', { name: 'Create a passkey' }).click();
  await expectSignedIn(page);
  await signOut(page);
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expectSignedIn(page);
});

test('a sign-up by passkey needs a proven address and no password', async ({
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

test('everybody can use the screens about passkeys', async ({ page, request, person, collections }) => {
  test.slow();
  await withoutAutofill(page);
  const faults: string[] = [];
  const look = async (screen: string) =>
    faults.push(...(await screenFaults(page, 'en')).map((fault) => `${screen}: ${fault}`));
  await signUp(page, request, person.email);
  const authenticator = await addAuthenticator(page);
  await createPasskey(page);
  await look('created');
  await page.getByRole('button', { name: /^Rename the passkey/ }).click();
  await look('renaming');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await ageSessions(collections, await ownerOf(collections, person.email));
  await page.getByRole('button', { name: /^Remove the passkey/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByRole('button', { name: 'Use a passkey' })).toBeVisible();
  await look('verifying');
  await page.goto('/add-passkey');
  await expect(page.getByRole('button', { name: 'Create a passkey' })).toBeVisible();
  await look('offer');
  await signOut(page);
  await authenticator.verifyUser(false);
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expect(page.getByText('No passkey was used.')).toBeVisible();
  await look('cancelled sign-in');
  expect(faults).toEqual([]);
});
