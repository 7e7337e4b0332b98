import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { aListedSession } from '../../../testing/client/answers.ts';
import { Failure, failWith, renderApp, type Answers } from '../../../testing/client/render-app.tsx';

const HERE = aListedSession({ id: '65a000000000000000000000', current: true });
const PHONE = aListedSession({
  id: '65a000000000000000000001',
  device: { browser: 'Safari', system: 'iOS', kind: 'phone' },
});
const SCRIPT = aListedSession({
  id: '65a000000000000000000002',
  device: { browser: 'curl', system: null, kind: 'script' },
  ip: null,
});

const open = (session: Answers['session']) =>
  renderApp('/account/devices', { session: { list: () => [HERE, PHONE, SCRIPT], ...session } });

test('shows this device first and marks it, then the others, with their details', async () => {
  using app = open({ list: () => [PHONE, HERE, SCRIPT] });
  expect(await app.findByText('Firefox on Linux')).toBeDefined();
  const list = screen.getByRole('region', { name: 'Where you are signed in' });
  const [here, phone, script] = within(list).getAllByRole('listitem');
  expect(list.textContent).toContain('A device that you sign out loses access at once.');
  expect(list.textContent).not.toContain('five minutes');
  expect(here?.textContent).toContain('Firefox on LinuxThis device');
  expect(here?.textContent).toContain('Active now');
  expect(
    within(here ?? list)
      .getByRole('link', { name: 'Sign out' })
      .getAttribute('href'),
  ).toBe('/sign-out');
  expect(screen.getAllByText('This device')).toHaveLength(1);
  expect(phone?.textContent).toContain('Safari on iOS');
  expect(phone?.textContent).toContain('203.0.113.7');
  expect(script?.textContent).toContain('curl');
  expect(script?.textContent).toContain('an unknown address');
  const [lastSeen] = phone?.querySelectorAll('time') ?? [];
  expect(lastSeen?.dateTime).toBe(PHONE.lastSeenAt);
  expect(lastSeen?.title).toMatch(/2026/);
});

test('shows a placeholder while the list loads', async () => {
  using app = open({ list: () => new Promise(() => {}) });
  const section = await app.findByRole('region', { name: 'Where you are signed in' });
  expect(within(section).getByRole('status', { name: 'Loading' })).toBeDefined();
});

test('reloads a failed list with "Try again"', async () => {
  let fails = true;
  using app = open({
    list: () => {
      if (fails) throw new Failure('INTERNAL');
      return [HERE];
    },
  });
  const again = await screen.findByRole('button', { name: 'Try again' });
  fails = false;
  await app.user.click(again);
  expect(await screen.findByText('You are signed in nowhere else.')).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Sign out all others' })).toBeNull();
  expect(screen.queryByRole('alert')).toBeNull();
});

test('signs a device out at once, removes its row and focuses the confirmation', async () => {
  using app = open({ revoke: ({ id }) => ({ id, current: false }) });
  await app.user.click(await screen.findByRole('button', { name: 'Sign out Safari on iOS' }));
  const done = await screen.findByText('Safari on iOS is signed out.');
  expect(app.inputsOf('session.revoke')).toEqual([{ id: PHONE.id }]);
  expect(screen.queryByRole('button', { name: 'Sign out Safari on iOS' })).toBeNull();
  expect(document.activeElement?.contains(done)).toBe(true);
  expect(screen.getByRole('button', { name: 'Sign out curl' })).toBeDefined();
});

test('removes the row without an error when the session had ended already', async () => {
  using app = open({ revoke: failWith('NOT_FOUND') });
  await app.user.click(await screen.findByRole('button', { name: 'Sign out curl' }));
  expect(await screen.findByText('curl was already signed out.')).toBeDefined();
  expect(screen.queryByRole('alert')).toBeNull();
  expect(screen.queryByRole('button', { name: 'Sign out curl' })).toBeNull();
});

test('keeps the row and explains the failure', async () => {
  using app = open({ revoke: failWith('INTERNAL') });
  await app.user.click(await screen.findByRole('button', { name: 'Sign out curl' }));
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('INTERNAL');
  await waitFor(() => expect(document.activeElement).toBe(alert));
  expect(screen.getByRole('button', { name: 'Sign out curl' })).toBeDefined();
});

