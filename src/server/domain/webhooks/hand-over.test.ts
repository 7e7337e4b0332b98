import { describe, expect } from 'vitest';
import { testWith } from '../../../testing/app/fixture.ts';
import { anEvent, removeEndpoints, storeEndpoint } from '../../../testing/webhooks/endpoints.ts';
import { foyerEvent } from '../../../shared/schemas/events.ts';
import { WEBHOOK_BODY_MAX_BYTES, handOverEvents } from './hand-over.ts';

const it = testWith();
it.beforeEach(({ app }) => removeEndpoints(app));

const URL = 'https://app.example.test/webhooks';

describe('events that are handed over', () => {
  it('become one delivery for each enabled endpoint that receives their type', async ({ app }) => {
    const { deps } = app;
    const all = await storeEndpoint(deps, { url: URL });
    const deletions = await storeEndpoint(deps, { url: URL, types: ['user.deleted'] });
    await storeEndpoint(deps, { url: URL, disabled: { at: deps.now(), by: 'administrator' } });
    await storeEndpoint(deps, { url: URL, deletedAt: deps.now() });
    const created = anEvent(deps);
    const deleted = anEvent(deps, { type: 'user.deleted', data: {}, sequence: 2 });
    await handOverEvents(deps, [created, deleted]);
    const [first, second] = await all.deliveries();
    expect(first).toMatchObject({
      _id: `${all.id}:${created._id.toHexString()}`,
      type: 'user.created',
      subject: created.subject,
      state: 'waiting',
      trigger: 'schedule',
      attempts: [],
    });
    expect(foyerEvent.parse(JSON.parse(second?.body ?? ''))).toEqual({
      id: deleted._id.toHexString(),
      type: 'user.deleted',
      timestamp: deleted.at.toISOString(),
      subject: deleted.subject.toHexString(),
      sequence: 2,
      data: {},
    });
    expect((await deletions.deliveries()).map(({ type }) => type)).toEqual(['user.deleted']);
    expect(await deps.collections.deliveries.countDocuments()).toBe(3);
  });

  it('change nothing when handed over again, in part and by two processes at once', async ({ app }) => {
    const endpoint = await storeEndpoint(app.deps, { url: URL });
    const events = Array.from({ length: 5 }, () => anEvent(app.deps));
    await handOverEvents(app.deps, events.slice(2, 3));
    await app.deps.collections.deliveries.updateMany({}, { $set: { state: 'delivered', dueAt: null } });
    await Promise.all([handOverEvents(app.deps, events), handOverEvents(app.deps, events)]);
    const states = (await endpoint.deliveries()).map(({ state }) => state);
    expect(states).toEqual(['waiting', 'waiting', 'delivered', 'waiting', 'waiting']);
  });

  it('are not sent when they are too large, and do not hold up others', async ({ app }) => {
    const endpoint = await storeEndpoint(app.deps, { url: URL });
    const changed = ['a'.repeat(WEBHOOK_BODY_MAX_BYTES)];
    const large = anEvent(app.deps, { type: 'user.updated', data: { changed } });
    const small = anEvent(app.deps);
    await handOverEvents(app.deps, [large, small]);
    expect((await endpoint.deliveries()).map(({ eventId }) => eventId)).toEqual([small._id]);
    expect(app.logLines.filter(({ msg }) => String(msg).includes('too large'))).toHaveLength(1);
  });

  it('fail when the database refuses them for another reason', async ({ app }) => {
    await storeEndpoint(app.deps, { url: URL });
    const { deliveries } = app.deps.collections;
    const refusing = new Proxy(deliveries, {
      get: (target, name) =>
        name === 'insertMany'
          ? () => Promise.reject(new Error('the disk is full'))
          : (Reflect.get(target, name) as unknown),
    });
    const deps = { ...app.deps, collections: { ...app.deps.collections, deliveries: refusing } };
    await expect(handOverEvents(deps, [anEvent(deps)])).rejects.toThrow('the disk is full');
  });
});
