import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { WebhookEndpoint } from '../../../shared/schemas/webhooks.ts';
import { anOverview, openConsole } from '../../../testing/client/console-answers.ts';
import { failWith } from '../../../testing/client/render-app.tsx';
import { anEndpoint, ENDPOINT, openEndpoint } from '../../../testing/client/webhook-answers.ts';

const SECRET = `whsec_${'k'.repeat(43)}=`;

test('a new endpoint receives the chosen types, and its secret is shown once', async () => {
  let endpoints: WebhookEndpoint[] = [];
  using app = openConsole('/admin/webhooks', {
    webhooks: {
      list: () => endpoints,
      create: ({ url, description = null, types = null }) => {
        const endpoint = anEndpoint({ url, description, types });
        endpoints = [endpoint];
        return { endpoint, secret: SECRET };
      },
    },
  });
  await screen.findByText('There is no endpoint.');
  await app.user.click(screen.getByRole('button', { name: 'Add endpoint' }));
  const submit = () => app.user.click(screen.getByRole('button', { name: 'Add endpoint' }));
  const address = screen.getByLabelText('Address');
  expect(document.activeElement).toBe(address);
  await submit();
  expect(address.getAttribute('aria-invalid')).toBe('true');
  await app.user.click(address);
  await app.user.paste('https://app.example.com/webhooks');

  expect(screen.queryByRole('checkbox')).toBeNull();
  await app.user.click(screen.getByRole('radio', { name: 'Only the types that you choose' }));
  await submit();
  screen.getByText('Choose at least one type of event.');
  expect(document.activeElement).toBe(screen.getByRole('checkbox', { name: /user\.created/ }));
  await app.user.click(screen.getByRole('checkbox', { name: /^A person was deleted/ }));
  await app.user.click(screen.getByRole('checkbox', { name: /^A person was added/ }));
  await submit();

  await screen.findByText(SECRET);
  expect(app.inputsOf('webhooks.create')).toEqual([
    {
      url: 'https://app.example.com/webhooks',
      description: null,
      types: ['user.created', 'user.deleted'],
    },
  ]);
  await app.user.click(screen.getByRole('button', { name: 'I have copied it' }));
  expect(screen.queryByText(SECRET)).toBeNull();
  expect(document.activeElement?.textContent).toBe('Add endpoint');
  const item = (await screen.findByRole('link', { name: 'app.example.com' })).closest('li');
  expect(item?.textContent).toContain('Enabled');
  expect(item?.textContent).toContain('user.deleted');
});

test('an address that the server refuses is explained at its field', async () => {
  using app = openConsole('/admin/webhooks', {
    webhooks: {
      list: () => [],
      create: failWith('INVALID_INPUT', {
        issues: [{ path: ['url'], key: 'webhook-url-not-public', message: 'This is not a public address.' }],
      }),
    },
  });
  await app.user.click(await screen.findByRole('button', { name: 'Add endpoint' }));
  await app.user.paste('https://10.0.0.1/');
  await app.user.click(screen.getByRole('button', { name: 'Add endpoint' }));
  await screen.findByText('This is not a public address.');
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Address')));
  expect(screen.queryByRole('alert')).toBeNull();
});

test('a change of an endpoint sends only what differs', async () => {
  using app = openEndpoint();
  await app.user.click(await screen.findByRole('button', { name: 'Change' }));
  await app.user.click(screen.getByRole('button', { name: 'Save' }));
  expect(document.activeElement?.textContent).toBe('Change');
  await app.user.click(screen.getByRole('button', { name: 'Change' }));
  const description = screen.getByLabelText(/^Description/);
  await app.user.clear(description);
  await app.fill(description, 'New{Enter}');
  await screen.findByText('The endpoint is changed. New deliveries follow it.');
  expect(app.inputsOf('webhooks.update')).toEqual([{ id: ENDPOINT, description: 'New' }]);
  screen.getByRole('heading', { level: 1, name: /^New/ });
});

