import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { InspectedAuthorization } from '../../../shared/schemas/authorizations.ts';
import { aSession } from '../../../testing/client/answers.ts';
import { Failure, failWith, renderApp, type Answers } from '../../../testing/client/render-app.tsx';

const REQUEST =
  'client_id=notes&redirect_uri=http%3A%2F%2F127.0.0.1%3A51004%2F&scope=openid+orders%3Aread&state=s1';
const ANSWER = 'http://127.0.0.1:51004/?code=c1&state=s1';

type Asked = Extract<InspectedAuthorization, { next: 'confirm' }>;

function asked(changes: Partial<Asked> = {}): Asked {
  return {
    next: 'confirm',
    app: { id: 'notes', name: 'Barley Notes' },
    leadsTo: { kind: 'loopback', address: '127.0.0.1:51004' },
    scopes: ['openid', 'email', 'orders:read'],
    ...changes,
  };
}

const BY_SCHEME = asked({ leadsTo: { kind: 'scheme', address: 'com.example.notes' }, scopes: ['openid'] });

function openContinue(authorizations: Answers['authorizations'], query = REQUEST, changes: Answers = {}) {
  const label = { en: 'See your orders' };
  return renderApp(`/continue?${query}`, {
    accessTokens: { ownScopes: () => [{ name: 'orders:read', label, description: null }] },
    authorizations: { inspect: () => asked(), ...authorizations },
    ...changes,
  });
}

const question = () => screen.findByRole('heading', { name: 'Continue to Barley Notes?' });
/** Waits until the page has its words, because its buttons cannot be used before. */
const press = async (app: ReturnType<typeof renderApp>, name: string) => {
  const button = await screen.findByRole<HTMLButtonElement>('button', { name });
  await waitFor(() => expect(button.disabled).toBe(false));
  await app.user.click(button);
};

test('says which app asks, for which account, what it may know and where it leads, and goes on', async () => {
  using app = openContinue({ approve: () => ({ url: ANSWER }) });
  await question();
  await screen.findByText('See your orders');
  const page = screen.getByRole('main').textContent;
  for (const text of [
    'You are signed in as',
    'ada@example.com',
    'See your email address',
    'A program on this device127.0.0.1:51004',
    'Continue only if you just started to sign in to Barley Notes on this device.',
  ])
    expect(page).toContain(text);
  expect(app.left).toEqual([]);
  await press(app, 'Continue');
  await waitFor(() => expect(app.left).toEqual([ANSWER]));
  expect(app.inputsOf('authorizations.approve')).toEqual([{ request: REQUEST }]);
  // The browser is leaving, so nobody may answer twice.
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Cancel' }).disabled).toBe(true);
});

test('sends every value of a parameter that the request has more than once', async () => {
  const request = `${REQUEST}&resource=https%3A%2F%2Fone.example&resource=https%3A%2F%2Ftwo.example`;
  using app = openContinue({}, request);
  await question();
  expect(app.inputsOf('authorizations.inspect')).toEqual([{ request }]);
});

test('can be used again after the back button has restored it', async () => {
  using app = openContinue({ approve: () => ({ url: ANSWER }) });
  await press(app, 'Continue');
  await waitFor(() => expect(app.left).toEqual([ANSWER]));
  fireEvent(window, new PageTransitionEvent('pageshow', { persisted: true }));
  await waitFor(() =>
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Cancel' }).disabled).toBe(false),
  );
});

test('stays after an app with a scheme of its own was opened, and opens it again', async () => {
  const url = 'com.example.notes:/signed-in?code=c1';
  using app = openContinue({ inspect: () => BY_SCHEME, approve: () => ({ url }) });
  await question();
  expect(screen.getByText('com.example.notes')).toBeDefined();
  await press(app, 'Continue');
  expect(await screen.findByRole('heading', { name: 'Go back to Barley Notes' })).toBeDefined();
  expect(screen.getByText(/you can close this window/)).toBeDefined();
  await press(app, 'Open Barley Notes');
  expect(app.left).toEqual([url, url]);
});

test('tells the app that the person cancelled', async () => {
  const url = 'com.example.notes:/signed-in?error=access_denied';
  using app = openContinue({ inspect: () => BY_SCHEME, deny: () => ({ url }) });
  await press(app, 'Cancel');
  expect(await screen.findByRole('heading', { name: 'You cancelled the sign-in' })).toBeDefined();
  expect(app.inputsOf('authorizations.deny')).toEqual([{ request: REQUEST }]);
  expect(app.left).toEqual([url]);
});

test('asks the server what is missing when there is nothing to confirm', async () => {
  using app = openContinue({ inspect: () => ({ next: 'authorize' }) });
  await waitFor(() => expect(app.left).toEqual([`/oauth/authorize?${REQUEST}`]));
  expect(screen.queryByRole('button')).toBeNull();
});

test('explains an unknown app, with the code behind the details', async () => {
  using _app = openContinue({ inspect: failWith('OAUTH_CLIENT_UNKNOWN') });
  expect(await screen.findByRole('heading', { name: 'This sign-in cannot go on' })).toBeDefined();
  const alert = screen.getByRole('alert');
  expect(alert.querySelector('details')?.dataset['errorCode']).toBe('OAUTH_CLIENT_UNKNOWN');
  expect(screen.getByRole('link', { name: 'Go to your account' })).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Continue' })).toBeNull();
});

test('loads again after a failure', async () => {
  let fails = true;
  const inspect = () => {
    if (fails) throw new Failure('INTERNAL');
    return asked();
  };
  using app = openContinue({ inspect });
  const again = await screen.findByRole('button', { name: 'Try again' });
  fails = false;
  await app.user.click(again);
  expect(await question()).toBeDefined();
});

test('keeps the question when the answer fails', async () => {
  using app = openContinue({ approve: failWith('INTERNAL') });
  await press(app, 'Continue');
  const alert = await screen.findByRole('alert');
  await waitFor(() => expect(document.activeElement).toBe(alert));
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Continue' }).disabled).toBe(false);
  expect(app.left).toEqual([]);
});

test('lets nobody continue before the page has words for every scope', async () => {
  using app = openContinue({}, REQUEST, { accessTokens: { ownScopes: () => [] } });
  await question();
  await waitFor(() => expect(app.inputsOf('accessTokens.ownScopes')).toHaveLength(1));
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Continue' }).disabled).toBe(true);
});

test('leads to sign-in and back, also to use another account', async () => {
  let isSignedIn = true;
  const session: Answers['session'] = {
    get: () => (isSignedIn ? aSession() : null),
    signOut: () => {
      isSignedIn = false;
      return { signedOut: true };
    },
  };
  using app = openContinue({}, REQUEST, { session });
  await press(app, 'Not you? Use another account');
  await waitFor(() => expect(app.address()).toMatch(/^\/sign-in\?/));
  const query = new URLSearchParams(app.address().split('?', 2)[1]);
  expect(query.get('callbackUrl')).toBe(`/continue?${REQUEST}`);
});
