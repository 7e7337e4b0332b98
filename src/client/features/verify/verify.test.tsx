import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { CHECK_COOKIE_MAX_AGE_MS, DAY_MS } from '../../../shared/limits.ts';
import {
  aPasskey,
  aPasskeyList,
  aPasswordStatus,
  aPendingLink,
  aSecurityReview,
  aSession,
  anAccount,
} from '../../../testing/client/answers.ts';
import { Failure, failWith, renderApp, type Answers } from '../../../testing/client/render-app.tsx';
import { CONSENT, METHODS as METHODS_OF_OWNER } from '../../../testing/providers/linking-answers.ts';
import { askToRemove, METHODS, openStale, stale } from '../../../testing/client/stale-session.ts';

const KEPT = 'foyer.action-to-resume';

function keep(record: object): void {
  sessionStorage.setItem(KEPT, JSON.stringify({ userId: 'user-1', keptAt: Date.now(), ...record }));
}
const A_TOKEN = { name: 'Nightly', scopes: ['phone:read'], expires: '2029-01-31T22:00:00.000Z' };
const UNLINK = { kind: 'unlink', input: { provider: 'demo-one', providerAccountId: 'ada' } };

test('verifies by a code and continues the action', async () => {
  using app = openStale();
  const dialog = await askToRemove(app);
  expect(screen.getAllByRole('dialog')).toHaveLength(1);
  await app.user.click(await within(dialog).findByRole('button', { name: 'Send a code to ada@example.com' }));
  const field = await within(dialog).findByLabelText('Code from the mail');
  expect(document.activeElement).toBe(field);
  await app.fill(field, '111111');
  expect(await within(dialog).findByText(/This code is not right\./)).toBeDefined();
  await app.user.clear(field);
  await app.fill(field, '123456');
  expect(await screen.findByText(/Demo One was removed\./)).toBeDefined();
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(app.inputsOf('accounts.unlink')).toHaveLength(2);
  expect(app.inputsOf('accounts.unlink').at(-1)).toEqual(UNLINK.input);
});

test('verifies by a password and shows a wrong one at the field', async () => {
  using app = openStale({
    password: { get: () => aPasswordStatus({ changedAt: '2026-10-02T09:00:00.000Z', canRemove: true }) },
  });
  const dialog = await askToRemove(app);
  const field = await within(dialog).findByLabelText('Password');
  expect(field.getAttribute('autocomplete')).toBe('current-password');
  await app.fill(field, 'a wrong one{Enter}');
  expect(await within(dialog).findByText('This is not your password.')).toBeDefined();
  expect(field.getAttribute('aria-invalid')).toBe('true');
  await app.user.clear(field);
  await app.fill(field, 'correct horse battery staple{Enter}');
  expect(await screen.findByText(/Demo One was removed\./)).toBeDefined();
  expect(app.inputsOf('accounts.unlink')).toHaveLength(2);
});

test('stores the action without secrets and goes to the provider', async () => {
  using app = openStale();
  const dialog = await askToRemove(app);
  await app.user.click(await within(dialog).findByRole('button', { name: 'Continue with Demo One' }));
  await waitFor(() => expect(app.left).toEqual(['https://identity.example/login']));
  expect(within(dialog).queryByRole('button', { name: 'Continue with Demo Two' })).toBeNull();
  expect(within(dialog).queryByLabelText('Password')).toBeNull();
  expect(app.inputsOf('session.reauthenticate').at(-1)).toEqual({
    method: 'provider',
    provider: 'demo-one',
    callbackUrl: METHODS,
  });
  expect(JSON.parse(sessionStorage.getItem(KEPT) ?? '')).toMatchObject({ userId: 'user-1', ...UNLINK });
});

test('offers only the provider to a person without an address', async () => {
  using app = openStale({ session: { get: () => aSession({ email: null }) } });
  await app.user.click(await screen.findByRole('button', { name: 'Connect Demo Two' }));
  const dialog = await screen.findByRole('dialog', { name: 'Verify it’s you' });
  await within(dialog).findByRole('button', { name: 'Continue with Demo One' });
  expect(within(dialog).queryByRole('button', { name: /Send a code/ })).toBeNull();
});

test('offers to sign out when there is no method to verify', async () => {
  using app = openStale({
    session: { get: () => aSession({ email: null }) },
    accounts: { list: () => [] },
  });
  await app.user.click(await screen.findByRole('button', { name: 'Connect Demo Two' }));
  const dialog = await screen.findByRole('dialog', { name: 'Verify it’s you' });
  expect((await within(dialog).findByRole('link', { name: 'Sign out' })).getAttribute('href')).toBe(
    '/sign-out',
  );
});

test('Escape changes nothing and returns the focus', async () => {
  using app = openStale();
  const connect = await screen.findByRole('button', { name: 'Connect Demo Two' });
  await app.user.click(connect);
  await screen.findByRole('dialog', { name: 'Verify it’s you' });
  await app.user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await waitFor(() => expect(document.activeElement).toBe(connect));
  expect(screen.queryByRole('alert')).toBeNull();
  expect(app.inputsOf('accounts.link')).toHaveLength(1);
});

