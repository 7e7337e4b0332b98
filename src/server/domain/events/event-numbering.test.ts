import { ObjectId } from 'mongodb';
import { describe, expect } from 'vitest';
import { setTimeout as sleep } from 'node:timers/promises';
import { DAY_MS, EVENT_PARTITIONS, EVENTS_KEPT_MS } from '../../../shared/limits.ts';
import { followEvents, forgetEvents, storeEvent, subjectIn } from '../../../testing/webhooks/events.ts';
import { testWith } from '../../../testing/app/fixture.ts';
import type { TestApp } from '../../../testing/app/test-app.ts';
import { anEvent, storeEndpoint } from '../../../testing/webhooks/endpoints.ts';
import { createFaultInjector } from '../../../testing/faults/faults.ts';
import { sweepExpired } from '../../database/sweeper.ts';
import { EVENT_LEASE_MS, EVENTS_NUMBERED_AT_ONCE, numberEvents } from './event-numbering.ts';
import { seededRandom, TEST_SEED, type Random } from '../../../testing/run/random.ts';
import { reportFigures, rounds } from '../../../testing/faults/fault-rounds.ts';
import type { Dependencies } from '../../dependencies.ts';

const faults = createFaultInjector();
const it = testWith({ faults });

it.beforeEach(({ app }) => forgetEvents(app));

const PARTITION = 3;

async function numbersOf({ deps: { collections } }: TestApp) {
  const events = await collections.events.find({ partition: PARTITION }).sort({ position: 1 }).toArray();
  return events.map(({ position = null, subject, sequence }) => ({ position, subject, sequence }));
}

const positionsOf = async (app: TestApp) => (await numbersOf(app)).map(({ position }) => position);
const sequencesOf = async (app: TestApp) =>
  (await followEvents(app.deps)).events.map(({ sequence }) => sequence);
const waitForLease = (app: TestApp) => app.advance(EVENT_LEASE_MS + 1);

