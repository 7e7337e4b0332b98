import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { User } from '../../../shared/schemas/users.ts';
import { aPasswordStatus } from '../../../testing/client/answers.ts';
import { aListedUser, openConsole } from '../../../testing/client/console-answers.ts';
import { Failure, type Answers } from '../../../testing/client/render-app.tsx';
import { stale } from '../../../testing/client/stale-session.ts';

const ADA = 'a'.repeat(24);
const BOB = 'b'.repeat(24);
const EVE = 'e'.repeat(24);

/** A list of three people. Each suspension calls `onSuspend` first. */
function openPeople(onSuspend: (id: string) => void, others: Answers = {}) {
  const people = new Map<string, User>(
    [
      [ADA, 'Ada'],
      [BOB, 'Bob'],
      [EVE, 'Eve'],
    ].map(([id = '', name = '']) => [id, aListedUser({ id, name, roles: name === 'Bob' ? ['editor'] : [] })]),
  );
  const userOf = (id: string) => people.get(id) ?? aListedUser();
  return openConsole('/admin/people', {
    ...others,
    users: {
      list: () => ({ people: [...people.values()], nextCursor: null }),
      get: ({ id }) => userOf(id),
      suspend: ({ id, reason, until }) => {
        const suspension = { at: '2026-11-02T09:00:00.000Z', reason, until: until ?? null };
        onSuspend(id);
        people.set(id, aListedUser({ ...userOf(id), state: 'suspended', suspension }));
        return userOf(id);
      },
      resume: ({ id }) => {
        people.set(id, aListedUser({ ...userOf(id), state: 'active', suspension: null }));
        return userOf(id);
      },
      setRoles: ({ id, roles }) => aListedUser({ ...userOf(id), roles }),
    },
  });
}

type App = ReturnType<typeof openPeople>;

async function select(app: App, ...names: string[]): Promise<void> {
  for (const name of names)
    await app.user.click(await screen.findByRole('checkbox', { name: `Select ${name}` }));
}

async function suspend(app: App): Promise<void> {
  await app.user.click(screen.getByRole('button', { name: 'Suspend' }));
  const dialog = within(await screen.findByRole('dialog'));
  await app.fill(dialog.getByLabelText('Reason'), 'Spam{Enter}');
}

const suspendedIds = (app: App) => app.inputsOf('users.suspend').map((input) => (input as { id: string }).id);

test('selected people are suspended one by one with one reason, and leave the selection', async () => {
  using app = openPeople(() => {});
  await select(app, 'Ada', 'Eve');
  expect(screen.getByRole('checkbox', { name: 'Select all on this page' })).toHaveProperty(
    'indeterminate',
    true,
  );
  await suspend(app);
  await screen.findByText('2 people were suspended.');
  expect(app.inputsOf('users.suspend')).toEqual(
    [ADA, EVE].map((id) => ({ id, reason: 'Spam', until: null, endServiceKeys: true })),
  );
  expect(screen.queryByRole('button', { name: 'Clear selection' })).toBeNull();
  // The list keeps its place, and no notice takes the focus.
  expect(document.activeElement).toBe(screen.getByRole('region', { name: 'All people' }));
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
});

test('only what at least one of the selected people needs is offered', async () => {
  using app = openPeople(() => {});
  const offered = () =>
    within(screen.getByRole('group', { name: /selected$/ }))
      .getAllByRole('button')
      .map(({ ariaLabel, textContent }) => ariaLabel ?? textContent);
  await select(app, 'Ada', 'Eve');
  expect(offered()).toEqual(['Clear selection', 'Suspend', 'Sign out', 'Give a role', 'Export CSV']);
  await suspend(app);
  await screen.findByText('2 people were suspended.');
  await waitFor(() => expect(screen.getAllByText('Suspended', { selector: 'td *' })).toHaveLength(2));
  await select(app, 'Ada');
  expect(offered()).toEqual(['Clear selection', 'End suspension', 'Sign out', 'Give a role', 'Export CSV']);
});

