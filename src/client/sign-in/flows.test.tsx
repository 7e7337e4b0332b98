import { screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { aSession, signedIn } from '../../testing/client/answers.ts';
import { Failure, failWith, NetworkDown, renderApp } from '../../testing/client/render-app.tsx';

const LINK = '/confirm?email=ada%40example.com&token=AbCdEfGhIjKlMnOpQrStUvWx&callbackUrl=%2Faccount';

test('opening the mail’s link only asks, and removes the token from the URL', async () => {
  using app = renderApp(LINK);
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
    session: { confirmLink: () => signedIn({ callbackUrl: '/account/sign-in-methods' }) },
  });
  await app.user.click(await screen.findByRole('button', { name: 'Continue' }));
  await waitFor(() => expect(app.address()).toBe('/account/sign-in-methods'));
  expect(app.inputsOf('session.confirmLink')[0]).toEqual({
    email: 'ada@example.com',
    token: 'AbCdEfGhIjKlMnOpQrStUvWx',
    callbackUrl: '/account',
  });
});

test('explains a used link and offers a new one', async () => {
  using app = renderApp(LINK, { session: { confirmLink: failWith('Verification') } });
  await app.user.click(await screen.findByRole('button', { name: 'Continue' }));
  expect(await screen.findByText('The sign-in link is no longer valid.')).toBeDefined();
  expect(screen.getByRole('link', { name: 'Ask for a new link' }).getAttribute('href')).toBe(
    '/sign-in?email=ada%40example.com&callbackUrl=%2Faccount',
  );
});

test('says that the account is suspended, beside a picture that screen readers do not hear', async () => {
  using app = renderApp(LINK, { session: { confirmLink: failWith('ACCOUNT_SUSPENDED') } });
  await app.user.click(await screen.findByRole('button', { name: 'Continue' }));
  expect(await screen.findByText('This account is suspended.')).toBeDefined();
  expect(screen.getByRole('main').querySelector('svg')?.getAttribute('aria-hidden')).toBe('true');
});

test('redirects from a protected page to sign-in and back', async () => {
  using app = renderApp('/account/sign-in-methods', {
    session: {
      get: () => null,
      signInWithCode: signedIn,
      requestLink: ({ email }) => ({ email, resendAfter: 30 }),
    },
  });
  await app.fill(await screen.findByLabelText('Email address'), 'ada@example.com');
  expect(app.address()).toBe('/sign-in?error=SessionRequired&callbackUrl=%2Faccount%2Fsign-in-methods');
  await app.user.keyboard('{Enter}');
  await app.fill(await screen.findByLabelText(/^Code from the mail/), '123456');
  await waitFor(() => expect(app.address()).toBe('/account/sign-in-methods'));
});

test('retries an unavailable service and does not redirect to sign-in', async () => {
  let isDown = true;
  using app = renderApp('/account', {
    session: {
      get: () => {
        if (isDown) throw new NetworkDown();
        return aSession();
      },
    },
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

test('shows a crash of a page and reports it without the query string', async () => {
  // React says what it caught, which is right in a browser.
  const consoleError = vi.spyOn(console, 'error').mockImplementation(() => {});
  using app = renderApp('/resume-link?error=secret', {
    // No such session exists; a page that meets it breaks.
    session: { get: () => ({}) as ReturnType<typeof aSession> },
    accounts: { pendingLink: () => null },
  });
  expect((await screen.findByRole('alert')).textContent).toContain('Code: INTERNAL');
  await waitFor(() => expect(app.reported).toHaveLength(1));
  expect(app.reported[0]).toMatchObject({
    url: 'http://localhost:3000/auth/_log',
    body: { code: 'INTERNAL', path: '/resume-link', message: expect.stringMatching(/^TypeError: /) },
  });
  expect(consoleError).toHaveBeenCalled();
  consoleError.mockRestore();
});
