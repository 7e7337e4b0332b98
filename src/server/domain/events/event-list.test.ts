import type { ObjectId } from 'mongodb';
import { describe, expect } from 'vitest';
import { outcomeOf } from '../../../testing/app/app-code.ts';
import { findPlansOf } from '../../../testing/database/find-plans.ts';
import { it } from '../../../testing/app/fixture.ts';
import { followEvents, forgetEvents, storeEvent, subjectIn } from '../../../testing/webhooks/events.ts';
import type { TestApp } from '../../../testing/app/test-app.ts';
import { DAY_MS, EVENT_PARTITIONS, EVENTS_KEPT_MS } from '../../../shared/limits.ts';
import { listEventsInput, type ListEventsInput } from '../../../shared/schemas/events.ts';
import { sweepExpired } from '../../database/sweeper.ts';
import { writeCursor } from './event-cursor.ts';
import { listEvents } from './event-list.ts';
import { numberEvents } from './event-numbering.ts';

it.beforeEach(({ app }) => forgetEvents(app));

const list = (app: TestApp, input: Partial<ListEventsInput> = {}) =>
  listEvents(app.deps, listEventsInput.parse(input));
const sequencesOf = (events: readonly { sequence: number }[]) => events.map(({ sequence }) => sequence);

async function numbered(app: TestApp, subject: ObjectId, count: number, from = 1): Promise<void> {
  for (let sequence = from; sequence < from + count; sequence++)
    await storeEvent(app.deps, subject, sequence);
  await numberEvents(app.deps, 'a');
}

async function expectExpired(app: TestApp, input: Partial<ListEventsInput>): Promise<void> {
  expect(await outcomeOf(list(app, input))).toBe('EVENT_CURSOR_EXPIRED');
}

async function expireAll(app: TestApp): Promise<void> {
  await sweepExpired(app.db, new Date(Date.now() + EVENTS_KEPT_MS + DAY_MS));
}

describe('a list of events', () => {
  it('has each event once, page by page, each person’s in the order of `sequence`', async ({ app }) => {
    const people = Array.from({ length: EVENT_PARTITIONS + 2 }, (_, index) => subjectIn(index));
    for (const person of people) await storeEvent(app.deps, person, 1);
    for (const person of people.slice(-3)) await storeEvent(app.deps, person, 2);
    expect((await followEvents(app.deps)).events).toEqual([]);
    expect(await numberEvents(app.deps, 'a')).toBe(people.length + 3);
    const { events, cursor } = await followEvents(app.deps, { limit: 4 });
    for (const [index, person] of people.entries()) {
      const own = events.filter(({ subject }) => subject === person.toHexString());
      expect(sequencesOf(own)).toEqual(index < people.length - 3 ? [1] : [1, 2]);
    }
    expect(events).toHaveLength(people.length + 3);
    expect(await followEvents(app.deps, { after: cursor })).toEqual({ events: [], cursor });
  });

  it('says that there is more while there is more', async ({ app }) => {
    await numbered(app, subjectIn(2), 3);
    const first = await list(app, { limit: 2 });
    expect(first.hasMore).toBe(true);
    const second = await list(app, { limit: 2, after: first.cursor });
    expect(sequencesOf([...first.events, ...second.events])).toEqual([1, 2, 3]);
    expect(second.hasMore).toBe(false);
    expect((await list(app, { limit: 3 })).hasMore).toBe(false);
  });

  it('begins at the oldest event that is kept, or, with `from: now`, after the newest', async ({ app }) => {
    const person = subjectIn(5);
    await numbered(app, person, 2);
    const now = await list(app, { from: 'now' });
    expect(now).toMatchObject({ events: [], hasMore: false });
    await numbered(app, person, 1, 3);
    expect(sequencesOf((await list(app, { after: now.cursor })).events)).toEqual([3]);
    await app.deps.collections.events.deleteOne({ subject: person, sequence: 1 });
    const oldest = await list(app, { limit: 1 });
    expect(sequencesOf(oldest.events)).toEqual([2]);
    expect(sequencesOf((await list(app, { after: oldest.cursor })).events)).toEqual([3]);
    // A page that reads all partitions, then one after all of its events have expired.
    const whole = await list(app);
    expect(sequencesOf(whole.events)).toEqual([2, 3]);
    await app.deps.collections.events.deleteMany({ subject: person });
    expect(await list(app)).toEqual({ events: [], cursor: whole.cursor, hasMore: false });
  });

  it('has only the wanted types, and its cursor passes the others', async ({ app }) => {
    const person = subjectIn(1);
    await storeEvent(app.deps, person, 1);
    await storeEvent(app.deps, person, 2, { type: 'user.deleted' });
    await storeEvent(app.deps, person, 3);
    await numberEvents(app.deps, 'a');
    const first = await list(app, { types: ['user.deleted'], limit: 1 });
    expect(first).toMatchObject({ events: [], hasMore: true });
    const rest = { types: ['user.deleted' as const], after: first.cursor, limit: 1 };
    expect(sequencesOf((await followEvents(app.deps, rest)).events)).toEqual([2]);
  });

  it('has only the events of one person, and its cursor passes those of others', async ({ app }) => {
    const person = subjectIn(1);
    await numbered(app, subjectIn(1), 2);
    await numbered(app, person, 1);
    await numbered(app, subjectIn(1), 2);
    await numbered(app, person, 2, 2);
    await numbered(app, subjectIn(4), 1);
    const subject = person.toHexString();
    const { events, cursor } = await followEvents(app.deps, { subject, limit: 2 });
    expect(sequencesOf(events)).toEqual([1, 2, 3]);
    await numbered(app, person, 1, 4);
    expect(sequencesOf((await followEvents(app.deps, { subject, after: cursor })).events)).toEqual([4]);
    expect((await followEvents(app.deps, { after: cursor })).events).toHaveLength(2);
  });
});

