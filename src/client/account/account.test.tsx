import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { getQueryKey } from '@trpc/react-query';
import { expect, test } from 'vitest';
import type { Account } from '../../shared/schemas/accounts.ts';
import { aSession, anAccount, PROVIDERS } from '../../testing/client/answers.ts';
import { Failure, failWith, renderApp, type Answers } from '../../testing/client/render-app.tsx';
import { trpc } from '../trpc.ts';

const METHODS = '/account/sign-in-methods';
const open = (accounts: Answers['accounts'] = {}, query = '', changes: Answers = {}) =>
  renderApp(`${METHODS}${query}`, { accounts: { list: () => [anAccount()], ...accounts }, ...changes });

test('stores the session, the providers and the connected accounts under the keys of tRPC', async () => {
  using app = open();
  await screen.findByRole('button', { name: /^Remove Demo One/ });
  const cached = (procedure: Parameters<typeof getQueryKey>[0]) =>
    app.queryClient.getQueryData(getQueryKey(procedure, undefined, 'query'));
  expect(cached(trpc.session.get)).toEqual(aSession());
  expect(cached(trpc.providers.list)).toEqual(PROVIDERS);
  expect(cached(trpc.accounts.list)).toEqual([anAccount()]);
  // Each was read once, so the page has no second copy under another key.
  for (const procedure of ['session.get', 'providers.list', 'accounts.list'])
    expect(app.inputsOf(procedure)).toHaveLength(1);
});

test('removes an account after a question and confirms it', async () => {
  using app = open({ unlink: () => [] });
  await app.user.click(await screen.findByRole('button', { name: /^Remove Demo One/ }));
  const dialog = await screen.findByRole('dialog', { name: 'Remove Demo One?' });
  expect(app.inputsOf('accounts.unlink')).toEqual([]);
  await app.user.click(within(dialog).getByRole('button', { name: 'Remove' }));
  expect(await screen.findByText(/Demo One was removed\./)).toBeDefined();
  expect(screen.getByRole('button', { name: 'Connect Demo One' })).toBeDefined();
  expect(app.inputsOf('accounts.unlink')[0]).toEqual({ provider: 'demo-one', providerAccountId: 'ada' });
});

test('names a connection by its id when its name is unknown, also in the dialog', async () => {
  const account = anAccount({ label: '1048576', labelIsId: true });
  using app = open({ list: () => [account] });
  expect(await screen.findByText('Account ID 1048576')).toBeDefined();
  await app.user.click(screen.getByRole('button', { name: 'Remove Demo One (Account ID 1048576)' }));
  const dialog = await screen.findByRole('dialog');
  expect(dialog.textContent).toContain('Account ID 1048576');
});

