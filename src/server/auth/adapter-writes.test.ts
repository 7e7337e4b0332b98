import { MongoDBAdapter } from '@auth/mongodb-adapter';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { startScriptedDeployment } from '../../testing/faults/scripted-deployment.ts';
import { connectDatabase } from '../database/connect.ts';

const EVERY_JOURNALED = { w: 1, j: true };
const MOST_JOURNALED = { w: 'majority', j: true };

it.each([
  ['standalone', EVERY_JOURNALED],
  ['replica set', MOST_JOURNALED],
  ['sharded cluster', MOST_JOURNALED],
] as const)('the adapter for MongoDB writes to a %s with %j', async (kind, expected) => {
  await using deployment = await startScriptedDeployment(kind);
  const connection = await connectDatabase({ uri: deployment.uri, log: pino({ level: 'silent' }) });
  const { createUser } = MongoDBAdapter(connection.mongo, { databaseName: 'foyer' });
  await createUser?.({ id: '1', email: 'ada@example.test', emailVerified: null });
  await connection.close();

  expect(deployment.commands).toMatchObject([{ insert: 'users', writeConcern: expected }]);
});
