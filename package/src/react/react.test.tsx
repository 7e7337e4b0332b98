import { QueryClient } from '@tanstack/react-query';
import { render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import {
  AccountButton,
  FoyerProvider,
  Protect,
  SignedIn,
  SignedOut,
  useAccounts,
  useCan,
  useProviders,
} from '../react.ts';
import type { ErrorsOf, Session } from '../client.ts';
import { anAccount, aSession, fakeFoyer, FoyerError } from '../testing.ts';

const ADA = aSession({ user: { image: '/pictures/a.webp' }, permissions: ['invoice:read'] });

function renderApp(session: Session | null | ErrorsOf<'session.get'> = ADA) {
  const answers = {
    session,
    signOut: { signedOut: true } as { signedOut: true } | ErrorsOf<'session.signOut'>,
  };
  const { client, calls } = fakeFoyer({
    providers: [{ name: 'Demo' }],
    procedures: {
      'session.get': () => answers.session,
      'session.signOut': () => answers.signOut,
      'accounts.list': () => [anAccount({ label: 'ada at demo' })],
    },
  });
  const view = render(
    <FoyerProvider client={client} queryClient={new QueryClient()}>
      <AccountButton />
      <SignedIn>{({ user }) => <p>In: {user.name}</p>}</SignedIn>
      <SignedOut>
        <p>Out</p>
      </SignedOut>
      <Protect fallback="No invoices">Invoices</Protect>
      <Lists />
    </FoyerProvider>,
  );
  return { ...view, answers, paths: () => calls.map(({ path }) => path), user: userEvent.setup() };
}

function Lists() {
  const { data: providers = [] } = useProviders();
  const { data: accounts = [] } = useAccounts();
  const mayRead = useCan('invoice:read');
  return (
    <ul>
      {[...providers.map(({ name }) => name), ...accounts.map(({ label }) => label)].map((text) => (
        <li key={text}>{text}</li>
      ))}
      <li>may read: {String(mayRead)}</li>
    </ul>
  );
}

describe('the React parts', () => {
  it('ask for the session again when the page gets the focus, and show that it was ended', async () => {
    const { answers } = renderApp();
    await screen.findByText('In: Ada Lovelace');
    answers.session = null;
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
    expect(await screen.findByText('Out')).toBeDefined();
  });

  it('ask for the session once a minute while somebody is signed in', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval', 'clearTimeout', 'clearInterval'] });
    onTestFinished(() => void vi.useRealTimers());
    const { answers, paths } = renderApp();
    await vi.waitFor(() => expect(screen.getByText('In: Ada Lovelace')).toBeDefined());
    answers.session = null;
    await vi.advanceTimersByTimeAsync(60_000);
    await vi.waitFor(() => expect(screen.getByText('Out')).toBeDefined());
    const { length } = paths();
    await vi.advanceTimersByTimeAsync(600_000);
    expect(paths()).toHaveLength(length);
  });

  it('show the signed-in user, what they may do, and a menu that the keyboard opens and closes', async () => {
    const { user, container } = renderApp();
    const button = await screen.findByRole('button', { name: 'Ada Lovelace, account' });
    for (const text of ['In: Ada Lovelace', 'Invoices', 'may read: true', 'ada at demo'])
      expect(await screen.findByText(text)).toBeDefined();
    expect(screen.queryByText('Out')).toBeNull();
    expect(container.querySelector('img')?.getAttribute('src')).toBe('/pictures/a.webp');

    expect(screen.queryByRole('link', { name: 'Your account' })).toBeNull();
    await user.tab();
    expect(document.activeElement).toBe(button);
    await user.keyboard('{Enter}');
    expect(button.getAttribute('aria-expanded')).toBe('true');
    expect(screen.getByRole('link', { name: 'Your account' }).getAttribute('href')).toBe('/account');
    await user.tab();
    await user.keyboard('{Escape}');
    expect(document.activeElement).toBe(button);
    expect(screen.queryByRole('link', { name: 'Your account' })).toBeNull();
    await user.click(button);
    await user.click(document.body);
    expect(button.getAttribute('aria-expanded')).toBe('false');
  });

  it('sign out, remove all data of the user, and move the focus to the sign-in link', async () => {
    const { user, answers } = renderApp();
    answers.signOut = new FoyerError('UNAVAILABLE');
    await user.click(await screen.findByRole('button', { name: 'Ada Lovelace, account' }));
    await user.click(screen.getByRole('button', { name: 'Sign out' }));
    expect((await screen.findByRole('alert')).textContent).toBe('You are still signed in. Try again.');
    expect(screen.getByText('In: Ada Lovelace')).toBeDefined();
    Object.assign(answers, { signOut: { signedOut: true }, session: null });
    await user.click(screen.getByRole('button', { name: 'Sign out' }));
    const link = await screen.findByRole('link', { name: 'Sign in' });
    expect(link.getAttribute('href')).toBe('/sign-in?callbackUrl=%2F');
    expect(document.activeElement).toBe(link);
    expect(screen.getByText('Out')).toBeDefined();
    expect(screen.queryByText('ada at demo')).toBeNull();
  });

  it('request and show nothing that needs a session when nobody is signed in', async () => {
    const { paths } = renderApp(null);
    for (const text of ['Out', 'Demo', 'No invoices', 'may read: false'])
      expect(await screen.findByText(text)).toBeDefined();
    expect(paths()).not.toContain('accounts.list');
  });

  it('show neither state while the session is unknown', async () => {
    const { paths } = renderApp(new FoyerError('INTERNAL'));
    await screen.findByText('Demo');
    await waitFor(() => expect(paths()).toContain('session.get'));
    expect(screen.queryByText(/^(Out|In.*|No invoices)$/)).toBeNull();
    expect(screen.queryByRole('link')).toBeNull();
  });

  it('throw an error that names the missing FoyerProvider', () => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    onTestFinished(() => void vi.restoreAllMocks());
    expect(() => render(<AccountButton />)).toThrow('There is no <FoyerProvider>');
  });
});
