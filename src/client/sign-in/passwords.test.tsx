import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { ISSUES, makeIssue } from '../../shared/issues.ts';
import { failWith, renderApp, type Answers } from '../../testing/client/render-app.tsx';
import { signedIn } from '../../testing/client/answers.ts';
import { plainBrand } from '../../shared/brand.ts';

const TOKEN = 'AbCdEfGhIjKlMnOpQrStUvWx';
const CONFIRM = `/confirm?email=ada%40example.com&token=${TOKEN}`;
const RESET = `/reset-password?email=ada%40example.com&token=${TOKEN}`;
const GOOD = 'plover gantry umbel frisk';

const MAIL_SENT: Answers = { password: { signUp: ({ email }) => ({ email, resendAfter: 30 }) } };

function inputTo(app: ReturnType<typeof renderApp>, procedure: string): unknown {
  return app.inputsOf(procedure).at(-1);
}

test('sends the sign-up form and goes to "Check your email"', async () => {
  using app = renderApp('/sign-up?email=ada%40example.com&callbackUrl=%2Faccount', MAIL_SENT);
  await app.fill(await screen.findByLabelText('Name (optional)'), 'Ada Lovelace');
  const email = screen.getByLabelText<HTMLInputElement>('Email address');
  const password = screen.getByLabelText<HTMLInputElement>('Password');
  expect([email.value, email.autocomplete, password.autocomplete]).toEqual([
    'ada@example.com',
    'username',
    'new-password',
  ]);
  await app.fill(password, `${GOOD}{Enter}`);
  expect(await screen.findByRole('heading', { name: 'Check your email' })).toBeDefined();
  expect(inputTo(app, 'password.signUp')).toEqual({
    name: 'Ada Lovelace',
    email: 'ada@example.com',
    password: GOOD,
    callbackUrl: '/account',
  });
  expect(screen.getByText(/your password is kept only here/)).toBeDefined();
  expect(screen.getByRole('link', { name: 'Use another address' }).getAttribute('href')).toContain(
    '/sign-up?',
  );
});

test('shows the server’s errors at their fields until the value changes', async () => {
  const issues = [
    makeIssue('email', 'address-invalid'),
    makeIssue('password', 'password-too-short'),
    makeIssue('password', 'password-common'),
  ];
  using app = renderApp('/sign-up?email=ada%40example.com', {
    password: { signUp: failWith('INVALID_INPUT', { issues }) },
  });
  await app.fill(await screen.findByLabelText('Name (optional)'), 'Ada');
  const password = screen.getByLabelText('Password');
  await app.fill(password, 'secret{Enter}');
  expect(
    await screen.findByText(`${ISSUES['password-too-short']} ${ISSUES['password-common']}`),
  ).toBeDefined();
  expect(document.activeElement).toBe(screen.getByLabelText('Email address'));
  expect(screen.queryByRole('alert')).toBeNull();
  await app.fill(password, '!');
  expect(screen.queryByText(`${ISSUES['password-too-short']} ${ISSUES['password-common']}`)).toBeNull();
  expect(screen.getByText(ISSUES['address-invalid'])).toBeDefined();
});

test.each(['', '   '])('sends no name where the field of the name has %j', async (name) => {
  using app = renderApp('/sign-up', MAIL_SENT);
  await app.user.click(await screen.findByLabelText('Name (optional)'));
  if (name !== '') await app.user.keyboard(name);
  await app.fill(screen.getByLabelText('Email address'), 'ada@example.com');
  await app.fill(screen.getByLabelText('Password'), `${GOOD}{Enter}`);
  expect(await screen.findByRole('heading', { name: 'Check your email' })).toBeDefined();
  expect(inputTo(app, 'password.signUp')).toEqual({ email: 'ada@example.com', password: GOOD });
});

