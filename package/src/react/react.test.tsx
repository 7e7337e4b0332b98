import { QueryClient } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  AccountButton,
  createFoyerClient,
  FoyerProvider,
  Protect,
  SignedIn,
  SignedOut,
  useAccounts,
  useCan,
  useProviders,
  useSession,
} from '../react.ts';

const ADA = {
  user: { id: 'a', name: 'Ada Lovelace', email: 'ada@example.test', image: '/pictures/a.webp' },
  expires: '2027-01-01T00:00:00.000Z',
  authenticatedAt: '2026-11-20T00:00:00.000Z',
};
const DEMO = { id: 'demo', name: 'Demo', type: 'oidc', signInUrl: 'https://x.test', linked: false };

afterEach(() => cleanup());

/** The real client with answers from memory, by procedure. A code as the answer fails the call. */
function renderWith(answers: Record<string, unknown>, url?: string) {
  const calls: string[] = [];
  const client = createFoyerClient({
    ...(url !== undefined && { url }),
    fetch: (address) => {
      const names = new URL(address, 'http://app.test').pathname.replace('/trpc/', '').split(',');
      calls.push(...names);
      const results = names.map((name) => {
        const data = answers[name];
        if (typeof data !== 'string') return { result: { data } };
        return { error: { message: data, code: -32000, data: { appCode: data, requestId: 'r' } } };
      });
      return Promise.resolve(Response.json(results));
    },
  });
  const view = render(
    <FoyerProvider client={client} queryClient={new QueryClient()}>
      <nav>
        <AccountButton />
      </nav>
      <SignedIn>{({ user }) => <p>In: {user.name}</p>}</SignedIn>
      <SignedOut>
        <p>Out</p>
      </SignedOut>
      <Lists />
    </FoyerProvider>,
  );
  return { ...view, calls, user: userEvent.setup() };
}

function Lists() {
  const providers = useProviders();
  const accounts = useAccounts();
  return (
    <ul>
      {providers.data?.map(({ id, name }) => (
        <li key={id}>{name}</li>
      ))}
      {accounts.data?.map(({ label }) => (
        <li key={label}>{label}</li>
      ))}
      {accounts.error && <li>{accounts.error.code}</li>}
    </ul>
  );
}

describe('Protect', () => {
  const within = async (answer: unknown) => {
    const client = createFoyerClient({
      fetch: () =>
        Promise.resolve(
          Response.json(
            typeof answer === 'string'
              ? [{ error: { message: answer, code: -32000, data: { appCode: answer, requestId: 'r' } } }]
              : [{ result: { data: answer } }],
          ),
        ),
    });
    render(
      <FoyerProvider client={client} queryClient={new QueryClient()}>
        <Protect permission="invoice:read" fallback={<p>No invoices</p>}>
          <p>Invoices</p>
        </Protect>
        <Protect permission="invoice:read">
          <p>More invoices</p>
        </Protect>
        <Known />
      </FoyerProvider>,
    );
    await screen.findByText(/^known: (?!undefined)|failed/);
    return ['Invoices', 'More invoices', 'No invoices'].filter((text) => screen.queryByText(text) !== null);
  };

  it('shows its children to people with the permission', async () => {
    const session = { ...ADA, roles: ['viewer'], permissions: ['invoice:read'] };
    expect(await within(session)).toEqual(['Invoices', 'More invoices']);
    expect(screen.getByText('known: true')).toBeDefined();
  });

  it('shows the fallback to people without the permission, and to nobody', async () => {
    expect(await within({ ...ADA, roles: [], permissions: ['invoice:write'] })).toEqual(['No invoices']);
    cleanup();
    expect(await within(null)).toEqual(['No invoices']);
    expect(screen.getByText('known: false')).toBeDefined();
  });

  it('shows neither while the session is unknown', async () => {
    expect(await within('INTERNAL')).toEqual([]);
  });
});

function Known() {
  const isAllowed = useCan('invoice:read');
  const { isError } = useSession();
  return <p>{isError ? 'failed' : `known: ${isAllowed}`}</p>;
}

