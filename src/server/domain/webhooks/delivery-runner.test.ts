import type { ServerResponse } from 'node:http';
import { expect, onTestFinished } from 'vitest';
import { testWith } from '../../../testing/app/fixture.ts';
import {
  aWebhookSecret,
  handOverNewEvents,
  removeEndpoints,
  storeEndpoint,
} from '../../../testing/webhooks/endpoints.ts';
import { startWebhookReceiver, type WebhookAnswerer } from '../../../testing/webhooks/receiver.ts';
import { startDeliveries } from './delivery-runner.ts';
import { createDeliveryWorkers } from './send-deliveries.ts';

const it = testWith();
it.beforeEach(({ app }) => removeEndpoints(app));

/** Longer than a test. */
const NEVER = 1_000_000;

async function aReceiver(answerer?: WebhookAnswerer) {
  const receiver = await startWebhookReceiver(answerer);
  onTestFinished(() => receiver.close());
  return receiver;
}

it('sends what is due when it is woken, and ends at once when nothing runs', async ({ app }) => {
  const receiver = await aReceiver();
  await storeEndpoint(app.deps, { url: receiver.origin });
  const runner = startDeliveries(app.deps, NEVER);
  await handOverNewEvents(app.deps, 3);
  runner.wake();
  await expect.poll(() => receiver.received.length).toBe(3);
  await runner.close();
  await handOverNewEvents(app.deps, 1);
  runner.wake();
  expect(await app.deps.collections.deliveries.countDocuments({ attemptCount: 0 })).toBe(1);
});

it('finds by itself what became due, and what an earlier process left', async ({ app }) => {
  const answers = [500, 204];
  const receiver = await aReceiver((response) => response.writeHead(answers.shift() ?? 204).end());
  await storeEndpoint(app.deps, { url: receiver.origin });
  await handOverNewEvents(app.deps, 1);
  const runner = startDeliveries(app.deps, 10);
  const { deliveries } = app.deps.collections;
  await expect.poll(() => deliveries.countDocuments({ tries: 1, state: 'waiting' })).toBe(1);
  const first = await deliveries.findOne({ tries: 1 });
  app.advance((first?.dueAt?.getTime() ?? 0) - app.deps.now().getTime());
  await expect.poll(() => receiver.received.length).toBe(2);
  await runner.close();
});

it('waits for the request that runs when it is closed', async ({ app }) => {
  const open: ServerResponse[] = [];
  const receiver = await aReceiver((response) => open.push(response));
  const endpoint = await storeEndpoint(app.deps, { url: receiver.origin });
  await handOverNewEvents(app.deps, 1);
  const runner = startDeliveries(app.deps, NEVER);
  await expect.poll(() => open.length).toBe(1);
  const closed = runner.close();
  open[0]?.writeHead(204).end();
  await closed;
  expect(await endpoint.deliveries()).toMatchObject([{ state: 'delivered' }]);
});

it('ends when it is closed while it looks for endpoints', async ({ app }) => {
  const endpoint = await storeEndpoint(app.deps, { url: (await aReceiver()).origin });
  await handOverNewEvents(app.deps, 1);
  const workers = createDeliveryWorkers(app.deps);
  const filling = workers.fill();
  workers.stop();
  await filling;
  await workers.idle();
  expect(workers.requestCount()).toBe(0);
  expect(await endpoint.deliveries()).toMatchObject([{ state: 'waiting' }]);
});

it('stores the endpoint of the environment and sends events to it', async ({ app }) => {
  const receiver = await aReceiver();
  const webhook = { url: `${receiver.origin}/environment`, secrets: [aWebhookSecret()], types: null };
  const deps = { ...app.deps, settings: { ...app.deps.settings, webhook } };
  const runner = startDeliveries(deps, NEVER);
  const { webhookEndpoints } = deps.collections;
  await expect.poll(() => webhookEndpoints.countDocuments({ _id: 'environment' })).toBe(1);
  await handOverNewEvents(deps, 1);
  runner.wake();
  await expect.poll(() => receiver.received.map(({ path }) => path)).toEqual(['/environment']);
  await runner.close();
});
