import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { SecurityReview } from '../../../shared/schemas/security-review.ts';
import { anAccount, aPhoneStatus, aSecurityReview } from '../../../testing/client/answers.ts';
import {
  Failure,
  failWith,
  NetworkDown,
  renderApp,
  type Answers,
} from '../../../testing/client/render-app.tsx';

const PAGE = '/account/security-review';

function open({ path = PAGE, securityReview, ...changes }: Answers & { readonly path?: string } = {}) {
  const review = {
    get: () => aSecurityReview(),
    finish: () => ({ finished: true as const }),
    ...securityReview,
  };
  return renderApp(path, { ...changes, securityReview: review });
}

test('lists additions with their dates and buttons', async () => {
  using app = open();
  const list = await screen.findByRole('region', { name: 'Added to your account' });
  const [connection, phone] = within(list).getAllByRole('listitem');
  expect(connection?.textContent).toContain('Demo Oneeve@demo-one.exampleAdded on Nov 18, 2026');
  expect(phone?.textContent).toContain('Phone number+49 1512 3456789Added on Nov 17, 2026');
  expect(screen.getByText(/Check what was added since Oct 21, 2026/)).toBeDefined();
  expect(within(list).getByRole('button', { name: 'Remove Demo One (eve@demo-one.example)' })).toBeDefined();
  expect(within(list).getByRole('button', { name: 'Remove +49 1512 3456789' })).toBeDefined();
  // Looking alone finishes nothing.
  expect(app.inputsOf('securityReview.finish')).toEqual([]);
});