test.each([
  ['removing', UNLINK, 'accounts.unlink', UNLINK.input],
  [
    'connecting',
    { kind: 'link', input: { provider: 'demo-two', isReconnect: false } },
    'accounts.link',
    { provider: 'demo-two', callbackUrl: METHODS },
  ],
])('the return from the provider takes up %s, once', async (_name, record, procedure, input) => {
  keep(record);
  using app = renderApp(`${METHODS}?outcome=verified&provider=demo-one`, stale({ isFresh: true }));
  await waitFor(() => expect(app.calls).toContainEqual({ procedure, input }));
  await waitFor(() => expect(app.address()).toBe(METHODS));
  expect(sessionStorage.getItem(KEPT)).toBeNull();
  expect(app.inputsOf(procedure)).toHaveLength(1);
});

test.each([
  ['/account', 'change-email', { email: 'new@example.com' }, 'email.change'],
  ['/account', 'set-phone', { phone: '030 12345678', country: 'DE' }, 'phone.set'],
  ['/account', 'remove-phone', {}, 'phone.remove'],
  ['/account/access-tokens', 'create-access-token', A_TOKEN, 'accessTokens.create'],
  ['/account/data', 'export-data', {}, 'data.export'],
  ['/account/data', 'delete-account', { confirm: 'delete my account' }, 'data.deleteAccount'],
  ['/account/security-review', UNLINK.kind, UNLINK.input, 'accounts.unlink'],
  [METHODS, 'create-passkey', {}, 'passkeys.begin'],
  [METHODS, 'remove-passkey', { id: aPasskey().id }, 'passkeys.remove'],
  ['/device', 'approve-device', { userCode: 'BCDF-GHJK' }, 'device.approve'],
  ['/resume-link', 'resume-link', CONSENT, 'accounts.resumeLink'],
])(
  '%s takes up "%s", and asks to verify when the session is not fresh',
  async (path, kind, input, procedure) => {
    keep({ kind, input });
    const stage = { isFresh: false };
    const [router = '', name = ''] = procedure.split('.');
    const answers: Answers = {
      ...stale(stage),
      securityReview: { get: () => aSecurityReview() },
      passkeys: { list: () => aPasskeyList(aPasskey()) },
      accounts: { list: () => [anAccount()], pendingLink: () => aPendingLink({ methods: METHODS_OF_OWNER }) },
    };
    const answer = () => {
      if (!stage.isFresh) throw new Failure('SESSION_NOT_FRESH');
      return new Promise(() => {});
    };
    using app = renderApp(`${path}?outcome=verified&provider=demo-one`, {
      ...answers,
      [router]: { ...answers[router as keyof Answers], [name]: answer },
    });
    const dialog = within(await screen.findByRole('dialog', { name: 'Verify it’s you' }));
    await app.user.click(await dialog.findByRole('button', { name: 'Send a code to ada@example.com' }));
    await app.fill(await dialog.findByLabelText('Code from the mail'), '123456');
    await waitFor(() => expect(app.inputsOf(procedure)).toHaveLength(2));
    const [first, second] = app.inputsOf(procedure);
    expect(second).toEqual(first);
  },
);

test.each([
  ['somebody else’s', { ...UNLINK, userId: 'user-2' }],
  ['too old', { ...UNLINK, keptAt: Date.now() - CHECK_COOKIE_MAX_AGE_MS - 1000 }],
  ['from the future', { ...UNLINK, keptAt: Date.now() + DAY_MS }],
  ['of no known kind', { ...UNLINK, kind: 'constructor' }],
  ['not whole', { ...UNLINK, input: { provider: 'demo-one' } }],
])('what is kept and %s is not taken up', async (_name, record) => {
  keep(record);
  using app = renderApp(`${METHODS}?outcome=verified&provider=demo-one`, stale({ isFresh: true }));
  expect(await screen.findByText(/Now repeat what you wanted to do\./)).toBeDefined();
  expect(app.inputsOf('accounts.unlink')).toHaveLength(0);
  expect(sessionStorage.getItem(KEPT)).toBeNull();
});

test('resumes nothing without a return from a provider', async () => {
  keep(UNLINK);
  using app = renderApp(METHODS, stale({ isFresh: true }));
  await screen.findByRole('button', { name: /^Remove Demo One/ });
  expect(app.inputsOf('accounts.unlink')).toHaveLength(0);
});

test('opens the dialog again with the error after a failed verification', async () => {
  keep(UNLINK);
  using app = openStale({}, '?error=REAUTHENTICATION_FAILED&requestId=req-9');
  const dialog = await screen.findByRole('dialog', { name: 'Verify it’s you' });
  expect(within(dialog).getByRole('alert').textContent).toContain(
    'Code: REAUTHENTICATION_FAILED · Request: req-9',
  );
  expect(app.address()).toBe(METHODS);
  await app.user.click(await within(dialog).findByRole('button', { name: /Send a code/ }));
  await app.fill(await within(dialog).findByLabelText('Code from the mail'), '123456');
  expect(await screen.findByText(/Demo One was removed\./)).toBeDefined();
});

test('shows a failure after the verification on the page', async () => {
  keep(UNLINK);
  using app = renderApp(
    `${METHODS}?outcome=verified&provider=demo-one`,
    stale({ isFresh: true }, { accounts: { unlink: failWith('LAST_SIGN_IN_METHOD') } }),
  );
  expect((await screen.findByRole('alert')).textContent).toContain('LAST_SIGN_IN_METHOD');
  expect(app.left).toEqual([]);
});
