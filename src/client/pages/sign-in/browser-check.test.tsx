import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { aSession, PROVIDERS } from '../../../testing/answers.ts';
import { aChallenge } from '../../../testing/challenges.ts';
import { Failure, renderApp, type Answers } from '../../../testing/render-app.tsx';

const refusal = () => new Failure('PROOF_OF_WORK_REQUIRED', { challenge: aChallenge() });

/** The server refuses the first `refusals` calls. */
function inAFlood(refusals = 1): Answers {
  let calls = 0;
  const unless = <Answer,>(answer: Answer): Answer => {
    if (++calls <= refusals) throw refusal();
    return answer;
  };
  return {
    session: {
      get: () => null,
      requestLink: ({ email }) => unless({ email, resendAfter: 30, codeRequest: 'request' }),
    },
    providers: { list: () => [...PROVIDERS], discover: () => null },
    password: { signIn: () => unless({ session: aSession(), callbackUrl: '/account' }) },
  };
}

/** A check that ends when the test says so. */
function heldCheck() {
  const checked: unknown[] = [];
  let resolve: (proofOfWork: string) => void = () => {};
  const solved = new Promise<string>((end) => {
    resolve = end;
  });
  const checkBrowser = (challenge: unknown) => {
    checked.push(challenge);
    return solved;
  };
  return { checked, checkBrowser, resolve: () => resolve('solved') };
}

async function typeIn(app: ReturnType<typeof renderApp>, password: string): Promise<void> {
  await app.user.type(await screen.findByLabelText(/E-mail address|E-Mail-Adresse/), 'ada@example.com');
  await app.user.type(screen.getByLabelText(/^(Password|Passwort)$/), password);
}

test('a challenge is solved while a quiet line says so, and the same call is made again with it', async () => {
  const check = heldCheck();
  using app = renderApp('/sign-in', inAFlood(), { checkBrowser: check.checkBrowser });
  await typeIn(app, 'a passphrase{Enter}');
  const line = await screen.findByText('Checking your browser…');
  expect(line.getAttribute('role')).toBe('status');
  expect(line.closest('form')).not.toBeNull();
  expect(screen.getByRole('button', { name: 'Sign in' }).getAttribute('aria-busy')).toBe('true');
  expect(screen.queryByRole('alert')).toBeNull();
  expect(check.checked).toEqual([aChallenge()]);
  check.resolve();
  await waitFor(() => expect(app.address()).toBe('/account'));
  const calls = app.calls.filter(({ procedure }) => procedure === 'password.signIn');
  expect(calls).toHaveLength(2);
  expect(calls[1]).toEqual(calls[0]);
  expect(app.proofsOfWork).toEqual(['solved']);
  expect(screen.queryByText('Checking your browser…')).toBeNull();
});

test('the line is there before its words, for screen readers, and speaks German', async () => {
  const check = heldCheck();
  using app = renderApp('/sign-in', inAFlood(), { checkBrowser: check.checkBrowser, locale: 'de' });
  await typeIn(app, 'a passphrase{Enter}');
  expect((await screen.findByText('Ihr Browser wird geprüft …')).getAttribute('role')).toBe('status');
  check.resolve();
  await waitFor(() => expect(app.address()).toBe('/account'));
});

test('a mail that needs it is asked for again, too', async () => {
  using app = renderApp('/sign-in', inAFlood(), { checkBrowser: () => Promise.resolve('solved') });
  await app.user.type(await screen.findByLabelText('E-mail address'), 'ada@example.com{Enter}');
  expect(await screen.findByRole('heading', { name: 'Check your email' })).toBeDefined();
  expect(app.proofsOfWork).toEqual(['solved']);
});

test('a second refusal is told, and the button tries anew', async () => {
  using app = renderApp('/sign-in', inAFlood(2), { checkBrowser: () => Promise.resolve('solved') });
  await typeIn(app, 'a passphrase{Enter}');
  expect((await screen.findByRole('alert')).textContent).toContain('Code: PROOF_OF_WORK_REQUIRED');
  expect(app.proofsOfWork).toEqual(['solved']);
  await app.user.click(screen.getByRole('button', { name: 'Sign in' }));
  await waitFor(() => expect(app.address()).toBe('/account'));
});

test('a browser that cannot solve it says what helps', async () => {
  using app = renderApp('/sign-in', inAFlood(), {
    checkBrowser: () => Promise.reject(new Error('no workers')),
  });
  await typeIn(app, 'a passphrase{Enter}');
  expect((await screen.findByRole('alert')).textContent).toContain('come back in a few minutes');
  expect(screen.queryByText('Checking your browser…')).toBeNull();
  expect(screen.getByRole('button', { name: 'Sign in' }).hasAttribute('disabled')).toBe(false);
});
