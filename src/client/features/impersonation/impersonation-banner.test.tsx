import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Session } from '../../../shared/schemas/session.ts';
import {
  aListedSession,
  anAccessToken,
  anAccount,
  anEnrolledStatus,
  anEvent,
  aSecurityReview,
  aPasskey,
  aPasskeyList,
  aPasswordStatus,
  aPhoneStatus,
  aSession,
  aVerifiedPhone,
} from '../../../testing/client/answers.ts';
import { failWith, renderApp, type Answers } from '../../../testing/client/render-app.tsx';

const ACTED: Session = {
  ...aSession({ name: 'Grace Hopper' }),
  impersonation: { administratorId: 'admin-1', administratorName: 'Ada', reason: 'Ticket 4711' },
};

function openPage(path: string, session: Session, more: NonNullable<Answers['session']> = {}) {
  return renderApp(path, { session: { get: () => session, list: () => [], ...more } });
}

const banner = () => screen.findByRole('region', { name: 'Acting as another person' });

test.for(['/account', '/account/devices', '/device'])('names the person on %s', async (path) => {
  using _app = openPage(path, ACTED);
  const text = (await banner()).textContent;
  expect(text).toContain('You act as Grace Hopper.');
  expect(text).toContain('you cannot change their account');
});

const FULL_ACCOUNT: Answers = {
  accounts: { list: () => [anAccount()] },
  password: { get: () => aPasswordStatus({ changedAt: '2026-01-01T00:00:00.000Z', canRemove: true }) },
  phone: { get: () => aPhoneStatus({ phone: aVerifiedPhone() }) },
  passkeys: { list: () => aPasskeyList(aPasskey()) },
  secondFactor: { get: () => anEnrolledStatus() },
  accessTokens: { list: () => [anAccessToken()], ownScopes: () => [] },
  activity: { list: () => ({ events: [anEvent()], nextCursor: null }) },
};

test.for([
  ['/account', 'Profile'],
  ['/account#email', 'Profile'],
  ['/account/sign-in-methods', 'Sign-in methods'],
  ['/account/devices', 'Devices'],
  ['/account/activity', 'Activity'],
  ['/account/access-tokens', 'Access tokens'],
  ['/account/data', 'Your data'],
] as const)('offers no change on %s', async ([path, heading]) => {
  const sessions = [aListedSession(), aListedSession({ id: 'other', current: false })];
  const open = (session: Session) =>
    renderApp(path, { ...FULL_ACCOUNT, session: { get: () => session, list: () => sessions } });
  const controls = () =>
    ['button', 'link', 'textbox', 'combobox']
      .flatMap((role) => within(screen.getByRole('main')).queryAllByRole(role))
      .map((each) => each.textContent)
      .filter((text) => !/^(What you can call with a token|EverythingSigning in)/.test(text ?? ''));
  {
    using _app = open(aSession());
    await screen.findByRole('heading', { name: heading });
    await expect.poll(controls).not.toEqual([]);
  }
  using _app = open(ACTED);
  await screen.findByRole('heading', { name: heading });
  await waitFor(() => expect(screen.queryAllByRole('status', { name: 'Loading' })).toEqual([]));
  expect(controls()).toEqual([]);
});

test.for(['/account/activity/secure', '/account/security-review'])('offers no change on %s', async (path) => {
  const sessions = [aListedSession(), aListedSession({ id: 'other', current: false })];
  const open = (session: Session) =>
    renderApp(path, {
      ...FULL_ACCOUNT,
      session: { get: () => session, list: () => sessions },
      securityReview: { get: () => aSecurityReview() },
    });
  const buttons = () => within(screen.getByRole('main')).queryAllByRole('button');
  {
    using _app = open(aSession());
    await waitFor(() => expect(buttons()).not.toEqual([]));
  }
  using _app = open(ACTED);
  await screen.findByRole('heading', { level: 1 });
  await waitFor(() => expect(screen.queryAllByRole('status', { name: 'Loading' })).toEqual([]));
  expect(buttons().map(({ textContent }) => textContent)).toEqual([]);
});

test('is not there for anybody else', async () => {
  using _app = openPage('/account/devices', aSession());
  await screen.findByRole('heading', { name: 'Devices' });
  expect(screen.queryByRole('region', { name: 'Acting as another person' })).toBeNull();
});

test('ends it and loads the page of the person in the console', async () => {
  let calls = 0;
  using app = openPage('/account/devices', ACTED, {
    endImpersonation: () => {
      calls++;
      return aSession({ name: 'Ada' });
    },
  });
  await app.user.click(within(await banner()).getByRole('button', { name: 'End' }));
  await expect.poll(() => app.left).toEqual([`/admin/people/${ACTED.user.id}`]);
  expect(calls).toBe(1);
});

test('loads the sign-in page when the own session was ended, too', async () => {
  using app = openPage('/account/devices', ACTED, { endImpersonation: () => null });
  await app.user.click(within(await banner()).getByRole('button', { name: 'End' }));
  await expect.poll(() => app.left).toEqual(['/sign-in']);
});

test('shows a failure and stays', async () => {
  using app = openPage('/account/devices', ACTED, { endImpersonation: failWith('UNAVAILABLE') });
  await app.user.click(within(await banner()).getByRole('button', { name: 'End' }));
  const alert = await within(await banner()).findByRole('alert');
  expect(alert.textContent).toContain('UNAVAILABLE');
  expect(app.left).toEqual([]);
});
