import { QueryClient } from '@tanstack/react-query';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Session } from '../client.ts';
import {
  FoyerProvider,
  FoyerUnavailable,
  SignedIn,
  SignedOut,
  useAccounts,
  useProviders,
  useSession,
} from '../react.ts';
import { aProvider, aSession, fakeFoyer, FoyerError } from '../testing.ts';

/** A Foyer with outages. */
function renderApp({ isDown = false, session = null }: { isDown?: boolean; session?: Session | null } = {}) {
  const foyer = { isDown, isSlow: false, session };
  const unlessDown =
    <Answer,>(answerOf: () => Answer) =>
    async () => {
      if (foyer.isSlow) await new Promise((resolve) => setTimeout(resolve, 500));
      return foyer.isDown ? new FoyerError('UNAVAILABLE') : answerOf();
    };
  const { client, calls } = fakeFoyer({
    procedures: {
      'session.get': unlessDown(() => foyer.session),
      'providers.list': unlessDown(() => [aProvider()]),
      'accounts.list': unlessDown(() => []),
    },
  });
  render(
    <FoyerProvider client={client} queryClient={new QueryClient()}>
      <SignedIn>In</SignedIn>
      <SignedOut>Out</SignedOut>
      <FoyerUnavailable>
        {(retry) => (
          <button type="button" onClick={retry}>
            Try again
          </button>
        )}
      </FoyerUnavailable>
      <Lists />
    </FoyerProvider>,
  );
  const sessionCalls = () => calls.filter(({ path }) => path === 'session.get').length;
  return { foyer, sessionCalls };
}

function Lists() {
  const { data } = useProviders();
  const { isError } = useSession();
  useAccounts();
  return (
    <p>
      {data?.length ?? 'no'} providers, {isError ? 'failed' : 'fine'}
    </p>
  );
}

const after = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const hasRetry = () => screen.queryByRole('button', { name: 'Try again' }) !== null;

beforeEach(
  () => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] }),
);
afterEach(() => void vi.useRealTimers());

describe('The package after an outage', () => {
  it('the session and lists heal by themselves', async () => {
    const { foyer } = renderApp({ isDown: true });
    await after(0);
    expect(screen.getByText('no providers, failed')).toBeDefined();
    foyer.isDown = false;
    await after(2_000);
    expect(screen.getByText('Out')).toBeDefined();
    expect(screen.getByText('1 providers, fine')).toBeDefined();
  });

  it.each([
    ['the browser is online again', () => window.dispatchEvent(new Event('online'))],
    [
      'the page gets the focus',
      () => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })),
    ],
  ])('heals at once when %s', async (_what, tell) => {
    const { foyer } = renderApp({ isDown: true });
    await after(0);
    act(() => void window.dispatchEvent(new Event('offline')));
    await after(60_000);
    foyer.isDown = false;
    act(() => void tell());
    await after(0);
    expect(screen.getByText('Out')).toBeDefined();
    expect(screen.getByText('1 providers, fine')).toBeDefined();
    act(() => void window.dispatchEvent(new Event('online')));
  });

  it('somebody who was signed in stays so meanwhile', async () => {
    const { foyer } = renderApp({ session: aSession() });
    await after(0);
    foyer.isDown = true;
    await after(60_100);
    expect(screen.getByText('1 providers, failed')).toBeDefined();
    expect(screen.getByText('In')).toBeDefined();
    expect(hasRetry()).toBe(false);
    Object.assign(foyer, { isDown: false, session: null });
    await after(2_000);
    expect(screen.getByText('Out')).toBeDefined();
  });
});

describe('FoyerUnavailable', () => {
  it('shows nothing while the first answer is awaited, and goes when Foyer answers', async () => {
    renderApp();
    expect(hasRetry()).toBe(false);
    await after(0);
    expect(screen.getByText('Out')).toBeDefined();
    expect(hasRetry()).toBe(false);
  });

  it('shows its children during an outage, where neither SignedIn nor SignedOut does, and stays during the next attempts', async () => {
    const { foyer, sessionCalls } = renderApp({ isDown: true });
    await after(0);
    foyer.isSlow = true;
    for (let quarters = 0; quarters < 40; quarters++) {
      expect(hasRetry()).toBe(true);
      await after(250);
    }
    expect(sessionCalls()).toBeGreaterThan(2);
    expect(screen.queryByText('In')).toBeNull();
    expect(screen.queryByText('Out')).toBeNull();
  });

  it('asks again at once by retry', async () => {
    const { foyer } = renderApp({ isDown: true });
    await after(0);
    foyer.isDown = false;
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await after(0);
    expect(screen.getByText('Out')).toBeDefined();
    expect(hasRetry()).toBe(false);
  });
});
