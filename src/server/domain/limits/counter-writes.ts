import { MongoBulkWriteError, type AnyBulkWriteOperation, type Collection } from 'mongodb';
import { SECOND_MS } from '../../../shared/limits.ts';
import { isDuplicateKey } from '../../database/errors.ts';
import type { RateLimitDocument } from '../../database/service-documents.ts';

/** As `rate-limiter-flexible` stores it. */
export interface Counter {
  readonly key: string;
  /** Uses that are allowed within `duration` seconds of the first. */
  readonly points: number;
  readonly duration: number;
}

/** `writeCounters` sends many of them as one command. */
export type CounterWrite = AnyBulkWriteOperation<RateLimitDocument>;

type Counters = Collection<RateLimitDocument>;

/** The rows that still count, by key. One read. */
export async function readCounters(
  counters: Counters,
  keys: readonly string[],
): Promise<ReadonlyMap<string, RateLimitDocument>> {
  const rows = await counters
    .find({ key: { $in: [...keys] }, expire: { $gt: new Date() } }, { limit: keys.length })
    .toArray();
  return new Map(rows.map((row) => [row.key, row]));
}

/** Check and count are one atomic write: the unique index refuses the upsert of a used-up counter. */
export function countWrite({ key, points, duration }: Counter): CounterWrite {
  const now = new Date();
  const isCurrent = { $gt: ['$expire', now] };
  return {
    updateOne: {
      filter: { key, $or: [{ points: { $lt: points } }, { expire: { $lte: now } }] },
      update: [
        {
          $set: {
            points: { $cond: [isCurrent, { $add: ['$points', 1] }, 1] },
            expire: { $cond: [isCurrent, '$expire', new Date(now.getTime() + duration * SECOND_MS)] },
          },
        },
      ],
      upsert: true,
    },
  };
}

/** A counter that has expired or was cleared meanwhile has nothing to give back. */
export function giveBackWrite(key: string): CounterWrite {
  return {
    updateOne: {
      filter: { key, points: { $gt: 0 }, expire: { $gt: new Date() } },
      update: { $inc: { points: -1 } },
    },
  };
}

/** Makes the row expire. A deletion would need a command of its own. */
export function clearWrite(key: string): CounterWrite {
  return { updateOne: { filter: { key }, update: { $set: { points: 0, expire: new Date(0) } } } };
}

/**
 * Stops at the first counter that is used up, or whose row a parallel write inserts. Answers how many writes
 * were done.
 */
export async function writeCounters(counters: Counters, writes: readonly CounterWrite[]): Promise<number> {
  if (writes.length === 0) return 0;
  try {
    await counters.bulkWrite([...writes], { ordered: true });
    return writes.length;
  } catch (error) {
    if (!(error instanceof MongoBulkWriteError) || !isDuplicateKey(error)) throw error;
    const [first] = [error.writeErrors].flat();
    if (!first || error.result.getWriteConcernError() !== undefined) throw error;
    return first.index;
  }
}

/** For writes that no limit refuses. Of two parallel inserts of a row, one fails and is sent again. */
export async function writeUnlimited(counters: Counters, writes: readonly CounterWrite[]): Promise<void> {
  const done = await writeCounters(counters, writes);
  if (done < writes.length) await writeUnlimited(counters, writes.slice(done));
}
