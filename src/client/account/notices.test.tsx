import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { aPasswordStatus, aProfile, aSession, anAccount, PROVIDERS } from '../../testing/client/answers.ts';
import { Failure, renderApp, type Answers } from '../../testing/client/render-app.tsx';

const METHODS = '/account/sign-in-methods';
const CONNECTED = 'Demo One is connected. You can sign in with it from now on.';

/** A person who comes back from a provider that they have just connected. */
function returnFromProvider(changes: Answers = {}) {
  return renderApp(`${METHODS}?outcome=linked&provider=demo-one`, {
    session: { get: () => aSession() },
    providers: { list: () => [...PROVIDERS] },
    profile: { get: () => aProfile() },
    accounts: { list: () => [anAccount()], unlink: () => [] },
    password: { get: () => aPasswordStatus() },
    ...changes,
  });
}

async function remove(app: ReturnType<typeof returnFromProvider>): Promise<void> {
  await app.user.click(await screen.findByRole('button', { name: /^Remove Demo One/ }));
  await app.user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Remove' }));
}

test('replaces the notice about the last action with the one about the new action', async () => {
  using app = returnFromProvider();
  await screen.findByText(CONNECTED);
  await remove(app);
  await screen.findByText(/Demo One was removed\./);
  expect(screen.queryByText(CONNECTED)).toBeNull();
});

test('removes the notice about the last action when the new action fails', async () => {
  using app = returnFromProvider({
    accounts: {
      list: () => [anAccount()],
      unlink: () => {
        throw new Failure('LAST_SIGN_IN_METHOD');
      },
    },
  });
  await screen.findByText(CONNECTED);
  await remove(app);
  await screen.findByRole('alert');
  await waitFor(() => expect(screen.queryByText(CONNECTED)).toBeNull());
});

test('does not show a notice again after a visit to another page', async () => {
  using app = returnFromProvider({ session: { get: () => aSession(), list: () => [] } });
  await screen.findByText(CONNECTED);
  await app.user.click(screen.getByRole('link', { name: 'Devices' }));
  await screen.findByRole('heading', { name: 'Devices', level: 1 });
  expect(screen.queryByText(CONNECTED)).toBeNull();
  await app.user.click(screen.getByRole('link', { name: 'Sign-in methods' }));
  await screen.findByRole('heading', { name: 'Sign-in methods', level: 1 });
  expect(screen.queryByText(CONNECTED)).toBeNull();
});
