import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { aListedUser, GRACE, openConsole } from '../../../testing/client/console-answers.ts';
import { failWith } from '../../../testing/client/render-app.tsx';

const heading = (name: string) => screen.findByRole('heading', { level: 1, name });
const field = () => screen.findByRole('combobox', { name: 'Search' });
const optionNames = () => screen.queryAllByRole('option').map((option) => option.textContent);

/** What the field says is chosen. */
const chosen = () => {
  const id = screen.getByRole('combobox', { name: 'Search' }).getAttribute('aria-activedescendant');
  const option = document.getElementById(id ?? '');
  expect(screen.getAllByRole('option', { selected: true })).toEqual([option]);
  return option?.textContent;
};

async function openPalette(changes: Parameters<typeof openConsole>[1] = {}, path = '/admin/service-keys') {
  const app = openConsole(path, { serviceKeys: { list: () => [] }, ...changes });
  await screen.findByRole('button', { name: 'Search…' });
  await app.user.keyboard('{Control>}k{/Control}');
  await field();
  return app;
}

test('Ctrl K opens the palette on its field, and Escape gives the focus back', async () => {
  using app = await openPalette();
  expect(document.activeElement).toBe(await field());
  expect(
    screen.getAllByRole('group').map((group) => within(group).getAllByRole('option')[0]?.textContent),
  ).toEqual(['OverviewG O', 'Invite a person', 'For developers']);
  await app.user.keyboard('{Escape}');
  expect(screen.queryByRole('combobox', { name: 'Search' })).toBeNull();
  const button = screen.getByRole('button', { name: 'Search…' });
  await app.user.click(button);
  await field();
  await app.user.keyboard('{Control>}k{/Control}');
  expect(screen.queryByRole('combobox', { name: 'Search' })).toBeNull();
  expect(document.activeElement).toBe(button);
});

test('arrows, Home and End choose, and Enter opens the page', async () => {
  using app = await openPalette();
  expect(chosen()).toBe('OverviewG O');
  await app.user.keyboard('{ArrowDown}');
  expect(chosen()).toBe('PeopleG P');
  await app.user.keyboard('{Home}{ArrowUp}');
  const last = optionNames().at(-1);
  expect(chosen()).toBe(last);
  await app.user.keyboard('{ArrowDown}{End}');
  expect(chosen()).toBe(last);
  await app.user.keyboard('devic');
  expect(optionNames()).toEqual(['DevicesYour account']);
  await app.user.keyboard('{Enter}');
  await heading('Devices');
  expect(app.address()).toBe('/account/devices');
});

test('people are found by two letters after a pause, and Enter opens the person', async () => {
  using app = await openPalette({
    users: { list: () => ({ people: [aListedUser()], nextCursor: null }) },
  });
  await app.user.keyboard('g');
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(app.inputsOf('users.list')).toEqual([]);
  await app.user.keyboard('race');
  await screen.findByRole('option', { name: /Grace Hopper/ });
  expect(app.inputsOf('users.list')).toEqual([{ search: 'grace', limit: 6 }]);
  expect(optionNames()).toEqual(['Grace Hoppergrace@example.com']);
  await app.user.keyboard('{Enter}');
  await waitFor(() => expect(app.address()).toBe(`/admin/people/${GRACE}`));
});

test('people who arrive late do not change what is chosen', async () => {
  let answer = () => {};
  const isAnswered = new Promise<void>((resolve) => (answer = resolve));
  using app = await openPalette({
    users: {
      list: async () => {
        await isAnswered;
        return { people: [aListedUser({ name: 'Deva Devi' })], nextCursor: 'next' };
      },
    },
  });
  await app.user.keyboard('dev{End}');
  expect(chosen()).toBe('For developers');
  answer();
  await screen.findByRole('option', { name: /Deva Devi/ });
  expect(chosen()).toBe('For developers');
  await app.user.click(screen.getByRole('option', { name: 'List all people with “dev”' }));
  await waitFor(() => expect(app.address()).toBe('/admin/people?search=dev'));
});

test('people who arrive late do not change the first choice, which Enter opens', async () => {
  let answer = () => {};
  const isAnswered = new Promise<void>((resolve) => (answer = resolve));
  using app = await openPalette({
    users: {
      list: async () => {
        await isAnswered;
        return { people: [aListedUser({ name: 'Deva Developer' })], nextCursor: null };
      },
    },
  });
  await app.user.keyboard('developers');
  expect(chosen()).toBe('For developers');
  answer();
  await screen.findByRole('option', { name: /Deva Developer/ });
  expect(optionNames()[0]).toMatch(/^Deva Developer/);
  expect(chosen()).toBe('For developers');
  await app.user.keyboard('{Enter}');
  await waitFor(() => expect(app.address()).toBe('/developers'));
});

test('where people cannot be read, the palette leads to the list, which says why', async () => {
  using app = await openPalette({ users: { list: failWith('SESSION_NOT_FRESH') } });
  await app.user.keyboard('grace');
  await screen.findByRole('option', { name: 'List all people with “grace”' });
  await app.user.keyboard('{Enter}');
  await heading('People');
  expect(app.address()).toBe('/admin/people?search=grace');
});

test('a text that nothing has is answered in words', async () => {
  using app = await openPalette({ users: { list: () => ({ people: [], nextCursor: null }) } });
  await app.user.keyboard('xyz');
  await screen.findByText('Nothing was found.');
  await app.user.keyboard('{ArrowDown}{Enter}');
  expect(optionNames()).toEqual([]);
});

test('an action opens the form of a page, also where the page is there already', async () => {
  using app = await openPalette({}, '/admin');
  await app.user.keyboard('new service{Enter}');
  await heading('Service keys');
  const form = () => screen.findByRole('heading', { level: 2, name: 'New service key' });
  await form();
  await app.user.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(screen.queryByRole('heading', { level: 2, name: 'New service key' })).toBeNull();
  await app.user.keyboard('{Control>}k{/Control}');
  await field();
  await app.user.keyboard('new service{Enter}');
  await form();
});

test('the form that an action opened does not open again by Back', async () => {
  using app = await openPalette({}, '/admin');
  await app.user.keyboard('new service{Enter}');
  await screen.findByRole('heading', { level: 2, name: 'New service key' });
  await app.user.click(screen.getByRole('link', { name: 'Overview' }));
  await heading('Overview');
  act(() => app.history.back());
  await heading('Service keys');
  expect(screen.queryByRole('heading', { level: 2, name: 'New service key' })).toBeNull();
  expect(screen.getByRole('button', { name: 'New service key' })).toBeDefined();
});

test('the palette shows the shortcuts', async () => {
  using app = await openPalette();
  await app.user.keyboard('keyboard{Enter}');
  const list = within(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' }));
  expect(list.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)).toEqual([
    'Everywhere',
    'Go to',
    'In a table',
  ]);
  const audit = list.getByText('Audit log').parentElement;
  expect(audit?.textContent).toBe('GAAudit log');
});
