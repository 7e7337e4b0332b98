import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import type { Session } from '../../shared/schemas/session.ts';
import { aSession } from '../../testing/client/answers.ts';
import { NetworkDown, renderApp } from '../../testing/client/render-app.tsx';

/** A page whose person signs in in another tab. */
function openPage(path: string, first: Session | null = null) {
  let session = first;
  let isDown = false;
  const app = renderApp(path, {
    session: {
      get: () => {
        if (isDown) throw new NetworkDown();
        return session;
      },
    },
  });
  return {
    ...app,
    signInElsewhere: () => void (session = aSession()),
    setDown: (down: boolean) => void (isDown = down),
    looks: () => app.inputsOf('session.get').length,
  };
}

const pageShow = (persisted: boolean) =>
  fireEvent(window, new PageTransitionEvent('pageshow', { persisted }));

test.each([
  ['the window has the focus again', () => fireEvent.focus(window)],
  ['the tab is visible again', () => fireEvent(document, new Event('visibilitychange', { bubbles: true }))],
  ['the back button restores the page', () => pageShow(true)],
])('continues as the person who signed in in another tab when %s', async (_name, happen) => {
  using app = openPage('/sign-in?callbackUrl=%2Faccount%2Fsign-in-methods');
  await screen.findByLabelText('Email address');
  app.signInElsewhere();
  happen();
  await waitFor(() => expect(app.address()).toBe('/account/sign-in-methods'));
});

test('continues again when the back button restores the page that it left', async () => {
  using app = openPage('/sign-in?callbackUrl=%2Fshop');
  await screen.findByLabelText('Email address');
  app.signInElsewhere();
  fireEvent.focus(window);
  await waitFor(() => expect(app.left).toEqual(['/shop']));
  pageShow(true);
  await waitFor(() => expect(app.left).toEqual(['/shop', '/shop']));
});

test.each(['/sign-up', '/check-email?email=ada%40example.com'])('%s continues too', async (path) => {
  using app = openPage(path);
  await screen.findByRole('heading', { level: 1 });
  app.signInElsewhere();
  fireEvent.focus(window);
  await waitFor(() => expect(app.address()).toBe('/account'));
});

test('asks once when several events come together, and stays when nobody is signed in', async () => {
  using app = openPage('/sign-in');
  await screen.findByLabelText('Email address');
  expect(app.looks(), 'the server has just said it').toBe(0);
  fireEvent.focus(window);
  fireEvent(document, new Event('visibilitychange', { bubbles: true }));
  pageShow(true);
  await waitFor(() => expect(app.looks()).toBe(1));
  fireEvent.focus(window);
  await waitFor(() => expect(app.looks()).toBe(2));
  expect(app.address()).toBe('/sign-in');
});

test('a failure says nothing, and the next focus asks again', async () => {
  using app = openPage('/sign-in');
  await screen.findByLabelText('Email address');
  app.setDown(true);
  fireEvent.focus(window);
  await waitFor(() => expect(app.looks()).toBe(1));
  expect(screen.queryByRole('alert')).toBeNull();
  app.setDown(false);
  app.signInElsewhere();
  await waitFor(() => {
    fireEvent.focus(window);
    expect(app.address()).toBe('/account');
  });
});

test('does not ask in a hidden tab, nor for a page that was loaded and not restored', async () => {
  using app = openPage('/sign-in');
  await screen.findByLabelText('Email address');
  const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  fireEvent(document, new Event('visibilitychange', { bubbles: true }));
  fireEvent.focus(window);
  visibility.mockRestore();
  pageShow(false);
  // The events call at once.
  expect(app.looks()).toBe(0);
});

test('does not ask for a person who signs in once more', async () => {
  using app = openPage('/sign-in?error=SESSION_NOT_FRESH&callbackUrl=%2Faccount', aSession());
  await screen.findByLabelText('Email address');
  fireEvent.focus(window);
  expect(app.looks()).toBe(0);
  expect(app.address()).toContain('/sign-in');
});
