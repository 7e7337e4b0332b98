import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { failWith, renderApp } from '../../testing/client/render-app.tsx';

const PAGE = '/stop-second-factor-removal';
const LINK = `${PAGE}?token=a-token-of-a-link-43-characters-long-aaaaaa`;
const STOP = 'Stop the removal';

const open = (path: string, stopRemoval: () => { stopped: true }) =>
  renderApp(path, { secondFactor: { stopRemoval } });

test('stops the removal only by its button, and advises a new password', async () => {
  using app = open(LINK, () => ({ stopped: true }));
  expect(await screen.findByRole('heading', { name: 'Keep two-step verification on?' })).toBeDefined();
  // The token leaves the address.
  await waitFor(() => expect(app.address()).toBe(PAGE));
  expect(app.inputsOf('secondFactor.stopRemoval')).toEqual([]);
  await app.user.click(screen.getByRole('button', { name: STOP }));
  expect(await screen.findByRole('heading', { name: 'Two-step verification stays on' })).toBeDefined();
  expect(app.inputsOf('secondFactor.stopRemoval')).toHaveLength(1);
  expect(screen.getByRole('link', { name: 'Choose a new password' }).getAttribute('href')).toBe(
    '/forgot-password',
  );
});

test.each([
  [PAGE, null],
  [LINK, 'REMOVAL_LINK_INVALID'],
] as const)('explains a link that does not work: %s, %s', async (path, code) => {
  using app = open(path, failWith(code ?? 'INTERNAL'));
  if (code) await app.user.click(await screen.findByRole('button', { name: STOP }));
  expect(await screen.findByRole('heading', { name: 'This link no longer works' })).toBeDefined();
  expect(screen.getByText('Code: REMOVAL_LINK_INVALID', { exact: false })).toBeDefined();
  expect(screen.getByRole('link', { name: 'Sign in' })).toBeDefined();
});

test('keeps the button when the server does not answer', async () => {
  using app = open(LINK, failWith('UNAVAILABLE'));
  await app.user.click(await screen.findByRole('button', { name: STOP }));
  expect(await screen.findByText('Code: UNAVAILABLE', { exact: false })).toBeDefined();
  expect(screen.getByRole('button', { name: STOP })).toBeDefined();
});
