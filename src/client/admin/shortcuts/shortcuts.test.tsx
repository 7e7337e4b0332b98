import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { aListedUser, aServiceKey, openConsole } from '../../../testing/client/console-answers.ts';
import { turnShortcuts } from './use-shortcuts.ts';

const people = [
  aListedUser(),
  aListedUser({ id: 'c'.repeat(24), name: 'Ada Lovelace' }),
  aListedUser({ id: 'd'.repeat(24), name: 'Alan Turing' }),
];
const openPeople = async () => {
  const app = openConsole('/admin/people', { users: { list: () => ({ people, nextCursor: null }) } });
  await screen.findByRole('link', { name: 'Grace Hopper' });
  return app;
};
const focused = () => document.activeElement?.textContent;

test('J and K move through the rows, X selects, and Enter opens', async () => {
  using app = await openPeople();
  await app.user.keyboard('j');
  expect(focused()).toBe('Grace Hopper');
  await app.user.keyboard('jjjk');
  expect(focused()).toBe('Ada Lovelace');
  await app.user.keyboard('x');
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Select Ada Lovelace' }).checked).toBe(true);
  expect(focused()).toBe('Ada Lovelace');
  await app.user.keyboard('{Enter}');
  await waitFor(() => expect(app.address()).toBe(`/admin/people/${'c'.repeat(24)}`));
});

test('a row without a link takes the focus itself', async () => {
  using app = openConsole('/admin/service-keys', { serviceKeys: { list: () => [aServiceKey()] } });
  const row = (await screen.findByRole('rowheader')).closest('tr');
  await app.user.keyboard('j');
  expect(document.activeElement).toBe(row);
});

test('G and a letter lead to a page, and the letter alone does what it does by itself', async () => {
  using app = await openPeople();
  await app.user.keyboard('jjg');
  expect(focused()).toBe('Ada Lovelace');
  await app.user.keyboard('q');
  await app.user.keyboard('k');
  expect(focused()).toBe('Grace Hopper');
  await app.user.keyboard('gk');
  await screen.findByRole('heading', { level: 1, name: 'Service keys' });
  await app.user.keyboard('Gp');
  await screen.findByRole('heading', { level: 1, name: 'People' });
});

test('no shortcut works while somebody types, behind a dialog, or when they are off', async () => {
  using app = await openPeople();
  const field = screen.getByRole<HTMLInputElement>('searchbox', { name: 'Search' });
  await app.user.type(field, 'gjx');
  expect(document.activeElement).toBe(field);
  await app.user.clear(field);
  field.blur();
  await app.user.keyboard('?');
  await screen.findByRole('dialog', { name: 'Keyboard shortcuts' });
  await app.user.keyboard('jgo');
  expect(document.activeElement?.closest('dialog')).not.toBeNull();
  await app.user.keyboard('{Escape}');
  turnShortcuts(false);
  (document.activeElement as HTMLElement).blur();
  await app.user.keyboard('j?go');
  expect(document.activeElement).toBe(document.body);
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(app.address()).toBe('/admin/people');
  // Of two keys together, none is a shortcut of a single key.
  await app.user.keyboard('{Control>}k{/Control}');
  await screen.findByRole('combobox', { name: 'Search' });
});

test('on an Arabic keyboard, its question mark opens the list', async () => {
  using _app = await openPeople();
  fireEvent.keyDown(document.body, { key: '؟', code: 'Slash', shiftKey: true });
  const list = within(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' }));
  expect(list.getByText('F6')).toBeDefined();
});