test('asks before it signs out all other devices and says how many', async () => {
  using app = open({ revokeOthers: () => ({ revoked: 2 }) });
  const all = await screen.findByRole('button', { name: 'Sign out all others' });
  await app.user.click(all);
  let dialog = await screen.findByRole('dialog', { name: 'Sign out all 2 other devices?' });
  await app.user.click(within(dialog).getByRole('button', { name: 'Keep signed in' }));
  expect(app.inputsOf('session.revokeOthers')).toHaveLength(0);
  await waitFor(() => expect(document.activeElement).toBe(all));

  await app.user.click(all);
  dialog = await screen.findByRole('dialog');
  await app.user.click(within(dialog).getByRole('button', { name: 'Sign out all others' }));
  const done = await screen.findByText('2 other devices are signed out.');
  expect(screen.getByText('You are signed in nowhere else.')).toBeDefined();
  expect(screen.queryByRole('dialog')).toBeNull();
  await waitFor(() => expect(document.activeElement?.contains(done)).toBe(true));
});

const NOTES = aListedSession({
  id: '65a000000000000000000003',
  app: { id: 'notes', name: 'Barley Notes', authorizedBy: PHONE.id },
  device: PHONE.device,
});

test('shows an app with its browser, and says before what is signed out with that browser', async () => {
  using app = open({
    list: () => [HERE, NOTES, PHONE, SCRIPT],
    revoke: ({ id }) => ({ id, current: false }),
  });
  const notes = await screen.findByRole('button', { name: 'Sign out Barley Notes · Safari on iOS' });
  const phone = screen.getByRole('button', { name: 'Sign out Safari on iOS' });
  expect(
    screen.getByText(/loses access at once\. An app may keep it for up to five minutes\./),
  ).toBeDefined();
  expect(phone.closest('li')?.textContent).toMatch(/If you sign it out, you also sign out .?Barley Notes/);
  expect(notes.closest('li')?.textContent).not.toContain('you also sign out');
  await app.user.click(phone);
  expect(await screen.findByText(/Safari on iOS.? and .?Barley Notes.? are signed out\./)).toBeDefined();
  expect(notes.isConnected).toBe(false);
  expect(screen.getByRole('button', { name: 'Sign out curl' })).toBeDefined();
});

test('signs an app out alone', async () => {
  using app = open({ list: () => [HERE, NOTES, PHONE], revoke: ({ id }) => ({ id, current: false }) });
  await app.user.click(await screen.findByRole('button', { name: 'Sign out Barley Notes · Safari on iOS' }));
  expect(await screen.findByText('Barley Notes · Safari on iOS is signed out.')).toBeDefined();
  expect(screen.getByRole('button', { name: 'Sign out Safari on iOS' })).toBeDefined();
  expect(screen.queryByText(/you also sign out/)).toBeNull();
});

test('says that the apps are signed out with all others', async () => {
  using app = open({ list: () => [HERE, NOTES, PHONE], revokeOthers: () => ({ revoked: 2 }) });
  await app.user.click(await screen.findByRole('button', { name: 'Sign out all others' }));
  const dialog = await screen.findByRole('dialog', { name: 'Sign out all other devices and apps?' });
  await app.user.click(within(dialog).getByRole('button', { name: 'Sign out all others' }));
  expect(await screen.findByText('All other devices and apps are signed out.')).toBeDefined();
});

test('names an administrator who acts as this person, without a device and an address', async () => {
  const administrator = aListedSession({
    byAdministrator: true,
    device: { browser: null, system: null, kind: 'unknown' },
    ip: null,
  });
  using app = open({ list: () => [HERE, administrator] });
  await app.findByText('Administrator of this site');
  const [, item] = within(screen.getByRole('region', { name: 'Where you are signed in' })).getAllByRole(
    'listitem',
  );
  expect(item?.textContent).toContain('Began to act as you');
  expect(item?.textContent).not.toContain('unknown address');
  expect(item?.textContent).not.toContain('unless it is used');
  expect(screen.getByRole('button', { name: 'Sign out Administrator of this site' })).toBeDefined();
});
