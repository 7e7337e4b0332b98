import { fireEvent, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderApp } from '../../testing/client/render-app.tsx';

test('until the palette is loaded, a dialog keeps keys from the page', async () => {
  using _app = renderApp('/account');
  await screen.findByRole('heading', { level: 1, name: 'Profile' });
  fireEvent.keyDown(document.body, { ctrlKey: true, key: 'k', code: 'KeyK' });
  expect(screen.getByRole('dialog', { name: 'Loading' }).hasAttribute('open')).toBe(true);
  const field = await screen.findByRole('combobox', { name: 'Search' });
  expect(document.activeElement).toBe(field);
  expect(screen.queryByRole('dialog', { name: 'Loading' })).toBeNull();
});
