import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { DeclaredField } from '../../../shared/schemas/console.ts';
import type { User } from '../../../shared/schemas/users.ts';
import { aConfiguration, aListedUser, GRACE, openConsole } from '../../../testing/client/console-answers.ts';
import type { Answers } from '../../../testing/client/render-app.tsx';

const SUSPENSION = { reason: 'Spam', at: '2026-11-20T09:00:00.000Z', until: '2027-01-01T00:00:00.000Z' };

/** `server.stored` is what the server has. */
function openUser(first: Partial<User>, administration: Answers['administration'] = {}) {
  const server = { stored: aListedUser(first) };
  const change = (changes: Partial<User>) => (server.stored = { ...server.stored, ...changes });
  const app = openConsole(`/admin/people/${GRACE}`, {
    administration,
    users: {
      get: () => server.stored,
      update: ({ id: _, email: __, reason: ___, ...changes }) => change(changes as Partial<User>),
      setData: ({ data }) => change({ data: { ...server.stored.data, ...data } }),
      setRoles: ({ roles }) => change({ roles }),
      resume: () => change({ state: 'active', suspension: null }),
      suspend: ({ reason, until = null }) =>
        change({ state: 'suspended', suspension: { ...SUSPENSION, reason, until } }),
    },
  });
  const press = async (name: string) => app.user.click(await screen.findByRole('button', { name }));
  return Object.assign(app, { server, press });
}

async function chooseRoles(app: ReturnType<typeof openUser>, ...names: RegExp[]) {
  await app.press('Change roles');
  const dialog = within(screen.getByRole('dialog'));
  for (const name of names) await app.user.click(dialog.getByRole('checkbox', { name }));
  await app.user.click(dialog.getByRole('button', { name: 'Save' }));
  await screen.findByText('The roles are changed. They apply from the next request.');
}

test('the undo of an ended suspension suspends again, with its reason and its end', async () => {
  using app = openUser({ state: 'suspended', suspension: SUSPENSION });
  await app.press('End suspension');
  await screen.findByText(/^The suspension is ended\./);
  await app.press('Undo');
  await screen.findByText('The change is undone.');
  expect(app.inputsOf('users.suspend')).toEqual([{ id: GRACE, reason: 'Spam', until: SUSPENSION.until }]);
  expect(await screen.findByRole('button', { name: 'End suspension' })).toBeDefined();
});

test('the undo of a changed name and language restores both', async () => {
  using app = openUser({});
  await app.press('Change profile');
  const dialog = within(screen.getByRole('dialog'));
  await app.user.selectOptions(dialog.getByLabelText('Language'), 'Deutsch');
  await app.user.clear(dialog.getByLabelText('Name'));
  await app.fill(dialog.getByLabelText('Name'), 'Rear Admiral{Enter}');
  await screen.findByText('The change is saved.');
  await app.press('Undo');
  await screen.findByText('The change is undone.');
  expect(app.inputsOf('users.update').at(-1)).toEqual({ id: GRACE, name: 'Grace Hopper', locale: 'en' });
});

test('a changed address has no undo: its mail has a link for that', async () => {
  using app = openUser({});
  await app.press('Change profile');
  const dialog = within(screen.getByRole('dialog'));
  await app.user.clear(dialog.getByLabelText('Email address'));
  await app.fill(dialog.getByLabelText('Email address'), 'hopper@example.com{Enter}');
  await screen.findByText('The change is saved.');
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
});

test('the undo of changed own fields removes a value that was not there, unless it was changed since', async () => {
  const field: Omit<DeclaredField, 'name' | 'label'> = {
    input: 'text',
    choices: [],
    isReadable: true,
    isWritable: true,
    isIndexed: false,
  };
  using app = openUser(
    { data: { note: 'Old' } },
    {
      configuration: () =>
        aConfiguration({ fields: ['note', 'plan'].map((name) => ({ ...field, name, label: { en: name } })) }),
    },
  );
  const save = async (note: string) => {
    await app.press('Change fields');
    const dialog = within(screen.getByRole('dialog'));
    await app.fill(dialog.getByLabelText('plan'), 'gold');
    await app.fill(dialog.getByLabelText('note'), `${note}{Enter}`);
    await screen.findByText('The change is saved.');
  };
  await save('er');
  await app.press('Undo');
  await screen.findByText('The change is undone.');
  expect(app.inputsOf('users.setData').at(-1)).toEqual({ id: GRACE, data: { note: 'Old', plan: null } });

  await save('est');
  app.server.stored = { ...app.server.stored, data: { note: 'By somebody else' } };
  await app.press('Undo');
  await screen.findByText('Nothing was undone: it was changed again in the meantime.');
  expect(await screen.findByText('By somebody else')).toBeDefined();
  expect(app.inputsOf('users.setData')).toHaveLength(3);
});

test('an undo takes a given role away, also a grave one', async () => {
  using app = openUser({});
  await chooseRoles(app, /^Administrator/);
  await app.press('Undo');
  await screen.findByText('The change is undone.');
  expect(app.inputsOf('users.setRoles').at(-1)).toEqual({ id: GRACE, roles: [] });
});

test('an undo gives a taken role back, but never a grave one', async () => {
  using app = openUser({ roles: ['administrator', 'bookkeeper'] });
  await chooseRoles(app, /^Bookkeeper/);
  await app.press('Undo');
  await screen.findByText('The change is undone.');
  expect(app.inputsOf('users.setRoles').at(-1)).toEqual({
    id: GRACE,
    roles: ['administrator', 'bookkeeper'],
  });
  await chooseRoles(app, /^Administrator/);
  await waitFor(() => expect(app.server.stored.roles).toEqual(['bookkeeper']));
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
});

test('an undo does not give back a role that somebody else took before the page knew it', async () => {
  using app = openUser(
    { roles: ['bookkeeper', 'reader'] },
    {
      configuration: () =>
        aConfiguration({
          roles: ['bookkeeper', 'reader', 'editor'].map((name) => ({
            name,
            permissions: [],
            isGrave: false,
          })),
        }),
    },
  );
  await screen.findByRole('button', { name: 'Change roles' });
  await screen.findByText('Reader');
  app.server.stored = { ...app.server.stored, roles: ['bookkeeper'] };
  await chooseRoles(app, /^Reader/, /^Editor/);
  expect(app.inputsOf('users.setRoles')).toMatchObject([{ roles: ['bookkeeper', 'editor'] }]);
  await app.press('Undo');
  await screen.findByText('The change is undone.');
  expect(app.inputsOf('users.setRoles').at(-1)).toEqual({ id: GRACE, roles: ['bookkeeper'] });
});
