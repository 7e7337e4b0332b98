import { MongoClient, MongoNetworkError, ObjectId, type Collection } from 'mongodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testDatabaseUri } from '../database/uri.ts';
import { USES_EMBEDDED_ENGINE } from '../database/process-database.ts';
import { uniqueName } from '../run/unique-name.ts';
import { startFailoverProxy, type FailoverProxy, type FaultPlan } from './failover-proxy.ts';

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
async function addUnder(plan: FaultPlan) {
  const _id = new ObjectId();
  await rows.insertOne({ _id, count: 0 });
  proxy.arm(plan);
  const answer: unknown = await rows
    .findOneAndUpdate({ _id }, { $inc: { count: 1 } }, { returnDocument: 'after' })
    .catch((error: unknown) => error);
  const commands = proxy.disarm().map(({ name }) => name);
  return { answer, commands, filter: { _id }, row: await rows.findOne({ _id }) };
}

describe.skipIf(!USES_EMBEDDED_ENGINE)('the proxy that plays failover (embedded engine only)', () => {
  it.each(['reply-cut', 'interrupted'] as const)(
    'recognises a write whose answer was lost (%s), and answers the first answer again',
    async (fault) => {
      const { answer, row, commands } = await addUnder({ after: () => fault });
      expect([answer, commands]).toEqual([row, ['findAndModify']]);
      expect(row).toMatchObject({ count: 1 });
    },
  );

  it('loses the answer for good where the driver gives up, or where a write has no number', async () => {
    const { answer, row, filter } = await addUnder({ after: () => 'given-up' });
    expect(answer).toBeInstanceOf(MongoNetworkError);
    expect(row).toMatchObject({ count: 1 });

    proxy.arm({ after: ({ isWrite }) => (isWrite ? 'reply-cut' : null) });
    await expect(rows.updateMany(filter, { $inc: { count: 1 } })).rejects.toThrow(MongoNetworkError);
    expect(proxy.disarm()).toMatchObject([{ name: 'update', isRepeatable: false }]);
    expect(await rows.findOne(filter)).toMatchObject({ count: 2 });
  });
});
