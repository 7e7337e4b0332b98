import { Long, type CreateIndexesOptions, type Document, type ObjectId } from 'mongodb';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/database/database.ts';
import { ALL_FAULTS } from '../../testing/faults/fault-rounds.ts';
import { startScriptedDeployment } from '../../testing/faults/scripted-deployment.ts';
import { checkDatabase } from './check-database.ts';
import { collectionsOf, type Collections } from './collections.ts';
import { connectDatabase } from './connect.ts';
import { ensureIndexes, missingIndexes } from './indexes.ts';

let database: TestDatabase;
let collections: Collections;
beforeEach(async () => {
  database = await createTestDatabase();
  collections = collectionsOf(database.db);
  await ensureIndexes(collections);
});
afterEach(() => database.drop());

async function replaceIndex(
  collection: keyof Collections,
  name: string,
  key: Record<string, 1 | -1>,
  options: CreateIndexesOptions,
): Promise<void> {
  await collections[collection].dropIndex(name);
  await collections[collection].createIndex(key, { name, ...options });
}

const anyText = { $gt: '' };

/** Each differs from the required index in one property. */
const CHANGED: readonly (readonly [
  what: string,
  collection: keyof Collections,
  name: string,
  key: Record<string, 1 | -1>,
  options: CreateIndexesOptions,
])[] = [
  ['fields', 'verificationTokens', 'identifier_unique', { token: 1 }, { unique: true }],
  [
    'order of the fields',
    'accounts',
    'provider_account_unique',
    { providerAccountId: 1, provider: 1 },
    { unique: true },
  ],
  ['uniqueness', 'sessions', 'token_unique', { sessionToken: 1 }, {}],
  ['uniqueness that is too much', 'jobs', 'user', { userId: 1 }, { unique: true }],
  ['expiry', 'sessions', 'expires_ttl', { expires: 1 }, { expireAfterSeconds: 3600 }],
  ['expiry that is missing', 'sessions', 'expires_ttl', { expires: 1 }, {}],
  [
    'partial filter',
    'users',
    'phone_unique_text',
    { 'phone.e164': 1 },
    { unique: true, partialFilterExpression: { 'phone.e164': { $type: 'string' } } },
  ],
  ['partial filter that is missing', 'users', 'phone_unique_text', { 'phone.e164': 1 }, { unique: true }],
  [
    'date in the partial filter',
    'users',
    'deleted_at_any_date',
    { deletedAt: 1 },
    { partialFilterExpression: { deletedAt: { $gt: new Date(1) } } },
  ],
  [
    'collation',
    'users',
    'email_unique_text',
    { email: 1 },
    { unique: true, partialFilterExpression: { email: anyText }, collation: { locale: 'en', strength: 2 } },
  ],
  ['sparse', 'sessions', 'token_unique', { sessionToken: 1 }, { unique: true, sparse: true }],
];

/** Those that `npm test` replaces. */
const FEW = new Set(['uniqueness', 'expiry', 'partial filter']);

it('the unique indexes allow many users without an address, connection or phone number, but no two with the same one', async () => {
  const users = database.db.collection('users');
  await users.insertMany([
    { accounts: [] },
    { accounts: [] },
    { email: null, accounts: [] },
    { email: null },
  ]);
  const [account, phone] = [{ accounts: [{ key: 'demo-one:once' }] }, { phone: { e164: '+4915112345678' } }];
  await users.insertMany([{ email: 'once@example.test', ...account }, { ...phone }]);
  for (const taken of [phone, { email: 'once@example.test' }, account])
    await expect(users.insertOne({ ...taken })).rejects.toThrow('E11000');
});

describe('an index of an earlier version', () => {
  it.each(CHANGED.filter(([what]) => ALL_FAULTS || FEW.has(what)))(
    'with another %s is replaced at the start, and until then counts as missing only when it is not unique',
    async (what, collection, name, key, options) => {
      await replaceIndex(collection, name, key, options);
      const { collectionName } = collections[collection];
      expect(await missingIndexes(collections)).toEqual(
        what === 'uniqueness' ? [`${collectionName}.${name}`] : [],
      );
      expect((await checkDatabase(collections)).changes).toEqual([
        expect.stringContaining(`${collectionName}.${name}`),
      ]);

      await ensureIndexes(collections);
      expect(await missingIndexes(collections)).toEqual([]);
      expect(await checkDatabase(collections)).toMatchObject({ changes: [], faults: [], notes: [] });
      const present = await collections[collection].indexes();
      expect(present.filter((index) => index.name?.startsWith(name))).toHaveLength(1);
      // Once more, because the replacement now has a name of its own.
      await ensureIndexes(collections);
      expect(await collections[collection].indexes()).toEqual(present);
    },
  );

  it('is replaced once when five processes start at the same time', async () => {
    for (const [what, collection, name, key, options] of CHANGED)
      if (['fields', 'expiry', 'partial filter'].includes(what))
        await replaceIndex(collection, name, key, options);
    await Promise.all(Array.from({ length: 5 }, () => ensureIndexes(collections)));
    expect(await missingIndexes(collections)).toEqual([]);
  });
});

