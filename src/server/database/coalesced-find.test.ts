import { Long, ObjectId, type Collection } from 'mongodb';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { createTestDatabase } from '../../testing/database/database.ts';
import {
  startScriptedDeployment,
  type ScriptedDeployment,
} from '../../testing/faults/scripted-deployment.ts';
import { coalesceFind } from './coalesced-find.ts';
import { connectDatabase } from './connect.ts';
import { makeToken } from '../../testing/users/access-tokens.ts';
import { createTestApp, type TestApp } from '../../testing/app/test-app.ts';
import { hashToken } from '../crypto/secrets.ts';
import { findStoredCredential } from './credential-reads.ts';

interface Row {
  readonly _id: ObjectId;
  readonly key: string;
  readonly value: number;
}

/** Creates the rows `k0`, `k1`, …. `filters` collects the filters that reach the database. */
async function open(rows: number) {
  const database = await createTestDatabase();
  const collection: Collection<Row> = database.db.collection('rows');
  await collection.createIndex({ key: 1 }, { unique: true });
  const documents = Array.from({ length: rows }, (_, value) => ({
    _id: new ObjectId(),
    key: `k${value}`,
    value,
  }));
  if (rows > 0) await collection.insertMany(documents);
  const filters: unknown[] = [];
  database.mongo.on('commandStarted', ({ command }) => {
    if (command['find'] === 'rows') filters.push(command['filter']);
  });
  const find = coalesceFind(collection, 'key', ({ key }) => key);
  return { collection, filters, find, [Symbol.asyncDispose]: () => database.drop() };
}

test('look-ups in one turn of the event loop become one find, and each gets its own document', async () => {
  await using rows = await open(3);
  const found = await Promise.all(['k2', 'absent', 'k0', 'k2'].map(rows.find));
  expect(found.map((row) => row?.value ?? null)).toEqual([2, null, 0, 2]);
  expect(rows.filters).toEqual([{ key: { $in: ['k2', 'absent', 'k0'] } }]);
});

test('a single look-up uses an equality filter', async () => {
  await using rows = await open(1);
  expect((await rows.find('k0'))?.value).toBe(0);
  expect(rows.filters).toEqual([{ key: 'k0' }]);
});

test('2,500 look-ups return all documents, in three finds', async () => {
  await using rows = await open(2500);
  const found = await Promise.all(Array.from({ length: 2500 }, (_, value) => rows.find(`k${value}`)));
  expect(found.every((row, value) => row?.value === value)).toBe(true);
  expect(rows.filters).toHaveLength(3);
});

test('a look-up returns the state after earlier writes, also while an earlier look-up runs', async () => {
  await using rows = await open(50);
  for (let value = 0; value < 50; value++) {
    const before = rows.find(`k${value}`);
    const remove = rows.collection.deleteOne({ key: `k${value}` }).then(() => rows.find(`k${value}`));
    const [, after] = await Promise.all([before, remove]);
    expect(after, `k${value} was deleted before its look-up`).toBeNull();
  }
});

test('a failed find rejects all its look-ups, and the next look-up starts a new find', async () => {
  await using deployment = await startScriptedDeployment('replica set');
  await using rows = await openAt(deployment);
  deployment.answer('find', { ok: 0, code: 13, errmsg: 'not authorized' });
  const failed = await Promise.allSettled([rows.find('k0'), rows.find('k1')]);
  expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(deployment.commands, 'this error is not answered by a second read').toHaveLength(1);
  deployment.answer('find', answerWith(ROW));
  expect(await rows.find('k0')).toEqual(ROW);
});

const ROW = { _id: new ObjectId(), key: 'k0', value: 0 };
const NAMESPACE = 'foyer.rows';
const answerWith = (...firstBatch: Row[]) => ({ cursor: { id: Long.ZERO, ns: NAMESPACE, firstBatch } });

/** At a server that answers what the test says. */
async function openAt(deployment: ScriptedDeployment, options = '') {
  const { db, close } = await connectDatabase({
    uri: deployment.uri + options,
    log: pino({ level: 'silent' }),
  });
  const find = coalesceFind<Row>(db.collection('rows'), 'key', ({ key }) => key);
  return { find, [Symbol.asyncDispose]: close };
}

