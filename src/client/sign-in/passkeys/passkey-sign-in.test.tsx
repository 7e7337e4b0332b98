import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { aPasskeyList, signedIn } from '../../../testing/client/answers.ts';
import {
  CREATED,
  CREATION_OPTIONS,
  installPasskeyBrowser,
  REQUEST_OPTIONS,
  USED,
} from '../../../testing/client/passkey-browser.ts';
import { failWith, renderApp, type Answers } from '../../../testing/client/render-app.tsx';

const BUTTON = 'Use a passkey';

const openSignIn = (session: Answers['session'] = {}, path = '/sign-in') =>
  renderApp(path, { session: { beginPasskey: () => ({ options: REQUEST_OPTIONS }), ...session } });

/** It is in the server's page, and works when the script does. */
async function passkeyButton(name = BUTTON): Promise<HTMLElement> {
  await waitFor(() => expect(screen.getByRole<HTMLButtonElement>('button', { name }).disabled).toBe(false));
  return screen.getByRole('button', { name });
}

const cancel = () => Promise.reject(new DOMException('cancelled', 'NotAllowedError'));

test('signs in with the passkey that the person chose, and goes to the callback URL', async () => {
  using _ = installPasskeyBrowser({ answer: () => USED });
  using app = openSignIn({ signInWithPasskey: signedIn }, '/sign-in?callbackUrl=%2Faccount%2Fdevices');
  await app.user.click(await passkeyButton());
  await waitFor(() => expect(app.address()).toBe('/account/devices'));
  expect(app.inputsOf('session.signInWithPasskey')).toContainEqual({
    passkey: USED,
    callbackUrl: '/account/devices',
  });
});

test('is in the page before the script, so that nothing moves later', async () => {
  let before: HTMLElement | null = null;
  using _app = renderApp(
    '/sign-in',
    {},
    { beforeScript: () => (before = screen.getByRole('button', { name: BUTTON })) },
  );
  await waitFor(() => expect(before).not.toBeNull());
});

test('offers nothing in a browser without passkeys', async () => {
  using app = openSignIn();
  await screen.findByRole('button', { name: 'Sign in' });
  await waitFor(() => expect(screen.queryByRole('button', { name: BUTTON })).toBeNull());
  expect(app.inputsOf('session.beginPasskey').length).toBe(0);
});

test('says calmly that no passkey was used, and takes no other way from the person', async () => {
  using _ = installPasskeyBrowser({ answer: cancel });
  using app = openSignIn();
  await app.user.click(await passkeyButton());
  const notice = (await screen.findByText(/^No passkey was used\./)).closest('[data-tone]');
  expect(notice?.getAttribute('role')).toBe('status');
  expect(document.activeElement).toBe(notice);
  expect(screen.queryByRole('alert')).toBeNull();
  expect(app.inputsOf('session.signInWithPasskey').length).toBe(0);
});

test('tells the browser that a passkey is not known any more', async () => {
  using browser = installPasskeyBrowser({ answer: () => USED });
  using app = openSignIn({ signInWithPasskey: failWith('PASSKEY_UNKNOWN') });
  await app.user.click(await passkeyButton());
  expect((await screen.findByRole('alert')).textContent).toContain(
    'This passkey does not belong to an account here any more.',
  );
  expect(browser.signals).toEqual([['unknown', { rpId: 'localhost', credentialId: USED.id }]]);
});

test('ends autofill when the button is pressed, and begins it again after a cancelled window', async () => {
  using browser = installPasskeyBrowser({
    hasAutofill: true,
    answer: ({ isConditional }) => (isConditional ? new Promise<object>(() => {}) : cancel()),
  });
  using app = openSignIn();
  await waitFor(() => expect(browser.requests).toEqual([{ kind: 'get', isConditional: true }]));
  const field = screen.getByLabelText<HTMLInputElement>('Email address');
  expect(field.getAttribute('autocomplete')).toBe('username webauthn');
  await app.user.click(await passkeyButton());
  await screen.findByText(/^No passkey was used\./);
  expect(browser.aborted).toEqual([{ kind: 'get', isConditional: true }]);
  await waitFor(() =>
    expect(browser.requests.map(({ isConditional }) => isConditional)).toEqual([true, false, true]),
  );
});

