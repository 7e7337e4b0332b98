import { screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { installPasskeyBrowser } from '../../../testing/client/passkey-browser.ts';
import { renderApp } from '../../../testing/client/render-app.tsx';

vi.mock('./deferred.tsx', () => {
  throw new Error('the file is gone');
});

test('says so when its code cannot be loaded, and keeps the button', async () => {
  using _ = installPasskeyBrowser();
  using app = renderApp('/sign-in');
  const button = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Use a passkey' });
  await waitFor(() => expect(button().disabled).toBe(false));
  await app.user.click(button());
  const alert = await screen.findByRole('alert');
  expect(document.activeElement).toBe(alert);
  expect(button().disabled).toBe(false);
});
