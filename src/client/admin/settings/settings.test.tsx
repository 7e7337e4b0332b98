import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openConsole, someSettings } from '../../../testing/client/console-answers.ts';

test('shows the identity providers, a secret only as set, and folds what is not set', async () => {
  using _app = openConsole('/admin/settings', { administration: { settings: someSettings } });
  const table = within(await screen.findByRole('table'));
  const row = within(table.getByText('Demo One').closest('tr') ?? document.body);
  expect(row.getByText('demo-one')).toBeDefined();
  expect(row.getByText('Demo')).toBeDefined();
  const storage = within(screen.getByRole('region', { name: 'What Foyer stores' }));
  const valueOf = (name: string) => storage.getByText(name).parentElement?.querySelector('dd')?.textContent;
  expect(valueOf('AUTH_SECRET')).toBe('Set');
  expect(valueOf('DATA_DIR')).toBe('/var/lib/foyer');
  expect(storage.queryByText('AUTH_SECRET_PREVIOUS')).toBeNull();
  const folded = screen.getByText('Show one setting that is not set').closest('details');
  expect(folded?.open).toBe(false);
  expect(folded?.querySelector('li')?.textContent).toBe('AUTH_SECRET_PREVIOUS');
});

test('says that there is no identity provider', async () => {
  using _app = openConsole('/admin/settings', {
    administration: { settings: () => ({ ...someSettings(), identityProviders: [] }) },
  });
  expect(await screen.findByText('There is no identity provider.')).toBeDefined();
  expect(screen.getByText(/Password.* and .*Passkey/)).toBeDefined();
});
