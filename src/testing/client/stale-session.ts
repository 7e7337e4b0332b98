import { screen, within } from '@testing-library/react';
import { anAccount, FRESH } from './answers.ts';
import { Failure, renderApp, type Answers } from './render-app.tsx';

export const METHODS = '/account/sign-in-methods';

export interface Stage {
  isFresh: boolean;
}

/** A person whose sign-in was a while ago, until `stage.isFresh`. */
export function stale(stage: Stage, changes: Answers = {}): Answers {
  const needsFresh = () => {
    if (!stage.isFresh) throw new Failure('SESSION_NOT_FRESH');
  };
  return {
    session: {
      reauthenticate: (input) => {
        if (input.method === 'email') {
          return { status: 'code-sent', email: 'ada@example.com', resendAfter: 30 };
        }
        if (input.method === 'provider') return { status: 'navigate', url: 'https://identity.example/login' };
        if (input.method === 'password' && input.password !== 'correct horse battery staple') {
          throw new Failure('PASSWORD_WRONG');
        }
        if (input.method === 'code' && input.code !== '123456') throw new Failure('CODE_INVALID');
        stage.isFresh = true;
        return FRESH;
      },
      ...changes.session,
    },
    password: { ...changes.password },
    accounts: {
      list: () => [anAccount()],
      unlink: () => {
        needsFresh();
        return [];
      },
      link: () => {
        needsFresh();
        return { url: 'https://identity.example/connect' };
      },
      ...changes.accounts,
    },
  };
}

/** Opens the sign-in methods in a session that is not fresh. */
export const openStale = (changes: Answers = {}, query = '') =>
  renderApp(`${METHODS}${query}`, stale({ isFresh: false }, changes));

export async function askToRemove(app: ReturnType<typeof renderApp>): Promise<HTMLElement> {
  await app.user.click(await screen.findByRole('button', { name: /^Remove Demo One/ }));
  const dialog = await screen.findByRole('dialog', { name: 'Remove Demo One?' });
  await app.user.click(within(dialog).getByRole('button', { name: 'Remove' }));
  return screen.findByRole('dialog', { name: 'Verify it’s you' });
}
