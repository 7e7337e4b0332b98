import { connect, openUserMenu, requestMail, arriveSignedIn, signInWithoutPages } from './support/flows.ts';
import { expect, forgetAddress, test } from './support/fixtures.ts';
import { inspect } from './support/inspect.ts';
import { ANOTHER_PASSWORD, PASSWORD, signUpWithoutPages } from './support/password-flows.ts';
import { ageSessions } from './support/policy-flows.ts';

test('check-email and outbox @all', async ({ page, person }) => {
  await requestMail(page, person.email);
  await expect(page.getByRole('link', { name: 'the outbox' })).toBeVisible();
  await inspect(page, 'check-email');
  await page.getByRole('link', { name: 'the outbox' }).click();
  await page.getByRole('button', { name: new RegExp(person.email) }).click();
  // No script runs in the frame of an HTML mail, not even axe. The next test inspects the mail alone.
  await page.getByRole('button', { name: 'Show as plain text' }).click();
  await inspect(page, 'outbox');
});

test('profile and sign-out @all', async ({ page, person }) => {
  await arriveSignedIn(page, 'Demo One', person.login);
  await expect(page.getByRole('button', { name: 'Change name' })).toBeVisible();
  await inspect(page, 'profile');
  await openUserMenu(page);
  await inspect(page, 'user-menu');
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(page.getByText('Are you sure you want to sign out?')).toBeVisible();
  await inspect(page, 'sign-out');
});

test('sign-in methods @all', async ({ page, person, collections }) => {
  await signInWithoutPages(page, 'Demo One', person.login);
  await forgetAddress(collections, person);
  await page.goto('/account/sign-in-methods');
  await expect(page.getByText('This is your only sign-in method. Add another first.')).toBeVisible();
  await expect(page.getByText('Add an email address first.')).toBeVisible();
  await inspect(page, 'sign-in-methods-only-one');
  await page.getByRole('link', { name: 'Add an email address' }).click();
  await expect(page.getByLabel('Your email address')).toBeFocused();
  await connect(page, 'Demo Two', person.login);
  await inspect(page, 'sign-in-methods');
  await page.getByRole('button', { name: 'Remove Demo Two' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await inspect(page, 'remove-account');
});

test('the hints beside password fields @all', async ({ page, person }) => {
  await page.goto('/sign-in');
  await page.getByLabel('Email address').fill(`${person.login}@demo-three.example`);
  await page.getByLabel('Password', { exact: true }).fill('not the password');
  await expect(page.getByRole('button', { name: 'Continue with demo-three.example' })).toBeVisible();
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByText('Sign in failed.')).toBeVisible();
  await inspect(page, 'sign-in-refused');
  await page.getByRole('link', { name: 'Create an account' }).click();
  await expect(page.getByRole('heading', { name: 'Create an account' })).toBeVisible();
  await page.getByLabel('Password', { exact: true }).fill('password1234');
  await expect(page.getByText('12 of at least 15 characters.')).toBeVisible();
  await inspect(page, 'sign-up-weak');
});

test('the password under sign-in methods @all', async ({ page, person, collections }) => {
  await signUpWithoutPages(page, person.email);
  await page.goto('/account/sign-in-methods');
  await expect(page.getByRole('button', { name: 'Change password' })).toBeVisible();
  await inspect(page, 'password-held');
  await page.getByRole('button', { name: 'Change password' }).click();
  await page.getByLabel('New password', { exact: true }).fill(ANOTHER_PASSWORD);
  await expect(page.getByText('Strength: strong.')).toBeVisible();
  await inspect(page, 'password-change');

  await ageSessions(collections, person.email);
  await page.getByLabel('Current password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByRole('dialog').getByLabel('Password', { exact: true })).toBeVisible();
  await inspect(page, 'verify-by-password');
});

test('the phone number @all', async ({ page, person }) => {
  // Four screens, each in two appearances.
  test.slow();
  await arriveSignedIn(page, 'Demo One', person.login);
  await page.getByRole('button', { name: 'Add a phone number' }).click();
  const field = page.getByRole('textbox', { name: 'Phone number' });
  await field.fill('12');
  await page.getByRole('combobox', { name: 'Country' }).click();
  await expect(page.getByRole('option', { name: 'Germany (+49)' })).toBeVisible();
  await expect(page.getByText('This number is too short.')).toBeVisible();
  await inspect(page, 'phone-countries');
  await page.keyboard.press('Escape');
  await field.fill('+4915129876543');
  await expect(page.getByText('A code goes to')).toBeVisible();
  await inspect(page, 'phone-number');
  await page.getByRole('button', { name: 'Send a code' }).click();
  await expect(page.getByLabel('Code from the text message')).toBeVisible();
  await inspect(page, 'phone-code');
  await page.goto('/dev/outbox');
  // Other tests' mails arrive at the same time, and no script runs in the frame of a mail, not even axe.
  await page
    .getByRole('button', { name: /Text message.*4915129876543/ })
    .first()
    .click();
  await inspect(page, 'outbox-text-message');
});

test('the demo provider @all', async ({ page }) => {
  await page.goto('/sign-in');
  await page.getByRole('button', { name: 'Continue with Demo One' }).click();
  await expect(page.getByLabel('Login name')).toBeVisible();
  await inspect(page, 'demo-provider');
});
