import { screen, waitFor, within } from '@testing-library/react';
import { aListedSession, aPasswordStatus } from '../../../testing/client/answers.ts';
import { expect, test } from 'vitest';
import type { DeclaredField, UserMethod } from '../../../shared/schemas/console.ts';
import {
  aConfiguration,
  aListedUser,
  anAdministratorSession,
  GRACE,
  noDetails,
  openConsole,
} from '../../../testing/client/console-answers.ts';
import { Failure, failWith, type Answers, type renderApp } from '../../../testing/client/render-app.tsx';
import { stale } from '../../../testing/client/stale-session.ts';

const openUser = (changes?: Answers) => openConsole(`/admin/people/${GRACE}`, changes);

async function openDialog(app: ReturnType<typeof renderApp>, button: string) {
  await app.user.click(await screen.findByRole('button', { name: button }));
  return within(screen.getByRole('dialog'));
}

test('the actions stand beside the name, before everything else', async () => {
  using _app = openUser();
  const heading = await screen.findByRole('heading', { level: 1, name: /^Grace Hopper/ });
  const actions = screen.getByRole('group', { name: 'Actions on Grace Hopper' });
  const names = within(actions)
    .getAllByRole('button')
    .map(({ textContent }) => textContent);
  // The last one is in the box of "More actions".
  expect(names).toEqual(['Act as this person', 'Suspend', 'Delete this person']);
  expect(heading.parentElement?.nextElementSibling).toBe(actions);
});

test('a suspension needs a reason; then the page says since when and why', async () => {
  const suspended = aListedUser({
    state: 'suspended',
    suspension: { reason: 'Spam', at: '2026-11-20T09:00:00.000Z', until: null },
  });
  using app = openUser({ users: { suspend: () => suspended } });
  const dialog = await openDialog(app, 'Suspend');
  const field = dialog.getByLabelText('Reason');
  await waitFor(() => expect(document.activeElement).toBe(field));
  await app.user.click(dialog.getByRole('button', { name: 'Suspend' }));
  expect(field.getAttribute('aria-invalid')).toBe('true');
  expect(document.activeElement).toBe(field);
  expect(app.inputsOf('users.suspend')).toEqual([]);

  await app.fill(field, ' Spam {Enter}');
  await screen.findByText('This person is suspended');
  expect(app.inputsOf('users.suspend')).toEqual([{ id: GRACE, reason: 'Spam', until: null }]);
  await screen.findByText('The person is suspended.');
  expect(screen.getByRole('button', { name: 'End suspension' })).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Act as this person' })).toBeNull();
});

test('a suspension offers to end the service keys that the person made', async () => {
  using app = openUser({
    users: { inspect: () => ({ ...noDetails(), serviceKeys: 2 }), suspend: () => aListedUser() },
  });
  const dialog = await openDialog(app, 'Suspend');
  const check = await dialog.findByRole('checkbox', {
    name: 'Also end the 2 service keys that this person made',
  });
  expect((check as HTMLInputElement).checked).toBe(true);
  await app.fill(dialog.getByLabelText('Reason'), 'Left{Enter}');
  await screen.findByText('The person is suspended.');
  const again = await openDialog(app, 'Suspend');
  await app.user.click(await again.findByRole('checkbox'));
  await app.fill(again.getByLabelText('Reason'), 'Left{Enter}');
  await waitFor(() => expect(app.inputsOf('users.suspend')).toHaveLength(2));
  expect(app.inputsOf('users.suspend')).toEqual([
    { id: GRACE, reason: 'Left', until: null, endServiceKeys: true },
    { id: GRACE, reason: 'Left', until: null },
  ]);
});

test('an action in a session that is not fresh runs after the verification, without a second question', async () => {
  const stage = { isFresh: false };
  using app = openUser({
    ...stale(stage),
    password: { get: () => aPasswordStatus({ changedAt: '2026-11-02T09:00:00.000Z' }) },
    users: {
      endSessions: () => {
        if (!stage.isFresh) throw new Failure('SESSION_NOT_FRESH');
        return aListedUser();
      },
      inspect: () => ({
        ...noDetails(),
        devices: [
          aListedSession({ app: { id: 'notes', name: 'Barley Notes', authorizedBy: 'e'.repeat(24) } }),
        ],
      }),
    },
  });
  await app.user.click(await screen.findByRole('tab', { name: 'Devices' }));
  expect(await screen.findByText('Barley Notes · Firefox on Linux')).toBeDefined();
  const dialog = await openDialog(app, 'Sign out everywhere');
  await app.fill(dialog.getByLabelText('Reason'), 'Lost laptop{Enter}');
  const verify = within(await screen.findByRole('dialog', { name: 'Verify it’s you' }));
  await app.fill(await verify.findByLabelText(/^Password/), 'correct horse battery staple{Enter}');
  await screen.findByText('All devices are signed out.');
  expect(app.inputsOf('users.endSessions')).toEqual([
    { id: GRACE, reason: 'Lost laptop' },
    { id: GRACE, reason: 'Lost laptop' },
  ]);
});

