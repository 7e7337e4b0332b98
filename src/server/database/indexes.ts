import { MongoServerError, type Collection, type Document } from 'mongodb';
import { ACCESS_TOKEN_KEPT_MS, ACTIVITY_MAX_AGE_MS } from '../../shared/limits.ts';
import type { Collections } from './collections.ts';
import {
  DatabaseIndexError,
  describeBlock,
  explainIndexFailure,
  isIndexConflict,
  placeOf,
} from './index-errors.ts';
import { planIndex, type IndexStep, type RequiredIndex } from './index-plan.ts';

/** The database's part of the product's promises: what must be unique, and what removes itself. */
const REQUIRED: { readonly [K in keyof Collections]: readonly RequiredIndex[] } = {
  users: [
    {
      // As for a connection's picture, below.
      name: 'image_text',
      key: { 'image.id': 1 },
      options: { partialFilterExpression: { 'image.id': { $gt: '' } } },
    },
    {
      name: 'email_unique_text',
      key: { email: 1 },
      // Any text. With `$type: 'string'` the index would be as unique, but no look-up by an address would use it.
      options: { unique: true, partialFilterExpression: { email: { $gt: '' } } },
    },
    {
      // Decides which user owns a provider account, in the same write that links it.
      name: 'accounts_key_unique_text',
      key: { 'accounts.key': 1 },
      options: { unique: true, partialFilterExpression: { 'accounts.key': { $gt: '' } } },
    },
    {
      // Decides who has a number, in the write that verifies it.
      name: 'phone_unique_text',
      key: { 'phone.e164': 1 },
      options: { unique: true, partialFilterExpression: { 'phone.e164': { $gt: '' } } },
    },
    {
      // Whose change of address a link undoes.
      name: 'email_undo_token_unique_text',
      key: { 'emailUndos.tokenHash': 1 },
      options: { unique: true, partialFilterExpression: { 'emailUndos.tokenHash': { $gt: '' } } },
    },
    {
      // Whether an address is kept for somebody who may want it back.
      name: 'email_undo_address_text',
      key: { 'emailUndos.email': 1 },
      options: { partialFilterExpression: { 'emailUndos.email': { $gt: '' } } },
    },
    {
      // Finds what a crash left to be told, among all the users who have nothing of the kind.
      name: 'announcements_at_any_date',
      key: { 'announcements.at': 1 },
      options: { partialFilterExpression: { 'announcements.at': { $gt: new Date(0) } } },
    },
    {
      // Finds the tombstones, of which there are few.
      name: 'deleted_at_any_date',
      key: { deletedAt: 1 },
      options: { partialFilterExpression: { deletedAt: { $gt: new Date(0) } } },
    },
  ],
  accounts: [
    {
      // A picture that was not fetched yet is looked for by its address here.
      name: 'picture_text',
      key: { pictureId: 1 },
      options: { partialFilterExpression: { pictureId: { $gt: '' } } },
    },
    {
      name: 'provider_account_unique',
      key: { provider: 1, providerAccountId: 1 },
      options: { unique: true },
    },
    { name: 'user', key: { userId: 1 }, options: {} },
  ],
  sessions: [
    { name: 'token_unique', key: { sessionToken: 1 }, options: { unique: true } },
    { name: 'user', key: { userId: 1 }, options: {} },
    { name: 'expires_ttl', key: { expires: 1 }, options: { expireAfterSeconds: 0 } },
  ],
  accessTokens: [
    { name: 'token_unique', key: { tokenHash: 1 }, options: { unique: true } },
    { name: 'user', key: { userId: 1 }, options: {} },
    {
      name: 'expires_ttl',
      key: { expires: 1 },
      options: { expireAfterSeconds: ACCESS_TOKEN_KEPT_MS / 1000 },
    },
  ],
  deviceAuthorizations: [
    { name: 'device_code_unique', key: { deviceCodeHash: 1 }, options: { unique: true } },
    { name: 'user_code_unique', key: { userCodeHash: 1 }, options: { unique: true } },
    { name: 'user', key: { 'approval.userId': 1 }, options: {} },
    { name: 'expires_ttl', key: { expires: 1 }, options: { expireAfterSeconds: 0 } },
  ],
  verificationTokens: [
    // One open request an address: a new one replaces the old in one write.
    { name: 'identifier_unique', key: { identifier: 1 }, options: { unique: true } },
    { name: 'identifier_token_unique', key: { identifier: 1, token: 1 }, options: { unique: true } },
    { name: 'expires_ttl', key: { expires: 1 }, options: { expireAfterSeconds: 0 } },
  ],
  signingKeys: [
    { name: 'period_unique', key: { period: 1 }, options: { unique: true } },
    { name: 'expires_ttl', key: { expires: 1 }, options: { expireAfterSeconds: 0 } },
  ],
  pendingLinks: [
    { name: 'secret_unique', key: { secretHash: 1 }, options: { unique: true } },
    { name: 'email', key: { email: 1 }, options: {} },
    { name: 'expires_ttl', key: { expires: 1 }, options: { expireAfterSeconds: 0 } },
  ],
  jobs: [
    { name: 'run_at', key: { runAt: 1 }, options: {} },
    { name: 'user', key: { userId: 1 }, options: {} },
  ],
  activity: [
    { name: 'user_at_id', key: { userId: 1, at: -1, _id: -1 }, options: {} },
    // The same for some kinds alone, which may be rare among the others.
    { name: 'user_kind_at_id', key: { userId: 1, kind: 1, at: -1, _id: -1 }, options: {} },
    { name: 'at_ttl', key: { at: 1 }, options: { expireAfterSeconds: ACTIVITY_MAX_AGE_MS / 1000 } },
  ],
  pictures: [
    { name: 'user', key: { userId: 1 }, options: {} },
    {
      name: 'unsettled',
      key: { unsettledSince: 1 },
      options: { partialFilterExpression: { unsettledSince: { $gt: new Date(0) } } },
    },
  ],
  identityProviders: [
    // One registration an issuer: of two processes that register at once, one wins.
    { name: 'issuer_unique', key: { issuer: 1 }, options: { unique: true } },
  ],
  // Found by the provider's id, which is its id.
  providerIssuers: [],
  // Found by its number, which is its id.
  migrations: [],
  // Two documents, found by their ids.
  sweeps: [],
  rateLimits: [
    { name: 'key_unique', key: { key: 1 }, options: { unique: true } },
    { name: 'expire_ttl', key: { expire: 1 }, options: { expireAfterSeconds: 0 } },
  ],
};

