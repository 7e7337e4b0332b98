import { ObjectId, type Document } from 'mongodb';
import { beforeAll, expect, it } from 'vitest';
import { collectionsOf } from '../../server/database/collections.ts';
import { ensureIndexes } from '../../server/database/indexes.ts';
import { createTestDatabase, type TestDatabase } from '../database/database.ts';
import { faultOfQuery } from './query-fault.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  await ensureIndexes(collectionsOf(database.db), []);
});

const faultOf = async (command: Document) =>
  faultOfQuery(database.db, { place: 'file.ts function find', command });

it('a query without an index is a fault, and one with an index is none', async () => {
  expect(await faultOf({ find: 'users', filter: { email: 'a@b.test' } })).toBeNull();
  expect(await faultOf({ find: 'users', filter: { locale: 'en' } })).toContain('reads the whole collection');
  const either = { $or: [{ email: 'a@b.test' }, { locale: 'en' }] };
  expect(await faultOf({ find: 'users', filter: either })).toContain('reads the whole collection');
  expect(await faultOf({ find: 'users', filter: {}, sort: { createdAt: -1, _id: -1 } })).toContain(
    'reads the whole index',
  );
});

it('a list that is sorted without an index is a fault', async () => {
  const ofUser = { find: 'activity', filter: { userId: new ObjectId() } };
  expect(await faultOf({ ...ofUser, sort: { at: -1, _id: -1 }, limit: 10 })).toBeNull();
  expect(await faultOf({ ...ofUser, sort: { method: 1 }, limit: 10 })).toContain('sorts without an index');
});

it('a write to a sharded collection that names neither its shard nor its id is a fault', async () => {
  const update = (q: Document) =>
    faultOf({ update: 'sessions', updates: [{ q, u: { $set: {} }, multi: false }] });
  expect(await update({ userId: new ObjectId() })).toContain('sessionToken');
  expect(await update({ sessionToken: { $in: ['a'] } })).toContain('sessionToken');
  expect(await update({ sessionToken: 'a' })).toBeNull();
  expect(await update({ $and: [{ _id: new ObjectId() }] })).toBeNull();
});
