import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { PasswordStatus } from '../../../shared/schemas/password.ts';
import { aPasswordStatus } from '../../../testing/client/answers.ts';
import { ISSUES, makeIssue } from '../../../shared/issues.ts';
import { Failure, renderApp, type Answers } from '../../../testing/client/render-app.tsx';

const CHANGED_AT = '2026-10-02T09:00:00.000Z';
const HELD = aPasswordStatus({ changedAt: CHANGED_AT, canSet: false, canRemove: true });
const GOOD = 'plover gantry umbel frisk';

const open = (status: PasswordStatus, changes: Answers['password'] = {}) =>
  renderApp('/account/sign-in-methods', { password: { get: () => status, ...changes } });

test('sets a first password and confirms it', async () => {
  using app = open(aPasswordStatus(), { set: () => HELD });
  await app.user.click(await screen.findByRole('button', { name: 'Set a password' }));
  const field = screen.getByLabelText('New password');
  expect(document.activeElement).toBe(field);
  expect(screen.queryByLabelText('Current password')).toBeNull();
  await app.fill(field, `${GOOD}{Enter}`);
  expect(await screen.findByText(/Your password is set\./)).toBeDefined();
  expect(screen.getByText('Last changed Oct 2, 2026')).toBeDefined();
  expect(app.inputsOf('password.set')[0]).toEqual({ password: GOOD });
});

test('asks for the current password and shows an error at its field', async () => {
  using app = open(HELD, {
    change: ({ current, password }) => {
      if (current !== 'the current one') throw new Failure('PASSWORD_WRONG');
      if (password !== GOOD) {
        throw new Failure('INVALID_INPUT', { issues: [makeIssue('password', 'password-common')] });
      }
      return { ...HELD, changedAt: '2026-11-20T09:00:00.000Z' };
    },
  });
  await app.user.click(await screen.findByRole('button', { name: 'Change password' }));
  const current = screen.getByLabelText('Current password');
  const chosen = screen.getByLabelText('New password');
  await app.fill(current, 'another{Enter}');
  expect(screen.getByText('Choose a password.')).toBeDefined();
  await app.fill(chosen, 'password{Enter}');
  expect(await screen.findByText('This is not your password.')).toBeDefined();
  expect(document.activeElement).toBe(current);
  await app.user.clear(current);
  await app.fill(current, 'the current one{Enter}');
  expect(await screen.findByText(ISSUES['password-common'])).toBeDefined();
  expect(screen.queryByText('This is not your password.')).toBeNull();
  await app.user.clear(chosen);
  await app.fill(chosen, `${GOOD}{Enter}`);
  expect(await screen.findByText(/Your password is changed/)).toBeDefined();
  expect(screen.getByText('Last changed Nov 20, 2026')).toBeDefined();
});

test('removes the password after a question', async () => {
  using app = open(HELD, { remove: () => aPasswordStatus() });
  await app.user.click(await screen.findByRole('button', { name: 'Remove password' }));
  const dialog = await screen.findByRole('dialog', { name: 'Remove your password?' });
  await app.user.click(within(dialog).getByRole('button', { name: 'Remove' }));
  expect(await screen.findByText(/Your password is removed\./)).toBeDefined();
  expect(screen.getByRole('button', { name: 'Set a password' })).toBeDefined();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('disables removing the password as the last sign-in method and explains why', async () => {
  using app = open({ ...HELD, canRemove: false });
  const remove = await screen.findByRole('button', { name: 'Remove password' });
  expect(remove.getAttribute('aria-disabled')).toBe('true');
  expect(document.getElementById(remove.getAttribute('aria-describedby') ?? '')?.textContent).toBe(
    'This is your only sign-in method. Add another first.',
  );
  await app.user.click(remove);
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('says that a password needs an email address, and offers none without one', async () => {
  using app = open(aPasswordStatus({ canSet: false }));
  const reason = await app.findByText('Add an email address first. You enter it together with the password.');
  const item = reason.closest('li');
  expect(item?.textContent).toContain('Password');
  expect(within(item ?? document.body).queryByRole('button')).toBeNull();
});

test('returns the focus to the button that opened the form after "Cancel"', async () => {
  using app = open(HELD);
  await app.user.click(await screen.findByRole('button', { name: 'Change password' }));
  await app.user.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Change password' }));
});

test('shows the current state after another tab changed it', async () => {
  let status = aPasswordStatus();
  using app = open(status, {
    get: () => status,
    set: () => {
      status = HELD;
      throw new Failure('PASSWORD_EXISTS');
    },
  });
  await app.user.click(await screen.findByRole('button', { name: 'Set a password' }));
  await app.fill(screen.getByLabelText('New password'), `${GOOD}{Enter}`);
  expect((await screen.findByRole('alert')).textContent).toContain('PASSWORD_EXISTS');
  expect(await screen.findByLabelText('Current password')).toBeDefined();
});
