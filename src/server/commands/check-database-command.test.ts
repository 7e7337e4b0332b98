import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { withDatabaseName } from '../../testing/database/process-database.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/database/database.ts';
import { freePorts } from '../../testing/run/free-ports.ts';
import { collectionsOf } from '../database/collections.ts';
import { ensureIndexes } from '../database/indexes.ts';
import { testDatabaseUri } from '../../testing/database/uri.ts';
import { serverProgram } from '../../testing/run/server-program.ts';

/** The real processes, in a folder without `.env`. */
describe('npm run server -- check-database', { timeout: 60_000 }, () => {
  let folder: string;
  let database: TestDatabase;
  beforeEach(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'foyer-test-'));
    database = await createTestDatabase();
  });
  afterEach(async () => {
    await database.drop();
    await rm(folder, { recursive: true, force: true });
  });

  async function run(program: readonly string[], settings: Record<string, string>) {
    const { PATH, HOME } = process.env;
    const fixed = { PATH, HOME, DATA_DIR: path.join(folder, 'data'), DEMO: 'off', LOG_LEVEL: 'silent' };
    const ended = promisify(execFile)(process.execPath, program, {
      cwd: folder,
      env: { ...fixed, ...settings },
    });
    return ended.then(
      ({ stdout: out, stderr: error }) => ({ code: 0, out, error }),
      ({ code, stdout: out, stderr: error }: { code: number; stdout: string; stderr: string }) => ({
        code,
        out,
        error,
      }),
    );
  }
  const check = (settings: Record<string, string>) =>
    run([...serverProgram('commands/main'), 'check-database'], settings);

  const uriOf = ({ db }: TestDatabase) => withDatabaseName(testDatabaseUri(), db.databaseName);

  it('exits with 0 for a database that this version can use', async () => {
    await ensureIndexes(collectionsOf(database.db));
    const checkRun = await check({ MONGODB_URI: uriOf(database) });
    expect(checkRun).toEqual({ code: 0, out: 'This version can start on this database.\n', error: '' });
  });

  it('names duplicates and exits with 1, and the server refuses to start with the same message', async () => {
    const users = database.db.collection('users');
    await users.insertMany([{ email: 'twice@example.test' }, { email: 'twice@example.test' }]);
    const MONGODB_URI = uriOf(database);
    const fault =
      'email_unique_text of the collection users cannot be made: 1 value of email is in more than one';

    const checkRun = await check({ MONGODB_URI });
    expect(checkRun).toMatchObject({ code: 1, error: expect.stringContaining(fault) });
    expect(await database.db.listCollections().toArray()).toMatchObject([{ name: 'users' }]);
    expect(await users.indexes()).toHaveLength(1);

    const serverRun = await run(serverProgram('main'), { MONGODB_URI, PORT: String(await freePorts(1)) });
    expect(serverRun).toMatchObject({ code: 1, error: expect.stringContaining(fault) });
    for (const { out, error } of [checkRun, serverRun]) {
      expect(`${out}${error}`).not.toContain('    at ');
      expect(`${out}${error}`).not.toContain('twice@');
    }
  });

  it('exits with 2 when the database does not answer', { tags: 'all' }, async () => {
    const { code, error } = await check({ MONGODB_URI: 'mongodb://127.0.0.1:9/foyer' });
    expect([code, error]).toEqual([
      2,
      expect.stringContaining('The database at 127.0.0.1:9 does not answer'),
    ]);
  });

  it('creates nothing when there is no database yet', async () => {
    const { code, out } = await check({});
    expect([code, out]).toEqual([0, 'There is no database yet. The first start makes one.\n']);
    expect(await readdir(folder)).toEqual([]);
  });
});
