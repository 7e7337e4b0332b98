import '../../../testing/client/browser.ts';
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderApp } from '../../../testing/client/render-app.tsx';

test('the page shows the samples, each under its name', async () => {
  using app = renderApp('/dev/design', {});
  const section = await screen.findByRole('region', { name: 'Button' });
  expect(within(section).getByRole('button', { name: 'Delete' })).toBeDefined();
  await app.user.click(screen.getByRole('button', { name: 'Open the dialog' }));
  expect(screen.getByRole('dialog', { name: 'Remove the password?' })).toBeDefined();
});
