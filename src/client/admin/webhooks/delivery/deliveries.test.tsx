import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { GRACE, openConsole } from '../../../../testing/client/console-answers.ts';
import { Failure } from '../../../../testing/client/render-app.tsx';
import {
  aDelivery,
  anAttempt,
  deliveryDetails,
  ENDPOINT,
  openEndpoint,
  EVENT,
} from '../../../../testing/client/webhook-answers.ts';

test.each([
  ['2xx', anAttempt({ trigger: 'test', status: 200 }), 'The endpoint answered 200.', 'status'],
  [
    'another status',
    anAttempt({ trigger: 'test', status: 500, responseBody: 'Broken' }),
    'Answer 500',
    'alert',
  ],
  [
    'a time-out',
    anAttempt({ trigger: 'test', status: null, error: 'timeout' }),
    'No answer within 15',
    'alert',
  ],
  ['a fault of a later version', anAttempt({ status: null, error: 'new-kind' }), 'No answer', 'alert'],
])('a test shows %s in words', async (_kind, attempt, words, role) => {
  using app = openEndpoint({
    sendTest: () => deliveryDetails({ delivery: aDelivery({ type: 'webhook.test' }), attempts: [attempt] }),
  });
  await app.user.click(await screen.findByRole('button', { name: 'Send a test event' }));
  const result = await waitFor(() => {
    const { activeElement } = document;
    expect(activeElement?.getAttribute('role')).toBe(role);
    return activeElement;
  });
  expect(result?.textContent).toContain(words);
  if (attempt.responseBody !== '') screen.getByText(attempt.responseBody);
  expect(screen.getByRole('link', { name: 'Show the delivery' }).getAttribute('href')).toBe(
    `/admin/webhooks/${ENDPOINT}/${EVENT}`,
  );
});

test('deliveries are listed page by page, and by state', async () => {
  const later = aDelivery({
    id: `${ENDPOINT}:${'e'.repeat(24)}`,
    type: 'user.deleted',
    state: 'waiting',
    attemptCount: 2,
    lastStatus: 500,
    nextAttemptAt: new Date(Date.now() + 3_600_000 * 5).toISOString(),
  });
  using app = openEndpoint(
    {
      listDeliveries: ({ cursor, state }) => {
        if (state === 'failed') return { deliveries: [], nextCursor: null };
        return cursor === undefined
          ? { deliveries: [aDelivery()], nextCursor: 'second' }
          : { deliveries: [later], nextCursor: null };
      },
    },
    {},
    '?state=nonsense',
  );
  const first = await screen.findByRole('link', { name: 'A person was added' });
  expect(first.getAttribute('href')).toBe(`/admin/webhooks/${ENDPOINT}/${EVENT}`);
  expect(app.inputsOf('webhooks.listDeliveries')).toEqual([{ id: ENDPOINT }]);
  await app.user.click(screen.getByRole('button', { name: 'Load more' }));
  const row = (await screen.findByRole('link', { name: 'A person was deleted' })).closest('tr');
  const cells = within(row as HTMLElement).getAllByRole('cell');
  expect(cells.map(({ textContent }) => textContent)).toEqual([
    'Waiting',
    'user.deleted',
    expect.any(String),
    '2',
    '500',
    expect.stringMatching(/^in /),
  ]);
  await app.user.selectOptions(screen.getByRole('combobox', { name: 'State' }), 'Failed');
  await screen.findByText('There is no delivery.');
  expect(app.inputsOf('webhooks.listDeliveries').at(-1)).toMatchObject({ id: ENDPOINT, state: 'failed' });
});

