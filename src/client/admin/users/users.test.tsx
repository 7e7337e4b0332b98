import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { aPasswordStatus, aSession } from '../../../testing/client/answers.ts';
import { aConfiguration, aListedUser, GRACE, openConsole } from '../../../testing/client/console-answers.ts';
import { Failure } from '../../../testing/client/render-app.tsx';
import { stale } from '../../../testing/client/stale-session.ts';

const nameLink = (name: string) => screen.findByRole('link', { name });

test('somebody without the role reads who may see the page, and nothing is asked for', async () => {
  using app = openConsole('/admin/people', { session: { get: () => aSession() } });
  await screen.findByRole('heading', { name: 'Only for administrators' });
  expect(app.calls.map(({ procedure }) => procedure).filter((name) => name.startsWith('users.'))).toEqual([]);
});

test('a row has the name, the address, the state, the roles and the first own fields', async () => {
  using _app = openConsole('/admin/people', {
    administration: {
      configuration: () =>
        aConfiguration({
          fields: [
            {
              name: 'plan',
              label: { en: 'Plan' },
              input: 'text',
              choices: [],
              isReadable: true,
              isWritable: true,
              isIndexed: true,
            },
          ],
        }),
    },
    users: {
      list: () => ({
        people: [
          aListedUser({
            state: 'suspended',
            roles: ['administrator', 'bookkeeper'],
            data: { plan: 'gold' },
          }),
        ],
        nextCursor: null,
      }),
    },
  });
  const link = await nameLink('Grace Hopper');
  expect(link.getAttribute('href')).toBe(`/admin/people/${GRACE}`);
  const row = link.closest('tr');
  expect(row?.textContent).toContain('grace@example.com');
  expect(await within(row as HTMLElement).findByText('gold')).toBeDefined();
  expect(row?.textContent).toContain('Suspended');
  expect(row?.textContent).toContain('Administrator, Bookkeeper');
});

test('typing searches after a pause, and the address has the search', async () => {
  using app = openConsole('/admin/people', {
    users: {
      list: (input) => ({
        people: input?.search === 'ada' ? [aListedUser({ name: 'Ada Lovelace' })] : [aListedUser()],
        nextCursor: null,
      }),
    },
  });
  await nameLink('Grace Hopper');
  await app.user.type(screen.getByRole('searchbox', { name: 'Search' }), 'ada');
  await nameLink('Ada Lovelace');
  expect(screen.queryByRole('link', { name: 'Grace Hopper' })).toBeNull();
  expect(app.address()).toBe('/admin/people?search=ada');
  expect(screen.getByText('One person on this page')).toBeDefined();
});

test('filters and order are sent, and can be cleared', async () => {
  using app = openConsole('/admin/people');
  await nameLink('Grace Hopper');
  await screen.findByRole('option', { name: 'Bookkeeper' });
  await app.user.selectOptions(screen.getByRole('combobox', { name: 'Role' }), 'bookkeeper');
  await app.user.selectOptions(screen.getByRole('combobox', { name: 'State' }), 'Suspended');
  await app.user.selectOptions(screen.getByRole('combobox', { name: 'Order' }), 'Names from A to Z');
  await waitFor(() =>
    expect(app.inputsOf('users.list').at(-1)).toMatchObject({
      role: 'bookkeeper',
      state: 'suspended',
      sort: 'name',
      limit: 50,
    }),
  );
  await app.user.click(screen.getByRole('link', { name: 'Clear' }));
  await waitFor(() => expect(app.address()).toBe('/admin/people'));
});

test('a chosen filter has a button that clears it', async () => {
  using app = openConsole('/admin/people?state=suspended');
  await app.user.click(await screen.findByRole('button', { name: 'Clear filter: State' }));
  await waitFor(() => expect(app.address()).toBe('/admin/people'));
  expect(document.activeElement).toBe(screen.getByRole('combobox', { name: 'State' }));
  expect(screen.queryByRole('button', { name: 'Clear filter: State' })).toBeNull();
});

