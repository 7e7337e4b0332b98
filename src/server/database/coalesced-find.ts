import type { Collection, Document, Filter, WithId } from 'mongodb';
import { currentBudget, runForAllRequests } from './request-budget.ts';

/** More keys than this go in several finds: a filter must stay far below the 16 MB of a command. */
const MAX_KEYS = 1000;

interface Waiter<T> {
  readonly resolve: (document: T | null) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Look-ups by a unique key, of which those asked for in one turn of the event loop travel as one `find({ $in })`: what costs
 * about as much as a single `findOne` answers all of them. A lone look-up waits for nothing (the turn ends at once), and none is
 * answered by a read that was under way before it was asked for, so what was written earlier is seen.
 *
 * Each asker waits as long as its own request may. Askers of the same key share one document object, which nobody may change.
 */
export function coalesceFind<T extends Document>(
  collection: Pick<Collection<T>, 'find'>,
  field: keyof T & string,
  keyOf: (document: WithId<T>) => string,
  toValue: (key: string) => unknown = (key) => key,
): (key: string) => Promise<WithId<T> | null> {
  let waiting = new Map<string, Waiter<WithId<T>>[]>();

  const readAll = async (asked: Map<string, Waiter<WithId<T>>[]>): Promise<void> => {
    const values = [...asked.keys()].map(toValue);
    // One key is asked for as an equality, which plans are cached for. Both are look-ups by index.
    const filter = { [field]: values.length === 1 ? values[0] : { $in: values } } as Filter<T>;
    // The first batch holds 101 documents unless told otherwise; the rest would cost another round trip.
    const found = await collection.find(filter, { batchSize: values.length + 1 }).toArray();
    const byKey = new Map(found.map((document) => [keyOf(document), document]));
    for (const [key, waiters] of asked) {
      for (const { resolve } of waiters) resolve(byKey.get(key) ?? null);
    }
  };

  const send = () => {
    const asked = [...waiting];
    waiting = new Map();
    for (let from = 0; from < asked.length; from += MAX_KEYS) {
      const part = new Map(asked.slice(from, from + MAX_KEYS));
      readAll(part).catch((error: unknown) => {
        for (const waiters of part.values()) for (const { reject } of waiters) reject(error);
      });
    }
  };

  const ask = (key: string) =>
    new Promise<WithId<T> | null>((resolve, reject) => {
      if (waiting.size === 0) runForAllRequests(() => setImmediate(send));
      const waiters = waiting.get(key);
      if (waiters) waiters.push({ resolve, reject });
      else waiting.set(key, [{ resolve, reject }]);
    });

  return (key) => currentBudget()?.wait(() => ask(key)) ?? ask(key);
}