test('the events of a time are sent again, and what is being sent is read again', async () => {
  const inputs: { from: string; to: string }[] = [];
  let state: 'waiting' | 'delivered' = 'waiting';
  using app = openEndpoint({
    replay: ({ from, to }) => {
      inputs.push({ from, to });
      if (inputs.length === 1) throw new Failure('TOO_MANY_EVENTS');
      return { count: 3 };
    },
    listDeliveries: () => {
      if (inputs.length < 2) return { deliveries: [], nextCursor: null };
      const nextAttemptAt = state === 'waiting' ? new Date().toISOString() : null;
      const deliveries = [aDelivery({ state, nextAttemptAt })];
      state = 'delivered';
      return { deliveries, nextCursor: null };
    },
  });
  await app.user.click(await screen.findByRole('button', { name: 'Send events again' }));
  const dialog = within(screen.getByRole('dialog'));
  const from = dialog.getByLabelText('From');
  await app.user.clear(from);
  await app.user.click(dialog.getByRole('button', { name: 'Send again' }));
  dialog.getByText('Choose a day and a time.');
  expect(inputs).toEqual([]);
  fireEvent.change(from, { target: { value: '2026-11-20T09:00' } });
  await app.user.click(dialog.getByRole('button', { name: 'Send again' }));
  await dialog.findByText(/^There are too many events in this time\./);
  await app.user.click(dialog.getByRole('button', { name: 'Send again' }));
  await screen.findByText('3 events are sent again.');
  expect(inputs[1]?.from).toBe(new Date('2026-11-20T09:00').toISOString());
  expect(Date.parse(inputs[1]?.to ?? '')).toBeGreaterThanOrEqual(Date.now() - 1000);
  const readings = () => app.inputsOf('webhooks.list').length;
  const before = readings();
  await waitFor(() => screen.getByText('Delivered', { selector: 'td *' }));
  // The attempt may have changed the state of the endpoint.
  await waitFor(() => expect(readings()).toBeGreaterThan(before));
});

test('a delivery that waits for a disabled endpoint promises no attempt', async () => {
  const waiting = aDelivery({ state: 'waiting', nextAttemptAt: new Date().toISOString() });
  using app = openEndpoint(
    {
      listDeliveries: () => ({ deliveries: [waiting], nextCursor: null }),
      getDelivery: () => deliveryDetails({ delivery: waiting }),
    },
    { state: 'disabled', disabledBy: 'failing' },
  );
  await screen.findByText(/^No delivery succeeded for five days\./);
  const link = await screen.findByRole('link', { name: 'A person was added' });
  expect(screen.queryByText(/Next attempt/)).toBeNull();
  await app.user.click(link);
  await screen.findByText('This endpoint is disabled');
  expect(screen.queryByText(/Next attempt/)).toBeNull();
  expect(screen.queryByRole('button', { name: 'Send again' })).toBeNull();
});

test('a delivery shows each request with its answer, and is sent again', async () => {
  const failed = anAttempt({
    status: 500,
    durationMs: 1234,
    responseHeaders: { server: 'app', 'retry-after': '30' },
    responseBody: '<b>Out of order</b>',
  });
  let details = deliveryDetails({ delivery: aDelivery({ state: 'failed' }), attempts: [failed] });
  using app = openConsole(`/admin/webhooks/${ENDPOINT}/${EVENT}`, {
    webhooks: {
      getDelivery: () => details,
      replayDelivery: () => {
        details = deliveryDetails({
          attempts: [failed, anAttempt({ at: '2026-11-20T10:00:00.000Z', trigger: 'replay' })],
        });
        return details.delivery;
      },
    },
  });
  await screen.findByRole('heading', { level: 1, name: /A person was added/ });
  screen.getByText(details.body);
  expect(screen.getByRole('link', { name: GRACE }).getAttribute('href')).toBe(`/admin/people/${GRACE}`);
  const attempts = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(attempts()[0]).toContain('Answer 500Failed');
  expect(attempts()[0]).toContain('1,234 ms · By schedule');
  await app.user.click(screen.getByText('Request and answer'));
  const rows = screen
    .getAllByRole('row')
    .map((row) => [...row.children].map(({ textContent }) => textContent));
  expect(rows).toContainEqual(['webhook-id', EVENT]);
  expect(rows).toContainEqual(['retry-after', '30']);
  screen.getByText('The signature is hidden.');
  screen.getByText('<b>Out of order</b>');

  await app.user.click(screen.getByRole('button', { name: 'Send again' }));
  await screen.findByText('The event is sent again.');
  await waitFor(() => expect(attempts()).toHaveLength(2));
  expect(attempts()[0]).toContain('Answer 204Succeeded');
  expect(app.inputsOf('webhooks.replayDelivery')).toEqual([{ id: `${ENDPOINT}:${EVENT}` }]);
});
