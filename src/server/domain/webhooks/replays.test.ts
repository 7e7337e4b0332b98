import { ObjectId } from 'mongodb';
import { describe, expect } from 'vitest';
import { makeAdministrator } from '../../../testing/users/administrators.ts';
import { ALL_FAULTS } from '../../../testing/faults/fault-rounds.ts';
import { outcomeOf } from '../../../testing/app/app-code.ts';
import { findPlansOf } from '../../../testing/database/find-plans.ts';
import { testWith } from '../../../testing/app/fixture.ts';
import type { TestApp } from '../../../testing/app/test-app.ts';
import { makeDelivery } from '../../../testing/webhooks/deliveries.ts';
import { anEvent, removeEndpoints } from '../../../testing/webhooks/endpoints.ts';
import { createFaultInjector } from '../../../testing/faults/faults.ts';
import type { EventType } from '../../../shared/event-types.ts';
import { HOUR_MS, SECOND_MS } from '../../../shared/limits.ts';
import type { DeliveryDocument, EventDocument } from '../../database/event-documents.ts';
import { toEvent } from '../rules/event.ts';
import { runDueJobs } from '../job-runner.ts';
import type { Authority } from '../rules/authority.ts';
import { createWebhook } from './endpoints.ts';
import { handOverEvents } from './hand-over.ts';
import { REPLAYS_WAITING_MAX, REPLAY_EVENTS_MAX, replayFailed, replayRange } from './replays.ts';

const faults = createFaultInjector();
const it = testWith({ faults });
const ORIGIN = { ip: null };
const SERVER: Authority = { kind: 'server' };

async function makeEndpoint(app: TestApp, types: EventType[] | null = null): Promise<string> {
  const input = { url: 'https://hooks.example.test/', description: null, types };
  return (await createWebhook(app.deps, SERVER, input, ORIGIN)).endpoint.id;
}

async function storeEvents(app: TestApp, count: number): Promise<{ events: EventDocument[]; start: Date }> {
  const start = new Date(app.deps.now().getTime() - HOUR_MS);
  const types = [
    { type: 'user.created', data: { by: 'import' } },
    { type: 'user.deleted', data: {} },
  ] as const;
  const events = Array.from({ length: count }, (_, index) =>
    anEvent(app.deps, {
      at: new Date(start.getTime() + index * SECOND_MS),
      partition: index % 16,
      position: index + 1,
      ...types[index % 2 === 0 ? 0 : 1],
    }),
  ).map(({ unnumbered: _unnumbered, ...event }) => event as EventDocument);
  await app.deps.collections.events.insertMany(events);
  return { events, start };
}

const rangeOf = (start: Date, from: number, to: number) => ({
  from: new Date(start.getTime() + from * SECOND_MS).toISOString(),
  to: new Date(start.getTime() + to * SECOND_MS).toISOString(),
});
const deliveriesOf = ({ deps }: TestApp) => deps.collections.deliveries.find().sort({ eventId: 1 }).toArray();
const replay = (app: TestApp, id: string, range: { from: string; to: string }) =>
  replayRange(app.deps, SERVER, { id, ...range }, ORIGIN);

it.beforeEach(async ({ app }) => {
  await removeEndpoints(app);
  await app.deps.collections.events.deleteMany({});
});

