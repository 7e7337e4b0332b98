import { screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { aSession } from '../../testing/client/answers.ts';
import { failWith, NetworkDown, renderApp, type Answers } from '../../testing/client/render-app.tsx';

const signedOut = { session: { get: () => null } } satisfies Answers;
const REQUEST_ID = 'b0000000-0000-4000-8000-000000000000';

test('asks before the sign-out, tells the other tabs, and loads the sign-in page', async () => {
  let session: ReturnType<typeof aSession> | null = aSession();
  using app = renderApp('/sign-out', {
    ...signedOut,
    session: {
      get: () => session,
      signOut: () => {
        session = null;
        return { signedOut: true };
      },
    },
  });
  expect(await screen.findByText('Are you sure you want to sign out?')).toBeDefined();
  expect(screen.getByText('You are signed in as ada@example.com.')).toBeDefined();
  expect(screen.getByRole('link', { name: 'Stay signed in' }).getAttribute('href')).toBe('/account');
  expect(app.calls).toEqual([]);
  await app.user.click(screen.getByRole('button', { name: 'Sign out' }));
  await waitFor(() => expect(app.address()).toBe('/sign-in'));
  expect(localStorage.getItem('foyer.signed-out')).toMatch(/^\d+$/);
  expect(app.container.textContent).not.toContain('ada@example.com');
});

test('says why the sign-out failed, and the button works again', async () => {
  using app = renderApp('/sign-out', {
    ...signedOut,
    session: { get: () => aSession(), signOut: failWith('UNAVAILABLE') },
  });
  await app.user.click(await screen.findByRole('button', { name: 'Sign out' }));
  expect((await screen.findByRole('alert')).textContent).toContain('Code: UNAVAILABLE');
  expect(app.address()).toBe('/sign-out');
  expect(screen.getByRole('button', { name: 'Sign out' }).getAttribute('aria-disabled')).toBeNull();
  expect(localStorage.getItem('foyer.signed-out')).toBeNull();
});

test('asks too while the server does not know whether the person is signed in', async () => {
  using _app = renderApp('/sign-out', {
    ...signedOut,
    session: {
      get: () => {
        throw new NetworkDown();
      },
    },
  });
  expect(await screen.findByText('Are you sure you want to sign out?')).toBeDefined();
});

test('says so when the person is signed out already', async () => {
  using app = renderApp('/sign-out', signedOut);
  expect(await screen.findByText('You are already signed out.')).toBeDefined();
  expect(app.left).toEqual([]);
});

test.each([
  ['Configuration', 'Server error', 'Go to the start page'],
  ['AccessDenied', 'Access Denied', 'Try another account'],
  ['Verification', 'Unable to sign in', 'Ask for a new link'],
])('the error page for %s has the title "%s" and the link "%s"', async (code, title, link) => {
  using app = renderApp(`/error?error=${code}&requestId=${REQUEST_ID}`, signedOut);
  expect(await screen.findByRole('heading', { level: 1, name: title })).toBeDefined();
  expect(screen.getByText(`Code: ${code} · Request: ${REQUEST_ID}`)).toBeDefined();
  expect(screen.getAllByRole('link').map((each) => each.textContent)).toEqual([link]);
  expect(app.left).toEqual([]);
});

test('the error page for an unknown code has the title "Error" and does not show the code', async () => {
  using app = renderApp('/error?error=call-0800-now', signedOut);
  expect(await screen.findByRole('heading', { level: 1, name: 'Error' })).toBeDefined();
  expect(app.container.innerHTML).not.toContain('0800');
});

test('the goodbye page leads everybody else away', async () => {
  const leave = vi.fn();
  using _app = renderApp('/goodbye', signedOut, { leave });
  await waitFor(() => expect(leave).toHaveBeenCalledWith('/'));
});

test('the application shows the not-found page for an unknown path', async () => {
  using app = renderApp('/nowhere/at/all', signedOut);
  expect(await screen.findByText('Code: NOT_FOUND')).toBeDefined();
  expect(app.left).toEqual([]);
});