describe('an expired cursor', () => {
  it('is refused when an event after it is no longer kept, with and without a person', async ({ app }) => {
    const person = subjectIn(7);
    const subject = person.toHexString();
    const start = await list(app);
    await numbered(app, person, 2);
    const end = await list(app);
    await expireAll(app);
    await numbered(app, person, 1, 3);
    for (const input of [{}, { subject }]) {
      await expectExpired(app, { ...input, after: start.cursor });
      expect(sequencesOf((await list(app, { ...input, after: end.cursor })).events)).toEqual([3]);
      expect(sequencesOf((await list(app, input)).events)).toEqual([3]);
    }
    // The follower of a user in another partition has missed nothing.
    const elsewhere = { subject: subjectIn(8).toHexString(), after: start.cursor };
    expect(await list(app, elsewhere)).toMatchObject({ events: [], hasMore: false });
  });

  it('is refused when all events after it are gone', async ({ app }) => {
    const start = await list(app);
    await numbered(app, subjectIn(7), 1);
    await expireAll(app);
    await expectExpired(app, { after: start.cursor });
    const anew = await list(app);
    expect(await list(app, { after: anew.cursor })).toMatchObject({ events: [], hasMore: false });
  });

  it('is refused when an event in the middle of the page is gone', async ({ app }) => {
    const person = subjectIn(7);
    const start = await list(app);
    await numbered(app, person, 3);
    await app.deps.collections.events.deleteOne({ subject: person, sequence: 2 });
    await expectExpired(app, { after: start.cursor });
  });

  it('is one from before a restored backup, which would hide the events up to it', async ({ app }) => {
    const person = subjectIn(7);
    await numbered(app, person, 3);
    const { cursor } = await list(app);
    await forgetEvents(app);
    await numbered(app, person, 1);
    await expectExpired(app, { after: cursor });
  });

  it('is not one whose last position a crash of the database has hidden again', async ({ app }) => {
    await numbered(app, subjectIn(7), 3);
    const { cursor } = await list(app);
    await app.deps.collections.eventPartitions.updateOne({ _id: 7 }, { $set: { last: 1 } });
    expect(await list(app, { after: cursor })).toEqual({ events: [], cursor, hasMore: false });
  });
});

describe('a cursor that the list did not make', () => {
  const VALID = writeCursor(
    Array.from({ length: EVENT_PARTITIONS }, () => 0),
    null,
  );
  const HOSTILE: readonly [string, string][] = [
    ['empty', ''],
    ['text', 'oldest'],
    ['an object', '{"$gt":""}'],
    ['too short', VALID.slice(0, -4)],
    ['too long', `${VALID}AAAA`],
    ['with characters that are not of base64url', `${VALID.slice(0, 4)}+/${VALID.slice(4)}`],
    ['padded', `${VALID}==`],
    ['of another version', Buffer.from([2, ...Buffer.alloc(96)]).toString('base64url')],
    ['of zeros', '\0'.repeat(130)],
  ];

  it.for(HOSTILE)('is refused when it is %s', async ([, after], { app }) => {
    await expect(list(app, { after })).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      issues: [{ path: ['after'] }],
    });
  });

  it('is refused when its positions were never given', async ({ app }) => {
    const after = Buffer.from([1, ...Buffer.alloc(96, 0xff)]).toString('base64url');
    await expectExpired(app, { after });
  });
});

describe('the queries of a list', () => {
  it('give each partition a share of the page, so that none waits for another one', async ({ app }) => {
    const [slow, fast] = [subjectIn(1), subjectIn(2)];
    const start = await list(app, { from: 'now' });
    for (let n = 1; n <= 6; n++) await storeEvent(app.deps, fast, n);
    await numberEvents(app.deps, 'a');
    const behind = await list(app, { after: start.cursor, limit: 6 });
    expect(behind.events).toHaveLength(6);
    for (let n = 7; n <= 12; n++) await storeEvent(app.deps, fast, n);
    for (let n = 1; n <= 6; n++) await storeEvent(app.deps, slow, n);
    await numberEvents(app.deps, 'a');
    const page = await list(app, { after: behind.cursor, limit: 4 });
    const subjects = page.events.map(({ subject }) => subject).toSorted();
    expect(subjects).toEqual([slow, slow, fast, fast].map((each) => each.toHexString()).toSorted());
  });

  it('read nothing but the partitions when there is nothing new', async ({ app }) => {
    await numbered(app, subjectIn(3), 1);
    const { cursor } = await list(app);
    expect(await findPlansOf(app, 'events', () => list(app, { after: cursor }))).toEqual([]);
  });
});
