import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { ISSUES, makeIssue } from '../../../shared/issues.ts';
import type { UpdateProfileInput } from '../../../shared/schemas/profile.ts';
import { aPhoneStatus, aProfile, aSession } from '../../../testing/client/answers.ts';
import { failWith, NetworkDown, renderApp, type Answers } from '../../../testing/client/render-app.tsx';

function openProfile({
  name = 'Ada Lovelace',
  update,
  changes = {},
}: {
  name?: string | null;
  update?: () => void;
  changes?: Answers;
} = {}) {
  let stored = aProfile({ name });
  return renderApp('/account', {
    session: { get: () => aSession({ name }) },
    profile: {
      get: () => stored,
      fields: () => [],
      update: ({ image: _image, ...rest }: UpdateProfileInput) => {
        update?.();
        stored = { ...stored, ...(rest.name !== undefined && { name: rest.name }) };
        if (rest.locale !== undefined) stored = { ...stored, locale: rest.locale };
        return stored;
      },
    },
    ...changes,
  });
}

const button = (name: string) => screen.findByRole('button', { name });
const nameField = () => screen.findByRole<HTMLInputElement>('textbox', { name: 'Name' });
const row = (name: string) => within(screen.getByRole('region', { name }));

test('saves a name from its row and moves the focus back', async () => {
  using app = openProfile();
  await app.user.click(await button('Change name'));
  const field = await nameField();
  expect(document.activeElement).toBe(field);
  await app.user.clear(field);
  await app.fill(field, 'Augusta King');
  await app.user.click(await button('Save'));
  await screen.findByText('Your name is saved.');
  expect(app.inputsOf('profile.update')).toEqual([{ name: 'Augusta King' }]);
  expect(document.activeElement).toBe(await button('Change name'));
  expect(row('Name').getByText('Augusta King')).toBeDefined();
  expect(within(screen.getByRole('banner')).getByText('Augusta King')).toBeDefined();
});

test('sends nothing when "Save" is pressed without a change', async () => {
  using app = openProfile();
  await app.user.click(await button('Change name'));
  await app.user.click(await button('Save'));
  expect(document.activeElement).toBe(await button('Change name'));
  expect(app.inputsOf('profile.update')).toEqual([]);
  expect(screen.queryByText('Your name is saved.')).toBeNull();
});

test('shows an error at its field', async () => {
  using app = openProfile({
    update: failWith('INVALID_INPUT', { issues: [makeIssue('name', 'name-too-long')] }),
  });
  await app.user.click(await button('Change name'));
  const field = await nameField();
  await app.fill(field, ' of Lovelace{Enter}');
  expect(await screen.findByText(ISSUES['name-too-long'])).toBeDefined();
  expect(field.getAttribute('aria-invalid')).toBe('true');
  expect(document.activeElement).toBe(field);
  expect(field.value).toBe('Ada Lovelace of Lovelace');
});

test('shows another failure above the field, keeps what was typed, and leaves the focus in the next row', async () => {
  using app = openProfile({ update: failWith('UNAVAILABLE') });
  await app.user.click(await button('Change name'));
  await app.fill(await nameField(), ' King{Enter}');
  const alert = await screen.findByRole('alert');
  expect(document.activeElement).toBe(alert);
  expect((await nameField()).value).toBe('Ada Lovelace King');
  await app.user.click(await button('Change email address'));
  expect(document.activeElement).toBe(await screen.findByLabelText('New email address'));
  await app.user.keyboard('{Escape}');
  expect(screen.getByRole('alert')).toBeDefined();
  expect(document.activeElement).toBe(await button('Change email address'));
});

test('saves a name that was typed offline when the connection is back', async () => {
  using connection = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  let isDown = true;
  using app = openProfile({
    update: () => {
      if (isDown) throw new NetworkDown();
    },
  });
  await app.user.click(await button('Change name'));
  await app.fill(await nameField(), ' King{Enter}');
  expect(await screen.findByText('Not saved yet')).toBeDefined();
  expect(screen.queryByRole('alert')).toBeNull();
  expect((await nameField()).value).toBe('Ada Lovelace King');
  isDown = false;
  connection.mockRestore();
  act(() => void dispatchEvent(new Event('online')));
  expect(await screen.findByText('Your name is saved.')).toBeDefined();
  expect(screen.queryByText('Not saved yet')).toBeNull();
  expect(row('Name').getByText('Ada Lovelace King')).toBeDefined();
});

test('sends nothing by itself that was typed after a save without connection', async () => {
  using connection = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  using app = openProfile({
    update: () => {
      throw new NetworkDown();
    },
  });
  await app.user.click(await button('Change name'));
  await app.fill(await nameField(), ' King{Enter}');
  await screen.findByText('Not saved yet');
  const sent = app.inputsOf('profile.update').length;
  await app.fill(await nameField(), ' of Lov');
  connection.mockRestore();
  act(() => void dispatchEvent(new Event('online')));
  expect((await nameField()).value).toBe('Ada Lovelace King of Lov');
  expect(app.inputsOf('profile.update').length).toBe(sent);
});

