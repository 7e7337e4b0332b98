import { readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { MongoServerError } from 'mongodb';
import { afterAll, expect, it } from 'vitest';
import { createTestDatabase } from '../../../testing/database/database.ts';
import { folderOfFile } from '../../../testing/run/temporary-folder.ts';
import { createVault } from '../../crypto/encryption.ts';
import { collectionsOf } from '../collections.ts';
import { writeDump } from './write-dump.ts';

const folder = folderOfFile();
const database = await createTestDatabase();
afterAll(() => database.drop());

/** `beforeAudit` is called before the dump reads the audit log. */
async function dump(name: string, beforeAudit: () => void = () => {}, signal?: AbortSignal): Promise<void> {
  const collections = collectionsOf(database.db);
  const { audit } = collections;
  const find = (...args: Parameters<typeof audit.find>) => {
    beforeAudit();
    return audit.find(...args);
  };
  const watched = new Proxy(audit, {
    get: (target, key) => (key === 'find' ? find : Reflect.get(target, key, target)),
  });
  const vault = createVault(['a secret, which is as long as it must be']);
  const deps = { mongo: database.mongo, collections: { ...collections, audit: watched }, vault };
  await writeDump({ ...deps, now: () => new Date() }, path.join(folder, name), signal);
}

it('refuses a name that is taken before it reads anything', async () => {
  await writeFile(path.join(folder, 'taken'), 'mine');
  await expect(
    dump('taken', () => {
      throw new Error('it has read');
    }),
  ).rejects.toThrow('is there already');
});

it('leaves nothing when it is stopped', async () => {
  const stopped = new AbortController();
  await expect(dump('stopped.gz', () => stopped.abort(), stopped.signal)).rejects.toThrow('was stopped');
  expect((await readdir(folder)).filter((name) => name.startsWith('stopped'))).toEqual([]);
});

it('names the setting when the database has lost the moment of the dump', async () => {
  const tooOld = new MongoServerError({ message: 'Read timestamp is older than the oldest', code: 239 });
  const dumping = dump('old', () => {
    throw tooOld;
  });
  await expect(dumping).rejects.toThrow('Raise minSnapshotHistoryWindowInSeconds');
});