test('the end of several suspensions is undone for all of them', async () => {
  using app = openPeople(() => {});
  await select(app, 'Ada', 'Eve');
  await suspend(app);
  await screen.findByText('2 people were suspended.');
  await waitFor(() => expect(screen.getAllByText('Suspended', { selector: 'td *' })).toHaveLength(2));
  await select(app, 'Ada', 'Eve');
  await app.user.click(screen.getByRole('button', { name: 'End suspension' }));
  const dialog = within(await screen.findByRole('dialog'));
  await app.user.click(dialog.getByRole('button', { name: 'End suspension' }));
  await screen.findByText('The suspensions of 2 people were ended.');
  await app.user.click(screen.getByRole('button', { name: 'Undo' }));
  await screen.findByText('The change is undone.');
  expect(app.inputsOf('users.suspend').slice(2)).toEqual(
    [ADA, EVE].map((id) => ({ id, reason: 'Spam', until: null })),
  );
});

test('whoever is refused is named, and stays selected', async () => {
  using app = openPeople((id) => {
    if (id === BOB) throw new Failure('LAST_ADMINISTRATOR');
  });
  await app.user.click(await screen.findByRole('checkbox', { name: 'Select all on this page' }));
  await suspend(app);
  await screen.findByText('2 people were suspended.');
  expect(screen.getByText('Bob', { selector: 'li bdi' })).toBeDefined();
  expect(screen.getByRole('group', { name: 'One person selected' })).toBeDefined();
});

test('after a call without an answer, a second run goes on and repeats nobody', async () => {
  let isDown = true;
  using app = openPeople((id) => {
    if (id === BOB && isDown) throw new Failure('UNAVAILABLE');
  });
  await select(app, 'Ada', 'Bob', 'Eve');
  await suspend(app);
  const dialog = within(screen.getByRole('dialog'));
  await dialog.findByRole('alert');
  expect(screen.getByRole('group', { name: '2 people selected', hidden: true })).toBeDefined();
  isDown = false;
  await app.user.click(dialog.getByRole('button', { name: 'Suspend' }));
  await screen.findByText('2 people were suspended.');
  expect(suspendedIds(app)).toEqual([ADA, BOB, BOB, EVE]);
});

test('a session that is not fresh is verified, and the run goes on with the others', async () => {
  const stage = { isFresh: true };
  using app = openPeople(
    (id) => {
      if (id === EVE && suspendedIds(app).length === 2) stage.isFresh = false;
      if (!stage.isFresh) throw new Failure('SESSION_NOT_FRESH');
    },
    {
      ...stale(stage),
      password: { get: () => aPasswordStatus({ changedAt: '2026-11-02T09:00:00.000Z' }) },
    },
  );
  await select(app, 'Ada', 'Eve');
  await suspend(app);
  const verify = within(await screen.findByRole('dialog', { name: 'Verify it’s you' }));
  await app.fill(await verify.findByLabelText(/^Password/), 'correct horse battery staple{Enter}');
  await screen.findByText('One person was suspended.');
  expect(suspendedIds(app)).toEqual([ADA, EVE, EVE]);
});

test('a role is given beside those that a person has, and no grave one is offered', async () => {
  using app = openPeople(() => {});
  await select(app, 'Ada', 'Bob');
  await app.user.click(screen.getByRole('button', { name: 'Give a role' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getAllByRole('option').map(({ textContent }) => textContent)).toEqual(['Bookkeeper']);
  await app.user.click(dialog.getByRole('button', { name: 'Give a role' }));
  await screen.findByText('2 people got the role.');
  await waitFor(() =>
    expect(app.inputsOf('users.setRoles')).toEqual([
      { id: ADA, roles: ['bookkeeper'] },
      { id: BOB, roles: ['editor', 'bookkeeper'] },
    ]),
  );
});

test('no role can be given where only grave ones are declared', async () => {
  const administrator = { name: 'administrator', permissions: [], isGrave: true };
  using app = openPeople(() => {}, {
    administration: { configuration: () => ({ roles: [administrator], fields: [] }) },
  });
  await select(app, 'Ada');
  expect(screen.getByRole('button', { name: 'Suspend' })).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Give a role' })).toBeNull();
});

test('a narrow screen has the boxes after "Select", which also ends the selection', async () => {
  using app = openPeople(() => {});
  const table = await screen.findByRole('table');
  expect(table.hasAttribute('data-selecting')).toBe(false);
  const button = screen.getByRole('button', { name: 'Select' });
  await app.user.click(button);
  expect([button.ariaPressed, table.hasAttribute('data-selecting')]).toEqual(['true', true]);
  await select(app, 'Ada');
  await app.user.click(button);
  expect([button.ariaPressed, table.hasAttribute('data-selecting')]).toEqual(['false', false]);
  expect(screen.queryByRole('group', { name: 'One person selected' })).toBeNull();
});
