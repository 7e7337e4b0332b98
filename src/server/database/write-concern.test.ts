import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { startDatabaseProxy } from '../../testing/faults/database-proxy.ts';
import {
  startScriptedDeployment,
  type ScriptedDeployment,
} from '../../testing/faults/scripted-deployment.ts';
import { createRateLimits } from '../domain/limits/rate-limits.ts';
import { connectDatabase, type DatabaseConnection } from './connect.ts';

const log = pino({ level: 'silent' });

async function open(uri: string): Promise<DatabaseConnection & AsyncDisposable> {
  const connection = await connectDatabase({ uri, log });
  return { ...connection, [Symbol.asyncDispose]: connection.close };
}

/** One write of each kind, and one by the rate limiter for each window of a count. */
async function sendWrites({ db }: DatabaseConnection, deployment: ScriptedDeployment) {
  const value = { key: 'mail-recipient-quarter:x', points: 1, expire: new Date(Date.now() + 1000) };
  deployment.answer('findAndModify', { value });
  const things = db.collection('things');
  await things.insertOne({ name: 'one' });
  await things.updateOne({}, { $set: { name: 'two' } });
  await things.findOneAndUpdate({}, { $set: { name: 'three' } });
  await things.deleteMany({});
  await createRateLimits(db).consume('mail', 'recipient', 'x');
}

const WRITES = ['insert', 'update', 'findAndModify', 'delete', 'findAndModify', 'findAndModify'];
const ONE_JOURNALED = { w: 1, j: true };
const MAJORITY_JOURNALED = { w: 'majority', j: true };

function concernsOf({ commands }: ScriptedDeployment): unknown[] {
  return commands.map((command) => {
    expect(WRITES).toContain(Object.keys(command)[0]);
    const { w, j } = command['writeConcern'] as Record<string, unknown>;
    return { w, j };
  });
}

describe('the write concern (security.md R5)', () => {
  it.each([
    ['standalone', ONE_JOURNALED],
    ['replica set', MAJORITY_JOURNALED],
    ['sharded cluster', MAJORITY_JOURNALED],
  ] as const)('on a %s is %j for every write', async (kind, expected) => {
    await using deployment = await startScriptedDeployment(kind);
    await using connection = await open(deployment.uri);

    await sendWrites(connection, deployment);

    expect(concernsOf(deployment)).toEqual(WRITES.map(() => expected));
  });

  it.each([
    ['standalone', 'replica set', MAJORITY_JOURNALED],
    ['replica set', 'standalone', ONE_JOURNALED],
  ] as const)('of a write that started on a %s that became a %s is %j', async (before, after, expected) => {
    await using deployment = await startScriptedDeployment(before);
    const proxy = await startDatabaseProxy(deployment.uri);
    {
      await using connection = await open(proxy.uri);
      const disconnected = new Promise<void>((resolve) => {
        connection.mongo.on('serverDescriptionChanged', ({ newDescription }) => {
          if (newDescription.type === 'Unknown') resolve();
        });
      });
      await proxy.cut();
      deployment.become(after);
      await disconnected;
      // No server answers yet, so the driver chooses the server later.
      const writing = sendWrites(connection, deployment);
      await proxy.restore();
      await writing;
    }
    await proxy.close();

    expect(concernsOf(deployment)).toEqual(WRITES.map(() => expected));
  });
});
