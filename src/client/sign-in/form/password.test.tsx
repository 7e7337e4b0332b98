import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { signedIn } from '../../../testing/client/answers.ts';
import { failWith, renderApp, type Answers } from '../../../testing/client/render-app.tsx';

type SignIn = NonNullable<NonNullable<Answers['password']>['signIn']>;

const openSignIn = (signIn: SignIn = failWith('CredentialsSignin'), query = '') =>
  renderApp(`/sign-in${query}`, {
    session: { requestLink: ({ email }) => ({ email, resendAfter: 30, codeRequest: 'request' }) },
    providers: { discover: () => null },
    password: { signIn },
  });

async function fill(app: ReturnType<typeof renderApp>, password: string): Promise<HTMLInputElement> {
  await app.fill(await screen.findByLabelText('Email address'), 'ada@example.com');
  const field = screen.getByLabelText<HTMLInputElement>('Password');
  await app.fill(field, password);
  return field;
}

test('has the address and the password in one form for password managers', async () => {
  using app = openSignIn();
  const email = await screen.findByLabelText<HTMLInputElement>('Email address');
  const password = screen.getByLabelText<HTMLInputElement>('Password');
  expect(email.getAttribute('inputmode')).toBe('email');
  expect([email, password].map((field) => [field.autocomplete, field.type])).toEqual([
    ['username', 'text'],
    ['current-password', 'password'],
  ]);
  expect(password.form).toBe(email.form);
  expect(app.calls.some(({ procedure }) => procedure.startsWith('password.'))).toBe(false);
});

test('signs in with a password and goes to the callback URL', async () => {
  using app = openSignIn(signedIn, '?callbackUrl=%2Faccount%2Fsign-in-methods');
  await fill(app, 'correct horse battery staple{Enter}');
  await waitFor(() => expect(app.address()).toBe('/account/sign-in-methods'));
  expect(app.inputsOf('password.signIn')[0]).toEqual({
    email: 'ada@example.com',
    password: 'correct horse battery staple',
    callbackUrl: '/account/sign-in-methods',
  });
});

test('stays busy until the browser has left for a page outside the application', async () => {
  using app = openSignIn(signedIn, '?callbackUrl=%2Fshop');
  await fill(app, 'correct horse battery staple{Enter}');
  await waitFor(() => expect(app.left).toEqual(['/shop']));
  expect(screen.getByRole('button', { name: 'Sign in' }).getAttribute('aria-busy')).toBe('true');
  expect(app.address()).toContain('/sign-in');
});

test('shows a wrong password at the field and selects it', async () => {
  using app = openSignIn();
  const field = await fill(app, 'wrong{Enter}');
  expect(
    await screen.findByText(
      'Sign in failed. Check the details you provided are correct. Check the email address and the password, or use a link by mail.',
    ),
  ).toBeDefined();
  expect(field.getAttribute('aria-invalid')).toBe('true');
  expect(document.activeElement).toBe(field);
  expect([field.selectionStart, field.selectionEnd]).toEqual([0, 'wrong'.length]);
  expect(screen.queryByRole('alert')).toBeNull();
});

test('counts down at the field after too many guesses and still offers a link', async () => {
  using app = openSignIn(failWith('RATE_LIMITED', { retryAfter: 2 }));
  await fill(app, 'guess{Enter}');
  expect(await screen.findByText(/You can try again in [12] s\./)).toBeDefined();
  const signIn = screen.getByRole('button', { name: 'Sign in' });
  expect(signIn.hasAttribute('disabled')).toBe(true);
  expect(await screen.findByText(/You can try again now\./)).toBeDefined();
  expect(signIn.hasAttribute('disabled')).toBe(false);
  await app.user.click(screen.getByRole('button', { name: 'Email me a link' }));
  expect(await screen.findByRole('heading', { name: 'Check your email' })).toBeDefined();
});

test('shows a missing value at its field and sends nothing', async () => {
  using app = openSignIn();
  await app.user.click(await screen.findByRole('button', { name: 'Sign in' }));
  expect(screen.getByText('Enter your email address.')).toBeDefined();
  await app.fill(screen.getByLabelText('Email address'), 'ada@example.com');
  await app.user.click(screen.getByRole('button', { name: 'Sign in' }));
  expect(screen.getByText('Enter your password, or have a link mailed to you.')).toBeDefined();
  expect(document.activeElement).toBe(screen.getByLabelText('Password'));
  expect(app.inputsOf('password.signIn')).toEqual([]);
});

test('shows the password on demand, hides it on submit and warns of Caps Lock', async () => {
  using app = openSignIn();
  const field = await fill(app, 'typed');
  await app.user.click(screen.getByRole('button', { name: 'Show password' }));
  expect(field.type).toBe('text');
  expect(field.value).toBe('typed');
  await app.user.click(screen.getByRole('button', { name: 'Sign in' }));
  expect(field.type).toBe('password');
  fireEvent.keyDown(field, { key: 'A', modifierCapsLock: true });
  expect(screen.getByText('Caps Lock is on.')).toBeDefined();
  fireEvent.keyUp(field, { key: 'CapsLock' });
  expect(screen.queryByText('Caps Lock is on.')).toBeNull();
});

test.each([
  ['Forgot your password?', '/forgot-password?email=ada%40example.com'],
  ['Create an account', '/sign-up?email=ada%40example.com&callbackUrl=%2Faccount'],
])('passes the typed address on with the link "%s"', async (name, address) => {
  using app = openSignIn(undefined, '?callbackUrl=%2Faccount');
  await app.fill(await screen.findByLabelText('Email address'), 'ada@example.com');
  const link = screen.getByRole('link', { name });
  // The address of the link itself counts for a new tab.
  await app.user.hover(link);
  expect(link.getAttribute('href')).toBe(address);
  await app.user.click(link);
  await waitFor(() => expect(app.address()).toBe(address));
  expect((await screen.findByLabelText<HTMLInputElement>('Email address')).value).toBe('ada@example.com');
});
