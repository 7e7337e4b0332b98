// @module-tag all
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import os from 'node:os';
import { join } from 'node:path';
import type { Db, Document } from 'mongodb';
import { describe, expect, it } from 'vitest';
import { collectionsOf } from '../../server/database/collections.ts';
import { MIGRATIONS } from '../../server/database/migrations/list.ts';
import type { Progress } from '../../server/database/migrations/migration.ts';
import { withDatabaseName } from '../app/process-database.ts';
import { createTestDatabase } from '../app/database.ts';
import { freePorts } from '../app/free-ports.ts';
import { startServerProcess } from '../faults/server-process.ts';
import { DUMPS, readDump, restoreDump } from './dump.ts';

const NOW = new Date();

async function contentOf(db: Db): Promise<Record<string, Document[]>> {
  const content: Record<string, Document[]> = {};
  for (const { name } of await db.listCollections({}, { nameOnly: true }).toArray())
    content[name] = await db.collection(name).find().sort({ _id: 1 }).toArray();
  return content;
}

/** Runs every migration to its end, each batch this many times. */
async function migrate(db: Db, times: number): Promise<Record<string, Document[]>> {
  const context = { collections: collectionsOf(db), now: () => NOW };
  for (const { runBatch } of MIGRATIONS) {
    let progress: Progress | null = null;
    do {
      const before: Progress | null = progress;
      for (let time = 0; time < times; time++) progress = await runBatch(context, before);
    } while (progress !== null);
  }
  return contentOf(db);
}

/** The fields of migrated rows that are removed or changed, which the previous version still needs. */
function missingIn(after: unknown, before: unknown, path: string): string[] {
  const isPlain =
    typeof before === 'object' && before !== null && !('_bsontype' in before) && !(before instanceof Date);
  if (!isPlain) return JSON.stringify(after) === JSON.stringify(before) ? [] : [path];
  if (typeof after !== 'object' || after === null) return [path];
  return Object.entries(before).flatMap(([key, value]) =>
    missingIn((after as Record<string, unknown>)[key], value, `${path}.${key}`),
  );
}

describe.each((await readdir(DUMPS)).toSorted())('the migrations on the database of %s', (file) => {
  it('give the same rows when each batch runs twice, as after a kill', async () => {
    const dump = await readDump(new URL(file, DUMPS));
    await using once = await createTestDatabase();
    await using twice = await createTestDatabase();
    await restoreDump(once.db, dump, NOW);
    await restoreDump(twice.db, dump, NOW);
    expect(await migrate(twice.db, 2)).toEqual(await migrate(once.db, 1));
  });

  it('leave everything that the previous version reads as it was', async () => {
    await using database = await createTestDatabase();
    await restoreDump(database.db, await readDump(new URL(file, DUMPS)), NOW);
    const before = await contentOf(database.db);
    const after = await migrate(database.db, 1);
    const missing = Object.entries(before).flatMap(([name, rows]) =>
      rows.flatMap((row) => {
        const migrated = after[name]?.find(({ _id }) => String(_id) === String(row['_id']));
        return missingIn(migrated, row, `${name} ${String(row['_id'])}`);
      }),
    );
    expect(missing).toEqual([]);
  });

  it('run when the server starts, and its people are still signed in', { timeout: 90_000 }, async () => {
    const dump = await readDump(new URL(file, DUMPS));
    await using database = await createTestDatabase();
    await restoreDump(database.db, dump);
    const folder = await mkdtemp(join(os.tmpdir(), 'foyer-upgrade-'));
    const port = await freePorts(1);
    const uri = withDatabaseName(database.uri, database.db.databaseName);
    const server = await startServerProcess({
      folder,
      port,
      // On https, cookies are still named so by default.
      settings: { MONGODB_URI: uri, AUTH_SECRET: dump.authSecret, DEMO: 'off', COOKIE_PREFIX: 'foyer' },
    });
    try {
      const cookie = Object.entries(dump.browsers['mail-only'] ?? {})
        .map(([name, value]) => `${name}=${value}`)
        .join('; ');
      const answer = await fetch(`http://localhost:${port}/trpc/session.get`, { headers: { cookie } });
      expect(await answer.json()).toMatchObject({
        result: { data: { user: { email: 'mail-only@example.test' } } },
      });
      await expect
        .poll(() => database.db.collection('migrations').countDocuments({ doneAt: { $ne: null } }))
        .toBe(MIGRATIONS.length);
    } finally {
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    }
  });
});