describe('webhooks.replay', () => {
  it('makes the events of the range due, those of the types of the endpoint', async ({ app }) => {
    const { client, userId } = await makeAdministrator(app);
    const id = await makeEndpoint(app, ['user.deleted']);
    const { events, start } = await storeEvents(app, 20);
    const range = rangeOf(start, 5, 15);
    expect(await client.webhooks.replay.mutate({ id, ...range })).toEqual({ count: 5 });
    const stored = await deliveriesOf(app);
    const replayed = [5, 7, 9, 11, 13].map((index) => events[index]);
    expect(stored.map(({ eventId }) => eventId)).toEqual(replayed.map((event) => event?._id));
    for (const [index, { replayId: _replayId, dueAt, createdAt, body, ...delivery }] of stored.entries()) {
      const event = replayed[index];
      expect(delivery).toEqual({
        _id: `${id}:${event?._id.toHexString()}`,
        endpointId: id,
        eventId: event?._id,
        type: 'user.deleted',
        subject: event?.subject,
        state: 'waiting',
        tries: 0,
        attemptCount: 0,
        trigger: 'replay',
        attempts: [],
      });
      expect(event && JSON.parse(body)).toEqual(event && toEvent(event));
      expect([dueAt, createdAt].every((at) => at && at <= app.deps.now())).toBe(true);
    }
    const { webhookEndpoints, audit } = app.deps.collections;
    expect((await webhookEndpoints.findOne({ _id: id }))?.replays).toEqual([]);
    expect(await audit.find({ action: 'webhook-replayed' }).toArray()).toMatchObject([
      {
        actor: { userId },
        subject: { id: new ObjectId(id) },
        after: { url: 'https://hooks.example.test/', ...range, count: 5 },
      },
    ]);
  });

  it('makes deliveries due that are there already, and keeps their attempts', async ({ app }) => {
    const id = await makeEndpoint(app);
    const { events, start } = await storeEvents(app, 3);
    await handOverEvents(app.deps, events);
    const { deliveries } = app.deps.collections;
    await deliveries.updateMany({}, { $set: { state: 'delivered', dueAt: null, attemptCount: 4, tries: 3 } });
    const before = await deliveriesOf(app);
    expect(await replay(app, id, rangeOf(start, 0, 2))).toEqual({ count: 2 });
    const due = { state: 'waiting', dueAt: expect.any(Date), tries: 0, trigger: 'replay' };
    expect(await deliveriesOf(app)).toMatchObject([
      { ...before[0], ...due },
      { ...before[1], ...due },
      before[2] ?? {},
    ]);
  });

  it('reads only the events of the range', async ({ app }) => {
    const id = await makeEndpoint(app, ['user.deleted']);
    const { start } = await storeEvents(app, 100);
    const plans = await findPlansOf(app, 'events', () => replay(app, id, rangeOf(start, 20, 30)));
    expect(plans).toHaveLength(2);
    for (const { stages, documentsRead } of plans) {
      expect(stages).not.toContain('COLLSCAN');
      expect(stages).not.toContain('SORT');
      expect(documentsRead).toBeLessThanOrEqual(10);
    }
  });

  it('answers 0 for a time without events, and does not wait for later ones', async ({ app }) => {
    const id = await makeEndpoint(app);
    await storeEvents(app, 1);
    const now = app.deps.now().getTime();
    expect(await replay(app, id, rangeOf(new Date(now), -60, 3600))).toEqual({ count: 0 });
    const { audit, webhookEndpoints } = app.deps.collections;
    expect((await webhookEndpoints.findOne({ _id: id }))?.replays).toEqual([]);
    const row = await audit.findOne({ action: 'webhook-replayed' });
    expect(Date.parse(String(row?.after?.['to']))).toBeLessThanOrEqual(app.deps.now().getTime());
  });

  it('refuses a range without a moment in it', async ({ app }) => {
    const id = await makeEndpoint(app);
    for (const from of [0, 1]) {
      await expect(replay(app, id, rangeOf(new Date(), from, 0))).rejects.toMatchObject({
        code: 'INVALID_INPUT',
        issues: [{ path: ['to'], key: 'time-range-empty' }],
      });
    }
  });

  it('of many events of the same time is finished in passes of the job runner', async ({ app }) => {
    const id = await makeEndpoint(app);
    const { deliveries, events, webhookEndpoints } = app.deps.collections;
    const at = new Date(app.deps.now().getTime() - HOUR_MS);
    await events.insertMany(Array.from({ length: 3000 }, () => anEvent(app.deps, { at })));
    const count = (state: DeliveryDocument['state']) => deliveries.countDocuments({ state });
    expect(await replay(app, id, rangeOf(at, 0, 1))).toEqual({ count: 3000 });
    expect(await count('waiting')).toBe(500);
    // A delivery that was sent meanwhile is not sent again by the same replay.
    await deliveries.updateMany({}, { $set: { state: 'delivered', dueAt: null } });
    await runDueJobs(app.deps);
    expect([await count('delivered'), await count('waiting')]).toEqual([500, 2000]);
    expect((await webhookEndpoints.findOne({ _id: id }))?.replays).toHaveLength(1);
    await runDueJobs(app.deps);
    expect([await count('delivered'), await count('waiting')]).toEqual([500, 2500]);
    expect((await webhookEndpoints.findOne({ _id: id }))?.replays).toEqual([]);
  });

  it('of too many events is refused, and events of other types do not count', async ({ app }) => {
    const { deliveries, events } = app.deps.collections;
    const at = new Date(app.deps.now().getTime() - HOUR_MS);
    const tooMany = Array.from({ length: REPLAY_EVENTS_MAX + 1 }, () => anEvent(app.deps, { at }));
    await events.insertMany(tooMany);
    const range = rangeOf(at, 0, 1);
    expect(await outcomeOf(replay(app, await makeEndpoint(app), range))).toBe('TOO_MANY_EVENTS');
    const deletions = await makeEndpoint(app, ['user.deleted']);
    expect(await replay(app, deletions, range)).toEqual({ count: 0 });
    expect(await deliveries.countDocuments()).toBe(0);
  });

  it('is refused while others wait', async ({ app }) => {
    const id = await makeEndpoint(app);
    const to = app.deps.now();
    const from = new Date(to.getTime() - SECOND_MS);
    const waiting = Array.from({ length: REPLAYS_WAITING_MAX }, () => ({ _id: new ObjectId(), from, to }));
    const { webhookEndpoints } = app.deps.collections;
    await webhookEndpoints.updateOne({ _id: id }, { $set: { replays: waiting } });
    expect(await outcomeOf(replay(app, id, rangeOf(from, 0, 2)))).toBe('RATE_LIMITED');
    await webhookEndpoints.updateOne({ _id: id }, { $pop: { replays: -1 } });
    expect(await replay(app, id, rangeOf(from, 0, 2))).toEqual({ count: 0 });
  });

  it.for(ALL_FAULTS ? (['killed', 'reply-lost'] as const) : (['killed'] as const))(
    'makes all events due and has its row of the audit log, or does nothing, when it is %s at any command',
    async (mode, { app }) => {
      const { audit, deliveries, webhookEndpoints } = app.deps.collections;
      const { start } = await storeEvents(app, 3);
      let replays = 0;
      for (let n = mode === 'killed' ? 0 : 1; ; n++) {
        await removeEndpoints(app);
        const id = await makeEndpoint(app);
        faults.arm(mode, n);
        await replay(app, id, rangeOf(start, 0, 9)).catch(() => null);
        const { struck } = faults.disarm();
        await runDueJobs(app.deps);
        const rows = await audit.countDocuments({ action: 'webhook-replayed' });
        expect(await deliveries.countDocuments({ state: 'waiting', trigger: 'replay' })).toBe(rows * 3);
        expect(await webhookEndpoints.findOne({ _id: id })).toMatchObject({ unwrittenAudit: [] });
        expect((await webhookEndpoints.findOne({ _id: id }))?.replays ?? []).toEqual([]);
        replays += rows;
        if (!struck) break;
      }
      // Some kills came after the deciding write.
      expect(replays).toBeGreaterThan(3);
    },
  );
});

