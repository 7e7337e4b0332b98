import { ObjectId } from 'mongodb';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../testing/app/database.ts';
import { aPerson } from '../../../testing/app/people.ts';
import { collectionsOf, type Collections } from '../collections.ts';
import { keyNames } from './002-name-keys.ts';
import type { Progress } from './migration.ts';

let database: TestDatabase;
let collections: Collections;
beforeEach(async () => {
  database = await createTestDatabase();
  collections = collectionsOf(database.db);
});
afterEach(() => database.drop());

async function runAll(): Promise<number> {
  let batches = 0;
  let progress: Progress | null = null;
  do {
    progress = await keyNames.runBatch({ collections, now: () => new Date() }, progress);
    batches++;
  } while (progress !== null);
  return batches;
}
const keys = async () => {
  const users = await collections.users.find({}, { sort: { createdAt: 1 } }).toArray();
  return users.map(({ nameKey }) => nameKey ?? null);
};

it('writes the key of each name, also after a change by the previous version, and leaves the deleted out', async () => {
  const { nameKey: _, ...earlier } = aPerson({ name: 'José', createdAt: new Date(1) });
  const { nameKey: __, ...nameless } = aPerson({ name: null, createdAt: new Date(2) });
  const { nameKey: ___, ...deleted } = aPerson({ createdAt: new Date(4), deletedAt: new Date() });
  const renamed = aPerson({ name: 'Grace', nameKey: 'ada', createdAt: new Date(3) });
  await collections.users.insertMany([earlier, nameless, renamed, deleted]);
  expect(await runAll()).toBe(1);
  expect(await keys()).toEqual(['jose', '', 'grace', null]);
  await collections.users.updateOne({ _id: earlier._id }, { $set: { name: 'Josefa' } });
  await runAll();
  expect(await keys()).toEqual(['josefa', '', 'grace', null]);
});

it('takes a name that another adapter left out for no name', async () => {
  const { nameKey: _, name: __, ...other } = aPerson({ createdAt: new Date(1) });
  await database.db.collection('users').insertOne({ ...other, _id: new ObjectId() });
  await runAll();
  expect(await keys()).toEqual(['']);
});

it('goes on after a batch', async () => {
  const people = Array.from({ length: 2001 }, (_, index) => {
    const { nameKey: __, ...earlier } = aPerson({ name: `Name ${index}` });
    return earlier;
  });
  await collections.users.insertMany(people);
  expect(await runAll()).toBe(3);
  expect(await collections.users.countDocuments({ nameKey: { $gt: '' } })).toBe(2001);
});
