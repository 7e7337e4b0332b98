import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { withDatabaseName } from '../../testing/database/process-database.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/database/database.ts';
import { freePorts } from '../../testing/run/free-ports.ts';
import { collectionsOf } from '../database/collections.ts';
import { ensureIndexes } from '../database/indexes.ts';
import { testDatabaseUri } from '../../testing/database/uri.ts';
import { runProgram, serverProgram } from '../../testing/run/server-program.ts';
import { folderOfTest } from '../../testing/run/temporary-folder.ts';

/** The real processes, in a folder without `.env`. */
describe('foyer-server check-database', { timeout: 60_000 }, () => {
  let folder: string;
  let database: TestDatabase;
  beforeEach(async () => {
    folder = folderOfTest();
    database = await createTestDatabase();
  });
  afterEach(() => database.drop());

  async function run(program: readonly string[], settings: Record<string, string>) {
    const fixed = { DATA_DIR: path.join(folder, 'data'), DEMO: 'off', LOG_LEVEL: 'silent' };
    return runProgram(program, { ...fixed, ...settings }, folder);
  }
  const check = (settings: Record<string, string>) =>
    run([...serverProgram('commands/main'), 'check-database'], settings);

  const uriOf = ({ db }: TestDatabase) => withDatabaseName(testDatabaseUri(), db.databaseName);

  it('exits with 0 for a database that this version can use', async () => {
    await ensureIndexes(collectionsOf(database.db));
    expect(await check({ MONGODB_URI: uriOf(database) })).toEqual({
      code: 0,
      stdout: 'This version can start on this database.\n',
      stderr: '',
    });
  });

  it('names duplicates and exits with 1, and the server refuses to start with the same message', async () => {
    const users = database.db.collection('users');
    await users.insertMany([{ email: 'twice@example.test' }, { email: 'twice@example.test' }]);
    const MONGODB_URI = uriOf(database);
    const fault =
      'email_unique_text of the collection users cannot be made: 1 value of email is in more than one';

    const checkRun = await check({ MONGODB_URI });
    expect(checkRun).toMatchObject({ code: 1, stderr: expect.stringContaining(fault) });
    expect(await database.db.listCollections().toArray()).toMatchObject([{ name: 'users' }]);
    expect(await users.indexes()).toHaveLength(1);

    const serverRun = await run(serverProgram('main'), { MONGODB_URI, PORT: String(await freePorts(1)) });
    expect(serverRun).toMatchObject({ code: 1, stderr: expect.stringContaining(fault) });
    for (const { stdout, stderr } of [checkRun, serverRun])
      expect(stdout + stderr).not.toMatch(/ {4}at |twice@/);
  });

  it('exits with 1 when the database does not answer', { tags: 'all' }, async () => {
    expect(await check({ MONGODB_URI: 'mongodb://127.0.0.1:9/foyer' })).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('The database at 127.0.0.1:9 does not answer'),
    });
  });

  it('creates nothing when there is no database yet', async () => {
    expect(await check({})).toMatchObject({
      code: 0,
      stdout: 'There is no database yet. The first start makes one.\n',
    });
    expect(await readdir(folder)).toEqual([]);
  });
});
