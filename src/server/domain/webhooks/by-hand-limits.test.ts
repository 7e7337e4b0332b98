import { ObjectId } from 'mongodb';
import { expect } from 'vitest';
import { RATE_LIMITS } from '../rules/counters.ts';
import { testWith } from '../../../testing/app/fixture.ts';
import { handOverNewEvents, storeEndpoint } from '../../../testing/webhooks/endpoints.ts';
import { startWebhookReceiver } from '../../../testing/webhooks/receiver.ts';
import { replayDelivery, sendTest } from './deliveries.ts';
import { REPLAYS_WAITING_MAX, replayRange } from './replays.ts';

const it = testWith();
const SERVER = { kind: 'server' } as const;
const CLIENT = { ip: null };

it('tests and replays of an endpoint are limited together, so that Foyer floods no other server', async ({
  app,
}) => {
  await using receiver = await startWebhookReceiver((response) => response.writeHead(204).end());
  const { id } = await storeEndpoint(app.deps, { url: receiver.origin });
  await handOverNewEvents(app.deps, 1);
  const delivery = await app.deps.collections.deliveries.findOne({ endpointId: id });
  for (let n = 2; n < RATE_LIMITS.webhook.refusal.endpoint.quarter; n++)
    await app.deps.rateLimits.consume('webhook', 'endpoint', id);
  await sendTest(app.deps, SERVER, id, CLIENT);
  await replayDelivery(app.deps, SERVER, delivery?._id ?? '', CLIENT);
  await expect(sendTest(app.deps, SERVER, id, CLIENT)).rejects.toMatchObject({ code: 'RATE_LIMITED' });
  await expect(replayDelivery(app.deps, SERVER, delivery?._id ?? '', CLIENT)).rejects.toMatchObject({
    code: 'RATE_LIMITED',
  });
  expect(receiver.received).toHaveLength(1);
});

it('a further replay of a time is refused while others wait', async ({ app }) => {
  const { id } = await storeEndpoint(app.deps, { url: 'http://localhost:1/' });
  const now = app.deps.now();
  const from = new Date(now.getTime() - 1000);
  const waiting = Array.from({ length: REPLAYS_WAITING_MAX }, () => ({ _id: new ObjectId(), from, to: now }));
  await app.deps.collections.webhookEndpoints.updateOne({ _id: id }, { $set: { replays: waiting } });
  const range = { id, from: from.toISOString(), to: new Date(now.getTime() + 1000).toISOString() };
  await expect(replayRange(app.deps, SERVER, range, CLIENT)).rejects.toMatchObject({ code: 'RATE_LIMITED' });
  await app.deps.collections.webhookEndpoints.updateOne({ _id: id }, { $pop: { replays: -1 } });
  expect(await replayRange(app.deps, SERVER, range, CLIENT)).toMatchObject({
    count: expect.any(Number) as number,
  });
});
