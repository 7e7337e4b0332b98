import { QueryClient } from '@tanstack/react-query';
import { act, render, renderHook, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import {
  AccountButton,
  foyerKeys,
  FoyerProvider,
  Protect,
  useAccounts,
  useFoyer,
  useProviders,
  useSignOut,
  type ProtectProps,
} from '../react.ts';
import type { Session } from '../client.ts';
import { aSession, fakeFoyer, FoyerError, type FakeFoyerOptions, type SessionParts } from '../testing.ts';

function setUp(options: FakeFoyerOptions) {
  const { client } = fakeFoyer(options);
  const queryClient = new QueryClient();
  const wrapper = ({ children }: { readonly children: ReactNode }) => (
    <FoyerProvider client={client} queryClient={queryClient}>
      {children}
    </FoyerProvider>
  );
  return { client, queryClient, wrapper };
}

describe('Protect', () => {
  const HOUR_AGO = new Date(Date.now() - 3_600_000).toISOString();
  const OLD = [{ method: 'password', factor: 'knowledge', at: HOUR_AGO }] as const;

  it.each<[string, SessionParts | null, Omit<ProtectProps, 'children' | 'fallback'>, string]>([
    ['nobody', null, {}, 'missing session'],
    ['nobody', null, { permission: 'invoice:read', level: 2 }, 'missing session'],
    ['a signed-in user', {}, {}, 'Inside'],
    ['a user without the permission', {}, { permission: 'invoice:read', level: 2 }, 'missing permission'],
    [
      'a user with the permission',
      { permissions: ['invoice:read'] },
      { permission: 'invoice:read' },
      'Inside',
    ],
    ['a user of level 1', {}, { level: 2 }, 'missing level'],
    ['a user of level 2', { aal: 2 }, { level: 2 }, 'Inside'],
    ['a user with old proofs', { proofs: [...OLD] }, { level: 1 }, 'missing level'],
    ['a user with old proofs', { proofs: [...OLD] }, { level: 1, within: 7200 }, 'Inside'],
  ])('shows %s (%o) with %o: %s', async (_who, session, needed, shown) => {
    const { wrapper } = setUp({ session });
    render(
      <Protect {...needed} fallback={(missing) => `missing ${missing}`}>
        Inside
      </Protect>,
      { wrapper },
    );
    expect(await screen.findByText(/Inside|missing/)).toHaveProperty('textContent', shown);
  });
});

it('Protect hides its children when the proofs get too old', () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const session = aSession();
  const { client } = fakeFoyer({ session });
  render(
    <FoyerProvider client={client} queryClient={new QueryClient()} initialSession={session}>
      <Protect level={1} within={60} fallback="Too old">
        Inside
      </Protect>
    </FoyerProvider>,
  );
  act(() => void vi.advanceTimersByTime(60_000));
  expect(screen.getByText('Inside')).toBeDefined();
  act(() => void vi.advanceTimersByTime(1));
  expect(screen.getByText('Too old')).toBeDefined();
});

