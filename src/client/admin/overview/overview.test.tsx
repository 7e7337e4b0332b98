import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { anOverview, openConsole } from '../../../testing/client/console-answers.ts';

test('the address has the period, and a figure of failures is marked only when there are some', async () => {
  using app = openConsole('/admin', {
    administration: { overview: () => anOverview({ failedJobs: 2 }) },
    webhooks: { list: () => [] },
  });
  await screen.findByRole('heading', { name: 'Now' });
  const figures = within(screen.getByRole('main'));
  const figureOf = (name: string) => figures.getByRole('link', { name }).closest('div');
  expect(figureOf('Failed jobs')?.dataset['failure']).toBe('true');
  await figures.findByRole('link', { name: 'Failing endpoints' });
  expect(figureOf('Failing endpoints')?.dataset['failure']).toBeUndefined();
  await app.user.selectOptions(screen.getByRole('combobox', { name: 'Period' }), 'The last 7 days');
  await waitFor(() => expect(app.inputsOf('administration.overview').at(-1)).toEqual({ days: 7 }));
  expect(app.address()).toBe('/admin?days=7');
});