test('lists what an import brought, and where a password and an app are removed', async () => {
  const addedAt = '2026-11-18T09:00:00.000Z';
  const review = aSecurityReview({
    reason: 'vouched',
    additions: [
      { kind: 'password', addedAt },
      { kind: 'authenticator-app', name: 'Old phone', addedAt },
    ],
  });
  using app = open({ securityReview: { get: () => review } });
  const list = await screen.findByRole('region', { name: 'Added to your account' });
  expect(
    within(list)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual([
    'PasswordAdded on Nov 18, 2026Sign-in methods',
    'Authenticator appOld phoneAdded on Nov 18, 2026Sign-in methods',
  ]);
  expect(screen.getByText(/^This site or its former system set your account up/)).toBeDefined();
  expect(screen.queryByText(/password was reset/)).toBeNull();
  await app.user.click(screen.getByRole('button', { name: 'All of this is mine' }));
  expect(app.inputsOf('securityReview.finish')).toHaveLength(1);
});

test('removes a connection and a phone after a question and says when nothing is left', async () => {
  let { additions } = aSecurityReview();
  const review = (): SecurityReview | null =>
    additions.length === 0 ? null : aSecurityReview({ additions });
  using app = open({
    securityReview: { get: review },
    accounts: {
      list: () => [],
      unlink: () => {
        additions = additions.filter(({ kind }) => kind === 'phone');
        return [];
      },
    },
    phone: {
      remove: () => {
        additions = [];
        return aPhoneStatus();
      },
    },
  });
  await app.user.click(await screen.findByRole('button', { name: /^Remove Demo One/ }));
  const dialog = await screen.findByRole('dialog', { name: 'Remove Demo One?' });
  await app.user.click(within(dialog).getByRole('button', { name: 'Remove' }));
  const said = await screen.findByText('Demo One was removed. You can no longer sign in with it.');
  expect(document.activeElement?.contains(said)).toBe(true);
  expect(app.inputsOf('accounts.unlink')[0]).toEqual({ provider: 'demo-one', providerAccountId: 'eve' });
  await app.user.click(screen.getByRole('button', { name: 'Remove +49 1512 3456789' }));
  const other = await screen.findByRole('dialog', { name: 'Remove your phone number?' });
  await app.user.click(within(other).getByRole('button', { name: 'Remove' }));
  expect(await screen.findByText('There is nothing left to check.')).toBeDefined();
  expect(screen.queryByRole('button', { name: 'All of this is mine' })).toBeNull();
  await app.user.click(screen.getByRole('button', { name: 'Continue' }));
  await waitFor(() => expect(app.address()).toBe('/account'));
});

test('“All of this is mine” finishes the review and goes to the callback URL', async () => {
  using app = open({ path: `${PAGE}?callbackUrl=%2Faccount%2Fdevices` });
  await app.user.click(await screen.findByRole('button', { name: 'All of this is mine' }));
  await waitFor(() => expect(app.address()).toBe('/account/devices'));
  expect(app.inputsOf('securityReview.finish')).toHaveLength(1);
});

test('ignores a callback URL of another site', async () => {
  using app = open({ path: `${PAGE}?callbackUrl=https%3A%2F%2Fevil.example%2F` });
  await app.user.click(await screen.findByRole('button', { name: 'All of this is mine' }));
  const message = await screen.findByText(/^Thank you\./);
  expect(document.activeElement?.contains(message)).toBe(true);
  expect(app.left).toEqual([]);
});

test('asks for another sign-in method when the current one is on the list', async () => {
  using app = open({ securityReview: { finish: failWith('OTHER_SIGN_IN_REQUIRED') } });
  await app.user.click(await screen.findByRole('button', { name: 'All of this is mine' }));
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('OTHER_SIGN_IN_REQUIRED');
  await app.user.click(within(alert).getByRole('link', { name: 'Sign in another way' }));
  // The sign-in page does not send them back, although they are signed in.
  expect(await screen.findByRole('heading', { name: 'Sign in' })).toBeDefined();
  expect(app.address()).toContain('callbackUrl=%2Faccount%2Fsecurity-review');
});

test('shows what was added since the list was opened, and confirms only the list that is shown', async () => {
  const [connection, phone] = aSecurityReview().additions;
  const first = aSecurityReview({ listed: 'one', additions: connection ? [connection] : [] });
  let review = first;
  using app = open({
    securityReview: {
      get: () => review,
      finish: ({ listed }) => {
        if (listed !== 'two') throw new Failure('SECURITY_REVIEW_CHANGED');
        return { finished: true };
      },
    },
  });
  const button = await screen.findByRole('button', { name: 'All of this is mine' });
  review = aSecurityReview({ listed: 'two', additions: [...first.additions, ...(phone ? [phone] : [])] });
  await app.user.click(button);
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('Something was added, changed or removed since you opened this list.');
  expect(await screen.findByRole('button', { name: 'Remove +49 1512 3456789' })).toBeDefined();
  await app.user.click(screen.getByRole('button', { name: 'All of this is mine' }));
  expect(await screen.findByText(/^Thank you\./)).toBeDefined();
  expect(app.inputsOf('securityReview.finish')).toEqual([{ listed: 'one' }, { listed: 'two' }]);
});

test('says that the server is away, and offers "Try again" when a retry fails otherwise', async () => {
  let get = (): SecurityReview => {
    throw new NetworkDown();
  };
  using app = open({ securityReview: { get: () => get() } });
  expect((await screen.findByRole('alert')).textContent).toContain('UNAVAILABLE');
  get = failWith('INTERNAL');
  const again = await screen.findByRole('button', { name: 'Try again' });
  get = aSecurityReview;
  await app.user.click(again);
  expect(await screen.findByRole('button', { name: 'All of this is mine' })).toBeDefined();
  expect(screen.queryByRole('alert')).toBeNull();
});

test('shows a notice on every account page while a review is due', async () => {
  using app = open({ path: '/account/sign-in-methods' });
  expect(await screen.findByText(/2 things were added to your account/)).toBeDefined();
  await app.user.click(screen.getByRole('link', { name: 'Check your account' }));
  expect(await screen.findByRole('heading', { name: 'Check your account' })).toBeDefined();
  expect(screen.queryByText(/things were added to your account/)).toBeNull();
  await app.user.click(await screen.findByRole('button', { name: 'All of this is mine' }));
  await screen.findByText(/^Thank you\./);
  await app.user.click(screen.getByRole('button', { name: 'Continue' }));
  await waitFor(() => expect(app.address()).toBe('/account'));
  expect(screen.queryByText(/things were added to your account/)).toBeNull();
});

test('asks for another password when the own one was found in a data breach', async () => {
  const review = aSecurityReview({ reason: 'password-breached', listed: '', additions: [] });
  using app = open({ path: '/account/sign-in-methods', securityReview: { get: () => review } });
  expect(await screen.findByText(/known from a data breach/)).toBeDefined();
  await app.user.click(screen.getByRole('link', { name: 'Check your account' }));
  await screen.findByRole('heading', { name: 'Check your account' });
  expect(screen.queryByText('There is nothing left to check.')).toBeNull();
  await app.user.click(await screen.findByRole('link', { name: 'Change password' }));
  await waitFor(() => expect(app.address()).toBe('/account/sign-in-methods'));
});

test('returns from a provider to the review with its callback URL', async () => {
  const here = `${PAGE}?callbackUrl=%2Faccount%2Fdevices`;
  using app = open({
    path: `${here}&error=AccessDenied&requestId=request-1`,
    session: { reauthenticate: () => ({ status: 'navigate', url: 'http://provider.example/authorize' }) },
    accounts: { list: () => [anAccount()], unlink: failWith('SESSION_NOT_FRESH') },
  });
  await waitFor(() => expect(app.address()).toBe(here));
  await app.user.click(await screen.findByRole('button', { name: /^Remove Demo One/ }));
  const dialog = await screen.findByRole('dialog', { name: 'Remove Demo One?' });
  await app.user.click(within(dialog).getByRole('button', { name: 'Remove' }));
  const verify = await screen.findByRole('dialog', { name: 'Verify it’s you' });
  await app.user.click(await within(verify).findByRole('button', { name: 'Continue with Demo One' }));
  await waitFor(() => expect(app.left).toEqual(['http://provider.example/authorize']));
  const reauthentication = app.inputsOf('session.reauthenticate')[0];
  expect(reauthentication).toMatchObject({ callbackUrl: here });
});