test('says that the browser is offline, not that the server failed', async () => {
  using connection = vi.spyOn(navigator, 'onLine', 'get');
  connection.mockReturnValue(false);
  using app = openProfile({
    changes: {
      email: {
        change: () => {
          throw new NetworkDown();
        },
      },
    },
  });
  await app.user.click(await button('Change email address'));
  await app.fill(await screen.findByLabelText('New email address'), 'new@example.com{Enter}');
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('You are offline');
  expect(alert.textContent).not.toContain('Server error');
});

test('Escape drops what was typed and moves the focus back', async () => {
  using app = openProfile();
  await app.user.click(await button('Change name'));
  await app.fill(await nameField(), ' King{Escape}');
  expect(document.activeElement).toBe(await button('Change name'));
  expect(row('Name').queryByText('Not saved')).toBeNull();
  await app.user.click(await button('Change name'));
  expect((await nameField()).value).toBe('Ada Lovelace');
});

test('opens one editor at a time and keeps what was typed in the other', async () => {
  using app = openProfile();
  await app.user.click(await button('Change name'));
  await app.fill(await nameField(), ' King');
  await app.user.click(await button('Change email address'));
  await app.fill(await screen.findByLabelText('New email address'), 'new@');
  expect(screen.queryByRole('textbox', { name: 'Name' })).toBeNull();
  expect(row('Name').getByText('Not saved')).toBeDefined();

  await app.user.click(await button('Change name'));
  expect((await nameField()).value).toBe('Ada Lovelace King');
  expect(screen.queryByLabelText('New email address')).toBeNull();
  expect(row('Email address').getByText('Not saved')).toBeDefined();
  await app.user.click(await button('Change email address'));
  expect((await screen.findByLabelText<HTMLInputElement>('New email address')).value).toBe('new@');
});

test('removes a name, says "Not set" and restores it with "Undo"', async () => {
  using app = openProfile();
  await app.user.click(await button('Change name'));
  await app.user.clear(await nameField());
  await app.user.keyboard('{Enter}');
  await screen.findByText('Your name is removed.');
  expect(row('Name').getByText('Not set')).toBeDefined();
  expect(within(screen.getByRole('banner')).getByText('ada@example.com')).toBeDefined();
  expect(document.activeElement).toBe(await button('Add a name'));
  await app.user.click(await button('Undo'));
  await screen.findByText('The change is undone.');
  expect(app.inputsOf('profile.update')).toEqual([{ name: null }, { name: 'Ada Lovelace' }]);
  expect(document.activeElement).toBe(await button('Change name'));
});

test('saves a language from its row and says so in that language', async () => {
  using app = openProfile();
  await app.user.click(await button('Change language'));
  const field = await screen.findByRole('combobox', { name: 'Language' });
  expect(document.activeElement).toBe(field);
  await app.user.selectOptions(field, 'Deutsch');
  expect(app.inputsOf('profile.update')).toEqual([]);
  await app.user.click(await button('Save'));
  expect(await screen.findByText('Ihre Sprache ist gespeichert.')).toBeDefined();
  expect(app.inputsOf('profile.update')).toEqual([{ locale: 'de' }]);
  expect(document.activeElement).toBe(await button('Sprache ändern'));
  expect(row('Sprache').getByText('Deutsch')).toBeDefined();
});

test('opens only the first of two codes that are waited for', async () => {
  const sent = { e164: '+493012345678', international: '+49 30 12345678' };
  using app = openProfile({
    changes: {
      email: {
        get: () => ({
          email: 'ada@example.com',
          verified: true,
          pending: { email: 'new@example.com', expires: '2026-11-21T09:00:00.000Z' },
        }),
      },
      phone: { get: () => aPhoneStatus({ pending: sent }) },
    },
  });
  await screen.findByLabelText('Code from the mail');
  expect(await screen.findByText('Not confirmed yet: +49 30 12345678')).toBeDefined();
  expect(screen.queryByLabelText('Code from the text message')).toBeNull();
  await app.user.click(await button('Enter the code'));
  expect(document.activeElement).toBe(await screen.findByLabelText('Code from the text message'));
  expect(screen.queryByLabelText('Code from the mail')).toBeNull();
  expect(screen.getByText('Not confirmed yet: new@example.com')).toBeDefined();
});

test('reserves the rows while they load', async () => {
  let answer = () => {};
  const answered = new Promise<void>((resolve) => (answer = resolve));
  using app = openProfile({
    changes: {
      profile: { get: () => answered.then(() => aProfile()), fields: () => [] },
      phone: { get: () => answered.then(() => aPhoneStatus()) },
    },
  });
  await screen.findByRole('region', { name: 'Language' });
  const names = () => app.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);
  expect(names()).toEqual(['Security', 'Picture', 'Name', 'Email address', 'Phone', 'Language']);
  expect(app.getAllByRole('status', { name: 'Loading' }).length).toBeGreaterThan(0);
  answer();
  await button('Change name');
  await waitFor(() => expect(app.queryByRole('status', { name: 'Loading' })).toBeNull());
  expect(names()).toEqual(['Security', 'Picture', 'Name', 'Email address', 'Phone', 'Language']);
});