describe('an index on a server', () => {
  const log = pino({ level: 'silent' });
  const ID_INDEX = { v: 2, key: { _id: 1 }, name: '_id_' };
  const OTHER_EXPIRY = { key: { expires: 1 }, name: 'expires_ttl', expireAfterSeconds: 5 };

  async function commandsOfStart(
    present: Document,
    answers: Readonly<Record<string, Document>> = {},
  ): Promise<Document[]> {
    await using deployment = await startScriptedDeployment('replica set');
    for (const [command, answer] of Object.entries(answers)) deployment.answer(command, answer);
    deployment.answer('listIndexes', {
      cursor: { id: Long.ZERO, ns: 'foyer.sessions', firstBatch: [ID_INDEX, { v: 2, ...present }] },
    });
    const { db, close } = await connectDatabase({ uri: deployment.uri, log });
    await ensureIndexes(collectionsOf(db));
    await close();
    const isIndexCommand = ({ createIndexes, collMod, dropIndexes }: Document) =>
      [createIndexes, collMod, dropIndexes].includes('sessions');
    return deployment.commands.filter(isIndexCommand);
  }

  it('with another expiry is changed, not dropped', async () => {
    const commands = await commandsOfStart(OTHER_EXPIRY);
    expect(commands.filter(({ collMod }) => collMod !== undefined)).toMatchObject([
      { index: { name: 'expires_ttl', expireAfterSeconds: 0 } },
    ]);
    expect(commands.filter(({ dropIndexes }) => dropIndexes !== undefined)).toEqual([]);
  });

  it('with another expiry is created anew when the user may not change it, as with the role readWrite', async () => {
    const commands = await commandsOfStart(OTHER_EXPIRY, {
      collMod: { ok: 0, code: 13, codeName: 'Unauthorized', errmsg: 'not authorized on foyer' },
    });
    const drop = commands.findIndex(({ dropIndexes, index }) => dropIndexes && index === 'expires_ttl');
    expect(drop).toBeGreaterThanOrEqual(0);
    expect(commands[drop + 1]).toMatchObject({
      createIndexes: 'sessions',
      indexes: [{ name: 'expires_ttl', expireAfterSeconds: 0 }],
    });
  });

  it('is created in its new form before the old one is removed', async () => {
    const commands = await commandsOfStart({ key: { old: 1 }, name: 'token_unique', unique: true });
    const steps = commands.map(({ createIndexes, indexes, index }) =>
      createIndexes === undefined ? `drop ${String(index)}` : `make ${(indexes as Document[])[0]?.['name']}`,
    );
    const createStep = steps.find((step) => /^make token_unique_v[0-9a-f]{8}$/.test(step));
    expect(steps.indexOf(createStep ?? '')).toBe(steps.indexOf('drop token_unique') - 1);
    expect(createStep).toBeDefined();
  });
});

describe('a failure to create an index', () => {
  const failure = async () => (await ensureIndexes(collections).catch((error: Error) => error)) ?? null;

  it('names the number and ids of duplicates, but not their values', async () => {
    await collections.users.dropIndex('phone_unique_text');
    const users = database.db.collection('users');
    const numbers = ['+4915112345678', '+4915112345678', '+4915112345679', '+4915112345679', '+491511234567'];
    const { insertedIds } = await users.insertMany(numbers.map((e164) => ({ phone: { e164 } })));
    await users.insertMany([{ phone: null }, {}, {}]);

    const error = await failure();
    expect(error?.name).toBe('DatabaseIndexError');
    expect(error?.message).toMatch(
      /^The index phone_unique_text of the collection users cannot be made: 2 values of phone\.e164 are in/,
    );
    for (const position of [0, 1, 2, 3]) expect(error?.message).toContain(String(insertedIds[position]));
    expect(error?.message).not.toContain('+49');
    expect((await checkDatabase(collections)).faults).toEqual([error?.message]);

    for (const position of [1, 3]) await users.deleteOne({ _id: insertedIds[position] as ObjectId });
    expect(await failure()).toBeNull();
  });

  it('names duplicates in lists of different documents, but not within one document', async () => {
    await collections.users.dropIndex('accounts_key_unique_text');
    const users = database.db.collection('users');
    const accounts = (...keys: string[]) => ({ accounts: keys.map((key) => ({ key })) });
    await users.insertMany([accounts('a:1', 'a:1'), accounts('a:2', 'a:3'), accounts(), accounts()]);
    expect(await checkDatabase(collections)).toMatchObject({ faults: [] });

    await users.insertOne(accounts('a:4', 'a:3'));
    expect(await checkDatabase(collections)).toMatchObject({
      faults: [expect.stringContaining('1 value of accounts.key is in more than one document')],
    });
  });

  it('does not occur for an equivalent index with another name', async () => {
    await collections.sessions.dropIndex('token_unique');
    await collections.sessions.createIndex({ sessionToken: 1 }, { name: 'by_hand', unique: true });
    expect(await missingIndexes(collections)).toEqual([]);
    expect(await failure()).toBeNull();
  });

  it('names a conflicting index with another name and another expiry', async () => {
    await collections.sessions.dropIndex('expires_ttl');
    await collections.sessions.createIndex({ expires: 1 }, { name: 'by_hand', expireAfterSeconds: 60 });
    const error = await failure();
    expect(error?.name).toBe('DatabaseIndexError');
    expect(error?.message).toMatch(
      /expires_ttl of the collection sessions .* the index by_hand .* dropIndex/,
    );
    expect((await checkDatabase(collections)).faults).toEqual([error?.message]);
  });
});
