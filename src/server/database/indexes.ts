import { MongoServerError, type Collection, type Document } from 'mongodb';
import type { OwnField } from '../configuration/configuration.ts';
import type { Collections } from './collections.ts';
import {
  DatabaseIndexError,
  describeBlock,
  explainIndexFailure,
  isIndexConflict,
  placeOf,
} from './index-errors.ts';
import { REQUIRED_INDEXES } from './required-indexes.ts';
import { hasSomeForm, planIndex, type IndexStep, type RequiredIndex } from './index-plan.ts';
import { ownFieldIndexes, USER_INDEXES } from './user-indexes.ts';

/** Overrides the collection's default collation. */
const SIMPLE = { locale: 'simple' } as const;
const NAMESPACE_NOT_FOUND = 26;
const INDEX_NOT_FOUND = 27;
const UNAUTHORIZED = 13;
const COMMAND_NOT_FOUND = 59;

export interface PlannedIndex {
  readonly collection: Collection<Document>;
  readonly required: RequiredIndex;
  readonly step: IndexStep;
  /** In the form of this version or of another one (`hasSomeForm`). */
  readonly isPresent: boolean;
}

export async function planIndexes(
  collections: Collections,
  ownFields: readonly OwnField[] = [],
): Promise<PlannedIndex[]> {
  const required = { ...REQUIRED_INDEXES, users: [...USER_INDEXES, ...ownFieldIndexes(ownFields)] };
  const names = (Object.keys(required) as (keyof Collections)[]).filter((name) => required[name].length > 0);
  const planned = await Promise.all(
    names.map(async (name) => {
      const collection = collections[name] as unknown as Collection<Document>;
      const present = await indexesOf(collection);
      return required[name].map((index) => ({
        collection,
        required: index,
        step: planIndex(index, present),
        isPresent: hasSomeForm(index, present),
      }));
    }),
  );
  return planned.flat();
}

/** Idempotent, also in parallel processes. Rejects with `DatabaseIndexError`. */
export async function ensureIndexes(
  collections: Collections,
  ownFields: readonly OwnField[] = [],
): Promise<void> {
  const planned = await planIndexes(collections, ownFields);
  const made = await makeTogether(planned);
  for (const each of planned) {
    if (made.has(each)) continue;
    try {
      await takeStep(each);
    } catch (error) {
      throw await explainIndexFailure(each.collection, each.required, error);
    }
  }
}

/**
 * One command per collection is twice as fast. A failed one is repeated index by index, to name the fault.
 */
async function makeTogether(planned: readonly PlannedIndex[]): Promise<ReadonlySet<PlannedIndex>> {
  const made = new Set<PlannedIndex>();
  const missing = planned.filter(({ step }) => step.kind === 'make');
  for (const collection of new Set(missing.map((each) => each.collection))) {
    const indexes = missing.filter((each) => each.collection === collection);
    try {
      await collection.createIndexes(
        indexes.map(({ required: { name, key, options } }) => ({ name, key, ...options, collation: SIMPLE })),
      );
      for (const index of indexes) made.add(index);
    } catch {
      continue;
    }
  }
  return made;
}

async function takeStep({ collection, required, step }: PlannedIndex): Promise<void> {
  const { name } = required;
  if (step.kind === 'blocked')
    throw new DatabaseIndexError(`${placeOf(collection, required)}: ${describeBlock(step.by)}`);
  if (step.kind === 'make') await make(collection, required, step.name);
  if (step.kind === 'change-expiry' && !(await changeExpiry(collection, required, step.name))) {
    // Without the index, documents expire a minute or so later.
    await drop(collection, step.name);
    await make(collection, required, name);
  }
  if (step.kind === 'replace') await replace(collection, required, step);
}

/** Creates the new index first, if both can exist, so that uniqueness holds at every moment. */
async function replace(
  collection: Collection<Document>,
  required: RequiredIndex,
  { name, outdated }: IndexStep & { kind: 'replace' },
): Promise<void> {
  let isCreated = name === null;
  try {
    if (name !== null) await make(collection, required, name);
    isCreated = true;
  } catch (error) {
    if (!isIndexConflict(error)) throw error;
  }
  for (const each of outdated) await drop(collection, each);
  if (!isCreated) await make(collection, required, required.name);
}

async function make(
  collection: Collection<Document>,
  { key, options }: RequiredIndex,
  name: string,
): Promise<void> {
  await collection.createIndex(key, { name, ...options, collation: SIMPLE });
}

/** `false`: no `collMod` (embedded engine), or the user may not call it (role `readWrite`). */
async function changeExpiry(
  collection: Collection<Document>,
  { options }: RequiredIndex,
  name: string,
): Promise<boolean> {
  const { collectionName: collMod } = collection;
  const index = { name, expireAfterSeconds: options.expireAfterSeconds };
  try {
    await collection.db.command({ collMod, index });
    return true;
  } catch (error) {
    const code = codeOf(error);
    if (code === COMMAND_NOT_FOUND || code === UNAUTHORIZED) return false;
    throw error;
  }
}

/** Another process may have dropped it already. */
async function drop(collection: Collection<Document>, name: string): Promise<void> {
  await collection.dropIndex(name).catch((error: unknown) => {
    if (codeOf(error) !== INDEX_NOT_FOUND) throw error;
  });
}

/** A missing collection has no indexes. */
export async function indexesOf(collection: Collection<Document>): Promise<Document[]> {
  return collection.indexes().catch((error: unknown) => {
    if (codeOf(error) === NAMESPACE_NOT_FOUND) return [];
    throw error;
  });
}

function codeOf(error: unknown): unknown {
  return error instanceof MongoServerError ? error.code : undefined;
}

/** Answers `collection.name`. Another version's form is not missing, unless it must be unique and is not. */
export async function missingIndexes(
  collections: Collections,
  ownFields: readonly OwnField[] = [],
): Promise<string[]> {
  const planned = await planIndexes(collections, ownFields);
  return planned
    .filter(({ isPresent }) => !isPresent)
    .map(({ collection, required }) => `${collection.collectionName}.${required.name}`);
}