describe('numbering', () => {
  it('gives 1, 2, 3 … in the order of `sequence`, also when the ids have another order', async ({ app }) => {
    const person = subjectIn(PARTITION);
    const ids = [new ObjectId(), new ObjectId(), new ObjectId()];
    for (const [index, _id] of ids.toReversed().entries())
      await storeEvent(app.deps, person, index + 1, { _id });
    expect(await numberEvents(app.deps, 'a')).toBe(3);
    const numbers = [1, 2, 3].map((number) => ({ position: number, sequence: number }));
    expect(await numbersOf(app)).toMatchObject(numbers);
    expect(await numberEvents(app.deps, 'a')).toBe(0);
  });

  it('numbers no event before an earlier one of its person outside of the batch', async ({ app }) => {
    const { events } = app.deps.collections;
    const person = subjectIn(PARTITION);
    const eventOf = (subject: ObjectId, sequence: number) =>
      anEvent(app.deps, { subject, sequence, partition: PARTITION });
    const second = eventOf(person, 2);
    const others = Array.from({ length: EVENTS_NUMBERED_AT_ONCE }, () => eventOf(subjectIn(PARTITION), 1));
    await events.insertMany([second, ...others, eventOf(person, 1)]);
    expect(await numberEvents(app.deps, 'a')).toBe(EVENTS_NUMBERED_AT_ONCE);
    expect(await numberEvents(app.deps, 'a')).toBe(2);
    const own = (await numbersOf(app)).filter(({ subject }) => subject.equals(person));
    expect(own.map(({ sequence }) => sequence)).toEqual([1, 2]);
  });

  it('leaves a partition to the holder of its lease, until the lease ends', async ({ app }) => {
    const { eventPartitions } = app.deps.collections;
    const until = new Date(app.deps.now().getTime() + EVENT_LEASE_MS / 2);
    await eventPartitions.insertOne({ _id: PARTITION, holder: 'other', until, last: 0 });
    await storeEvent(app.deps, subjectIn(PARTITION), 1);
    expect(await numberEvents(app.deps, 'a')).toBe(0);
    await storeEvent(app.deps, subjectIn(PARTITION + 1), 1);
    expect(await numberEvents(app.deps, 'a')).toBe(1);
    waitForLease(app);
    expect(await numberEvents(app.deps, 'a')).toBe(1);
  });

  it('takes over a lease that ends later than a lease can, from a clock that is ahead', async ({ app }) => {
    const until = new Date(app.deps.now().getTime() + DAY_MS);
    await app.deps.collections.eventPartitions.insertOne({ _id: PARTITION, holder: 'other', until, last: 0 });
    await storeEvent(app.deps, subjectIn(PARTITION), 1);
    expect(await numberEvents(app.deps, 'a')).toBe(1);
  });

  it('gives a lease back, so that another process can number at once', async ({ app }) => {
    const person = subjectIn(PARTITION);
    for (const [index, holder] of ['a', 'b', 'a'].entries()) {
      await storeEvent(app.deps, person, index + 1);
      expect(await numberEvents(app.deps, holder)).toBe(1);
    }
    expect(await positionsOf(app)).toEqual([1, 2, 3]);
  });

  it('numbers the other partitions when one fails', async ({ app }) => {
    await storeEvent(app.deps, subjectIn(PARTITION), 1);
    await storeEvent(app.deps, subjectIn(PARTITION + 1), 1);
    // As an older process sees an event of a newer one.
    const { events } = app.deps.collections;
    await events.updateOne({ partition: PARTITION }, { $set: { type: 'user.teleported' as never } });
    await storeEndpoint(app.deps, { url: 'http://localhost:1/' });
    expect(await numberEvents(app.deps, 'older')).toBe(1);

    await events.updateOne({ partition: PARTITION }, { $set: { type: 'user.resumed' } });
    expect(await numberEvents(app.deps, 'newer')).toBe(1);
    await app.deps.collections.webhookEndpoints.deleteMany({});
  });

  it.for(['events.bulkWrite', 'event_partitions.updateOne', 'events.find'])(
    'gives no position twice and leaves no gap when a holder pauses before %s for longer than its lease',
    async (command, { app }) => {
      const person = subjectIn(PARTITION);
      for (const sequence of [1, 2]) await storeEvent(app.deps, person, sequence);
      const hold = faults.holdBefore(command);
      const paused = numberEvents(app.deps, 'a');
      await hold.reached;
      waitForLease(app);
      await storeEvent(app.deps, subjectIn(PARTITION), 1);
      await numberEvents(app.deps, 'b');
      await storeEvent(app.deps, person, 3);
      hold.release();
      await paused;
      waitForLease(app);
      await numberEvents(app.deps, 'c');
      expect(await positionsOf(app)).toEqual([1, 2, 3, 4]);
      const own = await followEvents(app.deps, { subject: person.toHexString() });
      expect(own.events.map(({ sequence }) => sequence)).toEqual([1, 2, 3]);
    },
  );

  it('is finished by the next holder after a kill at any command, and shown once', async ({ app }) => {
    const person = subjectIn(PARTITION);
    let sequence = 0;
    let { cursor } = await followEvents(app.deps);
    const seen: number[] = [];
    const follow = async () => {
      const page = await followEvents(app.deps, { after: cursor });
      ({ cursor } = page);
      seen.push(...page.events.map((event) => event.sequence));
    };
    for (let n = 0, struck = true; struck; n++) {
      for (const _ of [1, 2]) await storeEvent(app.deps, person, ++sequence);
      faults.arm('killed', n);
      await numberEvents(app.deps, 'a').catch(() => null);
      ({ struck } = faults.disarm());
      await follow();
      waitForLease(app);
      await numberEvents(app.deps, 'b');
      await follow();
      expect(seen.length, `killed after ${n} commands`).toBe(sequence);
    }
    const inOrder = Array.from({ length: sequence }, (_, index) => index + 1);
    expect(seen).toEqual(inOrder);
    expect(await positionsOf(app)).toEqual(inOrder);
  });

  it('goes on after a write that the database ended in the middle', async ({ app }) => {
    const { events } = app.deps.collections;
    const people = [1, 2, 3].map(() => subjectIn(PARTITION));
    for (const person of people) await storeEvent(app.deps, person, 1);
    await events.updateOne(
      { subject: { $in: people.slice(0, 1) } },
      { $set: { position: 1, numberedAt: app.deps.now() }, $unset: { unnumbered: '' } },
    );
    expect(await numberEvents(app.deps, 'a')).toBe(2);
    expect(await positionsOf(app)).toEqual([1, 2, 3]);
    expect(await sequencesOf(app)).toEqual([1, 1, 1]);
  });

  it('numbers nothing after a position of another holder, so that the order stays', async ({ app }) => {
    const person = subjectIn(PARTITION);
    for (const sequence of [1, 2]) await storeEvent(app.deps, person, sequence);
    const hold = faults.holdBefore('events.bulkWrite');
    const paused = numberEvents(app.deps, 'a');
    await hold.reached;
    const other = subjectIn(PARTITION);
    await storeEvent(app.deps, other, 1);
    await app.deps.collections.events.updateOne(
      { subject: other },
      { $set: { position: 1, numberedAt: app.deps.now() }, $unset: { unnumbered: '' } },
    );
    hold.release();
    expect(await paused).toBe(0);
    await numberEvents(app.deps, 'b');
    expect(await numbersOf(app)).toMatchObject([
      { position: 1, subject: other },
      { position: 2, sequence: 1 },
      { position: 3, sequence: 2 },
    ]);
  });

  it('shows a position after the database has acknowledged it, also after a kill', async ({ app }) => {
    await storeEvent(app.deps, subjectIn(PARTITION), 1);
    const hold = faults.holdBefore('event_partitions.updateOne');
    const numbering = numberEvents(app.deps, 'a');
    await hold.reached;
    expect(await positionsOf(app)).toEqual([1]);
    expect(await sequencesOf(app)).toEqual([]);
    waitForLease(app);
    expect(await numberEvents(app.deps, 'b')).toBe(0);
    expect(await sequencesOf(app)).toEqual([1]);
    hold.release();
    await numbering;
    expect(await sequencesOf(app)).toEqual([1]);
  });

  it('does not give a position again when all events have expired', async ({ app }) => {
    for (const sequence of [1, 2]) await storeEvent(app.deps, subjectIn(PARTITION), sequence);
    await numberEvents(app.deps, 'a');
    await sweepExpired(app.db, new Date(Date.now() + EVENTS_KEPT_MS + DAY_MS));
    expect(await positionsOf(app)).toEqual([]);
    await storeEvent(app.deps, subjectIn(PARTITION), 1);
    await numberEvents(app.deps, 'a');
    expect(await positionsOf(app)).toEqual([3]);
  });

  it('skips what a holder may have given that was killed before events expired', async ({ app }) => {
    const until = new Date(app.deps.now().getTime() - EVENTS_KEPT_MS);
    await app.deps.collections.eventPartitions.insertOne({ _id: PARTITION, holder: 'a', until, last: 5 });
    await storeEvent(app.deps, subjectIn(PARTITION), 1);
    await numberEvents(app.deps, 'b');
    expect(await positionsOf(app)).toEqual([6 + EVENTS_NUMBERED_AT_ONCE]);
  });
});