describe('useSignOut', () => {
  function SignOut({ onSignedOut }: { readonly onSignedOut: () => void }) {
    const { mutate: signOut, isPending, error } = useSignOut({ onSignedOut });
    const { data: accounts } = useAccounts();
    return (
      <button type="button" disabled={isPending} onClick={() => signOut()}>
        {error ? error.code : `Sign out of ${accounts?.length ?? 'no'} accounts`}
      </button>
    );
  }

  it('ends the session, removes the data of the person, and calls onSignedOut then', async () => {
    const { client, queryClient, wrapper } = setUp({ session: {}, accounts: [{}] });
    const seen: unknown[] = [];
    render(<SignOut onSignedOut={() => seen.push(queryClient.getQueryData(foyerKeys.session(client)))} />, {
      wrapper,
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Sign out of 1 accounts' }));
    expect(await screen.findByRole('button', { name: 'Sign out of no accounts' })).toBeDefined();
    expect(seen).toEqual([null]);
    await waitFor(() =>
      expect(queryClient.getQueriesData({ queryKey: foyerKeys.accounts(client) })).toHaveLength(1),
    );
    expect(queryClient.getQueryData(foyerKeys.accounts(client, '6500000000000000000000a1'))).toBeUndefined();
  });

  it('calls onSignedOut although the providers are not read again yet', async () => {
    let isFirst = true;
    const list = () => (isFirst ? ((isFirst = false), []) : new Promise<never>(() => {}));
    const { wrapper } = setUp({ session: {}, procedures: { 'providers.list': list } });
    const seen: string[] = [];
    function Providers() {
      return <p>{useProviders().data?.length} providers</p>;
    }
    render(
      <>
        <Providers />
        <SignOut onSignedOut={() => seen.push('signed out')} />
      </>,
      { wrapper },
    );
    await screen.findByText('0 providers');
    await userEvent.click(await screen.findByRole('button', { name: 'Sign out of 0 accounts' }));
    await waitFor(() => expect(seen).toEqual(['signed out']));
    await waitFor(() => expect(screen.getByRole('button')).toHaveProperty('disabled', false));
  });

  it('says with which error it failed, and keeps the session', async () => {
    const { client, queryClient, wrapper } = setUp({
      session: {},
      procedures: { 'session.signOut': () => new FoyerError('UNAVAILABLE') },
    });
    const seen: unknown[] = [];
    render(<SignOut onSignedOut={() => seen.push('signed out')} />, { wrapper });
    await userEvent.click(await screen.findByRole('button', { name: 'Sign out of 0 accounts' }));
    expect(await screen.findByRole('button', { name: 'UNAVAILABLE' })).toBeDefined();
    expect(queryClient.getQueryData(foyerKeys.session(client))).toMatchObject({ aal: 1 });
    expect(seen).toEqual([]);
  });
});

it('a changed initialSession of the server is the session, and an equal one leaves what is known since', async () => {
  const { client, queryClient } = setUp({ session: {} });
  const at = (initialSession: Session | null) => (
    <FoyerProvider client={client} queryClient={queryClient} initialSession={initialSession}>
      <AccountButton />
    </FoyerProvider>
  );
  const { rerender } = render(at(aSession({ user: { name: 'Ada' } })));
  rerender(at(aSession({ user: { name: 'Ada Lovelace' } })));
  expect(await screen.findByText('Ada Lovelace')).toBeDefined();
  act(
    () => void queryClient.setQueryData(foyerKeys.session(client), aSession({ user: { name: 'Ada King' } })),
  );
  rerender(at(aSession({ user: { name: 'Ada Lovelace' } })));
  expect(await screen.findByText('Ada King')).toBeDefined();
  rerender(at(null));
  expect(await screen.findByRole('link', { name: 'Sign in' })).toBeDefined();
});

describe('AccountButton', () => {
  it('leaves the focus elsewhere when the session ends', async () => {
    const { client, queryClient, wrapper } = setUp({ session: { user: { name: 'Ada' } } });
    render(<AccountButton />, { wrapper });
    await screen.findByRole('button', { name: 'Ada, account' });
    act(() => void queryClient.setQueryData(foyerKeys.session(client), null));
    await screen.findByRole('link', { name: 'Sign in' });
    expect(document.activeElement).toBe(document.body);
  });

  it('shows the same initials in a browser of any language', async () => {
    const upper = vi.spyOn(String.prototype, 'toLocaleUpperCase');
    upper.mockImplementation(function inTurkish(this: string) {
      return this.replaceAll('i', 'İ').toUpperCase();
    });
    onTestFinished(() => upper.mockRestore());
    const { wrapper } = setUp({ session: { user: { name: 'ilse' } } });
    render(<AccountButton />, { wrapper });
    await screen.findByText('ilse');
    expect(document.querySelector('.foyer-account__avatar')?.textContent).toBe('I');
  });
});

it('useFoyer answers the client and the cache of the provider, whose keys are those of foyerKeys', async () => {
  const { client, queryClient, wrapper } = setUp({
    session: {},
    accounts: [{}],
    url: 'https://id.example.test',
  });
  const { result } = renderHook(() => [useFoyer(), useAccounts()] as const, { wrapper });
  await waitFor(() => expect(result.current[1].data).toHaveLength(1));
  expect(result.current[0].client).toBe(client);
  expect(result.current[0].queryClient).toBe(queryClient);
  const keys = queryClient
    .getQueryCache()
    .findAll({ queryKey: foyerKeys.all(client) })
    .map(({ queryKey }) => queryKey);
  expect(keys).toContainEqual(foyerKeys.session(client));
  expect(keys).toContainEqual(foyerKeys.accounts(client, '6500000000000000000000a1'));
  expect(queryClient.getQueriesData({ queryKey: foyerKeys.accounts(client) }).length).toBeGreaterThan(0);
});
