import type { Collection, Db, Document } from 'mongodb';
import type { Log } from '../log/log-lines.ts';
import { MINUTE_MS } from '../../shared/limits.ts';
import { indexesOf } from './indexes.ts';
import { startRepeatedWork, type RepeatedWork } from './repeated-work.ts';

/** For the embedded engine, which has TTL indexes but no monitor. Returns how many were removed. */
export async function sweepExpired(db: Db, now: Date): Promise<number> {
  let removed = 0;
  for await (const { name, type } of db.listCollections({}, { nameOnly: true })) {
    if (type !== 'collection' || name.startsWith('system.')) continue;
    const collection = db.collection(name);
    // It may have been dropped after it was listed.
    for (const index of await indexesOf(collection)) removed += await sweepIndex(collection, index, now);
  }
  return removed;
}

async function sweepIndex(collection: Collection, index: Document, now: Date): Promise<number> {
  const seconds: unknown = index['expireAfterSeconds'];
  const [field, ...others] = Object.keys(index['key'] as Document);
  // As in MongoDB, a compound index expires nothing.
  if (typeof seconds !== 'number' || field === undefined || others.length > 0) return 0;

  // A comparison with a date ignores values of other types, as in the monitor.
  const expired = { [field]: { $lte: new Date(now.getTime() - seconds * 1000) } };
  const partial = index['partialFilterExpression'] as Document | undefined;
  const filter = partial ? { $and: [expired, partial] } : expired;
  const { deletedCount } = await collection.deleteMany(filter, { hint: index['name'] as string });
  return deletedCount;
}

interface SweeperOptions {
  readonly log: Pick<Log, 'warn'>;
  readonly now?: () => Date;
  readonly intervalMs?: number;
}

/** Every minute, one sweep at a time. A failed sweep is logged. */
export function startSweeper(db: Db, options: SweeperOptions): RepeatedWork {
  const { log, now = () => new Date(), intervalMs = MINUTE_MS } = options;
  return startRepeatedWork({
    everyMs: intervalMs,
    work: () => sweepExpired(db, now()),
    onFailure: (error) => log.warn({ err: error }, 'expired documents could not be removed'),
  });
}
