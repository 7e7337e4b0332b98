import { connect, openUserMenu, requestMail, arriveSignedIn, signInWithoutPages } from './flows.ts';
import { expect, forgetAddress, test } from './fixtures.ts';
import { inspect } from './inspect.ts';
import { messagesTo, newestSignInMail } from './mailbox.ts';
import { ANOTHER_PASSWORD, PASSWORD, signUpWithoutPages } from './password-flows.ts';
import { ageSessions, ownerOf } from './policy-flows.ts';

const SIGNED_OUT = [
  { name: 'sign-in', path: '/sign-in', heading: 'Sign in' },
  { name: 'sign-in-error', path: '/sign-in?error=OAuthCallback', heading: 'Sign in' },
  { name: 'session-required', path: '/sign-in?error=SessionRequired', heading: 'Sign in' },
  { name: 'sign-up', path: '/sign-up', heading: 'Create an account' },
  { name: 'forgot-password', path: '/forgot-password', heading: 'Choose a new password' },
  {
    name: 'reset-password',
    path: '/reset-password?email=somebody.with.a.rather.long.name@example.com&token=AAAAAAAAAAAAAAAAAAAAAAAA',
    heading: 'Choose a new password',
  },
  { name: 'reset-password-dead', path: '/reset-password', heading: 'This link no longer works' },
  {
    name: 'confirm',
    path: '/confirm?email=somebody.with.a.rather.long.name@example.com&token=AAAAAAAAAAAAAAAAAAAAAAAA',
    heading: /Continue as/,
  },
  { name: 'error', path: '/error?error=Configuration', heading: 'Server error' },
  { name: 'access-denied', path: '/error?error=AccessDenied', heading: 'Access Denied' },
  { name: 'not-found', path: '/there/is/nothing', heading: 'Page not found' },
  { name: 'signed-out', path: '/sign-out', heading: 'Signed out' },
] as const;

/** `accessibility.spec.ts` inspects these. `npm run test:all` takes their pictures here. */
const INSPECTED_ELSEWHERE: ReadonlySet<string> = new Set([
  'sign-in',
  'sign-up',
  'forgot-password',
  'reset-password-dead',
  'error',
  'not-found',
  'signed-out',
]);
const isInspectedHere = ({ name }: { readonly name: string }) =>
  process.env['TEST_ALL'] === '1' || !INSPECTED_ELSEWHERE.has(name);

test('signed-out pages', async ({ page }) => {
  test.slow();
  for (const { name, path, heading } of SIGNED_OUT.filter(isInspectedHere))
    await test.step(name, async () => {
      await page.goto(path);
      await expect(
        page.getByRole('heading', { name: heading, exact: typeof heading === 'string' }),
      ).toBeVisible();
      if (path.startsWith('/sign-in'))
        await expect(page.getByRole('button', { name: /Demo Two/ })).toBeVisible();
      await inspect(page, name);
    });
});

test('check-email and outbox @all', async ({ page, person }) => {
  await requestMail(page, person.email);
  await expect(page.getByRole('link', { name: 'the outbox' })).toBeVisible();
  await inspect(page, 'check-email');
  await page.getByRole('link', { name: 'the outbox' }).click();
  await page.getByRole('button', { name: new RegExp(person.email) }).click();
  // axe cannot run in the frame of an HTML mail. The next test inspects the mail itself.
  await page.getByRole('button', { name: 'Show as plain text' }).click();
  await inspect(page, 'outbox');
});

test('the mail as HTML @all', async ({ page, request, person }) => {
  await requestMail(page, person.email);
  await newestSignInMail(request, person.email);
  const [mail] = await messagesTo(request, person.email);
  await page.goto('about:blank');
  const frame = await request.get(`/dev/outbox/messages/${mail?.id}`);
  await page.setContent(await frame.text());
  await expect(page.getByRole('link', { name: 'Sign in', exact: true })).toBeVisible();
  // A mail is only a part of a page, so it has no landmarks.
  await inspect(page, 'mail', ['landmark-one-main', 'region']);
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
  await inspect(page, 'sign-in-methods-only-one');
  await connect(page, 'Demo Two', person.login);
  await expect(page.getByText('Demo Two is connected.')).toBeVisible();
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

test('the password under sign-in methods @all', async ({ page, request, person, collections }) => {
  await signUpWithoutPages(page, request, person.email);
  await page.goto('/account/sign-in-methods');
  await expect(page.getByRole('button', { name: 'Change password' })).toBeVisible();
  await inspect(page, 'password-held');
  await page.getByRole('button', { name: 'Change password' }).click();
  await page.getByLabel('New password', { exact: true }).fill(ANOTHER_PASSWORD);
  await expect(page.getByText('Strength: strong.')).toBeVisible();
  await inspect(page, 'password-change');

  await ageSessions(collections, await ownerOf(collections, person.email));
  await page.getByLabel('Current password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByRole('dialog').getByLabel('Password', { exact: true })).toBeVisible();
  await inspect(page, 'verify-by-password');
});

test('the phone number @all', async ({ page, person }) => {
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
  // Other tests' mails arrive meanwhile, and axe cannot run in the frame of a mail.
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
