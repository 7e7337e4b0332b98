import type { ObjectId } from 'mongodb';
import { EVENT_PARTITIONS } from '../../../shared/limits.ts';
import type { Collections } from '../collections.ts';

type EventCollections = Pick<Collections, 'users' | 'eventPartitions'>;

/** Users that one write changes. */
const BATCH = 1000;
/** Since then, the seconds stay below 2^31 until 2094, so receivers can store a `sequence` in four bytes. */
const FIRST_SECOND = Date.UTC(2026, 0, 1) / 1000;

/**
 * Makes the events after a restore newer than all earlier events, also than events that the restored data
 * lack. Each person's next `sequence` is higher than any that was given before, and each earlier cursor
 * expires.
 *
 * Both come from the time and not from the data, because the same dump can be restored twice. A second call
 * after a kill finishes the first one.
 */
export async function separateRestoredEvents(collections: EventCollections, restoredAt: Date): Promise<void> {
  await raiseSequences(collections, restoredAt);
  await setRestoredAt(collections, restoredAt);
}

/** A lower bound of every `eventSequence`. Nobody has an event each second, so seconds are higher. */
export const sequenceAfterRestore = (restoredAt: Date): number =>
  Math.floor(restoredAt.getTime() / 1000) - FIRST_SECOND;

async function raiseSequences({ users }: EventCollections, restoredAt: Date): Promise<void> {
  const eventSequence = sequenceAfterRestore(restoredAt);
  for (let last: ObjectId | null = null; ;) {
    const people: { _id: ObjectId }[] = await users
      .find(last ? { _id: { $gt: last } } : {})
      .project<{ _id: ObjectId }>({ _id: 1 })
      .sort({ _id: 1 })
      .limit(BATCH)
      .toArray();
    last = people.at(-1)?._id ?? null;
    if (!last) return;
    await users.updateMany({ _id: { $in: people.map(({ _id }) => _id) } }, { $max: { eventSequence } });
  }
}

async function setRestoredAt({ eventPartitions }: EventCollections, restoredAt: Date): Promise<void> {
  await eventPartitions.bulkWrite(
    Array.from({ length: EVENT_PARTITIONS }, (_, _id) => ({
      updateOne: {
        filter: { _id },
        update: { $set: { restoredAt }, $setOnInsert: { holder: '', until: new Date(0), last: 0 } },
        upsert: true,
      },
    })),
  );
}