const NAMESPACE_NOT_FOUND = 26;
const INDEX_NOT_FOUND = 27;
const COMMAND_NOT_FOUND = 59;

export interface PlannedIndex {
  readonly collection: Collection<Document>;
  readonly required: RequiredIndex;
  readonly step: IndexStep;
}

/** What has to be done for each required index. Reads only. */
export async function planIndexes(collections: Collections): Promise<PlannedIndex[]> {
  const planned: PlannedIndex[] = [];
  for (const name of Object.keys(REQUIRED) as (keyof Collections)[]) {
    if (REQUIRED[name].length === 0) continue;
    const collection = collections[name] as unknown as Collection<Document>;
    const present = await indexesOf(collection);
    for (const required of REQUIRED[name])
      planned.push({ collection, required, step: planIndex(required, present) });
  }
  return planned;
}

/**
 * Makes every index that is not there yet, and replaces what an earlier version of it was. Idempotent; several processes may do it at once.
 * Rejects with `DatabaseIndexError` when one cannot be made.
 */
export async function ensureIndexes(collections: Collections): Promise<void> {
  for (const planned of await planIndexes(collections)) {
    try {
      await takeStep(planned);
    } catch (error) {
      throw await explainIndexFailure(planned.collection, planned.required, error);
    }
  }
}

async function takeStep({ collection, required, step }: PlannedIndex): Promise<void> {
  const { name } = required;
  if (step.kind === 'blocked')
    throw new DatabaseIndexError(`${placeOf(collection, required)}: ${describeBlock(step.by)}`);
  if (step.kind === 'make') await make(collection, required, step.name);
  if (step.kind === 'change-expiry' && !(await changeExpiry(collection, required, step.name))) {
    // What expires is removed later than usual, by a minute or so.
    await drop(collection, step.name);
    await make(collection, required, name);
  }
  if (step.kind === 'replace') await replace(collection, required, step);
}

/** First the new one is made, where both can be there: what must be unique is at every moment. */
async function replace(
  collection: Collection<Document>,
  required: RequiredIndex,
  { name, outdated }: IndexStep & { kind: 'replace' },
): Promise<void> {
  let isMade = name === null;
  try {
    if (name !== null) await make(collection, required, name);
    isMade = true;
  } catch (error) {
    if (!isIndexConflict(error)) throw error;
  }
  for (const each of outdated) await drop(collection, each);
  if (!isMade) await make(collection, required, required.name);
}

async function make(
  collection: Collection<Document>,
  { key, options }: RequiredIndex,
  name: string,
): Promise<void> {
  // Whatever the collection's own collation is.
  await collection.createIndex(key, { name, ...options, collation: { locale: 'simple' } });
}

/** `false` where the database cannot do that, which the embedded engine is. */
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
    if (codeOf(error) === COMMAND_NOT_FOUND) return false;
    throw error;
  }
}

/** Another process may have dropped it a moment ago. */
async function drop(collection: Collection<Document>, name: string): Promise<void> {
  await collection.dropIndex(name).catch((error: unknown) => {
    if (codeOf(error) !== INDEX_NOT_FOUND) throw error;
  });
}

/** A collection that does not exist has no index either. */
async function indexesOf(collection: Collection<Document>): Promise<Document[]> {
  return collection.indexes().catch((error: unknown) => {
    if (codeOf(error) === NAMESPACE_NOT_FOUND) return [];
    throw error;
  });
}

function codeOf(error: unknown): unknown {
  return error instanceof MongoServerError ? error.code : undefined;
}

/** The required indexes that are missing or differ, as `collection.name`; empty when the database can keep its promises. */
export async function missingIndexes(collections: Collections): Promise<string[]> {
  const planned = await planIndexes(collections);
  // One that is there and has an outdated version beside it is only not tidied up yet.
  const isMissing = ({ step }: PlannedIndex) =>
    step.kind !== 'none' && !(step.kind === 'replace' && step.name === null);
  return planned
    .filter(isMissing)
    .map(({ collection, required }) => `${collection.collectionName}.${required.name}`);
}
