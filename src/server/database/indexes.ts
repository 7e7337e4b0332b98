import type { Collection, CreateIndexesOptions, Document } from 'mongodb';
import { ACCESS_TOKEN_KEPT_MS, ACTIVITY_MAX_AGE_MS } from '../../shared/limits.ts';
import type { Collections } from './collections.ts';

interface RequiredIndex {
  readonly name: string;
  readonly key: Record<string, 1 | -1>;
  readonly options: Pick<CreateIndexesOptions, 'unique' | 'expireAfterSeconds' | 'partialFilterExpression'>;
}

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

function entries(collections: Collections): [Collection<Document>, RequiredIndex][] {
  return (Object.keys(REQUIRED) as (keyof Collections)[]).flatMap((name) =>
    REQUIRED[name].map((index): [Collection<Document>, RequiredIndex] => [
      collections[name] as unknown as Collection<Document>,
      index,
    ]),
  );
}

/** Makes every index that is not there yet. Idempotent; rejects when one of the same name means something else. */
export async function ensureIndexes(collections: Collections): Promise<void> {
  for (const [collection, index] of entries(collections)) {
    await collection.createIndex(index.key, { name: index.name, ...index.options });
  }
}

/** The required indexes that are missing or differ, as `collection.name`; empty when the database can keep its promises. */
export async function missingIndexes(collections: Collections): Promise<string[]> {
  const present = new Map<string, Document[]>();
  const missing: string[] = [];
  for (const [collection, index] of entries(collections)) {
    const { collectionName } = collection;
    let found = present.get(collectionName);
    if (!found) {
      // NamespaceNotFound: a collection that was dropped has no index either.
      found = await collection.indexes().catch((error: unknown) => {
        if ((error as { code?: number }).code === 26) return [];
        throw error;
      });
      present.set(collectionName, found);
    }
    const matches = found.some(
      (candidate) =>
        JSON.stringify(candidate['key']) === JSON.stringify(index.key) &&
        (candidate['unique'] ?? false) === (index.options.unique ?? false) &&
        candidate['expireAfterSeconds'] === index.options.expireAfterSeconds,
    );
    if (!matches) missing.push(`${collectionName}.${index.name}`);
  }
  return missing;
}