describe('the expiry of events', () => {
  it('begins when an event gets its position, so a deferred event is not lost', async ({ app }) => {
    const decided = new Date(Date.now() - EVENTS_KEPT_MS - DAY_MS);
    await storeEvent(app.deps, subjectIn(PARTITION), 1, { at: decided });
    await sweepExpired(app.db, new Date());
    await numberEvents(app.deps, 'a');
    await sweepExpired(app.db, new Date());
    expect(await sequencesOf(app)).toEqual([1]);
    await sweepExpired(app.db, new Date(Date.now() + EVENTS_KEPT_MS + DAY_MS));
    expect(await positionsOf(app)).toEqual([]);
  });

  it('has the order of the positions, even when a holder’s clock is behind', async ({ app }) => {
    await storeEvent(app.deps, subjectIn(PARTITION), 1);
    await numberEvents(app.deps, 'a');
    await storeEvent(app.deps, subjectIn(PARTITION), 1);
    app.advance(-DAY_MS);
    await numberEvents(app.deps, 'b');
    const events = await app.deps.collections.events.find().sort({ position: 1 }).toArray();
    const times = events.map(({ numberedAt }) => numberedAt?.getTime());
    expect(times).toHaveLength(2);
    expect(times).toEqual(times.toSorted((a = 0, b = 0) => a - b));
    expect(new Set(times).size).toBe(2);
  });
});

