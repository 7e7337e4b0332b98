import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from './database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const absent = undefined as unknown as string;

it.each<[string, (rows: ReturnType<TestDatabase['db']['collection']>) => Promise<unknown>]>([
  ['a filter', (rows) => rows.findOne({ name: absent })],
  ['a filter inside of an operator', (rows) => rows.findOne({ $or: [{ a: 1 }, { b: { $in: [absent] } }] })],
  ['a list', (rows) => rows.find({ name: absent }).toArray()],
  ['a count', (rows) => rows.countDocuments({ name: absent })],
  ['an insert', (rows) => rows.insertOne({ deep: { name: absent } })],
  ['many inserts', (rows) => rows.insertMany([{ a: 1 }, { name: absent }])],
  ['an update', (rows) => rows.updateOne({ a: 1 }, { $set: { name: absent } })],
  ['the filter of an update', (rows) => rows.updateMany({ name: absent }, { $set: { a: 1 } })],
  ['the filter of a deletion', (rows) => rows.deleteMany({ name: absent })],
  ['a find-and-delete', (rows) => rows.findOneAndDelete({ name: absent })],
  ['a find-and-update', (rows) => rows.findOneAndUpdate({ a: 1 }, { $set: { name: absent } })],
])('a command with undefined in %s fails its test', async (_what, run) => {
  const complain = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  await run(database.db.collection('rows'));
  expect(complain).toHaveBeenCalledWith(expect.stringMatching(/sends undefined at /));
});

it('a command without undefined passes', async () => {
  const complain = vi.spyOn(console, 'error').mockClear();
  const rows = database.db.collection('rows');
  await rows.insertOne({ name: null, bytes: Buffer.from('a'), at: new Date() });
  await rows.updateOne({ name: null }, { $set: { a: [1, { b: null }] } });
  expect(complain).not.toHaveBeenCalled();
});
