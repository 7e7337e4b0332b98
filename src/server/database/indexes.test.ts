import type { Document } from 'mongodb';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/app/database.ts';
import { collectionsOf, type Collections } from './collections.ts';
import { ensureIndexes } from './indexes.ts';

let database: TestDatabase;
let collections: Collections;
beforeAll(async () => {
  database = await createTestDatabase();
  collections = collectionsOf(database.db);
  await ensureIndexes(collections);
});
afterAll(() => database.drop());

/**
 * The look-ups of every sign-in. The time of a scan would grow with the number of users and reveal how early
 * an address was added.
 */
const LOOK_UPS: readonly (readonly [keyof Collections, Document])[] = [
  ['users', { email: 'ada@example.test' }],
  ['users', { email: 'ada@example.test', emailVerified: { $ne: null } }],
  ['users', { 'accounts.key': 'demo-one:ada' }],
  ['users', { 'phone.e164': '+4915112345678' }],
  ['users', { 'emailUndos.tokenHash': 'x' }],
  [
    'users',
    {
      'emailUndos.email': 'ada@example.test',
      emailUndos: { $elemMatch: { email: 'ada@example.test', expires: { $gt: new Date() } } },
    },
  ],
  ['users', { 'outbox.at': { $gt: new Date(0), $lte: new Date() } }],
  ['users', { deletedAt: { $gt: new Date(0), $lte: new Date() } }],
  ['sessions', { sessionToken: 'x' }],
  ['accessTokens', { tokenHash: 'x' }],
  ['verificationTokens', { identifier: 'ada@example.test', token: 'x' }],
  ['pendingLinks', { secretHash: 'x' }],
  ['pendingLinks', { email: 'ada@example.test' }],
  ['rateLimits', { key: 'password-account-quarter:ada@example.test' }],
];

it.each(LOOK_UPS)('finds in %s with %j by an index', async (name, filter) => {
  const plan = await collections[name].find(filter as object).explain('queryPlanner');
  const winning = JSON.stringify((plan['queryPlanner'] as Document)['winningPlan']);
  expect(winning).toMatch(/IXSCAN|EXPRESS_IXSCAN/);
  expect(winning).not.toContain('COLLSCAN');
});

it('allows many users without an address, connection or phone number, but no two with the same one', async () => {
  const users = database.db.collection('users');
  await users.insertMany([
    { accounts: [] },
    { accounts: [] },
    { email: null, accounts: [] },
    { email: null },
  ]);
  await users.insertOne({ email: 'once@example.test', accounts: [{ key: 'demo-one:once' }] });
  await users.insertOne({ phone: { e164: '+4915112345678' } });
  await expect(users.insertOne({ phone: { e164: '+4915112345678' } })).rejects.toThrow('E11000');
  await expect(users.insertOne({ email: 'once@example.test' })).rejects.toThrow('E11000');
  await expect(users.insertOne({ accounts: [{ key: 'demo-one:once' }] })).rejects.toThrow('E11000');
});
