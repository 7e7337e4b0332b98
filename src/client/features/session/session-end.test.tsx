import { onlineManager } from '@tanstack/react-query';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import type { Session } from '../../../shared/schemas/session.ts';
import { aListedSession, aSession } from '../../../testing/client/answers.ts';
import { failWith, renderApp, type Answers } from '../../../testing/client/render-app.tsx';

const HERE = aListedSession({ id: '65a000000000000000000000', current: true });
const ELSEWHERE = /ended from another device, or it has expired/;

afterEach(() => vi.useRealTimers());

function openAccount(more: NonNullable<Answers['session']> = {}) {
  let session: Session | null = aSession();
  const app = renderApp('/account/devices', {
    session: { get: () => session, list: () => [HERE, aListedSession()], ...more },
  });
  return { ...app, end: () => void (session = null) };
}

/** The session ends elsewhere after the page has loaded. */
async function openThenEnd() {
  const app = openAccount();
  await screen.findByRole('heading', { name: 'Devices' });
  app.end();
  return app;
}
const showTab = () => fireEvent(document, new Event('visibilitychange', { bubbles: true }));

test('redirects to sign-in and back when the tab gets the focus after the session ended elsewhere', async () => {
  using app = await openThenEnd();
  showTab();
  expect(await screen.findByText(ELSEWHERE)).toBeDefined();
  expect(app.address()).toBe(
    '/sign-in?error=SessionRequired&callbackUrl=%2Faccount%2Fdevices&sessionEnded=elsewhere',
  );
  // Only one message is shown.
  expect(screen.queryByText(/SessionRequired/)).toBeNull();
});

test('redirects to sign-in when an action is refused', async () => {
  using app = openAccount({ revoke: failWith('SessionRequired') });
  const signOut = await screen.findByRole('button', { name: 'Sign out Firefox on Linux' });
  app.end();
  await app.user.click(signOut);
  expect(await screen.findByText(ELSEWHERE)).toBeDefined();
});

test('redirects to sign-in within about a minute without any action', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  using _app = await openThenEnd();
  await act(() => vi.advanceTimersByTimeAsync(61_000));
  expect(await screen.findByText(ELSEWHERE)).toBeDefined();
});

test('redirects to sign-in at once, without a warning, after a sign-out in another tab', async () => {
  using _app = await openThenEnd();
  // The event that a browser sends to its other tabs.
  localStorage.setItem('foyer.signed-out', String(Date.now() + 1000));
  fireEvent(window, new StorageEvent('storage', { key: 'foyer.signed-out' }));
  expect(await screen.findByText(/You signed out in another tab of this browser/)).toBeDefined();
  expect(screen.queryByText(ELSEWHERE)).toBeNull();
});

test('ignores a sign-out from before the session', async () => {
  localStorage.setItem('foyer.signed-out', String(Date.now() - 60_000));
  using _app = await openThenEnd();
  showTab();
  expect(await screen.findByText(ELSEWHERE)).toBeDefined();
});

test('names the page of the arrival also when the session is read again while the sign-in page loads', async () => {
  const answers: (() => void)[] = [];
  const answerLater = () => new Promise<null>((resolve) => answers.push(() => resolve(null)));
  // Without a network the redirect waits.
  onlineManager.setOnline(false);
  using app = renderApp('/account/devices', {
    session: { get: () => (answers.length < 2 ? answerLater() : null) },
  });
  await waitFor(() => expect(answers).toHaveLength(1));
  answers[0]?.();
  await waitFor(() => expect(app.address()).toMatch(/^\/sign-in\?/));
  showTab();
  await waitFor(() => expect(answers).toHaveLength(2));
  answers[1]?.();
  await act(() => new Promise((resolve) => setTimeout(resolve)));
  act(() => onlineManager.setOnline(true));
  expect(await screen.findByRole('heading', { name: 'Sign in' })).toBeDefined();
  expect(app.address()).toBe('/sign-in?error=SessionRequired&callbackUrl=%2Faccount%2Fdevices');
});

test('shows no reason to a person who was not signed in here', async () => {
  using app = openAccount();
  app.end();
  expect(await screen.findByRole('heading', { name: 'Sign in' })).toBeDefined();
  expect(screen.queryByText('You were signed out')).toBeNull();
});