describe('the React parts', () => {
  it('ask for the session again when the page gets the focus, and show that it was ended', async () => {
    const answers: Record<string, unknown> = {
      'session.get': ADA,
      'providers.list': [],
      'accounts.list': [],
    };
    renderWith(answers);
    await screen.findByText('In: Ada Lovelace');
    answers['session.get'] = null;
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
    expect(await screen.findByText('Out')).toBeDefined();
  });

  it('ask for the session once a minute while somebody is signed in', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval', 'clearTimeout', 'clearInterval'] });
    try {
      const answers: Record<string, unknown> = {
        'session.get': ADA,
        'providers.list': [],
        'accounts.list': [],
      };
      const { calls } = renderWith(answers);
      await vi.waitFor(() => expect(screen.getByText('In: Ada Lovelace')).toBeDefined());
      answers['session.get'] = null;
      await vi.advanceTimersByTimeAsync(60_000);
      await vi.waitFor(() => expect(screen.getByText('Out')).toBeDefined());
      const { length } = calls;
      await vi.advanceTimersByTimeAsync(600_000);
      expect(calls).toHaveLength(length);
    } finally {
      vi.useRealTimers();
    }
  });

  it('show the signed-in user and a link to the account', async () => {
    const { user, container } = renderWith({
      'session.get': ADA,
      'providers.list': [DEMO],
      'accounts.list': [{ label: 'ada at demo' }],
    });
    const button = await screen.findByRole('button', { name: 'Ada Lovelace, account' });
    expect(screen.getByText('In: Ada Lovelace')).toBeDefined();
    expect(screen.queryByText('Out')).toBeNull();
    expect(await screen.findByText('ada at demo')).toBeDefined();
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

  it('sign out and remove all data of the user', async () => {
    const answers: Record<string, unknown> = {
      'session.get': ADA,
      'providers.list': [DEMO],
      'accounts.list': [{ label: 'ada at demo' }],
      'session.signOut': 'UNAVAILABLE',
    };
    const { user } = renderWith(answers);
    await user.click(await screen.findByRole('button', { name: 'Ada Lovelace, account' }));
    await user.click(screen.getByRole('button', { name: 'Sign out' }));
    expect((await screen.findByRole('alert')).textContent).toBe('You are still signed in. Try again.');
    expect(screen.getByText('In: Ada Lovelace')).toBeDefined();
    answers['session.signOut'] = { signedOut: true };
    answers['session.get'] = null;
    await user.click(screen.getByRole('button', { name: 'Sign out' }));
    expect((await screen.findByRole('link', { name: 'Sign in' })).getAttribute('href')).toBe(
      '/sign-in?callbackUrl=%2F',
    );
    expect(screen.getByText('Out')).toBeDefined();
    expect(screen.queryByText('ada at demo')).toBeNull();
  });

  it('return to the page of the application when Foyer has another origin', async () => {
    renderWith({ 'session.get': null, 'providers.list': [DEMO] }, 'https://accounts.example.test');
    const link = await screen.findByRole('link', { name: 'Sign in' });
    expect(link.getAttribute('href')).toBe(
      `https://accounts.example.test/sign-in?callbackUrl=${encodeURIComponent(location.href)}`,
    );
  });

  it('request and show nothing that needs a session when nobody is signed in', async () => {
    const { calls } = renderWith({ 'session.get': null, 'providers.list': [DEMO] });
    expect(await screen.findByText('Out')).toBeDefined();
    expect(screen.getByText('Demo')).toBeDefined();
    expect(calls).not.toContain('accounts.list');
  });

  it('show neither state while the session is unknown', async () => {
    const { calls } = renderWith({ 'session.get': 'INTERNAL', 'providers.list': [DEMO] });
    await screen.findByText('Demo');
    await waitFor(() => expect(calls).toContain('session.get'));
    expect(screen.queryByText('Out')).toBeNull();
    expect(screen.queryByText(/^In/)).toBeNull();
    expect(screen.queryByRole('link')).toBeNull();
  });

  it('show initials when there is no picture', async () => {
    const { container } = renderWith({
      'session.get': { ...ADA, user: { ...ADA.user, name: null, image: null } },
      'providers.list': [],
      'accounts.list': 'UNAVAILABLE',
    });
    expect(await screen.findByRole('button', { name: 'ada@example.test, account' })).toBeDefined();
    expect(container.querySelector('.foyer-account__avatar')?.textContent).toBe('A');
  });

  it('throw an error that names the missing FoyerProvider', () => {
    const consoleError = console.error;
    console.error = () => {};
    try {
      expect(() => render(<AccountButton />)).toThrow('There is no <FoyerProvider>');
    } finally {
      console.error = consoleError;
    }
  });
});
