import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { aSession } from '../../testing/client/answers.ts';
import { failWith, NetworkDown, renderApp } from '../../testing/client/render-app.tsx';

test('asks before the sign-out, tells the other tabs, and loads the sign-in page', async () => {
  let session: ReturnType<typeof aSession> | null = aSession();
  using app = renderApp('/sign-out', {
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
    session: {
      get: () => {
        throw new NetworkDown();
      },
    },
  });
  expect(await screen.findByText('Are you sure you want to sign out?')).toBeDefined();
});

test('the application shows the not-found page for an unknown path', async () => {
  using app = renderApp('/nowhere/at/all');
  expect(await screen.findByText('Code: NOT_FOUND')).toBeDefined();
  expect(screen.getByRole('main').querySelector('svg')?.getAttribute('aria-hidden')).toBe('true');
  expect(app.left).toEqual([]);
});