test('the parts of a person are tabs, which the arrow keys change', async () => {
  using app = openUser();
  const methods = await screen.findByRole('tab', { name: 'Sign-in methods' });
  expect(methods.getAttribute('aria-selected')).toBe('true');
  expect(app.inputsOf('users.activity')).toEqual([]);
  await app.user.click(methods);
  await app.user.keyboard('{ArrowLeft}');
  await screen.findByRole('tabpanel', { name: 'Activity' });
  expect(screen.queryByRole('tabpanel', { name: 'Sign-in methods' })).toBeNull();
});

test('the id of a person is copied', async () => {
  using app = openUser();
  await app.user.click(await screen.findByRole('button', { name: 'Copy ID' }));
  await screen.findByText('Copied');
  expect(await navigator.clipboard.readText()).toBe(GRACE);
});

test('the removal of a second factor is asked for among the other actions, and only where there is one', async () => {
  const factor = {
    kind: 'authenticator-app' as const,
    name: 'App',
    label: null,
    addedAt: '2026-11-20T09:00:00.000Z',
    lastUsedAt: null,
    isConfirmed: true,
  };
  const details = { ...noDetails(), signInMethods: [factor] };
  using app = openUser({ users: { inspect: () => details, removeSecondFactor: () => ({ runsAt: '' }) } });
  expect(await screen.findByRole('button', { name: 'Delete this person' })).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Sign out everywhere' })).toBeNull();
  const dialog = await openDialog(app, 'Remove two-step verification');
  await app.fill(dialog.getByLabelText('Reason'), 'Lost phone{Enter}');
  await waitFor(() =>
    expect(app.inputsOf('users.removeSecondFactor')).toEqual([{ id: GRACE, reason: 'Lost phone' }]),
  );
});

/** A grave role is refused while this is unconfirmed. */
const unconfirmedAnswers = (...kinds: UserMethod['kind'][]): Answers => ({
  users: {
    inspect: () => ({
      ...noDetails(),
      signInMethods: [...kinds, 'phone' as const].map((kind) => ({
        kind,
        name: kind === 'provider' ? 'GitHub' : null,
        label: kind === 'provider' ? 'eve' : null,
        addedAt: '2026-11-20T09:00:00.000Z',
        lastUsedAt: null,
        isConfirmed: kind === 'phone',
      })),
    }),
    setRoles: (input: { removeUnconfirmed?: boolean | undefined }) => {
      if (!input.removeUnconfirmed) throw new Failure('METHODS_UNCONFIRMED');
      return aListedUser({ roles: ['administrator'] });
    },
  },
});

test('a refused role lists what the person has not confirmed, and one button removes it and gives the role', async () => {
  using app = openUser(unconfirmedAnswers('password', 'provider'));
  const dialog = await openDialog(app, 'Change roles');
  await app.user.click(dialog.getByRole('checkbox', { name: /^Administrator/ }));
  await app.user.click(dialog.getByRole('button', { name: 'Save' }));
  const list = within(await dialog.findByRole('region', { name: /has not confirmed/ }));
  expect(list.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Password',
    'Connected account GitHub eve',
  ]);
  await app.user.click(dialog.getByRole('button', { name: 'Remove these and give the role' }));
  await screen.findByText('The roles are changed. They apply from the next request.');
  expect(app.inputsOf('users.setRoles')).toEqual([
    { id: GRACE, roles: ['administrator'] },
    { id: GRACE, roles: ['administrator'], removeUnconfirmed: true },
  ]);
});

test('a refused role removes nothing when another role is chosen then, or while the address is unconfirmed', async () => {
  using app = openUser(unconfirmedAnswers('email', 'password'));
  const dialog = await openDialog(app, 'Change roles');
  await app.user.click(dialog.getByRole('checkbox', { name: /^Administrator/ }));
  await app.user.click(dialog.getByRole('button', { name: 'Save' }));
  await dialog.findByText('The person must sign in by a mail to this address first.');
  expect(dialog.queryByRole('button', { name: 'Remove these and give the role' })).toBeNull();
  await app.user.click(dialog.getByRole('checkbox', { name: /^Bookkeeper/ }));
  expect(dialog.queryByRole('region', { name: /has not confirmed/ })).toBeNull();
});

test('the last administrator keeps the role, and the dialog says why', async () => {
  using app = openUser({
    users: { get: () => aListedUser({ roles: ['administrator'] }), setRoles: failWith('LAST_ADMINISTRATOR') },
  });
  const dialog = await openDialog(app, 'Change roles');
  await app.user.click(dialog.getByRole('checkbox', { name: /^Administrator/ }));
  await app.user.click(dialog.getByRole('checkbox', { name: /^Bookkeeper/ }));
  await app.user.click(dialog.getByRole('button', { name: 'Save' }));
  await dialog.findByText(/This is the last administrator\./);
  expect(app.inputsOf('users.setRoles')).toEqual([{ id: GRACE, roles: ['bookkeeper'] }]);
});

