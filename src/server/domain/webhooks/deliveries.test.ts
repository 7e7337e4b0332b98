import { ObjectId } from 'mongodb';
import { describe, expect } from 'vitest';
import { makeAdministrator } from '../../../testing/users/administrators.ts';
import { appCodeOf, countOutcomes, outcomeOf } from '../../../testing/app/app-code.ts';
import { testWith } from '../../../testing/app/fixture.ts';
import type { TestApp } from '../../../testing/app/test-app.ts';
import { startWebhookReceiver } from '../../../testing/webhooks/receiver.ts';
import { makeDelivery } from '../../../testing/webhooks/deliveries.ts';
import { DELIVERY_LEASE_MS, MINUTE_MS } from '../../../shared/limits.ts';
import { listDeliveriesInput } from '../../../shared/schemas/webhooks.ts';
import type { StoredAttempt } from '../../database/event-documents.ts';
import { createFaultInjector } from '../../../testing/faults/faults.ts';
import type { Authority } from '../rules/authority.ts';
import { RATE_LIMITS } from '../rules/counters.ts';
import { listDeliveries, replayDelivery, sendTest } from './deliveries.ts';
import { createWebhook, deleteWebhook, setWebhookEnabled } from './endpoints.ts';
import { sendDueDeliveries } from './send-deliveries.ts';
import { signWebhook } from './signature.ts';
import { removeEndpoints } from '../../../testing/webhooks/endpoints.ts';

const faults = createFaultInjector();
const it = testWith({ faults });
const ORIGIN = { ip: null };
const SERVER: Authority = { kind: 'server' };
const ATTEMPT: StoredAttempt = {
  at: new Date(),
  trigger: 'schedule',
  durationMs: 12,
  status: 500,
  error: null,
  requestHeaders: { 'webhook-id': '1' },
  responseHeaders: { server: 'test' },
  responseBody: 'no',
};

const RANGE = { from: '2026-11-22T10:00:00.000Z', to: '2026-11-22T11:00:00.000Z' };

const endpointAt = (app: TestApp, url: string) =>
  createWebhook(app.deps, SERVER, { url, description: null, types: null }, ORIGIN);
const makeEndpoint = async (app: TestApp) =>
  (await endpointAt(app, 'https://hooks.example.test/')).endpoint.id;
const list = (app: TestApp, input: object) => listDeliveries(app.deps, listDeliveriesInput.parse(input));

it.beforeEach(({ app }) => removeEndpoints(app));

describe('webhooks.listDeliveries', () => {
  it('answers each delivery once, newest first, also when many are of the same moment', async ({ app }) => {
    const id = await makeEndpoint(app);
    const start = app.deps.now().getTime();
    const stored = Array.from({ length: 12 }, (_, index) =>
      makeDelivery(id, { createdAt: new Date(start + Math.floor(index / 3) * 1000) }),
    );
    await app.deps.collections.deliveries.insertMany([...stored, makeDelivery('0'.repeat(24))]);
    const { client } = await makeAdministrator(app);
    const found: string[] = [];
    for (let cursor: string | null | undefined; cursor !== null;) {
      const input = { id, limit: 4, ...(cursor === undefined ? {} : { cursor }) };
      const page = await client.webhooks.listDeliveries.query(input);
      found.push(...page.deliveries.map((delivery) => delivery.id));
      cursor = page.nextCursor;
    }
    const expected = stored.toSorted(
      (a, b) => b.createdAt.getTime() - a.createdAt.getTime() || (a._id < b._id ? 1 : -1),
    );
    expect(found).toEqual(expected.map(({ _id }) => _id));
  });

  it('answers those in one state', async ({ app }) => {
    const id = await makeEndpoint(app);
    const failed = makeDelivery(id, { state: 'failed', dueAt: null, attempts: [ATTEMPT], attemptCount: 10 });
    await app.deps.collections.deliveries.insertMany([failed, makeDelivery(id), makeDelivery(id)]);
    expect(await list(app, { id, state: 'failed' })).toEqual({
      deliveries: [
        {
          id: failed._id,
          eventId: failed.eventId.toHexString(),
          type: 'user.created',
          subject: failed.subject?.toHexString(),
          state: 'failed',
          attemptCount: 10,
          lastStatus: 500,
          createdAt: failed.createdAt.toISOString(),
          nextAttemptAt: null,
        },
      ],
      nextCursor: null,
    });
    expect((await list(app, { id, state: 'waiting' })).deliveries).toHaveLength(2);
    expect((await list(app, { id, state: 'delivered' })).deliveries).toEqual([]);
  });
});

