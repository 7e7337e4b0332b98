import { QueryClient } from '@tanstack/react-query';
import { act, fireEvent, render, screen, renderHook } from '@testing-library/react';
import { useInsertionEffect, type ReactNode } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import {
  AccountButton,
  FoyerProvider,
  useFoyer,
  useVerification,
  createFoyerClient,
  FoyerError,
} from '../react.ts';
import { fakeFoyer } from '../testing.ts';

function appAt(url: string, children: ReactNode) {
  const { client } = fakeFoyer({ url });
  return (
    <FoyerProvider client={client} queryClient={new QueryClient()} initialSession={null}>
      {children}
    </FoyerProvider>
  );
}
const renderAt = (url: string, children: ReactNode) => render(appAt(url, children));
const linkOf = () => screen.getByRole('link', { name: 'Sign in' }).getAttribute('href');
const signInFor = (page: string) => `/sign-in?callbackUrl=${encodeURIComponent(page)}`;

beforeEach(() => window.history.replaceState(null, '', '/start'));

describe('the link of AccountButton', () => {
  it.each(['pointerDown', 'focus', 'click'] as const)(
    'has the present page after history.pushState at %s, in a browser without the Navigation API',
    (event) => {
      renderAt('', <AccountButton />);
      expect(linkOf()).toBe(signInFor('/start'));
      window.history.pushState(null, '', '/orders?page=2');
      const link = screen.getByRole('link', { name: 'Sign in' });
      // jsdom does not navigate.
      link.addEventListener('click', (click) => click.preventDefault());
      fireEvent[event](link);
      expect(new URL((link as HTMLAnchorElement).href).search).toBe('?callbackUrl=%2Forders%3Fpage%3D2');
    },
  );

  it('is kept in step by the Navigation API and by the back button', async () => {
    const navigation = new EventTarget();
    vi.stubGlobal('navigation', navigation);
    renderAt('', <AccountButton />);
    window.history.pushState(null, '', '/orders?page=2');
    await act(async () => void navigation.dispatchEvent(new Event('currententrychange')));
    expect(linkOf()).toBe(signInFor('/orders?page=2'));
    window.history.replaceState(null, '', '/start');
    act(() => void window.dispatchEvent(new PopStateEvent('popstate')));
    expect(linkOf()).toBe(signInFor('/start'));
  });

  it('follows a router that navigates in useInsertionEffect, as that of Next does', async () => {
    const navigation = new EventTarget();
    vi.stubGlobal('navigation', navigation);
    function Router({ page }: { readonly page: string }) {
      useInsertionEffect(() => {
        window.history.pushState(null, '', page);
        navigation.dispatchEvent(new Event('currententrychange'));
      }, [page]);
      return <AccountButton />;
    }
    const { client } = fakeFoyer();
    const queryClient = new QueryClient();
    const at = (page: string) => (
      <FoyerProvider client={client} queryClient={queryClient} initialSession={null}>
        <Router page={page} />
      </FoyerProvider>
    );
    const { rerender, unmount } = render(at('/start'));
    // React would report an error, which fails the test.
    await act(async () => rerender(at('/orders')));
    expect(linkOf()).toBe(signInFor('/orders'));
    unmount();
  });
});

describe('the HTML of a server', () => {
  /** Hydrates HTML from a server. React would report a difference, which fails the test. */
  async function hydrate(url: string, children: ReactNode) {
    const box = document.createElement('div');
    vi.stubGlobal('window', undefined);
    box.innerHTML = renderToString(appAt(url, children));
    vi.unstubAllGlobals();
    const addresses = () => [...box.querySelectorAll('a')].map((link) => link.getAttribute('href') ?? '');
    const ofServer = addresses();
    const root = await act(() => Promise.resolve(hydrateRoot(box, appAt(url, children))));
    const ofBrowser = addresses();
    act(() => root.unmount());
    return { ofServer, ofBrowser };
  }
  function Links({
    urlsOf,
  }: {
    readonly urlsOf: (foyer: ReturnType<typeof useFoyer>) => Record<string, string>;
  }) {
    return Object.entries(urlsOf(useFoyer())).map(([name, url]) => (
      <a key={name} href={url}>
        {name}
      </a>
    ));
  }

  it('gets the present page when it is hydrated', async () => {
    const parts = (
      <>
        <AccountButton />
        <Links urlsOf={({ verifyUrl }) => ({ verify: verifyUrl(1) })} />
      </>
    );
    expect(await hydrate('', parts)).toEqual({
      ofServer: ['/sign-in', '/verify?level=1'],
      ofBrowser: [signInFor('/start'), '/verify?level=1&callbackUrl=%2Fstart'],
    });
  });

  it.each([
    ['Foyer has another origin', 'https://id.example.test', null, window.location.origin],
    ['Foyer has the origin of the page', '', '/orders', ''],
  ])('gets a given page when it is hydrated, where %s', async (_what, url, before, origin) => {
    const links = (
      <Links urlsOf={({ signInUrl }) => ({ orders: signInUrl('/orders'), query: signInUrl('?page=2') })} />
    );
    const { ofServer, ofBrowser } = await hydrate(url, links);
    const returnOf = (address: string) =>
      new URL(address, 'http://localhost').searchParams.get('callbackUrl');
    expect(ofServer.map(returnOf)).toEqual([before, null]);
    expect(ofBrowser.map(returnOf)).toEqual([`${origin}/orders`, `${origin}/start?page=2`]);
  });

  it('has a given page with its origin, where Foyer has another one', async () => {
    const page = 'https://app.example.test/pay';
    const links = <Links urlsOf={({ verifyUrl }) => ({ pay: verifyUrl(2, page) })} />;
    const { ofServer, ofBrowser } = await hydrate('https://id.example.test', links);
    const address = `https://id.example.test/verify?level=2&callbackUrl=${encodeURIComponent(page)}`;
    expect([ofServer, ofBrowser]).toEqual([[address], [address]]);
  });
});

