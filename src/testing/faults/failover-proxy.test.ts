import { MongoClient, MongoNetworkError, ObjectId, type Collection, type Document } from 'mongodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testDatabaseUri } from '../database/uri.ts';
import { USES_EMBEDDED_ENGINE } from '../database/process-database.ts';
import { uniqueName } from '../run/unique-name.ts';
import {
  NOT_PRIMARY_ERRORS,
  startFailoverProxy,
  type FailoverProxy,
  type FaultPlan,
  type NotPrimaryCode,
} from './failover-proxy.ts';

interface Row {
  readonly _id: ObjectId;
  readonly count?: number;
}

let proxy: FailoverProxy;
let mongo: MongoClient;
let rows: Collection<Row>;

beforeAll(async () => {
  if (!USES_EMBEDDED_ENGINE) return;
  proxy = await startFailoverProxy(testDatabaseUri());
  mongo = new MongoClient(proxy.uri);
  rows = mongo.db(`test_${uniqueName()}`).collection('rows');
});
afterAll(async () => {
  if (!USES_EMBEDDED_ENGINE) return;
  await rows.db.dropDatabase();
  await mongo.close();
  await proxy[Symbol.asyncDispose]();
});

/** Adds one to a new row under a plan. Returns answer or error, the row, and the commands. */
async function addUnder(plan: FaultPlan, by = mongo) {
  const _id = new ObjectId();
  await rows.insertOne({ _id, count: 0 });
  proxy.arm(plan);
  const answer: unknown = await by
    .db(rows.dbName)
    .collection<Row>('rows')
    .findOneAndUpdate({ _id }, { $inc: { count: 1 } }, { returnDocument: 'after' })
    .catch((error: unknown) => error);
  const commands = proxy.disarm().map(({ name }) => name);
  return { answer, commands, filter: { _id }, row: await rows.findOne({ _id }) };
}

describe.skipIf(!USES_EMBEDDED_ENGINE)('the proxy that plays failover (embedded engine only)', () => {
  it('is a replica set to the driver, with sessions and numbered writes that the engine does not get', async () => {
    const sent: Document[] = [];
    const watched = new MongoClient(proxy.uri, { monitorCommands: true });
    watched.on('commandStarted', ({ command }) => sent.push(command));
    const { insertedCount } = await watched.db(rows.dbName).collection('rows').insertMany([{}, {}]);
    expect(insertedCount).toBe(2);
    expect(sent).toMatchObject([{ insert: 'rows', lsid: expect.anything(), txnNumber: expect.anything() }]);
    await watched.close();
  });

  it.each(Object.keys(NOT_PRIMARY_ERRORS).map(Number) as NotPrimaryCode[])(
    'refuses a write with error %i, and the driver sends it again',
    async (code) => {
      const { answer, row, commands } = await addUnder({ before: () => code });
      expect([answer, commands]).toEqual([row, ['findAndModify']]);
      expect(row).toMatchObject({ count: 1 });
    },
  );

  it.each(['reply-cut', 'interrupted'] as const)(
    'recognises a write whose answer was lost (%s), and answers the first answer again',
    async (fault) => {
      const { answer, row, commands } = await addUnder({ after: () => fault });
      expect([answer, commands]).toEqual([row, ['findAndModify']]);
      expect(row).toMatchObject({ count: 1 });
    },
  );

  it('recognises a write whose answer is late', async () => {
    const hasty = new MongoClient(proxy.uri, { socketTimeoutMS: 300 });
    const { answer, row } = await addUnder({ after: () => 'late' }, hasty);
    expect(answer).toEqual(row);
    expect(row).toMatchObject({ count: 1 });
    await hasty.close();
  });

  it('recognises the writes of several collections in one command', async () => {
    const _id = new ObjectId();
    const row: Row = { _id, count: 0 };
    const namespace = rows.namespace;
    proxy.arm({ after: () => 'reply-cut' });
    const { insertedCount, matchedCount } = await mongo.bulkWrite([
      { name: 'insertOne', namespace, document: row },
      { name: 'updateOne', namespace, filter: { _id }, update: { $inc: { count: 1 } } },
    ]);
    expect(proxy.disarm()).toMatchObject([{ name: 'bulkWrite', collections: ['rows'], isRepeatable: true }]);
    expect([insertedCount, matchedCount, await rows.findOne({ _id })]).toEqual([1, 1, { _id, count: 1 }]);
  });

  it('loses the answer for good where the driver gives up, or where a write has no number', async () => {
    const { answer, row, filter } = await addUnder({ after: () => 'given-up' });
    expect(answer).toBeInstanceOf(MongoNetworkError);
    expect(row).toMatchObject({ count: 1 });

    proxy.arm({ after: ({ isWrite }) => (isWrite ? 'reply-cut' : null) });
    await expect(rows.updateMany(filter, { $inc: { count: 1 } })).rejects.toThrow(MongoNetworkError);
    expect(proxy.disarm()).toMatchObject([{ name: 'update', isRepeatable: false }]);
    expect(await rows.findOne(filter)).toMatchObject({ count: 2 });
  });

  it('runs a write for the first time when the first try did not arrive', async () => {
    const { answer, row } = await addUnder({ before: () => 'cut' });
    expect(answer).toEqual(row);
    expect(row).toMatchObject({ count: 1 });
  });

  it('has no primary until the election ends', async () => {
    proxy.stepDown();
    const insert = rows.insertOne({ _id: new ObjectId() });
    await new Promise((resolve) => mongo.once('serverDescriptionChanged', resolve));
    proxy.elect();
    expect((await insert).acknowledged).toBe(true);
  });
});
