import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { withDatabaseName } from '../../testing/database/process-database.ts';
import { createTestDatabase } from '../../testing/database/database.ts';
import { startDatabaseProxy } from '../../testing/faults/database-proxy.ts';
import { connectDatabase } from './connect.ts';
import { testDatabaseUri } from '../../testing/database/uri.ts';

const log = pino({ level: 'silent' });
/** The discard port, where nothing listens. */
const CLOSED_PORT = '127.0.0.1:9';

describe('connecting to the database', () => {
  it('uses the database name in the URI, or foyer without one', async () => {
    const uri = withDatabaseName(testDatabaseUri(), 'some_name');
    await using named = await disposable(uri);
    await using unnamed = await disposable(uri.replace('/some_name', '/'));

    expect(named.name).toBe('some_name');
    expect(unnamed.name).toBe('foyer');
  });

  it('matches nothing with an undefined condition in a filter', async () => {
    // The connection of `createTestDatabase` throws for undefined.
    await using database = await createTestDatabase();
    const uri = testDatabaseUri();
    const { db, close } = await connectDatabase({ uri, databaseName: database.db.databaseName, log });
    const things = db.collection('things');
    await things.insertOne({ name: 'somebody' });
    expect(await things.findOne({ name: undefined })).toBeNull();
    expect(await things.deleteMany({ name: undefined })).toMatchObject({ deletedCount: 0 });
    await close();
  });

  it('logs once that the database is away, and once that it is back', async () => {
    const proxy = await startDatabaseProxy(testDatabaseUri());
    const logged: unknown[] = [];
    const write = (line: string) => void logged.push((JSON.parse(line) as { msg: string }).msg);
    const { close } = await connectDatabase({ uri: proxy.uri, log: pino({ level: 'info' }, { write }) });
    await proxy.cut();
    await expect.poll(() => logged).toEqual(['the database is unavailable']);
    await proxy.restore();
    await expect
      .poll(() => logged)
      .toEqual(['the database is unavailable', 'the database is available again']);
    await close();
    await proxy.close();
  });

  it('throws an error with the host but not the password when no server answers', async () => {
    const uri = `mongodb://ann:s3cret@${CLOSED_PORT}/foyer`;
    const connecting = connectDatabase({ uri, log, answerWithinMs: 100 });
    await expect(connecting).rejects.toThrow(`The database at ${CLOSED_PORT} does not answer`);
    await expect(connecting).rejects.not.toThrow('s3cret');
  });

  it('takes an @ in an option', async () => {
    const uri = `mongodb://ann:s3cret@${CLOSED_PORT}/foyer?appName=@foyer@&tls=false`;
    await expect(connectDatabase({ uri, log, answerWithinMs: 100 })).rejects.toThrow(
      `The database at ${CLOSED_PORT} does not answer`,
    );
  });

  const AMBIGUOUS = 'Write each @ of the user name and the password as %40';
  const INVALID = 'MONGODB_URI is not a MongoDB connection string';
  it.each([
    // The driver takes a part of the password for the host.
    ['mongodb://ann:s3@cret@host/foyer', AMBIGUOUS],
    ['mongodb+srv://ann@cret:s3@cret/', AMBIGUOUS],
    ['mongodb://ann:s3@/cret@host', AMBIGUOUS],
    [`mongodb://${CLOSED_PORT}/foyer?w=1&journal=false`, 'MONGODB_URI turns the journal off'],
    [`mongodb://${CLOSED_PORT}/foyer?w=1&j=false`, 'MONGODB_URI turns the journal off'],
    [`mongodb://${CLOSED_PORT}/foyer?w=1&fsync=false`, 'MONGODB_URI turns the journal off'],
    // It can show ended sessions.
    [`mongodb://${CLOSED_PORT}/foyer?readPreference=secondaryPreferred`, 'Leave out readPreference'],
    [`mongodb://${CLOSED_PORT}/foyer?readPreference=nearest`, 'Leave out readPreference'],
    [`mongodb://${CLOSED_PORT}/foyer?readConcernLevel=available`, 'Leave out readConcernLevel'],
    ['mysql://ann:s3cret@host/foyer', INVALID],
    ['mongodb://ann:s3cret@', INVALID],
    ['mongodb://ann:s3cret@host/?foo=bar', INVALID],
    ['s3cret', INVALID],
  ])('refuses the URI %s without naming a password: %s', async (uri, words) => {
    const connecting = connectDatabase({ uri, log });
    await expect(connecting).rejects.toThrow(words);
    await expect(connecting).rejects.not.toThrow('cret');
  });
});

async function disposable(uri: string): Promise<{ name: string } & AsyncDisposable> {
  const { db, close } = await connectDatabase({ uri, log });
  return { name: db.databaseName, [Symbol.asyncDispose]: close };
}
