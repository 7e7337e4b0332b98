import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { ACTIVITY_GROUPS } from '../../../shared/activity-groups.ts';
import type { Activity, ActivityPage } from '../../../shared/schemas/activity.ts';
import { aListedSession, anAccount, anEvent } from '../../../testing/client/answers.ts';
import { renderApp, type Answers } from '../../../testing/client/render-app.tsx';

const ACTIVITY = '/account/activity';
type List = NonNullable<NonNullable<Answers['activity']>['list']>;

const openActivity = (list: List, changes: Answers = {}) =>
  renderApp(ACTIVITY, { activity: { list }, ...changes });

function pageOf(shown: Activity[], nextCursor: string | null = null): ActivityPage {
  return { events: shown, nextCursor };
}

function events(count: number, from = 0): Activity[] {
  return Array.from({ length: count }, (_, n) =>
    anEvent({ id: (from + n).toString(16).padStart(24, '0'), kind: 'sign-out', label: null }),
  );
}

/** The navigation is a list, too. */
const eventItems = () => within(screen.getByRole('main')).getAllByRole('listitem');

test('shows what happened, when, with which device and from where', async () => {
  const shown = [
    anEvent({ id: '1'.repeat(24), method: 'email-code', thisDevice: true }),
    anEvent({ id: '2'.repeat(24), kind: 'sign-in-failed', count: 7 }),
    anEvent({
      id: '3'.repeat(24),
      kind: 'account-linked',
      method: 'acme',
      methodName: 'Acme',
      label: 'ada@acme.example',
      ip: null,
      device: { browser: null, system: null, kind: 'unknown' },
    }),
    anEvent({ id: '4'.repeat(24), kind: 'phone-taken', label: '78' }),
  ];
  using app = openActivity(() => pageOf(shown));
  expect(await app.findByText('Signed in with a code by mail')).toBeDefined();
  const items = eventItems();
  expect(items[0]?.textContent).toContain('Firefox on Linux · 203.0.113.7');
  expect(items[0]?.querySelector('time')?.dateTime).toBe('2026-11-19T09:00:00.000Z');
  expect(screen.getByText('This device').closest('li')).toBe(items[0]);
  expect(items[1]?.textContent).toContain('7 attempts to sign in with the password failed within an hour');
  expect(items[2]?.textContent).toContain('Acme was connected: ada@acme.example');
  expect(items[2]?.textContent).not.toContain('Unknown device');
  expect(items[3]?.textContent).toContain('The phone number ending in 78 was removed');
  // The sentence already names somebody else.
  expect(within(items[3] ?? document.body).queryByRole('link')).toBeNull();
  expect(screen.getByText('That is all.')).toBeDefined();
});

test('names both steps of a sign-in, and how many recovery codes are left', async () => {
  const shown = [
    anEvent({ id: '1'.repeat(24), method: 'password + totp' }),
    anEvent({ id: '2'.repeat(24), method: 'acme + recovery-code', methodName: 'Acme' }),
    anEvent({ id: '3'.repeat(24), kind: 'recovery-code-used', method: null, label: '1' }),
    anEvent({ id: '4'.repeat(24), kind: 'first-factor-passed' }),
    anEvent({ id: '5'.repeat(24), kind: 'second-factor-removal-requested', method: null }),
  ];
  using app = openActivity(() => pageOf(shown));
  expect(
    await app.findByText('Signed in with the password and a code of the authenticator app'),
  ).toBeDefined();
  const items = eventItems();
  expect(items[1]?.textContent).toContain('Signed in with Acme and a recovery code');
  expect(items[2]?.textContent).toContain('A recovery code was used, and one is left');
  expect(items[3]?.textContent).toContain(
    'Somebody passed the first step of a sign-in with the password, but not the second step',
  );
  expect(within(items[3] ?? document.body).getByRole('link').textContent).toBe('Wasn’t me');
  // The operator asked for it.
  expect(within(items[4] ?? document.body).queryByRole('link')).toBeNull();
});

