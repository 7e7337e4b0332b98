import type { ServerResponse } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import type { CommandSucceededEvent } from 'mongodb';
import { Webhook } from 'standardwebhooks';
import { describe, expect, onTestFinished } from 'vitest';
import { testWith } from '../../../testing/app/fixture.ts';
import {
  handOverNewEvents,
  removeEndpoints,
  storeEndpoint,
  aWebhookSecret,
} from '../../../testing/webhooks/endpoints.ts';
import { startWebhookReceiver, type WebhookAnswerer } from '../../../testing/webhooks/receiver.ts';
import { DELIVERY_LEASE_MS, HOUR_MS, MINUTE_MS } from '../../../shared/limits.ts';
import { foyerEvent } from '../../../shared/schemas/events.ts';
import type { TestApp } from '../../../testing/app/test-app.ts';
import {
  DELIVERIES_AT_ONCE,
  DELIVERY_ANSWERS_KEPT,
  DELIVERY_ATTEMPTS_KEPT,
  WEBHOOK_PAUSES_MS,
  createDeliveryWorkers,
  sendDueDeliveries,
} from './send-deliveries.ts';
import { startDeliveries } from './delivery-runner.ts';

const it = testWith();

const status =
  (code: number, headers: Record<string, string> = {}): WebhookAnswerer =>
  (response) =>
    response.writeHead(code, headers).end();

/** Removes the endpoints of other tests, which could send. */
async function anEndpoint({ deps }: TestApp, answer = status(200)) {
  await removeEndpoints({ deps });
  return anotherEndpoint({ deps }, answer);
}

async function anotherEndpoint({ deps }: Pick<TestApp, 'deps'>, answer = status(200)) {
  const receiver = await startWebhookReceiver(answer);
  onTestFinished(() => receiver.close());
  return { receiver, endpoint: await storeEndpoint(deps, { url: `${receiver.origin}/hooks` }) };
}

const ids = (received: readonly { id: string }[]) => received.map(({ id }) => id).toSorted();
const idsOf = (events: readonly { _id: { toHexString(): string } }[]) =>
  events.map(({ _id }) => _id.toHexString()).toSorted();

describe('a delivery that is due', () => {
  it('is sent once, with a signature that the standardwebhooks package verifies', async ({ app }) => {
    const { receiver, endpoint } = await anEndpoint(app);
    const [event] = await handOverNewEvents(app.deps, 1);
    expect(await sendDueDeliveries(app.deps)).toBe(1);
    const [webhook] = receiver.received;
    const verified = new Webhook(endpoint.secret).verify(
      webhook?.body ?? '',
      webhook?.headers as Record<string, string>,
    );
    expect(foyerEvent.parse(verified)).toMatchObject({
      id: event?._id.toHexString(),
      subject: event?.subject.toHexString(),
      sequence: 1,
      type: 'user.created',
    });
    expect(await endpoint.deliveries()).toMatchObject([
      {
        state: 'delivered',
        dueAt: null,
        tries: 0,
        attemptCount: 1,
        attempts: [{ status: 200, error: null }],
      },
    ]);
    expect(await sendDueDeliveries(app.deps)).toBe(0);
  });

  it('is delivered by a status of 200 to 299 only, not by a redirect', async ({ app }) => {
    const codes = [204, 299, 300, 302, 304, 400, 404, 500];
    const left = [...codes];
    const { endpoint, receiver } = await anEndpoint(app, (response) =>
      response.writeHead(left.shift() ?? 500, { location: '/elsewhere' }).end(),
    );
    await handOverNewEvents(app.deps, codes.length);
    await sendDueDeliveries(app.deps);
    expect(receiver.received.map(({ path }) => path)).toEqual(codes.map(() => '/hooks'));
    const stateByStatus = new Map(
      (await endpoint.deliveries()).map(({ state, attempts }) => [attempts[0]?.status, state]),
    );
    expect(stateByStatus).toEqual(new Map(codes.map((code) => [code, code < 300 ? 'delivered' : 'waiting'])));
  });

  it('waits while its endpoint is disabled or being deleted', async ({ app }) => {
    const { endpoint, receiver } = await anEndpoint(app);
    const { webhookEndpoints } = app.deps.collections;
    await handOverNewEvents(app.deps, 1);
    const at = app.deps.now();
    for (const change of [{ disabled: { at, by: 'administrator' } }, { deletedAt: at }] as const) {
      await webhookEndpoints.updateOne({ _id: endpoint.id }, { $set: change });
      expect(await sendDueDeliveries(app.deps)).toBe(0);
      await webhookEndpoints.updateOne(
        { _id: endpoint.id },
        { $set: { disabled: null }, $unset: { deletedAt: '' } },
      );
    }
    expect(await sendDueDeliveries(app.deps)).toBe(1);
    expect(receiver.received).toHaveLength(1);
  });
});