test('an endpoint is disabled after a question, and says how to go on', async () => {
  using app = openEndpoint({}, { failingSince: '2026-11-20T09:00:00.000Z' });
  await screen.findByText('Deliveries fail');
  await app.user.click(screen.getByRole('button', { name: 'Disable' }));
  await app.user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Disable' }));
  await screen.findByText('The endpoint is disabled.');
  screen.getByText(/^An administrator or an application disabled it\./);
  // The server refuses both.
  expect(screen.queryByRole('button', { name: 'Send a test event' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Send events again' })).toBeNull();
  await app.user.click(screen.getByRole('button', { name: 'Enable' }));
  await screen.findByText('The endpoint is enabled.');
  screen.getByRole('button', { name: 'Send a test event' });
});

test('a rotation shows the new secret once, and until when the one before signs', async () => {
  const expires = '2026-11-23T09:00:00.000Z';
  using app = openEndpoint({
    rotateSecret: () => ({
      secret: SECRET,
      endpoint: anEndpoint({
        secrets: [
          { hint: 'whsec_…kkk=', expires: null },
          { hint: 'whsec_…b2s=', expires },
        ],
      }),
    }),
  });
  await app.user.click(await screen.findByRole('button', { name: 'Rotate secret' }));
  await app.user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Rotate secret' }));
  await screen.findByText(SECRET);
  expect(screen.getByText('whsec_…b2s=').closest('li')?.textContent).toContain('Signs, too, until');
  await app.user.click(screen.getByRole('button', { name: 'I have copied it' }));
  expect(screen.queryByText(SECRET)).toBeNull();
  expect(document.activeElement?.textContent).toBe('Rotate secret');
});

test('the endpoint of the environment can be disabled, and nothing else of it changes here', async () => {
  using app = openEndpoint({}, { id: 'environment', description: null, secrets: [] });
  await screen.findByText(/^The environment of the server sets this endpoint/);
  for (const name of ['Change', 'Rotate secret', 'Delete endpoint'])
    expect(screen.queryByRole('button', { name })).toBeNull();
  await app.user.click(screen.getByRole('button', { name: 'Disable' }));
  await app.user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Disable' }));
  await screen.findByText('The endpoint is disabled.');
});

test('an endpoint is deleted after a question, and is gone from the list', async () => {
  let endpoints = [anEndpoint()];
  using app = openEndpoint({
    list: () => endpoints,
    delete: ({ id }) => {
      endpoints = [];
      return { id };
    },
  });
  await app.user.click(await screen.findByRole('button', { name: 'Delete endpoint' }));
  await app.user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Delete endpoint' }));
  await screen.findByText('The endpoint is deleted.');
  await app.user.click(screen.getByRole('link', { name: 'All endpoints' }));
  await screen.findByText('There is no endpoint.');
  expect(app.inputsOf('webhooks.delete')).toHaveLength(1);
});

test('the address of an endpoint that is not there says so', async () => {
  using _app = openConsole(`/admin/webhooks/${ENDPOINT}`, { webhooks: { list: () => [] } });
  const sentence = await screen.findByText(/^There is no such endpoint\./);
  expect(sentence.closest('main')?.querySelector('h1')?.textContent).toBe('Endpoint');
});

test('the overview counts the endpoints that somebody should look at', async () => {
  const failingSince = '2026-11-20T09:00:00.000Z';
  using _app = openConsole('/admin', {
    administration: { overview: () => anOverview() },
    webhooks: {
      list: () => [
        anEndpoint(),
        anEndpoint({ failingSince }),
        anEndpoint({ state: 'disabled', disabledBy: 'gone' }),
        anEndpoint({ state: 'disabled', disabledBy: 'administrator', failingSince }),
      ],
    },
  });
  const link = await screen.findByRole('link', { name: 'Failing endpoints' });
  expect(link.getAttribute('href')).toBe('/admin/webhooks');
  expect(link.closest('div')?.querySelector('dd')?.textContent).toBe('2');
});
