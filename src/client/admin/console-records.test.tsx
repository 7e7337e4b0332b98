import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { FailedJob } from '../../shared/schemas/administration.ts';
import { anOverview, aServiceKey, GRACE, openConsole } from '../../testing/client/console-answers.ts';
import { anEndpoint } from '../../testing/client/webhook-answers.ts';

test('a service key that works is marked when its maker is no administrator any more', async () => {
  const madeBy = (isAdministrator: boolean) => ({ id: GRACE, name: 'Grace', isAdministrator });
  const keys = [
    aServiceKey({ id: 'a'.repeat(24), name: 'Left', createdBy: madeBy(false) }),
    aServiceKey({ id: 'c'.repeat(24), name: 'Stayed', createdBy: madeBy(true) }),
    aServiceKey({ id: 'd'.repeat(24), name: 'Revoked', createdBy: madeBy(false), state: 'revoked' }),
  ];
  using _app = openConsole('/admin/service-keys', { serviceKeys: { list: () => keys } });
  const mark = await screen.findByText('No administrator any more');
  expect(mark.closest('tr')?.textContent).toContain('Left');
});

test('who made the service keys is left out until somebody asks for it or should look', async () => {
  const createdBy = { id: GRACE, name: 'Grace', isAdministrator: true };
  using app = openConsole('/admin/service-keys', {
    serviceKeys: { list: () => [aServiceKey({ createdBy })] },
  });
  const head = () => screen.getAllByRole('columnheader').map(({ textContent }) => textContent);
  await screen.findByText('Billing');
  expect(head()).toEqual(['Name', 'State', 'Scopes', 'Last used', 'Expires', 'Actions']);
  const menu = within(screen.getByRole('group', { name: 'Columns' }));
  await app.user.click(menu.getByRole('checkbox', { name: 'Made by' }));
  await waitFor(() => expect(app.address()).toBe('/admin/service-keys?hidden=created'));
  await app.user.click(menu.getByRole('checkbox', { name: 'Created' }));
  await waitFor(() => expect(app.address()).toBe('/admin/service-keys?hidden=none'));
  expect(head()).toHaveLength(8);
  await app.user.click(menu.getByRole('checkbox', { name: 'Created' }));
  await app.user.click(menu.getByRole('checkbox', { name: 'Made by' }));
  await waitFor(() => expect(app.address()).toBe('/admin/service-keys'));
});

test('service keys are ordered by a heading, and the address has the order', async () => {
  const keys = [
    aServiceKey({ id: 'a'.repeat(24), name: 'Shop', createdAt: '2026-11-03T09:00:00.000Z' }),
    aServiceKey({ id: 'c'.repeat(24), name: 'Billing', createdAt: '2026-11-02T09:00:00.000Z' }),
  ];
  using app = openConsole('/admin/service-keys', { serviceKeys: { list: () => keys } });
  const names = () => screen.getAllByRole('rowheader').map((name) => name.querySelector('bdi')?.textContent);
  await screen.findByText('Shop');
  expect(names()).toEqual(['Shop', 'Billing']);
  await app.user.click(screen.getByRole('button', { name: 'Name' }));
  await waitFor(() => expect(names()).toEqual(['Billing', 'Shop']));
  await app.user.click(screen.getByRole('button', { name: 'Name' }));
  await waitFor(() => expect(names()).toEqual(['Shop', 'Billing']));
  expect(app.address()).toBe('/admin/service-keys?sort=-name');
});

test('a new service key is shown once, and can be revoked', async () => {
  let keys = [aServiceKey({ id: 'e'.repeat(24), name: 'Old', state: 'revoked' })];
  using app = openConsole('/admin/service-keys', {
    serviceKeys: {
      list: () => keys,
      create: ({ name, scopes }) => {
        const serviceKey = aServiceKey({ name, scopes });
        keys = [serviceKey, ...keys];
        return { key: `foyer_sk_${'x'.repeat(49)}`, serviceKey };
      },
      revoke: ({ id }) => {
        keys = keys.map((key) => (key.id === id ? { ...key, state: 'revoked' } : key));
        return { id };
      },
    },
  });
  await screen.findByText('Old');
  expect(screen.queryByRole('button', { name: 'Revoke Old' })).toBeNull();
  await app.user.click(screen.getByRole('button', { name: 'New service key' }));
  await app.user.click(screen.getByRole('button', { name: 'Create service key' }));
  expect(document.activeElement).toBe(screen.getByLabelText('Name'));
  await app.fill(screen.getByLabelText('Name'), 'Billing');
  await app.user.click(screen.getByRole('checkbox', { name: /^See people/ }));
  await app.user.click(screen.getByRole('checkbox', { name: /events:read/ }));
  await app.user.click(screen.getByRole('checkbox', { name: /webhooks:write/ }));
  await app.fill(screen.getByLabelText(/^Allowed addresses/), '192.0.2.0/24{Enter}2001:db8::1');
  await app.user.click(screen.getByRole('button', { name: 'Create service key' }));
  await screen.findByText(/^foyer_sk_x+$/);
  expect(app.inputsOf('serviceKeys.create')).toMatchObject([
    {
      name: 'Billing',
      scopes: ['users:read', 'events:read', 'webhooks:write'],
      allowedAddresses: ['192.0.2.0/24', '2001:db8::1'],
    },
  ]);
  await app.user.click(screen.getByRole('button', { name: 'I have copied it' }));
  expect(screen.queryByText(/^foyer_sk_x+$/)).toBeNull();
  expect(document.activeElement?.textContent).toBe('New service key');

  await app.user.click(await screen.findByRole('button', { name: 'Revoke Billing' }));
  await app.user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Revoke' }));
  await screen.findByText('“Billing” is revoked. It no longer works.');
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Revoke Billing' })).toBeNull());
});

