import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { aPasswordStatus, aPendingSignIn, FRESH } from '../../../testing/client/answers.ts';
import { Failure, failWith, renderApp, type Answers } from '../../../testing/client/render-app.tsx';
import { askToRemove, METHODS, type Stage, stale } from '../../../testing/client/stale-session.ts';

/** A person with an authenticator app: the password is the first step only. */
function enrolled(stage: Stage, complete: NonNullable<Answers['session']>['completeSignIn']): Answers {
  let triesLeft = 5;
  return {
    ...stale(stage, {
      password: { get: () => aPasswordStatus({ changedAt: '2026-10-02T09:00:00.000Z' }) },
      accounts: {
        unlink: () => {
          if (!stage.isFresh) throw new Failure('SECOND_FACTOR_REQUIRED');
          return [];
        },
      },
      session: {
        reauthenticate: () => ({ status: 'second-factor' }),
        pending: () => aPendingSignIn({ triesLeft }),
        ...(complete && {
          completeSignIn: (input) => {
            triesLeft--;
            return complete(input);
          },
        }),
      },
    }),
  };
}

const firstStep = async (app: ReturnType<typeof renderApp>) => {
  const dialog = await askToRemove(app);
  await app.fill(await within(dialog).findByLabelText('Password'), 'correct horse battery staple{Enter}');
  return within(dialog).findByLabelText('Code from your authenticator app');
};

test('asks for the second factor after the password in the same dialog, then removes the account', async () => {
  const stage = { isFresh: false };
  using app = renderApp(
    METHODS,
    enrolled(stage, () => {
      stage.isFresh = true;
      return { ...FRESH, callbackUrl: '/account' };
    }),
  );
  const field = await firstStep(app);
  expect(screen.getAllByRole('dialog')).toHaveLength(1);
  await app.fill(field, '123456');
  await screen.findByText('Demo One was removed. You can no longer sign in with it.');
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(app.inputsOf('accounts.unlink')).toHaveLength(2);
});

test('says that the action needs the second step, and how many tries are left after a wrong code', async () => {
  using app = renderApp(METHODS, enrolled({ isFresh: false }, failWith('SECOND_FACTOR_INVALID')));
  const dialog = await askToRemove(app);
  expect(dialog.textContent).toContain('This needs your second step.');
  await app.fill(await within(dialog).findByLabelText('Password'), 'correct horse battery staple{Enter}');
  await app.fill(await within(dialog).findByLabelText('Code from your authenticator app'), '111111');
  await within(dialog).findByText(/You have 4 tries left\./);
});

test('begins with the first factor again when the second step has expired, and says why', async () => {
  using app = renderApp(METHODS, enrolled({ isFresh: false }, failWith('SIGN_IN_EXPIRED')));
  await app.fill(await firstStep(app), '111111');
  expect((await screen.findByRole('alert')).textContent).toContain('This sign-in took too long');
  expect(await screen.findByLabelText('Password')).toBeDefined();
});
