import { screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { aProfile, aSession, PROVIDERS } from '../../testing/client/answers.ts';
import { Failure, NetworkDown, renderApp, type Answers } from '../../testing/client/render-app.tsx';

const signedOut = {
  session: { get: () => null },
  providers: { list: () => [...PROVIDERS] },
} satisfies Answers;
const LINK = '/confirm?email=ada%40example.com&token=AbCdEfGhIjKlMnOpQrStUvWx&callbackUrl=%2Faccount';

test('opening the mail’s link only asks, and removes the token from the URL', async () => {
  using app = renderApp(LINK, signedOut);
  expect(
    await screen.findByRole('heading', { level: 1, name: 'Continue as ada@example.com?' }),
  ).toBeDefined();
  // The heading is there before the script.
  await waitFor(() => expect(app.address()).toBe('/confirm?email=ada%40example.com&callbackUrl=%2Faccount'));
  expect(app.history.length).toBe(1);
  expect(app.calls.map(({ procedure }) => procedure)).not.toContain('session.confirmLink');
});

test('signs in with the link’s button', async () => {
  using app = renderApp(LINK, {
    ...signedOut,
    session: {
      ...signedOut.session,
      confirmLink: () => ({ session: aSession(), callbackUrl: '/account/sign-in-methods' }),
    },
  });
  await app.user.click(await screen.findByRole('button', { name: 'Continue' }));
  await waitFor(() => expect(app.address()).toBe('/account/sign-in-methods'));
  expect(app.calls.find(({ procedure }) => procedure === 'session.confirmLink')?.input).toEqual({
    email: 'ada@example.com',
    token: 'AbCdEfGhIjKlMnOpQrStUvWx',
    callbackUrl: '/account',
  });
  expect(localStorage.getItem('foyer.last-used')).toBe('email');
});

test('explains a used link and offers a new one', async () => {
  using app = renderApp(LINK, {
    ...signedOut,
    session: {
      ...signedOut.session,
      confirmLink: () => {
        throw new Failure('Verification');
      },
    },
  });
  await app.user.click(await screen.findByRole('button', { name: 'Continue' }));
  expect(await screen.findByText('The sign-in link is no longer valid.')).toBeDefined();
  expect(screen.getByRole('link', { name: 'Ask for a new link' }).getAttribute('href')).toBe(
    '/sign-in?email=ada%40example.com&callbackUrl=%2Faccount',
  );
});

test('asks before the sign-out, then clears the person’s data from memory', async () => {
  let session: ReturnType<typeof aSession> | null = aSession();
  using app = renderApp('/account', {
    ...signedOut,
    session: {
      get: () => session,
      signOut: () => {
        session = null;
        return { signedOut: true };
      },
    },
    profile: { get: () => aProfile() },
  });
  await screen.findByLabelText('Name');
  await app.user.click(screen.getByRole('link', { name: 'Sign out' }));
  expect(await screen.findByText('Are you sure you want to sign out?')).toBeDefined();
  await app.user.click(screen.getByRole('button', { name: 'Sign out' }));
  await waitFor(() => expect(app.address()).toBe('/sign-in'));
  const memory = JSON.stringify(
    app.queryClient
      .getQueryCache()
      .getAll()
      .map(({ state }) => state.data),
  );
  expect(memory).not.toContain('ada@example.com');
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
])('the error page for %s has the title "%s" and the button "%s"', async (code, title, button) => {
  using app = renderApp(`/error?error=${code}&requestId=req-42`, signedOut);
  expect(await screen.findByRole('heading', { level: 1, name: title })).toBeDefined();
  expect(screen.getByText(`Code: ${code} · Request: req-42`)).toBeDefined();
  expect(screen.getAllByRole('link').map((link) => link.textContent)).toEqual([button]);
  expect(app.left).toEqual([]);
});

test('the error page for an unknown code has the title "Error" and does not show the code', async () => {
  using app = renderApp('/error?error=call-0800-now', signedOut);
  expect(await screen.findByRole('heading', { level: 1, name: 'Error' })).toBeDefined();
  expect(app.container.textContent).not.toContain('0800');
});

test('shows the not-found page for an unknown path', async () => {
  using app = renderApp('/nowhere/at/all', signedOut);
  expect(await screen.findByText('Code: NOT_FOUND')).toBeDefined();
  expect(app.left).toEqual([]);
});

test('redirects from a protected page to sign-in and back', async () => {
  using app = renderApp('/account/sign-in-methods', {
    ...signedOut,
    session: {
      ...signedOut.session,
      signInWithCode: ({ callbackUrl }) => ({ session: aSession(), callbackUrl: callbackUrl ?? '/account' }),
      requestLink: ({ email }) => ({ email, resendAfter: 30 }),
    },
  });
  await app.user.type(await screen.findByLabelText('E-mail address'), 'ada@example.com');
  expect(app.address()).toBe('/sign-in?error=SessionRequired&callbackUrl=%2Faccount%2Fsign-in-methods');
  await app.user.keyboard('{Enter}');
  await app.user.type(await screen.findByLabelText(/code from the mail/), '123456');
  await waitFor(() => expect(app.address()).toBe('/account/sign-in-methods'));
});

test('retries an unavailable service and does not redirect to sign-in', async () => {
  let isDown = true;
  using app = renderApp('/account', {
    ...signedOut,
    session: {
      get: () => {
        if (isDown) throw new NetworkDown();
        return aSession();
      },
    },
    profile: { get: () => aProfile() },
  });
  expect(await screen.findByText(/You are not signed out\./)).toBeDefined();
  expect(app.address()).toBe('/account');
  isDown = false;
  expect(await screen.findByLabelText('Name')).toBeDefined();
  expect(app.address()).toBe('/account');
});

test('redirects to sign-in after SessionRequired', async () => {
  let session: ReturnType<typeof aSession> | null = aSession();
  using app = renderApp('/account', {
    ...signedOut,
    session: { get: () => session },
    profile: {
      get: () => {
        session = null;
        throw new Failure('SessionRequired');
      },
    },
  });
  await waitFor(() =>
    expect(app.address()).toBe(
      '/sign-in?error=SessionRequired&callbackUrl=%2Faccount&sessionEnded=elsewhere',
    ),
  );
});

test('shows a crash of a sign-in page and reports it without the query string', async () => {
  // React says what it caught, which is right in a browser.
  const consoleError = vi.spyOn(console, 'error').mockImplementation(() => {});
  using app = renderApp('/sign-out', {
    ...signedOut,
    // No such session exists; a page that meets it breaks.
    session: { get: () => ({}) as ReturnType<typeof aSession> },
  });
  expect((await screen.findByRole('alert')).textContent).toContain('Code: INTERNAL');
  await waitFor(() => expect(app.reported).toHaveLength(1));
  expect(app.reported[0]).toMatchObject({
    url: 'http://localhost:3000/auth/_log',
    body: { code: 'INTERNAL', path: '/sign-out', message: expect.stringMatching(/^TypeError: /) },
  });
  expect(consoleError).toHaveBeenCalled();
  consoleError.mockRestore();
});