describe('a delivery that fails', () => {
  it('is sent after each pause of the schedule with jitter, then is failed', async ({ app }) => {
    const { endpoint, receiver } = await anEndpoint(app, status(500));
    await handOverNewEvents(app.deps, 1);
    const readDelivery = async () => (await endpoint.deliveries())[0];
    for (const pause of WEBHOOK_PAUSES_MS) {
      const before = app.deps.now().getTime();
      expect(await sendDueDeliveries(app.deps)).toBe(1);
      const after = app.deps.now().getTime();
      const delivery = await readDelivery();
      const due = delivery?.dueAt?.getTime() ?? 0;
      expect(delivery?.state).toBe('waiting');
      expect(due).toBeGreaterThanOrEqual(before + pause);
      expect(due).toBeLessThanOrEqual(after + pause * 1.2);
      expect(await sendDueDeliveries(app.deps)).toBe(0);
      app.advance(due - app.deps.now().getTime());
    }
    expect(await sendDueDeliveries(app.deps)).toBe(1);
    expect(await readDelivery()).toMatchObject({ state: 'failed', dueAt: null, attemptCount: 10 });
    expect(receiver.received).toHaveLength(10);
    expect(new Set(ids(receiver.received)).size).toBe(1);
    expect(new Set(receiver.received.map(({ body }) => body)).size).toBe(1);
  });

  it('spreads the repetitions of many deliveries', async ({ app }) => {
    const { endpoint } = await anEndpoint(app, status(500));
    await handOverNewEvents(app.deps, 12);
    await sendDueDeliveries(app.deps);
    await app.deps.collections.deliveries.updateMany({}, { $set: { dueAt: app.deps.now(), tries: 8 } });
    await sendDueDeliveries(app.deps);
    const due = (await endpoint.deliveries()).map(({ dueAt }) => dueAt?.getTime() ?? 0);
    expect(Math.max(...due) - Math.min(...due)).toBeGreaterThan(MINUTE_MS);
  });

  it('waits longer when the answer asks for it, and not shorter', async ({ app }) => {
    const { endpoint } = await anEndpoint(app, status(503, { 'retry-after': '3600' }));
    await handOverNewEvents(app.deps, 1);
    await sendDueDeliveries(app.deps);
    const dueIn = async () => {
      const [delivery] = await endpoint.deliveries();
      return (delivery?.dueAt?.getTime() ?? 0) - app.deps.now().getTime();
    };
    expect(await dueIn()).toBeGreaterThan(HOUR_MS - MINUTE_MS);
    await app.deps.collections.deliveries.updateMany({}, { $set: { dueAt: app.deps.now(), tries: 3 } });
    await sendDueDeliveries(app.deps);
    expect(await dueIn()).toBeGreaterThan(2 * HOUR_MS - MINUTE_MS);
  });

  it('is sent without reading its attempts, and keeps the last, with five answers', async ({ app }) => {
    await anEndpoint(app, (response) => response.writeHead(500).end('$not a path'));
    await handOverNewEvents(app.deps, 1);
    const { mongo, collections } = app.deps;
    const claimed: unknown[] = [];
    const note = ({ commandName, reply }: CommandSucceededEvent) => {
      if (commandName === 'findAndModify') claimed.push((reply as { value: unknown }).value);
    };
    mongo.on('commandSucceeded', note);
    onTestFinished(() => void mongo.off('commandSucceeded', note));
    const requests = DELIVERY_ATTEMPTS_KEPT + 2;
    for (let sent = 0; sent < requests; sent++) {
      await collections.deliveries.updateMany(
        {},
        { $set: { state: 'waiting', dueAt: app.deps.now(), tries: 0 } },
      );
      expect(await sendDueDeliveries(app.deps)).toBe(1);
    }
    const deliveries = claimed.filter(
      (value) => value !== null && Object.hasOwn(value as object, 'attemptCount'),
    );
    expect(deliveries).toHaveLength(requests);
    for (const delivery of deliveries) expect(delivery).not.toHaveProperty('attempts');
    const [stored] = await collections.deliveries.find().toArray();
    expect(stored?.attemptCount).toBe(requests);
    expect(stored?.attempts).toMatchObject(
      Array.from({ length: DELIVERY_ATTEMPTS_KEPT }, (_, index) => ({
        status: 500,
        responseBody: index < DELIVERY_ATTEMPTS_KEPT - DELIVERY_ANSWERS_KEPT ? '' : '$not a path',
      })),
    );
  });

  it('is sent again by the schedule after a failed replay, and not after a failed test', async ({ app }) => {
    const { endpoint } = await anEndpoint(app, status(500));
    await handOverNewEvents(app.deps, 2);
    const { deliveries } = app.deps.collections;
    const [first, second] = await endpoint.deliveries();
    await deliveries.updateOne({ _id: first?._id ?? '' }, { $set: { trigger: 'replay' } });
    await deliveries.updateOne({ _id: second?._id ?? '' }, { $set: { trigger: 'test' } });
    await sendDueDeliveries(app.deps);
    expect(await endpoint.deliveries()).toMatchObject([
      { state: 'waiting', trigger: 'schedule', attempts: [{ trigger: 'replay' }] },
      { state: 'failed', dueAt: null, attempts: [{ trigger: 'test' }] },
    ]);
  });
});

