import { act, createEvent, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { renderApp, type Answers } from '../../testing/client/render-app.tsx';

const ANSWERS: Answers = {
  session: { requestLink: ({ email }) => ({ email, resendAfter: 90, codeRequest: 'request' }) },
  providers: { discover: () => null },
};

const heading = (name: string) => screen.findByRole('heading', { level: 1, name });

test('goes back and forth between signed-out pages without a call and without a page load', async () => {
  using app = renderApp('/sign-in?callbackUrl=%2Faccount', ANSWERS);
  await app.user.click(await screen.findByRole('link', { name: 'Create an account' }));
  const createAccount = await heading('Create an account');
  expect(document.activeElement).toBe(createAccount);
  expect(app.address()).toBe('/sign-up?callbackUrl=%2Faccount');
  act(() => history.back());
  const signIn = await heading('Sign in');
  await waitFor(() => expect(document.activeElement).toBe(signIn));
  expect(app.address()).toBe('/sign-in?callbackUrl=%2Faccount');
  act(() => history.forward());
  expect(await heading('Create an account')).toBeDefined();
  expect(app.address()).toBe('/sign-up?callbackUrl=%2Faccount');
  expect(app.calls).toEqual([]);
  expect(app.documents).toEqual(['/sign-in?callbackUrl=%2Faccount']);
});

test('a page has its state again after back and forth: the wait until the next mail', async () => {
  using app = renderApp('/sign-in', ANSWERS);
  await app.fill(await screen.findByLabelText('Email address'), 'ada@example.com{Enter}');
  await heading('Check your email');
  const wait = await screen.findByText(/in (8\d|90) s/);
  act(() => history.back());
  await heading('Sign in');
  act(() => history.forward());
  await heading('Check your email');
  expect(wait.isConnected).toBe(false);
  expect(await screen.findByText(/in (8\d|90) s/)).toBeDefined();
});

test('a page has its state again after a reload', async () => {
  using app = renderApp('/sign-in', ANSWERS);
  await app.fill(await screen.findByLabelText('Email address'), 'ada@example.com{Enter}');
  await heading('Check your email');
  await app.reload();
  expect(app.documents).toEqual(['/sign-in', '/check-email?email=ada%40example.com']);
  expect(await screen.findByText(/in (8\d|90) s/)).toBeDefined();
});

test('loads the page from the server when it cannot open it in place', async () => {
  using app = renderApp('/sign-in', ANSWERS);
  const link = await screen.findByRole('link', { name: 'Create an account' });
  // Safari refuses after a hundred entries in thirty seconds. A page with a missing file ends the same way.
  // oxlint-disable-next-line no-underscore-dangle -- it is only disposed of
  using _pushState = vi.spyOn(history, 'pushState').mockImplementation(() => {
    throw new DOMException('too many calls', 'SecurityError');
  });
  await app.user.click(link);
  expect(await heading('Create an account')).toBeDefined();
  expect(app.documents).toEqual(['/sign-in', '/sign-up']);
});

test.each([
  ['Ctrl', { ctrlKey: true }],
  ['Cmd', { metaKey: true }],
  ['Shift', { shiftKey: true }],
  ['Alt', { altKey: true }],
  ['the middle button', { button: 1 }],
])('leaves a click with %s on a link to the browser', async (_name, init) => {
  using app = renderApp('/sign-in', ANSWERS);
  const link = await screen.findByRole('link', { name: 'Create an account' });
  const click = createEvent.click(link, init);
  let isLeft: boolean | undefined;
  const atLast = (event: Event) => {
    isLeft = !event.defaultPrevented;
    // jsdom cannot open it.
    event.preventDefault();
  };
  addEventListener('click', atLast, { once: true });
  fireEvent(link, click);
  expect(isLeft).toBe(true);
  await waitFor(() => expect(app.address()).toBe('/sign-in'));
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Sign in');
});

test('the sign-up page passes the typed address back to the sign-in page', async () => {
  using app = renderApp('/sign-up?callbackUrl=%2Faccount', ANSWERS);
  await app.fill(await screen.findByLabelText('Email address'), ' ada@example.com');
  await app.user.click(screen.getByRole('link', { name: 'Sign in' }));
  await heading('Sign in');
  expect(app.address()).toBe('/sign-in?email=ada%40example.com&callbackUrl=%2Faccount');
  expect(screen.getByLabelText<HTMLInputElement>('Email address').value).toBe('ada@example.com');
});
