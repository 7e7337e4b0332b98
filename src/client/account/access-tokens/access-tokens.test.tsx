import { screen, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { openForm, openFormAs, SECRET, openTokens } from '../../../testing/client/access-tokens.ts';
import { anAccessToken } from '../../../testing/client/answers.ts';
import { Failure, NetworkDown } from '../../../testing/client/render-app.tsx';

test('shows scopes, last use and expiry of each token', async () => {
  const lastUsed = {
    at: new Date(Date.now() - 3 * 60 * 60 * 1000).toISOString(),
    ip: '192.0.2.7',
    device: { browser: 'curl', system: null, kind: 'script' as const },
  };
  const soon = new Date(Date.now() + 2 * 24 * 60 * 60 * 1000).toISOString();
  using app = openTokens([
    anAccessToken({ id: 'a', name: 'Report', scopes: ['profile:read', 'sessions:write'], lastUsed }),
    anAccessToken({ id: 'b', name: 'Soon', expires: soon }),
    anAccessToken({ id: 'c', name: 'Old', expires: '2026-01-02T09:00:00.000Z', expired: true }),
  ]);
  await screen.findByRole('button', { name: 'Revoke Report' });
  const [report, second, old] = within(screen.getByRole('region', { name: 'Your tokens' }))
    .getAllByRole('listitem')
    .filter((item) => item.querySelector('button'));
  expect(report?.textContent).toContain('foyer_pat_…4fQz');
  expect(within(report ?? document.body).getByText('sessions:write')).toBeDefined();
  expect(report?.textContent).toContain('last used 3 hours ago with curl from 192.0.2.7');
  expect(report?.textContent).not.toContain('Expires soon');
  expect(second?.textContent).toContain('not used yet');
  expect(second?.textContent).toContain('Expires soon');
  expect(old?.textContent).toContain('Expired Jan 2, 2026');
  expect(screen.getByRole('button', { name: 'Revoke Report' })).toBeDefined();
  expect(screen.getByRole('button', { name: 'Remove Old' })).toBeDefined();
  expect(app.inputsOf('accessTokens.list')).toHaveLength(1);
});

test('says that there are no tokens, beside a picture that screen readers do not hear', async () => {
  using _app = openTokens([]);
  const list = await screen.findByRole('region', { name: 'Your tokens' });
  const words = await within(list).findByText(/You have no access tokens/);
  expect(words.parentElement?.querySelector('svg')?.getAttribute('aria-hidden')).toBe('true');
});

test('shows the form and a retry button when the list fails', async () => {
  let away = true;
  using app = openTokens([], {
    list: () => {
      if (away) throw new Failure('INTERNAL');
      return [anAccessToken({ name: 'Report' })];
    },
  });
  expect((await screen.findByRole('alert')).textContent).toContain('INTERNAL');
  expect(await openForm(app)).toBeDefined();
  away = false;
  await app.user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('button', { name: 'Revoke Report' })).toBeDefined();
});

