import type { ObjectId } from 'mongodb';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import { EVENT_PARTITIONS } from '../../../shared/limits.ts';
import { followEvents, forgetEvents, storeEvent, subjectIn } from '../../../testing/webhooks/events.ts';
import { it } from '../../../testing/app/fixture.ts';
import { seededRandom, TEST_SEED, type Random } from '../../../testing/run/random.ts';
import { reportFigures, rounds } from '../../../testing/faults/fault-rounds.ts';
import type { Dependencies } from '../../dependencies.ts';
import { EVENT_LEASE_MS, numberEvents } from '../event-numbering.ts';

it.beforeEach(({ app }) => forgetEvents(app));

const EVENTS_EACH = rounds(5, 25);

/** Stores the events of one person in order, with pauses: other people's later changes are stored before them. */
async function writeLate(deps: Dependencies, person: ObjectId, random: Random): Promise<void> {
  for (let sequence = 1; sequence <= EVENTS_EACH; sequence++) {
    await sleep(random.below(40));
    await storeEvent(deps, person, sequence);
  }
}

/** Numbers until `isDone`, by a clock that jumps, so that leases end in the middle of the work and are taken by two processes at once. */
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
  // Several people in few partitions, so that the numbering of one partition is contended.
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
