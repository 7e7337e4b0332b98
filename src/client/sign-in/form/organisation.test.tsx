import { act, screen, waitFor } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { Failure, failWith, renderApp, type Answers } from '../../../testing/client/render-app.tsx';

type Discover = NonNullable<NonNullable<Answers['providers']>['discover']>;
const FOUND = {
  id: 'found',
  name: 'example.com',
  mark: null,
  signInUrl: 'http://localhost:3000/auth/signin/found',
};

function openSignIn(discover: Discover, { path = '/sign-in', ...changes }: Answers & { path?: string } = {}) {
  return renderApp(path, {
    session: {
      signInWith: () => ({ url: 'https://identity.example/' }),
      requestLink: ({ email }) => ({ email, resendAfter: 30 }),
    },
    providers: { discover },
    ...changes,
  });
}

const lookUps = (app: ReturnType<typeof renderApp>) => app.inputsOf('providers.discover');

/** An answer that comes when the test says so. */
function lateAnswer() {
  let answer: ((found: typeof FOUND | null) => void) | undefined;
  return {
    discover: () => new Promise<typeof FOUND | null>((resolve) => (answer = resolve)),
    isAskedFor: () => waitFor(() => expect(answer).toBeDefined()),
    come: (found: typeof FOUND | null) => act(async () => answer?.(found)),
  };
}

