import { screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { DataExport } from '../../../shared/schemas/data.ts';
import { aSession } from '../../../testing/client/answers.ts';
import { renderApp } from '../../../testing/client/render-app.tsx';

const DATA = '/account/data';
/** The page reads only the day of it. */
const DATA_EXPORT = { version: 1, exportedAt: '2026-11-20T09:00:00.000Z' } as DataExport;
const WORDS_FIELD = 'Type “delete my account” to confirm';
let downloads: { name: string; file: Blob }[] = [];

beforeEach(() => {
  downloads = [];
  const files = new Map<string, Blob>();
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
    const url = `blob:${files.size}`;
    files.set(url, file as Blob);
    return url;
  });
  vi.spyOn(URL, 'revokeObjectURL').mockImplementation(() => {});
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    const file = files.get(this.href);
    if (file) downloads.push({ name: this.download, file });
  });
});
afterEach(() => vi.restoreAllMocks());

async function openDeletion(app: ReturnType<typeof renderApp>): Promise<void> {
  await app.user.click(await screen.findByRole('button', { name: 'Delete account' }));
}

test('downloads the data as a file named by the day', async () => {
  let answer = () => {};
  const answered = new Promise<void>((resolve) => (answer = resolve));
  using app = renderApp(DATA, { data: { export: () => answered.then(() => DATA_EXPORT) } });
  const button = await screen.findByRole('button', { name: 'Download' });
  await app.user.click(button);
  expect(await screen.findByText('Collecting your data…')).toBeDefined();
  answer();
  expect(await screen.findByText('Downloaded as foyer-data-2026-11-20.json.')).toBeDefined();
  expect(screen.queryByText('Collecting your data…')).toBeNull();
  expect(document.activeElement).toBe(button);
  expect(downloads.map(({ name }) => name)).toEqual(['foyer-data-2026-11-20.json']);
  expect(JSON.parse((await downloads[0]?.file.text()) ?? '')).toEqual(DATA_EXPORT);
});

test('closes the deletion with Escape or Cancel and moves the focus back', async () => {
  using app = renderApp(DATA);
  await openDeletion(app);
  await app.fill(screen.getByLabelText(WORDS_FIELD), 'delete{Escape}');
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Delete account' }));
  expect(screen.queryByLabelText(WORDS_FIELD)).toBeNull();
  await openDeletion(app);
  await app.user.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Delete account' }));
});

test('lists what is deleted and kept, and deletes nothing with wrong words', async () => {
  using app = renderApp(DATA);
  const section = await screen.findByRole('region', { name: 'Delete your account' });
  await openDeletion(app);
  expect(document.activeElement).toBe(within(section).getByRole('heading', { name: 'What is deleted' }));
  expect(within(section).getByRole('heading', { name: 'What is deleted' })).toBeDefined();
  expect(within(section).getByRole('heading', { name: 'What is kept' })).toBeDefined();
  expect(within(section).getByText(/The mail to ada@example\.com/)).toBeDefined();
  const field = screen.getByLabelText(WORDS_FIELD);
  await app.fill(field, 'delete my accounts{Enter}');
  expect(await screen.findByText(/These are not the words\./)).toBeDefined();
  expect(document.activeElement).toBe(field);
  expect(app.inputsOf('data.deleteAccount')).toEqual([]);
});

test('deletes with the right words, signs out and shows the goodbye page', async () => {
  let isSignedIn = true;
  using app = renderApp(DATA, {
    session: { get: () => (isSignedIn ? aSession() : null) },
    data: {
      deleteAccount: () => {
        isSignedIn = false;
        return { deleted: true, confirmationTo: 'ada@example.com' };
      },
    },
  });
  await openDeletion(app);
  await app.fill(await screen.findByLabelText(WORDS_FIELD), 'Delete my account{Enter}');
  expect(await screen.findByRole('heading', { name: 'Your account is deleted' })).toBeDefined();
  expect(screen.getByText('A mail to ada@example.com confirms it.')).toBeDefined();
  expect(app.address()).toBe('/goodbye');
  expect(screen.getByRole('link', { name: 'Go to the start page' }).getAttribute('href')).toBe('/');
});
