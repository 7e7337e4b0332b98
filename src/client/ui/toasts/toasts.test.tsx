import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { UpdateProfileInput } from '../../../shared/schemas/profile.ts';
import { aProfile } from '../../../testing/client/answers.ts';
import { Failure, renderApp } from '../../../testing/client/render-app.tsx';

beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true }));
afterEach(() => void vi.useRealTimers());

/** `stored` is what the server has. `onUpdate` may refuse a change. */
function openProfile(onUpdate: (input: UpdateProfileInput) => void | Promise<void> = () => {}) {
  const server = { stored: aProfile() };
  const app = renderApp('/account', {
    profile: {
      get: () => server.stored,
      fields: () => [],
      update: async (input: UpdateProfileInput) => {
        await onUpdate(input);
        const { name = server.stored.name, locale = server.stored.locale } = input;
        server.stored = { ...server.stored, name, locale };
        return server.stored;
      },
    },
  });
  const saveName = async (name: string) => {
    await app.user.click(await screen.findByRole('button', { name: 'Change name' }));
    await app.user.clear(await screen.findByRole('textbox', { name: 'Name' }));
    await app.fill(await screen.findByRole('textbox', { name: 'Name' }), `${name}{Enter}`);
    await screen.findByText('Your name is saved.');
  };
  return Object.assign(app, { server, saveName, sent: () => app.inputsOf('profile.update') });
}

const shownName = () => within(screen.getByRole('region', { name: 'Name' }));
const toasts = () =>
  [...document.querySelectorAll('[aria-live="polite"] li')].map(({ textContent }) => textContent);
const undo = () => screen.findByRole('button', { name: 'Undo' });
const wait = (milliseconds: number) => act(() => void vi.advanceTimersByTime(milliseconds));

test('a saved change can be undone for ten seconds, and the focus stays in its row', async () => {
  using app = openProfile();
  await app.saveName('Augusta King');
  const toast = screen.getByText('Your name is saved.');
  expect(toast.closest('[aria-live="polite"]')).not.toBeNull();
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Change name' }));
  wait(9000);
  await app.user.click(await undo());
  await screen.findByText('The change is undone.');
  expect(app.sent()).toEqual([{ name: 'Augusta King' }, { name: 'Ada Lovelace' }]);
  await shownName().findByText('Ada Lovelace');
});

test('a toast stays while the pointer, the focus or another tab is at it', async () => {
  using app = openProfile();
  await app.saveName('Augusta King');
  await app.user.hover(await undo());
  wait(60_000);
  expect(toasts()).toHaveLength(1);
  await app.user.unhover(await undo());
  await app.user.keyboard('{F6}');
  expect(document.activeElement).toBe(await undo());
  wait(60_000);
  expect(toasts()).toHaveLength(1);
  await app.user.click(screen.getByRole('heading', { level: 1 }));
  act(() => (document.activeElement as HTMLElement).blur());

  await app.saveName('Ada King');
  using hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
  act(() => void document.dispatchEvent(new Event('visibilitychange')));
  wait(60_000);
  expect(toasts()).toHaveLength(1);
  hidden.mockReturnValue(false);
  act(() => void document.dispatchEvent(new Event('visibilitychange')));
  wait(11_000);
  expect(toasts()).toEqual([]);
});

test('Escape closes the focused toast, and the focus returns', async () => {
  using app = openProfile();
  await app.saveName('Augusta King');
  const opener = screen.getByRole('button', { name: 'Change name' });
  expect(document.activeElement).toBe(opener);
  await app.user.keyboard('{F6}');
  await app.user.keyboard('{Escape}');
  expect(toasts()).toEqual([]);
  expect(document.activeElement).toBe(opener);
  expect(app.sent()).toHaveLength(1);
});

test('a later change of the same thing removes the older undo', async () => {
  using app = openProfile();
  await app.saveName('Augusta King');
  await app.saveName('Augusta Ada King');
  await waitFor(() => expect(shownName().getByText('Augusta Ada King')).toBeDefined());
  expect(toasts()).toHaveLength(1);
  await app.user.click(await undo());
  await screen.findByText('The change is undone.');
  expect(app.sent().at(-1)).toEqual({ name: 'Augusta King' });
});

test('nothing is undone that was changed elsewhere since, and the page shows what the server has', async () => {
  using app = openProfile();
  await app.saveName('Augusta King');
  app.server.stored = { ...app.server.stored, name: 'From another tab' };
  await app.user.click(await undo());
  await screen.findByText('Nothing was undone: it was changed again in the meantime.');
  expect(app.sent()).toHaveLength(1);
  await shownName().findByText('From another tab');
});

test('a failed undo says so, keeps the value, and can be tried again', async () => {
  let isDown = true;
  using app = openProfile(({ name }) => {
    if (name === 'Ada Lovelace' && isDown) throw new Failure('RATE_LIMITED');
  });
  await app.saveName('Augusta King');
  await app.user.click(await undo());
  await screen.findByText(/^Your name is saved\. This could not be undone\./);
  expect(shownName().getByText('Augusta King')).toBeDefined();
  wait(60_000);
  isDown = false;
  await app.user.click(await undo());
  await screen.findByText('The change is undone.');
  await shownName().findByText('Ada Lovelace');
});

test('after a failed undo, the page shows what the server has', async () => {
  using app = openProfile(({ name }) => {
    if (name !== 'Ada Lovelace') return;
    app.server.stored = { ...app.server.stored, name };
    throw new Failure('RATE_LIMITED');
  });
  await app.saveName('Augusta King');
  await app.user.click(await undo());
  await screen.findByText(/This could not be undone\./);
  await waitFor(() => expect(shownName().getByText('Ada Lovelace')).toBeDefined());
});

test('while a dialog is open, a toast stays, and F6 leads to nothing behind it', async () => {
  using app = openProfile();
  await app.saveName('Augusta King');
  await app.user.keyboard('{Control>}k{/Control}');
  const field = await screen.findByRole('combobox', { name: 'Search' });
  wait(60_000);
  expect(toasts()).toHaveLength(1);
  await app.user.keyboard('{F6}');
  expect(document.activeElement).toBe(field);
  await app.user.keyboard('{Escape}');
  expect(toasts()).toHaveLength(1);
  wait(11_000);
  await waitFor(() => expect(toasts()).toEqual([]));
});

test('runs one undo at a time', async () => {
  let release = () => {};
  const answered = new Promise<void>((resolve) => (release = resolve));
  using app = openProfile(({ name }) => (name === 'Ada Lovelace' ? answered : undefined));
  await app.saveName('Augusta King');
  await app.user.click(await screen.findByRole('button', { name: 'Change language' }));
  await app.user.selectOptions(await screen.findByRole('combobox', { name: 'Language' }), 'Deutsch');
  await app.user.click(await screen.findByRole('button', { name: 'Save' }));
  await screen.findByText('Ihre Sprache ist gespeichert.');
  const [ofName, ofLanguage] = screen.getAllByRole('button', { name: 'Rückgängig' });
  if (!ofName || !ofLanguage) throw new Error('Both changes can be undone.');
  await app.user.click(ofName);
  await app.user.click(ofLanguage);
  wait(60_000);
  expect(toasts()).toHaveLength(2);
  release();
  await screen.findByText('Die Änderung ist rückgängig gemacht.');
  expect(app.sent()).toEqual([{ name: 'Augusta King' }, { locale: 'de' }, { name: 'Ada Lovelace' }]);
});
