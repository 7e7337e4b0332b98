import { pino } from 'pino';
import { describe, expect, inject, it } from 'vitest';
import { withDatabaseName } from '../../testing/app/process-database.ts';
import { createTestDatabase } from '../../testing/app/database.ts';
import { connectDatabase } from './connect.ts';

const log = pino({ level: 'silent' });
/** The discard port: nothing listens there. */
const NOBODY = '127.0.0.1:9';

describe('connecting to the database', () => {
  it('takes the database from the path of the URI, else foyer', async () => {
    const uri = withDatabaseName(inject('databaseUri'), 'some_name');
    await using named = await disposable(uri);
    await using unnamed = await disposable(uri.replace('/some_name', '/'));

    expect(named.name).toBe('some_name');
    expect(unnamed.name).toBe('foyer');
  });

  it('does not leave an undefined condition out of a filter, which would then match everything', async () => {
    // The test's own connection complains about undefined.
    await using database = await createTestDatabase();
    const uri = inject('databaseUri');
    const { db, close } = await connectDatabase({ uri, databaseName: database.db.databaseName, log });
    const things = db.collection('things');
    await things.insertOne({ name: 'somebody' });
    expect(await things.findOne({ name: undefined })).toBeNull();
    expect(await things.deleteMany({ name: undefined })).toMatchObject({ deletedCount: 0 });
    await close();
  });

  it('names the host and not the password when nobody answers', async () => {
    const refused = connectDatabase({ uri: `mongodb://ann:s3cret@${NOBODY}/foyer`, log });
    await expect(refused).rejects.toThrow(`The database at ${NOBODY} does not answer`);
    await expect(refused).rejects.not.toThrow('s3cret');
  });

  it.each([
    'mysql://ann:s3cret@host/foyer',
    'mongodb://ann:s3cret@',
    'mongodb://ann:s3cret@host/?foo=bar',
    's3cret',
  ])('says that %s is no connection string, without the password', async (uri) => {
    const refused = connectDatabase({ uri, log });
    await expect(refused).rejects.toThrow('MONGODB_URI is not a MongoDB connection string');
    await expect(refused).rejects.not.toThrow('s3cret');
  });
});

async function disposable(uri: string): Promise<{ name: string } & AsyncDisposable> {
  const { db, close } = await connectDatabase({ uri, log });
  return { name: db.databaseName, [Symbol.asyncDispose]: close };
}