test('a deletion needs the typed name, and the page then says that the person is deleted', async () => {
  using app = openUser({ users: { delete: ({ id }) => ({ id }) } });
  const dialog = await openDialog(app, 'Delete this person');
  await app.fill(dialog.getByLabelText('Reason'), 'Asked for it');
  await app.fill(dialog.getByLabelText('Type “Grace Hopper” to confirm'), 'Grace');
  await app.user.click(dialog.getByRole('button', { name: 'Delete this person' }));
  expect(dialog.getByText('This is not the same.')).toBeDefined();
  await app.fill(dialog.getByLabelText('Type “Grace Hopper” to confirm'), ' Hopper{Enter}');
  await screen.findByText('Grace Hopper is deleted.');
  expect(app.inputsOf('users.delete')).toEqual([{ id: GRACE, reason: 'Asked for it' }]);
});

const aField = (name: string, input: DeclaredField['input'], choices: string[] = []): DeclaredField => ({
  name,
  label: { en: name },
  input,
  choices,
  isReadable: true,
  isWritable: true,
  isIndexed: false,
});

test('changed own fields are sent with the type of their values, and an emptied one as null', async () => {
  using app = openUser({
    administration: {
      configuration: () =>
        aConfiguration({
          fields: [
            aField('plan', 'choice', ['free', 'gold']),
            aField('seats', 'number'),
            aField('beta', 'boolean'),
            aField('note', 'text'),
            aField('tags', 'json'),
            aField('kept', 'text'),
          ],
        }),
    },
    users: {
      get: () => aListedUser({ data: { plan: 'free', seats: 2, note: 'Old', kept: 'Same' } }),
      setData: () => aListedUser({ data: { plan: 'gold', seats: 5, beta: true, tags: ['a'], kept: 'Same' } }),
    },
  });
  const dialog = await openDialog(app, 'Change fields');
  await app.user.selectOptions(dialog.getByLabelText('plan'), 'gold');
  await app.user.clear(dialog.getByLabelText('seats'));
  await app.user.type(dialog.getByLabelText('seats'), 'five');
  await app.user.selectOptions(dialog.getByLabelText('beta'), 'Yes');
  await app.user.clear(dialog.getByLabelText('note'));
  await app.user.click(dialog.getByLabelText('tags'));
  await app.user.paste('["a"]');
  await app.user.click(dialog.getByRole('button', { name: 'Save' }));
  expect(dialog.getByText('This is not a number.')).toBeDefined();
  expect(app.inputsOf('users.setData')).toEqual([]);

  await app.user.clear(dialog.getByLabelText('seats'));
  await app.user.type(dialog.getByLabelText('seats'), '5{Enter}');
  await screen.findByText('The change is saved.');
  expect(app.inputsOf('users.setData')).toEqual([
    { id: GRACE, data: { plan: 'gold', seats: 5, beta: true, note: null, tags: ['a'] } },
  ]);
});

test('a refused value of an own field is marked at its field, with the sentence of its schema', async () => {
  using app = openUser({
    administration: {
      configuration: () => aConfiguration({ fields: [aField('note', 'text'), aField('kept', 'text')] }),
    },
    users: {
      setData: failWith('INVALID_INPUT', {
        issues: [{ path: ['data', 'note'], key: 'other', message: 'Too short' }],
      }),
    },
  });
  const dialog = await openDialog(app, 'Change fields');
  await app.fill(dialog.getByLabelText('note'), 'A{Enter}');
  await dialog.findByText('Too short');
  expect(dialog.getByLabelText('note').getAttribute('aria-invalid')).toBe('true');
  expect(dialog.getByLabelText('kept').getAttribute('aria-invalid')).not.toBe('true');
});

test('only what was changed of the profile is sent', async () => {
  using app = openUser({ users: { update: () => aListedUser({ name: 'Rear Admiral Hopper' }) } });
  const dialog = await openDialog(app, 'Change profile');
  await app.user.clear(dialog.getByLabelText('Name'));
  await app.fill(dialog.getByLabelText('Name'), 'Rear Admiral Hopper{Enter}');
  await screen.findByRole('heading', { name: /^Rear Admiral Hopper/ });
  expect(app.inputsOf('users.update')).toEqual([{ id: GRACE, name: 'Rear Admiral Hopper' }]);
});

test('acting as a person opens their account by a page load', async () => {
  using app = openUser({ users: { impersonate: () => anAdministratorSession() } });
  const dialog = await openDialog(app, 'Act as this person');
  await app.fill(dialog.getByLabelText('Reason'), 'They asked for help{Enter}');
  await waitFor(() => expect(app.left).toEqual(['/account']));
  expect(app.inputsOf('users.impersonate')).toEqual([{ id: GRACE, reason: 'They asked for help' }]);
});

test('a person who does not exist leads back to the list, and offers no second try', async () => {
  using _app = openUser({ users: { get: failWith('NOT_FOUND') } });
  await screen.findByText('There is no such person. The account may have been deleted.');
  expect(screen.getByRole('link', { name: 'All people' }).getAttribute('href')).toBe('/admin/people');
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
});