test('the button of the filters has their number, and says whether they are shown', async () => {
  using app = openConsole('/admin/people?state=suspended&role=bookkeeper&search=ada');
  const button = await screen.findByRole('button', { name: 'Filters 2' });
  expect(button.getAttribute('aria-expanded')).toBe('false');
  await app.user.click(button);
  expect(button.getAttribute('aria-expanded')).toBe('true');
  await app.user.click(screen.getByRole('button', { name: 'Clear filter: Role' }));
  expect(await screen.findByRole('button', { name: 'Filters 1' })).toBe(button);
});

test('a heading orders the list, at the second press the other way round', async () => {
  using app = openConsole('/admin/people');
  const orderOf = (name: string) =>
    screen.getByRole('columnheader', { name }).getAttribute('aria-sort') ?? 'none';
  await nameLink('Grace Hopper');
  expect([orderOf('Person'), orderOf('Created')]).toEqual(['none', 'descending']);
  await app.user.click(screen.getByRole('button', { name: 'Person' }));
  await waitFor(() => expect(app.address()).toBe('/admin/people?sort=name'));
  expect([orderOf('Person'), orderOf('Created')]).toEqual(['ascending', 'none']);
  await app.user.click(screen.getByRole('button', { name: 'Person' }));
  await waitFor(() => expect(app.address()).toBe('/admin/people?sort=-name'));
  expect(orderOf('Person')).toBe('descending');
  await waitFor(() =>
    expect(app.inputsOf('users.list').at(-1)).toMatchObject({ sort: 'name', reversed: true }),
  );
});

test('a press anywhere on a row opens the person, but not on its box, and not to select text', async () => {
  using app = openConsole('/admin/people');
  const row = (await nameLink('Grace Hopper')).closest('tr') as HTMLElement;
  await app.user.click(within(row).getByRole('checkbox'));
  const email = within(row).getByText('grace@example.com', { selector: 'td bdi' });
  await app.user.pointer([
    { keys: '[MouseLeft>]', target: email, offset: 0 },
    { target: email, offset: 5 },
    { keys: '[/MouseLeft]', target: email, offset: 5 },
  ]);
  expect(String(getSelection())).toBe('grace');
  expect(app.address()).toBe('/admin/people');
  getSelection()?.removeAllRanges();
  await app.user.click(within(row).getByText('Active'));
  await waitFor(() => expect(app.address()).toBe(`/admin/people/${GRACE}`));
});

test('a column is left out, and the address remembers it', async () => {
  using app = openConsole('/admin/people?hidden=roles');
  await nameLink('Grace Hopper');
  expect(screen.queryByRole('columnheader', { name: 'Roles' })).toBeNull();
  const menu = within(screen.getByRole('group', { name: 'Columns' }));
  await app.user.click(menu.getByRole('checkbox', { name: 'Email address' }));
  await waitFor(() => expect(app.address()).toBe('/admin/people?hidden=email.roles'));
  expect(screen.queryByRole('columnheader', { name: 'Email address' })).toBeNull();
  await app.user.click(menu.getByRole('checkbox', { name: 'Roles' }));
  await waitFor(() => expect(app.address()).toBe('/admin/people?hidden=email'));
});