describe('the addresses of useFoyer', () => {
  function Addresses({ callbackUrl }: { readonly callbackUrl: string | undefined }) {
    const { signInUrl, verifyUrl } = useFoyer();
    return <p>{[signInUrl(callbackUrl), verifyUrl(2, callbackUrl)].join(' ')}</p>;
  }
  function addressesAt(url: string, callbackUrl?: string): string[] {
    const { container, unmount } = renderAt(url, <Addresses callbackUrl={callbackUrl} />);
    const addresses = container.textContent.split(' ');
    unmount();
    return addresses;
  }

  it('lead back to the present page, or to the given one', () => {
    expect(addressesAt('')).toEqual([signInFor('/start'), '/verify?level=2&callbackUrl=%2Fstart']);
    expect(addressesAt('', '/pay?to=7#form')).toEqual([
      signInFor('/pay?to=7#form'),
      '/verify?level=2&callbackUrl=%2Fpay%3Fto%3D7%23form',
    ]);
  });

  it.each([
    ['Foyer has another origin', 'https://id.example.test', `${window.location.origin}/pay`],
    ['Foyer stands below a path of the same origin', `${window.location.origin}/id`, '/pay'],
  ])('have a callbackUrl of the application where %s', (_what, url, callbackUrl) => {
    expect(addressesAt(url, '/pay')[0]).toBe(`${url}${signInFor(callbackUrl)}`);
  });
});

function renderVerification(options: Parameters<typeof useVerification>[0] = {}) {
  const opened: string[] = [];
  const openUrl = (address: string) => void opened.push(address);
  const client = createFoyerClient();
  const { result } = renderHook(() => useVerification({ openUrl, ...options }), {
    wrapper: ({ children }) => <FoyerProvider client={client}>{children}</FoyerProvider>,
  });
  return { verify: (failure: unknown) => result.current(failure), opened };
}

/** What a server with `requireLevel` answers. */
const answerOf = (appCode: string) => ({
  error: { message: 'No.', data: { appCode, verifyUrl: 'https://evil.example.test/verify?level=2' } },
});

describe('useVerification', () => {
  it.each([
    ['an error of the client', new FoyerError('SECOND_FACTOR_REQUIRED'), 2],
    ['an answer of the app’s own server', answerOf('SECOND_FACTOR_REQUIRED'), 2],
    ['a session that is not fresh', new FoyerError('SESSION_NOT_FRESH'), 1],
  ])('opens the page of Foyer for %s, which returns to this page', (_what, failure, level) => {
    window.history.replaceState(null, '', '/transfers?to=7');
    const { verify, opened } = renderVerification();
    expect(verify(failure)).toBe(true);
    expect(opened).toEqual([`/verify?level=${level}&callbackUrl=%2Ftransfers%3Fto%3D7`]);
  });

  it('leads to the given page', () => {
    const { verify, opened } = renderVerification({ callbackUrl: '/pay' });
    verify(new FoyerError('SESSION_NOT_FRESH'));
    expect(opened).toEqual(['/verify?level=1&callbackUrl=%2Fpay']);
  });

  it.each([
    ['another error', new FoyerError('NOT_FOUND')],
    ['another answer', answerOf('SCOPE_MISSING')],
    ['an answer without an error', { done: true }],
    ['an error of the network', new TypeError('Failed to fetch')],
    ['nothing', undefined],
  ])('leaves %s to the caller', (_what, failure) => {
    const { verify, opened } = renderVerification();
    expect(verify(failure)).toBe(false);
    expect(opened).toEqual([]);
  });
});