test('looks up a complete address after a pause and no incomplete one, and offers its provider', async () => {
  using app = openSignIn(() => FOUND, { path: '/sign-in?callbackUrl=%2Faccount' });
  const field = await screen.findByLabelText('Email address');
  await app.fill(field, 'ada@example');
  await app.user.tab();
  expect(lookUps(app)).toEqual([]);
  await app.fill(field, '.com');
  const button = await screen.findByRole('button', { name: 'Continue with example.com' });
  expect(button.closest('[aria-live="polite"]')).not.toBeNull();
  expect(lookUps(app)).toEqual([{ email: 'ada@example.com' }]);
  const mail = screen.getByRole('button', { name: 'Email me a link' });
  expect(button.compareDocumentPosition(mail)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  await app.user.click(button);
  await waitFor(() => expect(app.left).toEqual(['https://identity.example/']));
  expect(app.calls.at(-1)?.input).toEqual({ provider: 'found', callbackUrl: '/account' });
});

test('looks up each domain once', async () => {
  using app = openSignIn(({ email }) => (email.endsWith('@example.com') ? FOUND : null));
  const field = await screen.findByLabelText('Email address');
  const type = async (address: string) => {
    await app.user.clear(field);
    await app.fill(field, address);
    await app.user.tab();
  };
  await type('ada@example.com');
  await screen.findByRole('button', { name: 'Continue with example.com' });
  await type('ada@example.org');
  await waitFor(() => expect(lookUps(app)).toHaveLength(2));
  expect(screen.queryByRole('button', { name: 'Continue with example.com' })).toBeNull();
  await type('Grace@EXAMPLE.com');
  expect(await screen.findByRole('button', { name: 'Continue with example.com' })).toBeDefined();
  expect(lookUps(app)).toHaveLength(2);
});

test('ignores an answer after the address has changed', async () => {
  const answer = lateAnswer();
  using app = openSignIn(answer.discover);
  const field = await screen.findByLabelText('Email address');
  await app.fill(field, 'ada@example.com');
  await app.user.tab();
  await answer.isAskedFor();
  await app.fill(field, '.x');
  await answer.come(FOUND);
  expect(screen.queryByRole('button', { name: 'Continue with example.com' })).toBeNull();
});

test('looks up a domain again after a failure', async () => {
  let isRefused = true;
  using app = openSignIn(() => {
    if (isRefused) throw new Failure('RATE_LIMITED', { retryAfter: 60 });
    return FOUND;
  });
  const field = await screen.findByLabelText('Email address');
  await app.fill(field, 'ada@example.com');
  await app.user.tab();
  await waitFor(() => expect(lookUps(app)).toHaveLength(1));
  isRefused = false;
  await app.user.click(field);
  await app.user.tab();
  expect(await screen.findByRole('button', { name: 'Continue with example.com' })).toBeDefined();
});

describe('the Enter key in the field of the address', () => {
  const enterAddress = async (app: ReturnType<typeof renderApp>) =>
    app.fill(await screen.findByLabelText('Email address'), 'ada@example.com{Enter}');

  test('leads to the organisation, though the look-up only begins with it', async () => {
    using app = openSignIn(() => FOUND, { path: '/sign-in?callbackUrl=%2Fdevice' });
    await enterAddress(app);
    await waitFor(() => expect(app.left).toEqual(['https://identity.example/']));
    expect(app.calls.at(-1)).toMatchObject({
      procedure: 'session.signInWith',
      input: { provider: 'found', callbackUrl: '/device' },
    });
    expect(app.inputsOf('session.requestLink')).toEqual([]);
  });

  test('waits for a look-up that runs, and counts once', async () => {
    const answer = lateAnswer();
    using app = openSignIn(answer.discover);
    await enterAddress(app);
    await app.user.keyboard('{Enter}');
    await answer.isAskedFor();
    expect(screen.getByRole('button', { name: 'Email me a link' }).ariaBusy).toBe('true');
    expect(lookUps(app)).toHaveLength(1);
    await answer.come(FOUND);
    await waitFor(() => expect(app.left).toEqual(['https://identity.example/']));
    expect(app.inputsOf('session.signInWith')).toHaveLength(1);
  });

  test.each<[string, Discover]>([
    ['there is no organisation', () => null],
    ['the look-up fails', failWith('RATE_LIMITED', { retryAfter: 60 })],
    ['the look-up takes too long', () => new Promise(() => {})],
  ])('requests the mail where %s', async (_condition, discover) => {
    using app = openSignIn(discover);
    await enterAddress(app);
    expect(await screen.findByRole('heading', { name: 'Check your email' })).toBeDefined();
    expect(app.inputsOf('session.requestLink')).toMatchObject([{ email: 'ada@example.com' }]);
    expect(app.left).toEqual([]);
  });

  describe('while it waits', () => {
    test('lets a password count more, and requests no mail', async () => {
      const answer = lateAnswer();
      using app = openSignIn(answer.discover, { password: { signIn: () => new Promise(() => {}) } });
      await enterAddress(app);
      await app.fill(screen.getByLabelText('Password'), 'correct horse{Enter}');
      await waitFor(() => expect(app.inputsOf('password.signIn')).not.toEqual([]));
      await answer.come(null);
      expect(app.inputsOf('session.requestLink')).toEqual([]);
      expect(screen.getByRole('button', { name: 'Sign in' }).ariaBusy).toBe('true');
    });

    test('lets the button of a provider count more, and requests no mail', async () => {
      const answer = lateAnswer();
      using app = openSignIn(answer.discover);
      await enterAddress(app);
      await app.user.click(screen.getByRole('button', { name: 'Continue with Demo Two' }));
      await answer.come(null);
      await waitFor(() => expect(app.left).toEqual(['https://identity.example/']));
      expect(app.inputsOf('session.requestLink')).toEqual([]);
    });

    test('lets another page count more', async () => {
      const answer = lateAnswer();
      using app = openSignIn(answer.discover);
      await enterAddress(app);
      await app.user.click(screen.getByRole('link', { name: 'Create an account' }));
      await screen.findByRole('heading', { level: 1, name: 'Create an account' });
      await answer.come(null);
      expect(app.inputsOf('session.requestLink')).toEqual([]);
    });
  });

  test('shows the failure of the organisation’s provider beside its button', async () => {
    using app = openSignIn(() => FOUND, { session: { signInWith: failWith('OAuthSignin') } });
    await enterAddress(app);
    expect((await screen.findByRole('alert')).textContent).toContain('could not be reached');
    expect(screen.getByRole('button', { name: 'Continue with example.com' })).toBeDefined();
  });
});