describe('several processes and endpoints', () => {
  it('send each delivery once when two processes send side by side', async ({ app }) => {
    const { receiver } = await anEndpoint(app);
    const events = await handOverNewEvents(app.deps, 60);
    const counts = await Promise.all([sendDueDeliveries(app.deps), sendDueDeliveries(app.deps)]);
    expect(counts[0] + counts[1]).toBe(60);
    expect(ids(receiver.received)).toEqual(idsOf(events));
  });

  it('send to a fast endpoint while a slow one has its few requests open', async ({ app }) => {
    const open: ServerResponse[] = [];
    let isSlow = true;
    const slow = await anEndpoint(app, (response) => {
      if (isSlow) open.push(response);
      else response.writeHead(204).end();
    });
    const fast = await anotherEndpoint(app);
    const events = await handOverNewEvents(app.deps, 30);
    const workers = createDeliveryWorkers(app.deps);
    await workers.fill();
    await workers.fill();
    await expect.poll(() => fast.receiver.received.length).toBe(30);
    expect(slow.receiver.received).toHaveLength(DELIVERIES_AT_ONCE);
    isSlow = false;
    for (const response of open) response.writeHead(204).end();
    await workers.idle();
    expect(ids(slow.receiver.received)).toEqual(idsOf(events));
    expect(ids(fast.receiver.received)).toEqual(idsOf(events));
  });

  it('send a delivery again whose process died, after the end of its lease', async ({ app }) => {
    const { receiver, endpoint } = await anEndpoint(app, () => undefined);
    await handOverNewEvents(app.deps, 1);
    const dying = createDeliveryWorkers(app.deps);
    await dying.fill();
    await expect.poll(() => receiver.received.length).toBe(1);
    expect(await sendDueDeliveries(app.deps)).toBe(0);
    app.advance(DELIVERY_LEASE_MS);
    receiver.answerWith(status(200));
    expect(await sendDueDeliveries(app.deps)).toBe(1);
    expect(await endpoint.deliveries()).toMatchObject([{ state: 'delivered', dueAt: null, attemptCount: 2 }]);
    // The first process comes back after its lease. Its failure is stored, and changes nothing else.
    await receiver.close();
    await dying.idle();
    expect(await endpoint.deliveries()).toMatchObject([
      { state: 'delivered', dueAt: null, attempts: [{ status: 200 }, { error: 'network' }] },
    ]);
  });

  it('send nothing more after they are stopped', async ({ app }) => {
    const open: ServerResponse[] = [];
    const { receiver } = await anEndpoint(app, (response) => open.push(response));
    await handOverNewEvents(app.deps, 20);
    const workers = createDeliveryWorkers(app.deps);
    await workers.fill();
    await expect.poll(() => open.length).toBe(DELIVERIES_AT_ONCE);
    workers.stop();
    for (const response of open) response.writeHead(204).end();
    await workers.idle();
    expect(receiver.received).toHaveLength(DELIVERIES_AT_ONCE);
  });

  it('send nothing when they are stopped while they look for endpoints', async ({ app }) => {
    const { endpoint } = await anEndpoint(app);
    await handOverNewEvents(app.deps, 1);
    const workers = createDeliveryWorkers(app.deps);
    const filling = workers.fill();
    workers.stop();
    await filling;
    await workers.idle();
    expect(workers.requestCount()).toBe(0);
    expect(await endpoint.deliveries()).toMatchObject([{ state: 'waiting' }]);
  });
});

describe('the delivery runner of a process', () => {
  const NEVER = 1_000_000;
  const CLOSED_RUNNER_WATCHED_MS = 200;

  it('sends what is due when it is woken, and ends at once when nothing runs', async ({ app }) => {
    const { receiver } = await anEndpoint(app);
    const runner = startDeliveries(app.deps, NEVER);
    await handOverNewEvents(app.deps, 3);
    runner.wake();
    await expect.poll(() => receiver.received.length).toBe(3);
    await runner.close();
    await handOverNewEvents(app.deps, 1);
    runner.wake();
    // A runner that still works would send within this time.
    await setTimeout(CLOSED_RUNNER_WATCHED_MS);
    expect(await app.deps.collections.deliveries.countDocuments({ attemptCount: 0 })).toBe(1);
    expect(receiver.received).toHaveLength(3);
  });

  it('finds by itself what became due, and what an earlier process left', async ({ app }) => {
    const answers = [500, 204];
    const { receiver } = await anEndpoint(app, (response) =>
      response.writeHead(answers.shift() ?? 204).end(),
    );
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
    const { endpoint } = await anEndpoint(app, (response) => open.push(response));
    await handOverNewEvents(app.deps, 1);
    const runner = startDeliveries(app.deps, NEVER);
    await expect.poll(() => open.length).toBe(1);
    const closed = runner.close();
    open[0]?.writeHead(204).end();
    await closed;
    expect(await endpoint.deliveries()).toMatchObject([{ state: 'delivered' }]);
  });

  it('stores the endpoint of the environment and sends events to it', async ({ app }) => {
    await removeEndpoints(app);
    await using receiver = await startWebhookReceiver();
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
});