test('signs in with the passkey of the field, and ends autofill when the page is left', async () => {
  let choose: (credential: object) => void = () => {};
  using browser = installPasskeyBrowser({
    hasAutofill: true,
    answer: () => new Promise<object>((resolve) => (choose = resolve)),
  });
  using app = openSignIn({ signInWithPasskey: signedIn });
  await waitFor(() => expect(browser.requests).toHaveLength(1));
  await app.user.click(screen.getByRole('link', { name: 'Create an account' }));
  await screen.findByRole('heading', { level: 1, name: 'Create an account' });
  expect(browser.aborted).toHaveLength(1);
  await app.user.click(screen.getByRole('link', { name: 'Sign in' }));
  await waitFor(() => expect(browser.requests).toHaveLength(2));
  choose(USED);
  await waitFor(() => expect(app.address()).toBe('/account'));
});

/** A person signs in with their password, and the server offers a passkey. */
async function signInByPassword(): Promise<ReturnType<typeof renderApp>> {
  const app = renderApp('/sign-in', {
    password: { signIn: (input) => ({ ...signedIn(input), offerPasskey: true }) },
    passkeys: { begin: () => ({ options: CREATION_OPTIONS }), finish: () => aPasskeyList() },
  });
  await app.fill(await screen.findByLabelText('Email address'), 'ada@example.com');
  await app.fill(screen.getByLabelText('Password'), 'correct horse battery staple{Enter}');
  return app;
}

test('creates a passkey without asking after a password, where the browser does that', async () => {
  using browser = installPasskeyBrowser({ createsQuietly: true, hasScreenLock: true, answer: () => CREATED });
  using app = await signInByPassword();
  await waitFor(() => expect(app.address()).toBe('/account'));
  expect(browser.requests).toEqual([{ kind: 'create', isConditional: true }]);
  expect(app.inputsOf('passkeys.begin')).toContainEqual({ conditional: true });
  expect(app.inputsOf('passkeys.finish')).toContainEqual({ credential: CREATED });
});

test.each([
  ['refuses', () => Promise.reject(new DOMException('no', 'NotAllowedError'))],
  ['does not answer', () => new Promise<object>(() => {})],
])('goes on where the browser %s to create a passkey without asking', async (_name, answer) => {
  using _ = installPasskeyBrowser({ createsQuietly: true, answer });
  using app = await signInByPassword();
  await waitFor(() => expect(app.address()).toBe('/account'));
  expect(screen.queryByRole('alert')).toBeNull();
  expect(app.inputsOf('passkeys.finish').length).toBe(0);
});

test('offers a passkey on a page of its own, once a month', async () => {
  using _ = installPasskeyBrowser({ hasScreenLock: true });
  localStorage.setItem('foyer.passkey-offered', String(Date.now() - 31 * 86_400_000));
  using app = await signInByPassword();
  await waitFor(() => expect(app.address()).toBe('/add-passkey?callbackUrl=%2Faccount'));
  expect(Date.now() - Number(localStorage.getItem('foyer.passkey-offered'))).toBeLessThan(60_000);
});

test.each([
  ['was offered one lately', true, Date.now() - 29 * 86_400_000],
  ['cannot keep one on this device', false, 0],
])('offers no passkey to somebody who %s', async (_name, hasScreenLock, offeredAt) => {
  using _ = installPasskeyBrowser({ hasScreenLock });
  localStorage.setItem('foyer.passkey-offered', String(offeredAt));
  using app = await signInByPassword();
  await waitFor(() => expect(app.address()).toBe('/account'));
});

test('a sign-up by passkey asks for a mail, and keeps the name for the next page', async () => {
  using _ = installPasskeyBrowser();
  using app = renderApp('/sign-up?callbackUrl=%2Faccount%2Fdevices', {
    session: { requestLink: ({ email }) => ({ email, resendAfter: 30 }) },
  });
  await app.user.click(await passkeyButton('Sign up with a passkey'));
  expect((await screen.findByRole('alert')).textContent).toBe('Enter your email address.');
  expect(document.activeElement).toBe(screen.getByLabelText('Email address'));
  await app.fill(screen.getByLabelText('Name (optional)'), 'Ada');
  await app.fill(screen.getByLabelText('Email address'), 'ada@example.com');
  await app.user.click(await passkeyButton('Sign up with a passkey'));
  await screen.findByRole('heading', { level: 1, name: 'Check your email' });
  expect(app.inputsOf('session.requestLink').at(-1)).toEqual({
    email: 'ada@example.com',
    callbackUrl: '/add-passkey?callbackUrl=%2Faccount%2Fdevices',
  });
  expect(sessionStorage.getItem('foyer.sign-up-name')).toBe('Ada');
});
