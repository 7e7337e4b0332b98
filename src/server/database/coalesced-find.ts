import type { Collection, Document, Filter, WithId } from 'mongodb';
import { isRetryableRead } from './errors.ts';
import { currentBudget, runForAllRequests } from './request-budget.ts';

/** A filter must stay far below 16 MB, the limit of a command. */
const MAX_KEYS = 1000;

interface Waiter<T> {
  readonly resolve: (document: T | null) => void;
  readonly reject: (error: unknown) => void;
}

type Source<T extends Document> = Pick<
  Collection<T>,
  'find' | 'db' | 'collectionName' | 'readConcern' | 'readPreference'
>;

/**
 * One `find({ $in })` for the look-ups of one turn of the event loop (decision 018). A look-up joins only a
 * find that starts after it, so it sees all earlier writes. Callers wait within their own budgets. They share
 * one document object and must not change it.
 */
export function coalesceFind<T extends Document>(
  collection: Source<T>,
  field: keyof T & string,
  keyOf: (document: WithId<T>) => string,
  toValue: (key: string) => unknown = (key) => key,
): (key: string) => Promise<WithId<T> | null> {
  let waiting = new Map<string, Waiter<WithId<T>>[]>();

  const readAll = async (requested: Map<string, Waiter<WithId<T>>[]>): Promise<void> => {
    const values = [...requested.keys()].map(toValue);
    // MongoDB caches plans for an equality. Both filters use the index.
    const filter = { [field]: values.length === 1 ? values[0] : { $in: values } } as Filter<T>;
    const documents = await findAll(collection, filter, values.length);
    const byKey = new Map(documents.map((document) => [keyOf(document), document]));
    for (const [key, waiters] of requested) {
      for (const { resolve } of waiters) resolve(byKey.get(key) ?? null);
    }
  };

  const send = () => {
    const requested = [...waiting];
    waiting = new Map();
    for (let start = 0; start < requested.length; start += MAX_KEYS) {
      const part = new Map(requested.slice(start, start + MAX_KEYS));
      readAll(part).catch((error: unknown) => {
        for (const waiters of part.values()) for (const { reject } of waiters) reject(error);
      });
    }
  };

  const enqueue = (key: string) =>
    new Promise<WithId<T> | null>((resolve, reject) => {
      if (waiting.size === 0) runForAllRequests(() => setImmediate(send));
      const waiters = waiting.get(key);
      if (waiters) waiters.push({ resolve, reject });
      else waiting.set(key, [{ resolve, reject }]);
    });

  return (key) => currentBudget()?.wait(() => enqueue(key)) ?? enqueue(key);
}

/**
 * A command costs less than a cursor (decision 049). `Db.command` does not inherit read concern and read
 * preference, so they are passed. It does not retry, so `find()` reads again.
 */
async function findAll<T extends Document>(
  collection: Source<T>,
  filter: Filter<T>,
  limit: number,
): Promise<WithId<T>[]> {
  const { db, collectionName, readConcern, readPreference } = collection;
  const command = {
    find: collectionName,
    filter,
    limit,
    batchSize: limit,
    ...(readConcern ? { readConcern: readConcern.toJSON() } : {}),
  };
  try {
    const { cursor } = (await db.command(command, readPreference ? { readPreference } : {})) as FindReply<T>;
    // Above 16 MB the cursor stays open. Missing documents would look like ended sessions.
    if (cursor.id === 0) return cursor.firstBatch;
    // Otherwise it is open for ten minutes.
    db.command({ killCursors: collectionName, cursors: [cursor.id] }).catch(() => {});
  } catch (error) {
    if (!isRetryableRead(error)) throw error;
  }
  // The default first batch has 101 documents; more would cost another round trip.
  return collection.find(filter, { batchSize: limit + 1 }).toArray();
}

/** The driver reads a small Int64 as a number, and the id of an open cursor as a `Long`. */
interface FindReply<T> {
  readonly cursor: { readonly id: unknown; readonly firstBatch: WithId<T>[] };
}