describe('webhooks.getDelivery', () => {
  it('answers the body and each attempt', async ({ app }) => {
    const id = await makeEndpoint(app);
    const delivery = makeDelivery(id, {
      body: '{"id":"1"}',
      attempts: [ATTEMPT, { ...ATTEMPT, status: 204 }],
    });
    await app.deps.collections.deliveries.insertOne(delivery);
    const { client } = await makeAdministrator(app);
    expect(await client.webhooks.getDelivery.query({ id: delivery._id })).toMatchObject({
      delivery: { id: delivery._id, state: 'waiting', lastStatus: 204 },
      body: '{"id":"1"}',
      attempts: [{ ...ATTEMPT, at: ATTEMPT.at.toISOString() }, { status: 204 }],
    });
  });
});

describe('webhooks.replayDelivery', () => {
  it.for(['waiting', 'delivered', 'failed'] as const)(
    'makes a delivery due that is %s',
    async (state, { app }) => {
      const id = await makeEndpoint(app);
      const dueAt = state === 'waiting' ? new Date(app.deps.now().getTime() + MINUTE_MS) : null;
      const stored = makeDelivery(id, { state, dueAt, tries: 3, attemptCount: 3 });
      const { deliveries, audit } = app.deps.collections;
      await deliveries.insertOne(stored);
      const { client, userId } = await makeAdministrator(app);
      const replayed = await client.webhooks.replayDelivery.mutate({ id: stored._id });
      expect(replayed).toMatchObject({ state: 'waiting', attemptCount: 3 });
      const { dueAt: due, ...rest } = (await deliveries.findOne({ _id: stored._id })) ?? {};
      expect(due && due <= app.deps.now()).toBe(true);
      const { createdAt } = stored;
      expect(rest).toMatchObject({ state: 'waiting', tries: 0, trigger: 'replay', createdAt });
      expect(await audit.find({ action: 'webhook-replayed' }).toArray()).toMatchObject([
        {
          actor: { kind: 'administrator', userId },
          subject: { kind: 'webhook', id: new ObjectId(id) },
          after: { url: 'https://hooks.example.test/', delivery: stored._id },
        },
      ]);
    },
  );

  it('sends it once more when it is being sent at this moment', async ({ app }) => {
    await using receiver = await startWebhookReceiver();
    const { endpoint } = await endpointAt(app, receiver.origin);
    const stored = makeDelivery(endpoint.id);
    await app.deps.collections.deliveries.insertOne(stored);
    let replayed: Promise<unknown> = Promise.resolve();
    receiver.answerWith((response) => {
      if (receiver.received.length === 1) replayed = replayDelivery(app.deps, SERVER, stored._id, ORIGIN);
      void replayed.then(() => response.writeHead(204).end());
    });
    await sendDueDeliveries(app.deps);
    await sendDueDeliveries(app.deps);
    const eventId = stored.eventId.toHexString();
    expect(receiver.received.map(({ id }) => id)).toEqual([eventId, eventId]);
    expect((await list(app, { id: endpoint.id })).deliveries).toMatchObject([
      { state: 'delivered', attemptCount: 2, nextAttemptAt: null },
    ]);
  });
});

describe('webhooks.sendTest', () => {
  it('sends a signed event now, and answers what the endpoint answered', async ({ app }) => {
    await using receiver = await startWebhookReceiver();
    receiver.answerWith((response) => response.writeHead(202, { 'set-cookie': 'a=b' }).end('thanks'));
    const { client } = await makeAdministrator(app);
    const { endpoint, secret } = await client.webhooks.create.mutate({
      url: `${receiver.origin}/hooks`,
      types: ['user.deleted'],
    });
    const details = await client.webhooks.sendTest.mutate({ id: endpoint.id });
    const [webhook] = receiver.received;
    expect(receiver.received).toHaveLength(1);
    expect(webhook).toMatchObject({ method: 'POST', path: '/hooks', body: details.body });
    const { eventId } = details.delivery;
    expect(JSON.parse(details.body)).toEqual({
      id: eventId,
      type: 'webhook.test',
      timestamp: details.delivery.createdAt,
      data: {},
    });
    const timestamp = Number(webhook?.headers['webhook-timestamp']);
    expect(webhook?.headers['webhook-signature']).toBe(
      signWebhook([secret], { id: eventId, timestamp, body: details.body }),
    );
    expect(details).toMatchObject({
      delivery: {
        id: `${endpoint.id}:${eventId}`,
        type: 'webhook.test',
        subject: null,
        state: 'delivered',
        attemptCount: 1,
        lastStatus: 202,
        nextAttemptAt: null,
      },
      attempts: [{ trigger: 'test', status: 202, error: null, responseBody: 'thanks' }],
    });
    expect(JSON.stringify(details)).not.toContain('a=b');
    expect(JSON.stringify(details)).not.toContain(String(webhook?.headers['webhook-signature']));
    expect(await client.webhooks.getDelivery.query({ id: details.delivery.id })).toEqual(details);
    expect(await app.deps.collections.audit.countDocuments({ action: 'webhook-tested' })).toBe(1);
  });

  it('answers a failure, which is not repeated by itself', async ({ app }) => {
    await using receiver = await startWebhookReceiver((response) => response.writeHead(500).end('broken'));
    const { endpoint } = await endpointAt(app, receiver.origin);
    const { delivery } = await sendTest(app.deps, SERVER, endpoint.id, ORIGIN);
    expect(delivery).toMatchObject({ state: 'failed', lastStatus: 500, nextAttemptAt: null });
    await replayDelivery(app.deps, SERVER, delivery.id, ORIGIN);
    expect(await sendDueDeliveries(app.deps)).toBe(1);
    expect((await list(app, { id: endpoint.id })).deliveries).toMatchObject([
      { state: 'failed', attemptCount: 2, nextAttemptAt: null },
    ]);
  });

  it('is sent again by another process when the first dies before it stores the answer', async ({ app }) => {
    await using receiver = await startWebhookReceiver();
    const { endpoint } = await endpointAt(app, receiver.origin);
    const stored = faults.holdBefore('deliveries.insertOne');
    const testing = sendTest(app.deps, SERVER, endpoint.id, ORIGIN).catch(() => 'died');
    await stored.reached;
    // The process dies after the insert.
    faults.arm('killed', 1);
    stored.release();
    await testing;
    faults.disarm();
    expect(receiver.received).toHaveLength(1);
    app.advance(DELIVERY_LEASE_MS);
    await sendDueDeliveries(app.deps);
    expect(receiver.received).toHaveLength(2);
    expect(receiver.received[1]).toMatchObject({ body: receiver.received[0]?.body });
    expect((await list(app, { id: endpoint.id })).deliveries).toMatchObject([{ state: 'delivered' }]);
  });
});

