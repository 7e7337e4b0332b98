import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/database/database.ts';
import { collectionsOf } from './collections.ts';
import { ensureIndexes } from './indexes.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  await ensureIndexes(collectionsOf(database.db));
});
afterAll(() => database.drop());

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