const EVENTS_EACH = rounds(5, 25);

/** Pauses, so that later changes of other users are stored before them. */
async function writeLate(deps: Dependencies, person: ObjectId, random: Random): Promise<void> {
  for (let sequence = 1; sequence <= EVENTS_EACH; sequence++) {
    await sleep(random.below(40));
    await storeEvent(deps, person, sequence);
  }
}

/** The clock jumps, so that leases end in the middle of the work and two processes have one. */
async function numberByWrongClock(
  deps: Dependencies,
  holder: string,
  random: Random,
  isDone: () => boolean,
): Promise<void> {
  const now = () => new Date(Date.now() + (random.below(5) - 2) * EVENT_LEASE_MS);
  while (!isDone()) await numberEvents({ ...deps, now }, holder);
}

it('gives each event once and in order, while two processes with wrong clocks number', async ({ app }) => {
  const random = seededRandom(TEST_SEED);
  // Several users in few partitions, so that the numbering of one partition is contended.
  const people = Array.from({ length: 24 }, (_, index) => subjectIn(index % (EVENT_PARTITIONS / 4)));
  const [watched] = people.map((person) => person.toHexString());
  let isWritten = false;
  let areNumbered = false;
  const writing = Promise.all(people.map((person) => writeLate(app.deps, person, random))).finally(() => {
    isWritten = true;
  });
  const numbering = Promise.all(
    ['a', 'b'].map((holder) => numberByWrongClock(app.deps, holder, random, () => areNumbered)),
  );

  const areShown = async () => {
    const partitions = await app.deps.collections.eventPartitions.find().toArray();
    return isWritten && partitions.reduce((sum, { last }) => sum + last, 0) === people.length * EVENTS_EACH;
  };
  /** Reads pages without a pause, until all events are shown and read. */
  async function follow(input: { limit: number; subject?: string }): Promise<string[]> {
    const seen: string[] = [];
    let after: string | undefined;
    for (let isEnd = false; !isEnd;) {
      isEnd = await areShown();
      const { events, cursor } = await followEvents(app.deps, { ...input, ...(after ? { after } : {}) });
      seen.push(...events.map(({ subject, sequence }) => `${subject} ${sequence}`));
      after = cursor;
    }
    return seen;
  }
  const [all, ofOne] = await Promise.all([
    follow({ limit: 7 }),
    watched ? follow({ limit: 2, subject: watched }) : [],
  ]);
  areNumbered = true;
  await Promise.all([writing, numbering]);

  const sequences = Array.from({ length: EVENTS_EACH }, (_, index) => index + 1);
  for (const person of people) {
    const own = sequences.map((sequence) => `${person.toHexString()} ${sequence}`);
    expect(all.filter((line) => line.startsWith(person.toHexString()))).toEqual(own);
    if (person.toHexString() === watched) expect(ofOne).toEqual(own);
  }
  expect(all).toHaveLength(people.length * EVENTS_EACH);
  const positions = await app.deps.collections.events.distinct('position', { partition: 0 });
  expect(positions).toHaveLength(Math.max(...positions.map((position) => position ?? 0)));
  reportFigures('followers', { events: all.length });
});
