import { MongoServerError, type Collection, type Document } from 'mongodb';
import { findDuplicates, type Duplicates } from './duplicates.ts';
import { DUPLICATE_KEY } from './errors.ts';
import type { RequiredIndex } from './index-plan.ts';

/** An index cannot be created. The message says what to do, without personal data. */
export class DatabaseIndexError extends Error {
  override readonly name = 'DatabaseIndexError';
}

const UNAUTHORIZED = 13;
const CANNOT_CREATE_INDEX = 67;
const CONFLICTS = new Set([85, 86]);

export function isIndexConflict(error: unknown): boolean {
  return error instanceof MongoServerError && CONFLICTS.has(Number(error.code));
}

/** A `DatabaseIndexError` when an operator can repair the cause, otherwise the driver's error. */
export async function explainIndexFailure(
  collection: Collection<Document>,
  required: RequiredIndex,
  error: unknown,
): Promise<unknown> {
  if (!(error instanceof MongoServerError)) return error;
  const place = placeOf(collection, required);
  if (error.code === DUPLICATE_KEY) {
    const duplicates = await findDuplicates(collection, required);
    // The duplicates were removed meanwhile. The next start creates the index.
    if (!duplicates)
      return new DatabaseIndexError(`${place}: there were duplicates a moment ago. Start again.`);
    return new DatabaseIndexError(`${place}: ${describeDuplicates(required, duplicates)}`);
  }
  if (error.code === UNAUTHORIZED) {
    return new DatabaseIndexError(
      `${place}: the user in MONGODB_URI may not do that. Give this user the role readWrite on the database, and start again.`,
    );
  }
  if (error.code === CANNOT_CREATE_INDEX) {
    return new DatabaseIndexError(
      `${place} (${error.message}). A unique index of a sharded collection has to begin with its shard key: leave this collection unsharded.`,
    );
  }
  return error;
}

export function describeBlock(by: string): string {
  return (
    `the collection has the index ${by} on the same fields, which expires documents in another way or is hidden, and there can be one ` +
    'only. Remove that one with dropIndex, and start again.'
  );
}

export function placeOf(collection: Collection<Document>, { name }: RequiredIndex): string {
  return `The index ${name} of the collection ${collection.collectionName} cannot be made`;
}

export function describeDuplicates(required: RequiredIndex, { values, examples }: Duplicates): string {
  const fields = Object.keys(required.key).join(' and ');
  const idList = examples.map((ids) => `_id ${ids.map(String).join(', ')}`).join('; ');
  const more = values > examples.length ? ', and more' : '';
  return (
    `${values} ${values === 1 ? 'value' : 'values'} of ${fields} ${values === 1 ? 'is' : 'are'} in more than one document, and each may be ` +
    `in one only (${idList}${more}). Keep one document of each, remove ${fields} from the others or the others themselves, and start ` +
    'again. No document was changed. "foyer-server check-database" finds such documents before a new version is started.'
  );
}