test('creates a token, shows it once, copies it and hides it after "Done"', async () => {
  const made = anAccessToken({ name: 'Nightly', scopes: ['accounts:read'] });
  using app = openTokens([], { create: () => ({ token: SECRET, accessToken: made }) });
  const section = await openFormAs(app, ' Nightly ');
  await app.user.click(section.getByLabelText(/connected accounts/));
  await app.user.click(section.getByLabelText('In 90 days'));
  await app.user.click(section.getByRole('button', { name: 'Create token' }));

  const shown = await screen.findByRole('region', { name: '“Nightly” is ready' });
  expect(shown.textContent).toContain('this is the only time it is shown');
  expect(within(shown).getByText(SECRET)).toBeDefined();
  expect(within(shown).getByText(/^curl/).textContent).toBe(
    `curl -s ${location.origin}/trpc/accounts.list -H "authorization: Bearer ${SECRET}"`,
  );
  const sent = app.inputsOf('accessTokens.create')[0] as {
    expires: string;
  };
  expect(sent).toMatchObject({ name: 'Nightly', scopes: ['accounts:read'] });
  const days = (Date.parse(sent.expires) - Date.now()) / 86_400_000;
  expect(Math.abs(days - 90)).toBeLessThan(0.01);
  expect(document.activeElement?.textContent).toContain('Copy it now');
  expect(screen.queryByRole('region', { name: 'New token' })).toBeNull();

  const copy = within(shown).getByRole('button', { name: 'Copy token' });
  await app.user.click(copy);
  expect(await within(shown).findByText('Copied')).toBeDefined();
  expect(document.activeElement).toBe(copy);
  expect(await navigator.clipboard.readText()).toBe(SECRET);

  await app.user.click(within(shown).getByRole('button', { name: 'I have copied it' }));
  expect(screen.queryByText(SECRET)).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'New token' }));
  expect(screen.getByRole('button', { name: 'Revoke Nightly' })).toBeDefined();
  expect(JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage)])).not.toContain(
    SECRET,
  );
});

test('selects the token and says so when the clipboard is refused', async () => {
  const accessToken = anAccessToken({ name: 'Nightly' });
  using app = openTokens([], { create: () => ({ token: SECRET, accessToken }) });
  const section = await openFormAs(app, 'Nightly');
  await app.user.click(section.getByLabelText(/See your phone number/));
  await app.user.click(section.getByRole('button', { name: 'Create token' }));
  const refused = vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('not allowed'));
  await app.user.click(await screen.findByRole('button', { name: 'Copy token' }));
  expect(await screen.findByText(/did not allow copying/)).toBeDefined();
  expect(getSelection()?.toString()).toBe(SECRET);
  refused.mockRestore();
});

test('revokes a token after a question and removes it from the list', async () => {
  using app = openTokens(
    [anAccessToken({ id: 'a', name: 'Report' }), anAccessToken({ id: 'b', name: 'Other' })],
    {
      revoke: ({ id }) => ({ id }),
    },
  );
  await app.user.click(await screen.findByRole('button', { name: 'Revoke Report' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Revoke “Report”?' }));
  expect(app.inputsOf('accessTokens.revoke')).toEqual([]);
  await app.user.click(dialog.getByRole('button', { name: 'Revoke' }));
  expect((await screen.findByText(/“Report” is revoked/)).closest('[role="status"]')).toBe(
    document.activeElement,
  );
  expect(screen.queryByRole('button', { name: 'Revoke Report' })).toBeNull();
  expect(screen.getByRole('button', { name: 'Revoke Other' })).toBeDefined();
});

test('shows a failed revocation in the dialog and accepts one by another tab', async () => {
  let answer: 'away' | 'gone' = 'away';
  using app = openTokens([anAccessToken({ name: 'Report' })], {
    revoke: () => {
      throw answer === 'away' ? new NetworkDown() : new Failure('NOT_FOUND');
    },
  });
  await app.user.click(await screen.findByRole('button', { name: 'Revoke Report' }));
  const dialog = within(await screen.findByRole('dialog'));
  await app.user.click(dialog.getByRole('button', { name: 'Revoke' }));
  expect((await dialog.findByRole('alert')).textContent).toContain('UNAVAILABLE');
  answer = 'gone';
  await app.user.click(dialog.getByRole('button', { name: 'Revoke' }));
  expect(await screen.findByText(/was already revoked/)).toBeDefined();
});

test('removes an expired token without a question', async () => {
  using app = openTokens(
    [anAccessToken({ name: 'Old', expired: true, expires: '2026-01-02T09:00:00.000Z' })],
    {
      revoke: ({ id }) => ({ id }),
    },
  );
  await app.user.click(await screen.findByRole('button', { name: 'Remove Old' }));
  expect(await screen.findByText('“Old” is removed.')).toBeDefined();
  expect(await screen.findByText(/You have no access tokens/)).toBeDefined();
});