test.each([
  ['replica set', { ok: 0, code: 10107, codeName: 'NotWritablePrimary', errmsg: 'not primary' }],
  ['sharded cluster', { ok: 0, code: 91, codeName: 'ShutdownInProgress', errmsg: 'shutdown' }],
] as const)('on a %s, a second read follows one that failed because of a failover', async (kind, failure) => {
  await using deployment = await startScriptedDeployment(kind);
  await using rows = await openAt(deployment, '&readConcernLevel=majority');
  deployment.answerOnce('find', failure);
  deployment.answer('find', answerWith(ROW));
  expect(await Promise.all(['k0', 'absent'].map(rows.find))).toEqual([ROW, null]);

  const filter = { key: { $in: ['k0', 'absent'] } };
  const inherited = { readConcern: { level: 'majority' }, lsid: { id: expect.anything() } };
  expect(deployment.commands).toMatchObject([
    { find: 'rows', filter, ...inherited, limit: 2 },
    { find: 'rows', filter, ...inherited },
  ]);
  const preferences = deployment.commands.map(({ $readPreference }) => $readPreference as unknown);
  expect(preferences[0]).toEqual(preferences[1]);
});

test('a document that an answer of 16 MB left out is found', async () => {
  await using deployment = await startScriptedDeployment('replica set');
  await using rows = await openAt(deployment);
  const left = { _id: new ObjectId(), key: 'k1', value: 1 };
  // MongoDB's answer to `limit: 2` when only the first document fits in: the cursor stays open.
  deployment.answerOnce('find', {
    cursor: { id: Long.fromNumber(2 ** 60), ns: NAMESPACE, firstBatch: [ROW] },
  });
  deployment.answer('find', answerWith(ROW, left));
  expect(await Promise.all(['k0', 'k1'].map(rows.find))).toEqual([ROW, left]);
  const commands = deployment.commands.map((command) => Object.keys(command)[0]);
  expect(commands).toHaveLength(3);
  expect(new Set(commands)).toEqual(new Set(['find', 'killCursors']));
});

/** Signs in some users, and counts the reads of each collection from then on. */
async function signedIn(app: TestApp, people: number) {
  const hashes = await Promise.all(
    Array.from({ length: people }, async (_, person) => {
      const agent = await app.signInByMail(`person-${person}@example.test`);
      return hashToken(agent.cookies.get('foyer.session') ?? '');
    }),
  );
  const reads = { sessions: 0, users: 0 };
  app.deps.mongo.on('commandStarted', ({ command }) => {
    const name: unknown = command['find'];
    if (name === 'sessions' || name === 'users') reads[name]++;
  });
  return { hashes, reads, collections: app.deps.collections };
}

test('concurrent requests cost one read of sessions and one of users', async () => {
  await using app = await createTestApp();
  const { hashes, reads, collections } = await signedIn(app, 8);
  const expected = [...hashes.map((_, person) => `person-${person}@example.test`), null];
  for (const round of [1, 2]) {
    const found = await Promise.all(
      [...hashes, 'unknown'].map((hash) => findStoredCredential(collections, 'sessions', hash)),
    );
    expect(found.map((stored) => stored?.user?.email ?? null)).toEqual(expected);
    expect(reads).toEqual({ sessions: round, users: round });
  }
});

test('the owner of a session is cached, but both documents are read each time', async () => {
  await using app = await createTestApp();
  const { hashes, collections } = await signedIn(app, 1);
  const [hash = ''] = hashes;
  const read = () => findStoredCredential(collections, 'sessions', hash);
  expect((await read())?.user?.name).toBeNull();
  await collections.users.updateMany({}, { $set: { name: 'Grace' } });
  expect((await read())?.user?.name).toBe('Grace');
  await collections.users.deleteMany({});
  expect(await read()).toMatchObject({ user: null });
  await collections.sessions.deleteMany({});
  expect([await read(), await read()]).toEqual([null, null]);
});

test('an access token is read in the same way, but not as a session', async () => {
  await using app = await createTestApp();
  const agent = await app.signInByMail('script@example.test');
  const { token } = await makeToken(app, agent);
  const { collections } = app.deps;
  const read = () => findStoredCredential(collections, 'accessTokens', hashToken(token));
  expect((await read())?.user?.email).toBe('script@example.test');
  expect((await read())?.user?.email, 'with the cached owner').toBe('script@example.test');
  expect(await findStoredCredential(collections, 'sessions', hashToken(token))).toBeNull();
  await collections.accessTokens.deleteMany({});
  expect(await findStoredCredential(collections, 'accessTokens', hashToken(token))).toBeNull();
});