describe('webhooks.replayFailed', () => {
  const FAILED = { state: 'failed', dueAt: null, tries: 9, attemptCount: 9 } as const;

  it('makes each delivery due once that was given up, and no test, of ten calls at once', async ({ app }) => {
    const [id, other] = [await makeEndpoint(app), await makeEndpoint(app)];
    const failed = Array.from({ length: 5 }, () => makeDelivery(id, FAILED));
    const left = [
      makeDelivery(id, { ...FAILED, type: 'webhook.test' }),
      makeDelivery(id, { state: 'delivered', dueAt: null }),
      makeDelivery(other, FAILED),
    ];
    const { deliveries, audit } = app.deps.collections;
    await deliveries.insertMany([...failed, ...left]);
    const { client } = await makeAdministrator(app);
    expect(await client.webhooks.failedDeliveries.query()).toEqual([
      { endpointId: id, count: 5 },
      { endpointId: other, count: 1 },
    ]);
    const calls = Array.from({ length: 10 }, () => replayFailed(app.deps, SERVER, id, ORIGIN));
    const answers = await Promise.all(calls);
    expect(answers.reduce((sum, { count }) => sum + count, 0)).toBe(5);
    const due = await deliveries.find({ state: 'waiting' }).toArray();
    expect(due.map(({ _id }) => _id).toSorted()).toEqual(failed.map(({ _id }) => _id).toSorted());
    expect(due).toMatchObject(failed.map(() => ({ tries: 0, trigger: 'replay', attemptCount: 9 })));
    expect(await deliveries.countDocuments({ state: 'failed' })).toBe(2);
    // No audit row counts what another one has sent again.
    expect(await audit.find({ action: 'webhook-replayed' }).toArray()).toMatchObject([
      { subject: { kind: 'webhook', id: new ObjectId(id) }, after: { state: 'failed', count: 5 } },
    ]);
    expect(await replayFailed(app.deps, SERVER, id, ORIGIN)).toEqual({ count: 0 });
    expect(await client.webhooks.failedDeliveries.query()).toEqual([{ endpointId: other, count: 1 }]);
  });
});