describe('an endpoint that cannot receive', () => {
  it('answers WEBHOOK_DISABLED while it is disabled', async ({ app }) => {
    const id = await makeEndpoint(app);
    const delivery = makeDelivery(id, { state: 'failed', dueAt: null });
    const { deliveries } = app.deps.collections;
    await deliveries.insertOne(delivery);
    await setWebhookEnabled(app.deps, SERVER, { id, isEnabled: false }, ORIGIN);
    const { client } = await makeAdministrator(app);
    const { sendTest: test, replayDelivery: replay } = client.webhooks;
    expect(await appCodeOf(test.mutate({ id }))).toBe('WEBHOOK_DISABLED');
    expect(await appCodeOf(replay.mutate({ id: delivery._id }))).toBe('WEBHOOK_DISABLED');
    expect(await appCodeOf(client.webhooks.replayFailed.mutate({ id }))).toBe('WEBHOOK_DISABLED');
    expect(await appCodeOf(client.webhooks.replay.mutate({ id, ...RANGE }))).toBe('WEBHOOK_DISABLED');
    expect(await deliveries.find().toArray()).toEqual([delivery]);
  });

  it('answers NOT_FOUND when it is unknown or deleted', async ({ app }) => {
    const id = await makeEndpoint(app);
    await deleteWebhook(app.deps, SERVER, id, ORIGIN);
    // A process that was handing over an event has written it after the deletion.
    const delivery = makeDelivery(id);
    await app.deps.collections.deliveries.insertOne(delivery);
    const { client } = await makeAdministrator(app);
    const { webhooks } = client;
    const unknown = new ObjectId().toHexString();
    const refused = [
      ...[id, unknown].flatMap((gone) => [
        webhooks.listDeliveries.query({ id: gone }),
        webhooks.sendTest.mutate({ id: gone }),
        webhooks.replayFailed.mutate({ id: gone }),
        webhooks.replay.mutate({ id: gone, ...RANGE }),
      ]),
      ...[delivery._id, `${id}:${unknown}`].flatMap((gone) => [
        webhooks.getDelivery.query({ id: gone }),
        webhooks.replayDelivery.mutate({ id: gone }),
      ]),
    ];
    expect(await countOutcomes(refused)).toEqual({ NOT_FOUND: refused.length });
  });
});

it('limits tests and replays of an endpoint together', async ({ app }) => {
  await using receiver = await startWebhookReceiver();
  const { id } = (await endpointAt(app, receiver.origin)).endpoint;
  const delivery = makeDelivery(id);
  await app.deps.collections.deliveries.insertOne(delivery);
  for (let n = 2; n < RATE_LIMITS.webhook.refusal.endpoint.quarter; n++)
    await app.deps.rateLimits.consume('webhook', 'endpoint', id);
  const test = () => sendTest(app.deps, SERVER, id, ORIGIN);
  const replay = () => replayDelivery(app.deps, SERVER, delivery._id, ORIGIN);
  await test();
  await replay();
  for (const send of [test, replay]) expect(await outcomeOf(send())).toBe('RATE_LIMITED');
  expect(receiver.received).toHaveLength(1);
});
