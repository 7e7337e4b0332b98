import { MongoBulkWriteError, MongoError, MongoNetworkError, MongoServerError } from 'mongodb';

export const DUPLICATE_KEY = 11000;

/** With `field`: by the index that begins with that field. */
export function isDuplicateKey(error: unknown, field?: string): boolean {
  if (!(error instanceof MongoServerError) || error.code !== DUPLICATE_KEY) return false;
  if (field === undefined) return true;
  const pattern = error['keyPattern'] as Record<string, unknown> | undefined;
  return pattern !== undefined && Object.keys(pattern)[0] === field;
}

/** Whether an insert, or a bulk of inserts, failed only for documents that exist already. */
export function isRepetition(error: unknown): boolean {
  if (!(error instanceof MongoBulkWriteError)) return isDuplicateKey(error);
  const faults = [error.writeErrors].flat();
  // The other documents may not be stored safely.
  const isUncertain = error.result.getWriteConcernError() !== undefined;
  return !isUncertain && faults.length > 0 && faults.every(({ code }) => code === DUPLICATE_KEY);
}

const UNAVAILABLE_NAMES = new Set([
  'DatabaseTooSlowError',
  'MongoNetworkError',
  'MongoNetworkTimeoutError',
  'MongoServerSelectionError',
  'MongoOperationTimeoutError',
  'MongoNotConnectedError',
  'MongoTopologyClosedError',
  'MongoClientClosedError',
  'MongoPoolClearedError',
  'MongoPoolClosedError',
  'MongoWaitQueueTimeoutError',
  'PoolClearedOnNetworkError',
  'MongoPoolClearedOnNetworkError',
]);
// MongoDB's codes for a server that exists but cannot answer: not primary, shutting down, interrupted, host
// unreachable, out of time, too few members for the write concern.
const UNAVAILABLE_CODES = new Set([
  6, 7, 50, 64, 89, 91, 100, 189, 262, 9001, 10107, 11600, 11602, 13435, 13436,
]);

/** Node's errors, which the driver does not wrap when its socket has just ended (driver 6.22). */
const SOCKET_CODES: ReadonlySet<unknown> = new Set(['EPIPE', 'ECONNRESET']);

/** Whether the database could not answer, which never means "not found". Also checks wrapped causes. */
export function isDatabaseUnavailable(error: unknown): boolean {
  // Not as a cause: a provider's connection can end in this way, too.
  if (error instanceof Error && 'code' in error && SOCKET_CODES.has(error.code)) return true;
  for (let current = error, depth = 0; current instanceof Error && depth < 8; depth++) {
    if (UNAVAILABLE_NAMES.has(current.name)) return true;
    if (
      current instanceof MongoError &&
      typeof current.code === 'number' &&
      UNAVAILABLE_CODES.has(current.code)
    )
      return true;
    // Auth.js sets `cause: { err }`. The driver keeps the error of a bulk write as the response (6.22).
    const wrapped: unknown = current instanceof MongoBulkWriteError ? current.errorResponse : undefined;
    const cause: unknown = wrapped instanceof Error ? wrapped : current.cause;
    current = cause instanceof Error ? cause : (cause as { err?: unknown } | undefined)?.err;
  }
  return false;
}

// https://github.com/mongodb/specifications/blob/master/source/retryable-reads/retryable-reads.md
const RETRYABLE_READ_CODES: ReadonlySet<unknown> = new Set([
  6, 7, 89, 91, 134, 189, 262, 9001, 10107, 11600, 11602, 13435, 13436,
]);

/** Whether the driver repeats a read after this error, such as after a failover. */
export function isRetryableRead(error: unknown): boolean {
  if (error instanceof MongoNetworkError) return true;
  if (error instanceof MongoError) return RETRYABLE_READ_CODES.has(error.code);
  return error instanceof Error && 'code' in error && SOCKET_CODES.has(error.code);
}
