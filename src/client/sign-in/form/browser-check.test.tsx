import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { checkBrowser } from '../../features/browser-check/check-browser.ts';
import type { ProofOfWorkChallenge as Challenge } from '../../../shared/proof-of-work.ts';
import { signedIn } from '../../../testing/client/answers.ts';
import { aChallenge } from '../../../testing/sign-in/challenges.ts';
import { Failure, renderApp, type Answers } from '../../../testing/client/render-app.tsx';

const refusal = () => new Failure('PROOF_OF_WORK_REQUIRED', { challenge: aChallenge() });

/** The server refuses the first `refusals` calls. */
function inAFlood(refusals = 1): Answers {
  let calls = 0;
  const unless = <Answer,>(answer: Answer): Answer => {
    if (++calls <= refusals) throw refusal();
    return answer;
  };
  return {
    providers: { discover: () => null },
    password: { signIn: () => unless(signedIn()) },
  };
}

const SOLUTION = { counter: 3, derivedKey: '22' };
const PROOF = btoa(JSON.stringify({ challenge: aChallenge(), solution: SOLUTION }));

/** The check of the page, with a solver that is done when the test says so. */
function heldCheck() {
  let done: () => void = () => {};
  const solved = new Promise<typeof SOLUTION>((resolve) => {
    done = () => resolve(SOLUTION);
  });
  return { check: { checkBrowser: (challenge: Challenge) => checkBrowser(challenge, () => solved) }, done };
}

const solvedAtOnce = {
  checkBrowser: (challenge: Challenge) => checkBrowser(challenge, () => Promise.resolve(SOLUTION)),
};

async function typeIn(app: ReturnType<typeof renderApp>, password: string): Promise<void> {
  await app.fill(await screen.findByLabelText(/Email address|E-Mail-Adresse/), 'ada@example.com');
  await app.fill(screen.getByLabelText(/^(Password|Passwort)$/), password);
}

test('solves a challenge with a status line and repeats the call with the proof', async () => {
  const { check, done } = heldCheck();
  using app = renderApp('/sign-in', inAFlood(), check);
  await typeIn(app, 'a passphrase{Enter}');
  const line = await screen.findByText('Checking your browser…');
  expect(line.getAttribute('role')).toBe('status');
  expect(line.closest('form')).not.toBeNull();
  expect(screen.getByRole('button', { name: 'Sign in' }).getAttribute('aria-busy')).toBe('true');
  expect(screen.queryByRole('alert')).toBeNull();
  done();
  await waitFor(() => expect(app.address()).toBe('/account'));
  const calls = app.inputsOf('password.signIn');
  expect(calls).toHaveLength(2);
  expect(calls[1]).toEqual(calls[0]);
  expect(app.proofsOfWork).toEqual([PROOF]);
  expect(screen.queryByText('Checking your browser…')).toBeNull();
});

test('shows a second refusal and tries again with the button', async () => {
  using app = renderApp('/sign-in', inAFlood(2), solvedAtOnce);
  await typeIn(app, 'a passphrase{Enter}');
  expect((await screen.findByRole('alert')).textContent).toContain('Code: PROOF_OF_WORK_REQUIRED');
  expect(app.proofsOfWork).toEqual([PROOF]);
  await app.user.click(screen.getByRole('button', { name: 'Sign in' }));
  await waitFor(() => expect(app.address()).toBe('/account'));
});

test('explains what helps when the browser cannot solve the challenge', async () => {
  using app = renderApp('/sign-in', inAFlood(), {
    checkBrowser: (challenge: Challenge) =>
      checkBrowser(challenge, () => Promise.reject(new Error('no workers'))),
  });
  await typeIn(app, 'a passphrase{Enter}');
  expect((await screen.findByRole('alert')).textContent).toContain('come back in a few minutes');
  expect(screen.queryByText('Checking your browser…')).toBeNull();
  expect(screen.getByRole('button', { name: 'Sign in' }).getAttribute('aria-disabled')).toBeNull();
});
