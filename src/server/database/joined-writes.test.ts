import { Long, MongoClientBulkWriteError, MongoServerError, ObjectId, type MongoClient } from 'mongodb';
import { pino } from 'pino';
import { describe, expect } from 'vitest';
import { it } from '../../testing/app/fixture.ts';
import { canJoinWrites } from '../../testing/database/joined-writes.ts';
import { startSession } from '../../testing/users/sessions.ts';
import { aUserDocument } from '../../testing/users/users.ts';
import { startScriptedDeployment } from '../../testing/faults/scripted-deployment.ts';
import { connectDatabase } from './connect.ts';
import { createJoinedWrites, insertWrite, updateWrite, type JoinedWrite } from './joined-writes.ts';

describe('writes to several collections', () => {
  it('are done in their order, up to the first that a unique index refuses', async ({ app, skip }) => {
    skip(!(await canJoinWrites(app)), 'MongoDB 7 gets single commands');
    const { users } = app.deps.collections;
    const [person, other] = [aUserDocument(), aUserDocument()];
    const rename = (name: string) => updateWrite(users, { _id: person._id }, { $set: { name } });
    expect(await app.deps.joinedWrites.send([insertWrite(users, person), rename('Grace')])).toBe(true);
    const again = [insertWrite(users, other), insertWrite(users, person), rename('Ada')];
    expect(await app.deps.joinedWrites.send(again)).toBe(false);
    expect(await users.findOne({ _id: person._id })).toMatchObject({ name: 'Grace' });
    expect(await users.countDocuments({ _id: other._id })).toBe(1);
  });

  it('answer false when an update finds no document', async ({ app }) => {
    const { users } = app.deps.collections;
    const update = updateWrite(users, { _id: new ObjectId() }, { $set: { name: 'Ada' } });
    expect(await app.deps.joinedWrites.send([update])).toBe(false);
  });

  it.for([
    [59, 1],
    [189, 2],
  ] as const)(
    'are asked for as long as the server may have the command (error %i)',
    async ([code, asked]) => {
      const calls: unknown[] = [];
      const bulkWrite = (writes: readonly JoinedWrite[]) => {
        calls.push(writes);
        const error = new MongoClientBulkWriteError({ message: 'refused' });
        error.cause = new MongoServerError({ message: 'refused', code });
        return Promise.reject(error);
      };
      const joined = createJoinedWrites({ bulkWrite } as unknown as MongoClient);
      const outcomes = [await joined.send([]).catch(String), await joined.send([]).catch(String)];
      expect(calls).toHaveLength(asked);
      expect(outcomes.every((outcome) => outcome === false)).toBe(code === 59);
    },
  );

  it('are sent again after a failover, under the write concern of a replica set', async () => {
    await using deployment = await startScriptedDeployment('replica set');
    const log = pino({ level: 'silent' });
    const { mongo, db, close } = await connectDatabase({ uri: deployment.uri, log });
    const failure = { ok: 0, code: 10107, codeName: 'NotWritablePrimary', errmsg: 'not primary' };
    deployment.answerOnce('bulkWrite', { ...failure, errorLabels: ['RetryableWriteError'] });
    const counts = { nInserted: 1, nMatched: 0, nModified: 0, nUpserted: 0, nDeleted: 0 };
    const cursor = { id: Long.ZERO, ns: 'admin.$cmd.bulkWrite', firstBatch: [] };
    deployment.answer('bulkWrite', { ...counts, cursor });
    const writes = [insertWrite(db.collection('rows'), { _id: new ObjectId() })];
    expect(await createJoinedWrites(mongo).send(writes)).toBe(true);
    const sent = { bulkWrite: 1, ordered: true, txnNumber: 1, writeConcern: { w: 'majority', j: true } };
    expect(deployment.commands).toMatchObject([sent, sent]);
    await close();
  });

  it('name what the database refused, because the log shows causes', async () => {
    const refused = new MongoClientBulkWriteError({ message: 'a write error' });
    refused.writeErrors = new Map([[0, { code: 121, message: 'Document failed validation' }]]);
    const mongo = { bulkWrite: () => Promise.reject(refused) } as unknown as MongoClient;
    const error: unknown = await createJoinedWrites(mongo)
      .send([])
      .catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ cause: { code: 121, message: 'Document failed validation' } });
  });

  it('are done one by one on a server without the command (MongoDB 7)', async ({ app }) => {
    const { activity, events, users } = app.deps.collections;
    const person = aUserDocument();
    await users.insertOne(person);
    await startSession({ ...app.deps, joinedWrites: { send: () => Promise.resolve(false) } }, person);
    expect(await activity.countDocuments({ userId: person._id, kind: 'sign-in' })).toBe(1);
    expect(await events.countDocuments({ subject: person._id })).toBe(1);
    expect(await users.findOne({ _id: person._id })).toMatchObject({ outbox: [], eventSequence: 1 });
  });
});