test('"/" leads to the search, but not while somebody types, and not when shortcuts are off', async () => {
  using app = openConsole('/admin/people');
  await nameLink('Grace Hopper');
  const search = screen.getByRole('searchbox', { name: 'Search' });
  await app.user.keyboard('/');
  expect(document.activeElement).toBe(search);
  await app.user.keyboard('/?');
  expect((search as HTMLInputElement).value).toBe('/?');
  search.blur();
  await app.user.keyboard('?');
  const dialog = within(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' }));
  await app.user.click(dialog.getByRole('switch', { name: 'Use single-key shortcuts' }));
  await app.user.click(dialog.getByRole('button', { name: 'Close' }));
  (document.activeElement as HTMLElement).blur();
  await app.user.keyboard('/');
  expect(document.activeElement).not.toBe(search);
  await app.user.click(screen.getByRole('button', { name: 'Keyboard shortcuts' }));
  await app.user.click(await screen.findByRole('switch', { name: 'Use single-key shortcuts' }));
  await app.user.keyboard('{Escape}');
  localStorage.clear();
});

test('"Next page" replaces the rows, and "Previous page" leads back', async () => {
  using app = openConsole('/admin/people', {
    users: {
      list: (input) =>
        input?.cursor === 'second'
          ? { people: [aListedUser({ id: 'c'.repeat(24), name: 'Ada Lovelace' })], nextCursor: null }
          : { people: [aListedUser()], nextCursor: 'second' },
    },
  });
  await app.user.click(await screen.findByRole('link', { name: 'Next page' }));
  await nameLink('Ada Lovelace');
  expect(screen.queryByRole('link', { name: 'Grace Hopper' })).toBeNull();
  expect(screen.queryByRole('link', { name: 'Next page' })).toBeNull();
  await app.user.click(screen.getByRole('button', { name: 'Previous page' }));
  await nameLink('Grace Hopper');
  expect(app.address()).toBe('/admin/people');
});

test('a session that is not fresh opens "Verify it’s you", and then the list appears', async () => {
  const stage = { isFresh: false };
  using app = openConsole('/admin/people', {
    ...stale(stage),
    password: { get: () => aPasswordStatus({ changedAt: '2026-11-02T09:00:00.000Z' }) },
    users: {
      list: () => {
        if (!stage.isFresh) throw new Failure('SESSION_NOT_FRESH');
        return { people: [aListedUser()], nextCursor: null };
      },
    },
  });
  const dialog = await screen.findByRole('dialog', { name: 'Verify it’s you' });
  await app.user.type(
    await within(dialog).findByLabelText(/^Password/),
    'correct horse battery staple{Enter}',
  );
  await nameLink('Grace Hopper');
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('an invitation is sent, and the page of the new person opens', async () => {
  using app = openConsole('/admin/people', {
    users: { create: () => aListedUser({ name: null, state: 'invited' }) },
  });
  await app.user.click(await screen.findByRole('button', { name: 'Invite a person' }));
  const address = screen.getByRole('textbox', { name: 'Email address' });
  expect(document.activeElement).toBe(address);
  await app.user.click(screen.getByRole('button', { name: 'Send invitation' }));
  expect(app.inputsOf('users.create')).toEqual([]);
  expect(address.getAttribute('aria-invalid')).toBe('true');
  await app.user.type(address, 'grace@example.com');
  await app.user.click(screen.getByRole('button', { name: 'Send invitation' }));
  await waitFor(() => expect(app.address()).toBe(`/admin/people/${GRACE}`));
  expect(app.inputsOf('users.create')).toEqual([{ email: 'grace@example.com', emailVerified: false }]);
});

test('the address filters by method and by day, and what the server would refuse is left out', async () => {
  using app = openConsole('/admin/people?method=passkey&from=2026-11-20');
  await nameLink('Grace Hopper');
  expect(app.inputsOf('users.list')).toEqual([
    { limit: 50, sort: 'created', method: 'passkey', createdAfter: new Date(2026, 10, 20).toISOString() },
  ]);
  await app.user.selectOptions(screen.getByRole('combobox', { name: 'Sign-in method' }), 'Every method');
  expect(app.address()).toBe('/admin/people?from=2026-11-20');
  const moment = '2026-11-20T09:00:00.000Z';
  using later = openConsole(`/admin/people?from=${moment}`);
  await waitFor(() =>
    expect(later.inputsOf('users.list')).toEqual([{ limit: 50, sort: 'created', createdAfter: moment }]),
  );
  using other = openConsole('/admin/people?method=pigeon&from=now');
  await waitFor(() => expect(other.inputsOf('users.list')).toEqual([{ limit: 50, sort: 'created' }]));
});
