import { ObjectId, type MongoClient } from 'mongodb';
import { pino } from 'pino';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { testDatabaseUri } from '../../testing/database/uri.ts';
import { startDatabaseProxy } from '../../testing/faults/database-proxy.ts';
import { connectDatabase } from './connect.ts';
import { isDatabaseUnavailable } from './errors.ts';
import { DatabaseTooSlowError, RequestBudget, runWithinBudget } from './request-budget.ts';

const LIMIT_MS = 100;

const proxy = await startDatabaseProxy(testDatabaseUri());
// The driver's own limits stay long, so that only the budget can end a wait.
const connection = await connectDatabase({
  uri: proxy.uri,
  databaseName: `bounded-${new ObjectId().toHexString()}`,
  log: pino({ level: 'silent' }),
  patient: true,
});
const rows = connection.db.collection('rows');
beforeEach(async () => void (await rows.insertMany([{}, {}, {}])));
afterEach(() => proxy.restore());
afterAll(async () => {
  await connection.db.dropDatabase();
  await connection.close();
  await proxy.close();
});

/** In a request that may wait for 100 ms. */
const outcomeOf = (work: () => Promise<unknown>) =>
  runWithinBudget(new RequestBudget(LIMIT_MS), work).catch((error: unknown) => error);

const OPERATIONS: Readonly<Record<string, (mongo: MongoClient) => Promise<unknown>>> = {
  'a read of one document': () => rows.findOne(),
  'a list': () => rows.find().sort({ _id: 1 }).toArray(),
  'a write': () => rows.updateOne({}, { $set: { a: 1 } }),
  'a write that reads': () => rows.findOneAndDelete({}),
  'an aggregation': () => rows.aggregate([{ $match: {} }]).toArray(),
  'a command': () => connection.db.command({ count: 'rows' }),
  'a bulk write of a collection': () => rows.bulkWrite([{ insertOne: { document: {} } }], { ordered: false }),
  'a bulk write of the client': (mongo) =>
    mongo.bulkWrite([{ name: 'insertOne', namespace: rows.namespace, document: {} }]),
};

describe('while the database does not answer, the budget of a request ends', () => {
  it.each(Object.entries(OPERATIONS))('%s', async (_, operate) => {
    proxy.stall();
    expect(isDatabaseUnavailable(await outcomeOf(() => operate(connection.mongo)))).toBe(true);
  });

  it('the next part of a list', async () => {
    const outcome = await outcomeOf(async () => {
      const cursor = rows.find({}, { batchSize: 1 });
      await cursor.next();
      proxy.stall('getMore');
      return cursor.toArray();
    });
    expect(outcome).toBeInstanceOf(DatabaseTooSlowError);
  });
});

it('outside a request an operation waits for as long as the database needs', async () => {
  proxy.stall();
  const read = rows.findOne();
  expect(await outcomeOf(() => rows.findOne())).toBeInstanceOf(DatabaseTooSlowError);
  await proxy.restore();
  expect(await read).not.toBeNull();
});