test('disables removing the last sign-in method and explains why', async () => {
  using app = open({ list: () => [anAccount({ canUnlink: false })] });
  const remove = await screen.findByRole('button', { name: /^Remove Demo One/ });
  expect(remove.getAttribute('aria-disabled')).toBe('true');
  const reason = document.getElementById(remove.getAttribute('aria-describedby') ?? '');
  expect(reason?.textContent).toBe('This is your only sign-in method. Add another first.');
  await app.user.click(remove);
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('explains a refused removal and reloads the list', async () => {
  let accounts: Account[] = [anAccount()];
  using app = open({
    list: () => accounts,
    unlink: () => {
      accounts = [anAccount({ canUnlink: false })];
      throw new Failure('LAST_SIGN_IN_METHOD');
    },
  });
  await removeDemoOne(app);
  expect((await screen.findByRole('alert')).textContent).toContain('LAST_SIGN_IN_METHOD');
  await waitFor(() => expect(app.inputsOf('accounts.list')).toHaveLength(2));
});

test('goes to the provider with this page as the callback URL', async () => {
  using app = open({ link: () => ({ url: 'https://identity.example/authorize' }) });
  await app.user.click(await screen.findByRole('button', { name: 'Connect Demo Two' }));
  await waitFor(() => expect(app.left).toEqual(['https://identity.example/authorize']));
  expect(screen.queryByRole('button', { name: 'Connect Demo One' })).toBeNull();
  expect(app.inputsOf('accounts.link')[0]).toEqual({ provider: 'demo-two', callbackUrl: METHODS });
});

test('reconnects an account whose access ended without waiting for the other checks', async () => {
  using app = open({
    list: () => [
      anAccount({ image: '/pictures/ada.webp' }),
      anAccount({ provider: 'demo-two', label: 'ada@demo-two.example' }),
    ],
    inspect: ({ provider }) => ({ status: provider === 'demo-two' ? 'ended' : 'unknown' }),
    link: () => ({ url: 'https://identity.example/authorize' }),
  });
  await app.user.click(await screen.findByRole('button', { name: /^Reconnect Demo Two/ }));
  await waitFor(() => expect(app.left).toHaveLength(1));
  expect(app.inputsOf('accounts.link')[0]).toEqual({
    provider: 'demo-two',
    callbackUrl: `${METHODS}?reconnect=yes`,
  });
  expect(screen.queryByRole('button', { name: /^Reconnect Demo One/ })).toBeNull();
  expect(screen.getAllByText('Access ended at the provider')).toHaveLength(1);
  expect(app.inputsOf('accounts.inspect')).toHaveLength(2);
  const picture = app.container.querySelector('img[src="/pictures/ada.webp"]');
  if (picture) fireEvent.error(picture);
  expect(app.container.querySelector('img')).toBeNull();
});

test.each([
  ['outcome=linked&provider=demo-one', 'Demo One is connected. You can sign in with it from now on.'],
  ['outcome=already-linked&provider=demo-one', 'Demo One was already connected to your account.'],
  ['reconnect=yes&outcome=already-linked&provider=demo-one', 'Demo One is connected again.'],
  ['outcome=verified&provider=demo-one', 'You have verified that it’s you.'],
  ['error=ACCOUNT_BELONGS_TO_OTHER', 'This account is already connected to another user here.'],
  ['error=ACCOUNT_BELONGS_TO_OTHER', 'or connect a different account.'],
  ['error=OAuthCallback&requestId=req-7', 'Request: req-7'],
  ['error=SessionRequired', 'you were signed out here, or you signed in again'],
])('shows a message after a return with %s and removes it from the URL', async (search, message) => {
  using app = open({}, `?${search}`);
  expect(await screen.findByText(new RegExp(message.replaceAll('.', '\\.')))).toBeDefined();
  await waitFor(() => expect(app.address()).toBe(METHODS));
  expect(app.history.length).toBe(1);
  expect(screen.getByText(new RegExp(message.replaceAll('.', '\\.')))).toBeDefined();
});

const CONNECTED = 'Demo One is connected. You can sign in with it from now on.';

const RETURN = '?outcome=linked&provider=demo-one';

async function removeDemoOne(app: ReturnType<typeof open>): Promise<void> {
  await app.user.click(await screen.findByRole('button', { name: /^Remove Demo One/ }));
  await app.user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Remove' }));
}

test('replaces the notice about the last action with the one about the new action', async () => {
  using app = open({ unlink: () => [] }, RETURN);
  await screen.findByText(CONNECTED);
  await removeDemoOne(app);
  await screen.findByText(/Demo One was removed\./);
  expect(screen.queryByText(CONNECTED)).toBeNull();
});

test('removes the notice about the last action when the new action fails', async () => {
  using app = open({ unlink: failWith('LAST_SIGN_IN_METHOD') }, RETURN);
  await screen.findByText(CONNECTED);
  await removeDemoOne(app);
  await screen.findByRole('alert');
  await waitFor(() => expect(screen.queryByText(CONNECTED)).toBeNull());
});

test('does not show a notice again after a visit to another page', async () => {
  using app = open({}, RETURN, { session: { list: () => [] } });
  await screen.findByText(CONNECTED);
  await app.user.click(screen.getByRole('link', { name: 'Devices' }));
  await screen.findByRole('heading', { name: 'Devices', level: 1 });
  expect(screen.queryByText(CONNECTED)).toBeNull();
  await app.user.click(screen.getByRole('link', { name: 'Sign-in methods' }));
  await screen.findByRole('heading', { name: 'Sign-in methods', level: 1 });
  expect(screen.queryByText(CONNECTED)).toBeNull();
});