const aJob = (changes: Partial<FailedJob> = {}): FailedJob => ({
  id: 'f'.repeat(24),
  kind: 'mail',
  userId: GRACE,
  attempts: 12,
  failure: 'the mail server answered 550 to RCPT TO',
  createdAt: '2026-11-20T09:00:00.000Z',
  failedAt: '2026-11-20T10:00:00.000Z',
  ...changes,
});

test('failed jobs are tried again one by one and all of a kind, and discarded after a question', async () => {
  const [first, second, third] = ['1', '2', '3'].map((digit) => digit.repeat(24)) as [string, string, string];
  let jobs = [first, second, third].map((id) => aJob({ id }));
  jobs.push(aJob({ kind: 'revoke-grant', userId: null, failure: 'the provider did not answer' }));
  const leave = (ids: readonly string[]) => (jobs = jobs.filter(({ id }) => !ids.includes(id)));
  using app = openConsole('/admin/failed-jobs', {
    administration: {
      failedJobs: () => jobs,
      retryJob: ({ id }) => (leave([id]), { id }),
      retryJobs: ({ ids }) => (leave(ids), { count: ids.length }),
      discardJob: ({ id }) => (leave([id]), { id }),
    },
  });
  const mails = within(await screen.findByRole('region', { name: 'Send a mail' }));
  const items = mails.getAllByRole('listitem');
  expect(items).toHaveLength(3);
  expect(items[0]?.textContent).toContain('Last error: the mail server answered 550 to RCPT TO');
  expect(items[0]?.textContent).toContain('Tried 12 times');
  expect(screen.getByText('the provider did not answer')).toBeDefined();

  await app.user.click(mails.getAllByRole('button', { name: 'Try again: Send a mail' })[0] as HTMLElement);
  await screen.findByText('The job runs again.');
  await app.user.click(await screen.findByRole('button', { name: 'Try all 2 again: Send a mail' }));
  await screen.findByText('2 jobs run again.');
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Send a mail' })).toBeNull());
  await app.user.click(screen.getByRole('button', { name: /^Discard:/ }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(app.inputsOf('administration.discardJob')).toEqual([]);
  await app.user.click(dialog.getByRole('button', { name: 'Discard' }));
  await screen.findByText('The job is discarded.');
  expect(await screen.findByText('No job was given up.')).toBeDefined();
  expect(app.inputsOf('administration.retryJob')).toEqual([{ id: first }]);
  expect(app.inputsOf('administration.retryJobs')).toEqual([{ ids: [second, third] }]);
  expect(app.inputsOf('administration.discardJob')).toEqual([{ id: 'f'.repeat(24) }]);
  expect(screen.getByText('Every endpoint receives its events.')).toBeDefined();
});

test('the failed deliveries of an endpoint are sent again, and a disabled one has to be enabled', async () => {
  const working = anEndpoint({ id: 'c'.repeat(24), description: 'Billing' });
  const disabled = anEndpoint({
    id: 'd'.repeat(24),
    description: 'Shop',
    state: 'disabled',
    disabledBy: 'gone',
  });
  const fine = anEndpoint({ id: 'e'.repeat(24), description: 'Fine' });
  using app = openConsole('/admin/failed-jobs', {
    administration: { failedJobs: () => [] },
    webhooks: {
      list: () => [working, disabled, fine],
      failedDeliveries: () => [
        { endpointId: working.id, count: 3 },
        { endpointId: disabled.id, count: 1 },
      ],
      replayFailed: () => ({ count: 3 }),
    },
  });
  const webhooks = within(await screen.findByRole('region', { name: 'Webhooks' }));
  await webhooks.findByText('3 failed deliveries');
  expect(webhooks.getByRole('link', { name: 'Billing' }).getAttribute('href')).toBe(
    `/admin/webhooks/${working.id}?state=failed`,
  );
  expect(webhooks.getByText(/Enable it to send them again/)).toBeDefined();
  expect(webhooks.queryByText('Fine')).toBeNull();
  await app.user.click(webhooks.getByRole('button', { name: 'Send again: Billing' }));
  await screen.findByText('3 deliveries are sent again.');
  expect(app.inputsOf('webhooks.replayFailed')).toEqual([{ id: working.id }]);
});

test('the charts of the overview are tables, too', async () => {
  const at = '2026-11-22T00:00:00.000Z';
  using _app = openConsole('/admin', {
    administration: {
      overview: () =>
        anOverview({
          people: 12_345,
          signIns: [
            { at, method: 'password', methodName: null, count: 3 },
            { at, method: 'demo-one', methodName: 'Demo One', count: 4 },
          ],
        }),
    },
  });
  const chart = within(await screen.findByRole('region', { name: 'Sign-ins by method' }));
  const [head, ...rows] = chart.getAllByRole('row', { hidden: true });
  expect([...(head?.children ?? [])].map(({ textContent }) => textContent)).toEqual([
    'Day',
    'Demo One',
    'Password',
    'Total',
  ]);
  expect(rows.map((row) => [...row.children].slice(1).map(({ textContent }) => textContent))).toEqual([
    ['4', '3', '7'],
  ]);
  expect(screen.getByText('12,345')).toBeDefined();
  expect(
    within(screen.getByRole('region', { name: 'New people' })).getByText('Nothing in the last 30 days.'),
  ).toBeDefined();
});
