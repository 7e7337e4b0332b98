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
import { DUPLICATE_KEY } from './errors.ts';

/** One write of one collection. `insertWrite` and `updateWrite` make it. */
export type JoinedWrite = AnyClientBulkWriteModel<Document>;

/** Sends writes to several collections as one command, which MongoDB can since version 8. It is no transaction. */
export interface JoinedWrites {
  /**
   * Writes in this order, and stops at the first write that fails. Answers `true` when all were written and each update found its document. Answers
   * `false` when not, or when the server has no such command: then the caller repeats the writes one by one, so a repetition must change nothing.
   */
  send(writes: readonly JoinedWrite[]): Promise<boolean>;
}

/** Error codes of a server that does not have the command, or does not allow it: not authorized, not found, its feature version is too low, not implemented. */
const UNSUPPORTED_CODES: ReadonlySet<unknown> = new Set([13, 59, 72, 115, 238]);

export function createJoinedWrites(client: MongoClient): JoinedWrites {
  let isSupported = true;
  return {
    async send(writes) {
      if (!isSupported) return false;
      try {
        const { matchedCount, upsertedCount } = await client.bulkWrite([...writes], { ordered: true });
        return matchedCount + upsertedCount === writes.filter(({ name }) => name === 'updateOne').length;
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
  return { name: 'insertOne', namespace: collection.namespace, document };
}

export function updateWrite<Stored extends Document>(
  collection: Collection<Stored>,
  filter: Filter<Stored>,
  update: UpdateFilter<Stored>,
  { upsert = false } = {},
): JoinedWrite {
  return {
    name: 'updateOne',
    namespace: collection.namespace,
    filter: filter as Filter<Document>,
    update: update as UpdateFilter<Document>,
    ...(upsert ? { upsert } : {}),
  };
}
