import {
  MongoClientBulkWriteError,
  MongoServerError,
  type AnyClientBulkWriteModel,
  type Collection,
  type Document,
  type Filter,
  type MongoClient,
  type OptionalUnlessRequiredId,
  type UpdateFilter,
} from 'mongodb';
import { DUPLICATE_KEY, isRepetition } from './errors.ts';

export interface JoinedWrite {
  readonly collection: Collection<Document>;
  readonly model: Extract<AnyClientBulkWriteModel<Document>, { readonly name: 'insertOne' | 'updateOne' }>;
}

/**
 * Writes to several collections in one command, MongoDB 8's `bulkWrite` (decision 050), in the given order. It is
 * no transaction: it stops at the first write that fails, so each write must be repeatable.
 *
 * `send` answers `false` when an insert finds its row, when an update finds no document, and on MongoDB 7, which
 * does not have the command. The caller then repeats all writes with `sendByCollection`, which needs more
 * commands and leaves existing rows unchanged.
 */
export interface JoinedWrites {
  send(writes: readonly JoinedWrite[]): Promise<boolean>;
}

/** Not authorized, not found, feature version too low, not implemented. */
const UNSUPPORTED_CODES: ReadonlySet<unknown> = new Set([13, 59, 72, 115, 238]);

export function createJoinedWrites(mongo: MongoClient): JoinedWrites {
  let isSupported = true;
  return {
    async send(writes) {
      if (!isSupported) return false;
      try {
        const models = writes.map(({ model }) => model);
        const { matchedCount, upsertedCount } = await mongo.bulkWrite(models, { ordered: true });
        return matchedCount + upsertedCount === models.filter(({ name }) => name === 'updateOne').length;
      } catch (error) {
        if (!(error instanceof MongoClientBulkWriteError)) throw error;
        const { cause } = error;
        if (cause instanceof MongoServerError && UNSUPPORTED_CODES.has(cause.code)) isSupported = false;
        else if (cause !== undefined || !isRefusedByIndex(error)) throw withCause(error);
        return false;
      }
    },
  };
}

/** An insert of an existing document changes nothing. `false` when an update did not find its document. */
export async function sendByCollection(writes: readonly JoinedWrite[]): Promise<boolean> {
  const groups = new Map<Collection<Document>, JoinedWrite['model'][]>();
  for (const { collection, model } of writes)
    groups.set(collection, [...(groups.get(collection) ?? []), model]);
  for (const [collection, models] of groups) {
    await insertAll(
      collection,
      models.flatMap((model) => (model.name === 'insertOne' ? [model.document] : [])),
    );
    const updates = models.flatMap((model) => (model.name === 'updateOne' ? [model] : []));
    if (!(await updateAll(collection, updates))) return false;
  }
  return true;
}

async function insertAll(collection: Collection<Document>, documents: readonly Document[]): Promise<void> {
  const [first, second] = documents;
  if (!first) return;
  try {
    if (second) await collection.insertMany([...documents], { ordered: false });
    else await collection.insertOne(first);
  } catch (error) {
    if (!isRepetition(error)) throw error;
  }
}

async function updateAll(
  collection: Collection<Document>,
  updates: readonly Extract<JoinedWrite['model'], { readonly name: 'updateOne' }>[],
): Promise<boolean> {
  if (updates.length === 0) return true;
  const { matchedCount, upsertedCount } = await collection.bulkWrite(
    updates.map(({ filter, update, upsert = false }) => ({ updateOne: { filter, update, upsert } })),
    { ordered: false },
  );
  return matchedCount + upsertedCount === updates.length;
}

/** The log shows causes, and the driver names the fault of a single write elsewhere. */
function withCause(error: MongoClientBulkWriteError): MongoClientBulkWriteError {
  const [first] = [...error.writeErrors.values(), ...error.writeConcernErrors];
  if (first) error.cause ??= new MongoServerError({ message: first.message, code: first.code });
  return error;
}

function isRefusedByIndex({ writeErrors, writeConcernErrors }: MongoClientBulkWriteError): boolean {
  const faults = [...writeErrors.values()];
  // After a failed write concern, the writes may not be stored safely.
  return (
    writeConcernErrors.length === 0 && faults.length > 0 && faults.every(({ code }) => code === DUPLICATE_KEY)
  );
}

export function insertWrite<Stored extends Document>(
  collection: Collection<Stored>,
  document: OptionalUnlessRequiredId<Stored>,
): JoinedWrite {
  return {
    collection: collection as unknown as Collection<Document>,
    model: { name: 'insertOne', namespace: collection.namespace, document },
  };
}

export function updateWrite<Stored extends Document>(
  collection: Collection<Stored>,
  filter: Filter<Stored>,
  update: UpdateFilter<Stored>,
  { upsert = false } = {},
): JoinedWrite {
  return {
    collection: collection as unknown as Collection<Document>,
    model: {
      name: 'updateOne',
      namespace: collection.namespace,
      filter: filter as Filter<Document>,
      update: update as UpdateFilter<Document>,
      ...(upsert ? { upsert } : {}),
    },
  };
}