test('groups the events by day, with the time of each', async () => {
  const at = (daysAgo: number, hour: number) => {
    const time = new Date();
    time.setDate(time.getDate() - daysAgo);
    time.setHours(hour, 5, 0, 0);
    return time.toISOString();
  };
  const shown = [
    anEvent({ id: '1'.repeat(24), at: at(0, 0) }),
    anEvent({ id: '2'.repeat(24), at: at(1, 23), kind: 'sign-out', method: null }),
    anEvent({ id: '3'.repeat(24), at: at(1, 9) }),
    anEvent({ id: '4'.repeat(24), at: new Date(2024, 1, 29, 12).toISOString() }),
  ];
  using app = openActivity(() => pageOf(shown));
  const today = await app.findByRole('region', { name: 'Today' });
  expect(within(today).getAllByRole('listitem')).toHaveLength(1);
  const yesterday = screen.getByRole('region', { name: 'Yesterday' });
  const [late, early] = within(yesterday).getAllByRole('listitem');
  expect(late?.textContent).toMatch(/Signed out11:05\sPM · Firefox/);
  expect(early?.textContent).toMatch(/9:05\sAM/);
  const old = screen.getByRole('region', { name: 'Thursday, February 29, 2024' });
  expect(within(old).getAllByRole('listitem')).toHaveLength(1);
  expect(screen.getAllByRole('heading', { level: 3 }).map((heading) => heading.textContent)).toEqual([
    'Today',
    'Yesterday',
    'Thursday, February 29, 2024',
  ]);
});

test('loads more by the cursor and focuses the first new event', async () => {
  using app = openActivity((input) =>
    input?.cursor === 'two' ? pageOf(events(3, 5)) : pageOf(events(5), 'two'),
  );
  await app.user.click(await screen.findByRole('button', { name: 'Load more' }));
  await waitFor(() => expect(eventItems()).toHaveLength(8));
  expect(app.inputsOf('activity.list')).toEqual([{}, { cursor: 'two' }]);
  await waitFor(() => expect(document.activeElement).toBe(eventItems()[5]));
  expect(screen.getByText(/3 more events\..*That is all\./)).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Load more' })).toBeNull();
  // The loaded events continue the same day.
  expect(screen.getAllByRole('heading', { level: 3 })).toHaveLength(1);
});

test('shows only the chosen group', async () => {
  using app = openActivity((input) => pageOf(input?.kinds ? [] : [anEvent()]));
  await app.user.selectOptions(await screen.findByLabelText('Show'), 'Sign-in methods');
  expect(await screen.findByText('Nothing of this kind has happened.')).toBeDefined();
  expect(app.inputsOf('activity.list').at(-1)).toEqual({ kinds: [...ACTIVITY_GROUPS.methods] });
  await app.user.selectOptions(screen.getByLabelText('Show'), 'Everything');
  expect(await screen.findByText('Signed in with the password')).toBeDefined();
});

test('“Wasn’t me” offers to end other sessions after a question, and links to the sign-in methods', async () => {
  using app = openActivity(() => pageOf([anEvent()]), {
    session: {
      list: () => [aListedSession({ current: true, id: '0'.repeat(24) }), aListedSession()],
      revokeOthers: () => ({ revoked: 1 }),
    },
    accounts: { list: () => [anAccount()] },
    accessTokens: { list: () => [] },
  });
  await app.user.click(await screen.findByRole('link', { name: 'Wasn’t me: Signed in with the password' }));
  expect(await screen.findByRole('heading', { name: 'Secure your account', level: 1 })).toBeDefined();
  expect(screen.getByText('Signed in with the password')).toBeDefined();
  const connected = (await screen.findByText('ada@demo-one.example')).closest('dd');
  expect(connected?.textContent).toContain('Demo One (ada@demo-one.example)');
  expect(screen.getByText('ada@example.com')).toBeDefined();

  await app.user.click(screen.getByRole('button', { name: 'Sign out the other device' }));
  const dialog = await screen.findByRole('dialog', { name: 'Sign out the other device?' });
  expect(app.inputsOf('session.revokeOthers')).toEqual([]);
  await app.user.click(within(dialog).getByRole('button', { name: 'Sign out all others' }));
  const done = await screen.findByText('The other device is signed out.');
  await waitFor(() => expect(document.activeElement?.contains(done)).toBe(true));
  expect(screen.getByText(/nobody else can use your account/)).toBeDefined();
  expect(screen.getByRole('link', { name: 'Back to your activity' }).getAttribute('href')).toBe(ACTIVITY);
});