test('offers the providers above the form', async () => {
  using app = renderApp('/sign-up?callbackUrl=%2Fdevice', {
    session: { signInWith: () => ({ url: 'https://identity.example/' }) },
  });
  const button = await screen.findByRole('button', { name: 'Continue with Demo One' });
  const name = screen.getByLabelText('Name (optional)');
  expect(button.compareDocumentPosition(name)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  await app.user.click(button);
  await waitFor(() => expect(app.left).toEqual(['https://identity.example/']));
  expect(inputTo(app, 'session.signInWith')).toEqual({ provider: 'demo-one', callbackUrl: '/device' });
});

const TERMS = 'https://example.com/terms';
const PRIVACY = 'https://example.com/privacy';

test.each([
  [
    { terms: TERMS, privacy: PRIVACY },
    'By creating an account you agree to the Terms and the Privacy policy.',
  ],
  [{ terms: TERMS }, 'By creating an account you agree to the Terms.'],
  [{ privacy: PRIVACY }, 'By creating an account you agree to the Privacy policy.'],
])('names what the operator asks people to agree to: %j', async (links, sentence) => {
  const brand = { ...plainBrand(location.origin), links };
  using app = renderApp('/sign-up', {}, { page: { brand } });
  expect((await within(app.container).findByText(/^By creating an account/)).textContent).toBe(sentence);
  const hrefs = screen
    .getAllByRole<HTMLAnchorElement>('link')
    .filter(({ target }) => target === '_blank')
    .map(({ href }) => href);
  expect(hrefs).toEqual(Object.values(links));
});

test('says nothing of terms where the operator names none', async () => {
  using app = renderApp('/sign-up');
  await screen.findByLabelText('Name (optional)');
  expect(within(app.container).queryByText(/By creating an account/)).toBeNull();
});

test('focuses the first empty field and sends nothing', async () => {
  using app = renderApp('/sign-up');
  await app.user.click(await screen.findByRole('button', { name: 'Create account' }));
  expect(document.activeElement).toBe(screen.getByLabelText('Email address'));
  for (const words of ['Enter your email address.', 'Choose a password.']) {
    expect(screen.getByText(words)).toBeDefined();
  }
  expect(app.inputsOf('password.signUp')).toEqual([]);
});

test.each([
  ['password', '8 of at least 15 characters. This is one of the most used passwords'],
  ['abcdefghijklmnop', 'This is mostly repetition, or a row of the alphabet'],
  ['Ada Lovelace Ada Lovelace', 'This is mostly your name or address.'],
  [GOOD, 'Strength: strong.'],
])('the meter explains the fault of %s', async (password, words) => {
  using app = renderApp('/sign-up');
  await app.fill(await screen.findByLabelText('Name (optional)'), 'Ada Lovelace');
  await app.user.click(screen.getByLabelText('Password'));
  await app.user.paste(password);
  expect(await screen.findByText(new RegExp(`^${words}`))).toBeDefined();
});

test('explains a missing password when the address was verified in another browser', async () => {
  using app = renderApp(CONFIRM, {
    session: { confirmLink: () => ({ ...signedIn(), signUp: 'password-left-out' }) },
  });
  await app.user.click(await screen.findByRole('button', { name: 'Continue' }));
  expect(await screen.findByText('You are signed in, without a password')).toBeDefined();
  expect(screen.getByRole('button', { name: 'Set a password' })).toBeDefined();
  await waitFor(() => expect(app.address()).toBe('/account/sign-in-methods'));
});

test('requests a reset mail, and again after the wait', async () => {
  using app = renderApp('/forgot-password?email=ada%40example.com', {
    password: { requestReset: ({ email }) => ({ email, resendAfter: 0 }) },
  });
  await app.user.click(await screen.findByRole('button', { name: 'Email me the link' }));
  const heading = await screen.findByRole('heading', { name: 'Check your email' });
  expect(document.activeElement).toBe(heading);
  await app.user.click(await screen.findByRole('button', { name: 'Send it again' }));
  expect(await screen.findByText(/A new mail is on its way\./)).toBeDefined();
  expect(app.inputsOf('password.requestReset')).toHaveLength(2);
});

test('opening the reset link only asks, and removes the token from the URL', async () => {
  using app = renderApp(RESET, { password: { reset: ({ email }) => ({ email }) } });
  const field = await screen.findByLabelText<HTMLInputElement>('New password');
  await waitFor(() => expect(app.address()).toBe('/reset-password?email=ada%40example.com'));
  expect(app.history.length).toBe(1);
  expect(app.calls.some(({ procedure }) => procedure.startsWith('password.'))).toBe(false);
  const username = field.form?.elements.namedItem('username');
  expect(username).toMatchObject({ value: 'ada@example.com', autocomplete: 'username' });

  await app.fill(field, `${GOOD}{Enter}`);
  const onward = await screen.findByRole('link', { name: 'Sign in' });
  expect(onward.getAttribute('href')).toBe('/sign-in?email=ada%40example.com');
  expect(inputTo(app, 'password.reset')).toEqual({ email: 'ada@example.com', token: TOKEN, password: GOOD });
});

test('keeps the reset form after a refused password, with the error at the field', async () => {
  using app = renderApp(RESET, {
    password: { reset: failWith('INVALID_INPUT', { issues: [makeIssue('password', 'password-common')] }) },
  });
  const field = await screen.findByLabelText('New password');
  await app.fill(field, 'password{Enter}');
  expect(await screen.findByText(ISSUES['password-common'])).toBeDefined();
  expect(document.activeElement).toBe(field);
});

test.each([
  ['used or old', failWith('RESET_LINK_INVALID')],
  ['cut off', failWith('INVALID_INPUT', { issues: [makeIssue('token', 'link-incomplete')] })],
])('offers a new link when the link is %s', async (_name, reset) => {
  using app = renderApp(RESET, { password: { reset } });
  await app.fill(await screen.findByLabelText('New password'), `${GOOD}{Enter}`);
  expect(await screen.findByRole('heading', { name: 'This link no longer works' })).toBeDefined();
  expect(screen.getByRole('link', { name: 'Ask for a new link' }).getAttribute('href')).toBe(
    '/forgot-password?email=ada%40example.com',
  );
  expect(app.left).toEqual([]);
});
