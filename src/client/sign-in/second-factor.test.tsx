import { screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { aPendingSignIn, FRESH, signedIn } from '../../testing/client/answers.ts';
import { installPasskeyBrowser, REQUEST_OPTIONS, USED } from '../../testing/client/passkey-browser.ts';
import { Failure, failWith, renderApp, type Answers } from '../../testing/client/render-app.tsx';

const PENDING = aPendingSignIn({
  purpose: 'sign-in',
  methods: ['totp', 'passkey', 'recovery-code'],
  mayTrustBrowser: true,
});
const RECOVERY_CODE = 'ABCD-EFGH-JKMN-PQRS-TVWX-YZ23';

function render(session: NonNullable<Answers['session']>, path = '/second-factor', password = {}) {
  return renderApp(path, {
    session: { pending: () => PENDING, ...session },
    password,
  });
}

const completeSignIn = () => signedIn({ callbackUrl: '/account/devices' });
const codeField = () => screen.findByLabelText<HTMLInputElement>('Code from your authenticator app');
/** The form for a recovery code has another box. */
const trustBox = async () => {
  const [box] = await screen.findAllByRole('checkbox', { name: 'Do not ask in this browser for 30 days' });
  if (!box) throw new Error('no checkbox');
  return box;
};
const inputOf = (app: ReturnType<typeof render>) => app.inputsOf('session.completeSignIn').at(-1);

test('opens in place when the password was right, and signs in with the code', async () => {
  using app = render({ completeSignIn }, '/sign-in', {
    signIn: () => ({ status: 'second-factor', callbackUrl: '/second-factor' }),
  });
  await app.fill(await screen.findByLabelText('Email address'), 'ada@example.com');
  await app.fill(screen.getByLabelText('Password'), 'correct horse battery staple{Enter}');
  expect(await screen.findByRole('heading', { name: 'Two-step verification' })).toBeDefined();
  expect(app.address()).toBe('/second-factor');
  // No page load.
  expect(app.documents).toEqual(['/sign-in']);
  expect(document.activeElement).toBe(await codeField());
  expect(await trustBox()).toBeDefined();
  await app.fill(await codeField(), '123456{Enter}');
  await waitFor(() => expect(app.address()).toBe('/account/devices'));
  expect(inputOf(app)).toEqual({ code: '123456' });
});

test('sends a complete code at once, with the wish not to be asked here, which stands before it', async () => {
  using app = render({ completeSignIn });
  const box = await trustBox();
  expect(box.compareDocumentPosition(await codeField())).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  await app.user.click(box);
  await app.fill(await codeField(), '123456');
  await waitFor(() => expect(inputOf(app)).toEqual({ code: '123456', trustBrowser: true }));
});

test('sends a complete code at once where the browser cannot be trusted', async () => {
  using app = render({ completeSignIn, pending: () => ({ ...PENDING, mayTrustBrowser: false }) });
  await app.fill(await codeField(), '123456');
  await waitFor(() => expect(inputOf(app)).toEqual({ code: '123456' }));
  expect(screen.queryByRole('checkbox')).toBeNull();
});

test('says at the field that a code is wrong, and how many tries are left', async () => {
  let triesLeft = 5;
  using app = render({
    pending: () => ({ ...PENDING, mayTrustBrowser: false, triesLeft }),
    completeSignIn: () => {
      triesLeft--;
      throw new Failure('SECOND_FACTOR_INVALID');
    },
  });
  await app.fill(await codeField(), '111111');
  await screen.findByText(/You have 4 tries left\./);
  expect((await codeField()).getAttribute('aria-invalid')).toBe('true');
  expect(screen.queryByRole('alert')).toBeNull();
});

test('leads back to the sign-in page with the reason when the sign-in has expired', async () => {
  using app = render({
    completeSignIn: failWith('SIGN_IN_EXPIRED'),
    pending: () => ({ ...PENDING, mayTrustBrowser: false }),
  });
  await app.fill(await codeField(), '111111');
  expect((await screen.findByRole('alert')).textContent).toContain('This sign-in took too long');
  expect(app.address()).toBe('/sign-in?error=SIGN_IN_EXPIRED');
});

test('signs in with a recovery code in any spelling', async () => {
  using app = render({ completeSignIn });
  await app.user.click(await screen.findByText('Use a recovery code'));
  await app.fill(screen.getByLabelText('Recovery code'), 'ABCD-EFGH{Enter}');
  expect(screen.getByText('A recovery code has 24 letters and digits.')).toBeDefined();
  expect(inputOf(app)).toBeUndefined();
  await app.user.clear(screen.getByLabelText('Recovery code'));
  await app.fill(screen.getByLabelText('Recovery code'), RECOVERY_CODE);
  await app.user.click(screen.getByRole('button', { name: 'Use this code' }));
  await waitFor(() => expect(inputOf(app)).toEqual({ recoveryCode: RECOVERY_CODE }));
});

test('redirects to the sign-in page where nothing waits', async () => {
  using app = render({ pending: () => null });
  expect(await screen.findByRole('heading', { name: 'Sign in' })).toBeDefined();
  expect(app.address()).toBe('/sign-in');
});

test('goes on to where a verification was asked for', async () => {
  using app = render({
    pending: () => ({ ...PENDING, purpose: 'verify', mayTrustBrowser: false }),
    completeSignIn: () => ({ ...FRESH, callbackUrl: 'https://app.example/after' }),
  });
  expect(await screen.findByRole('button', { name: 'Verify' })).toBeDefined();
  await app.fill(await codeField(), '123456');
  await waitFor(() => expect(app.left).toEqual(['https://app.example/after']));
});

test('signs in with a passkey, and says calmly that none was used', async () => {
  const answers = [() => Promise.reject(new DOMException('closed', 'NotAllowedError')), () => USED];
  using _ = installPasskeyBrowser({ answer: () => answers.shift()?.() ?? USED });
  using app = render({ completeSignIn, beginPasskey: () => ({ options: REQUEST_OPTIONS }) });
  await app.user.click(await screen.findByRole('button', { name: 'Use a passkey' }));
  await screen.findByText('No passkey was used. Try again, or choose another way.');
  expect(screen.queryByRole('alert')).toBeNull();
  await app.user.click(screen.getByRole('button', { name: 'Use a passkey' }));
  await waitFor(() => expect(inputOf(app)).toEqual({ passkey: USED }));
});

test('leads somebody who must set up a second factor to that page', async () => {
  using app = renderApp('/sign-in?callbackUrl=%2Faccount%2Fdevices', {}, { page: { mustEnrol: true } });
  await waitFor(() =>
    expect([...app.left, app.address()]).toContain('/set-up-second-factor?callbackUrl=%2Faccount%2Fdevices'),
  );
});

test('says that this browser cannot use the passkey, which is the only second step', async () => {
  vi.stubGlobal('PublicKeyCredential', undefined);
  using _app = render({ pending: () => ({ ...PENDING, methods: ['passkey'] }) });
  expect(await screen.findByText(/This browser cannot use your passkey\./)).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Use a passkey' })).toBeNull();
});
