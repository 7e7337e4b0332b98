import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Db, MongoClient } from 'mongodb';
import { pino } from 'pino';
import { startEmbeddedDatabase } from '../src/server/development/embedded-database/start-embedded-database.ts';
import { LIBRARY_CACHE } from '../src/testing/database/server.ts';
import { withDatabaseName } from '../src/testing/database/process-database.ts';

/**
 * The driver of the project. The installed peers have a copy of their own, and the project would not recognise the
 * errors of that copy (`instanceof MongoServerError`).
 */
const driver = createRequire(new URL('../src/server/', import.meta.url))('mongodb') as {
  readonly MongoClient: typeof MongoClient;
};
/** Linux counts CPU time in hundredths of a second on every machine (`man 5 proc`, USER_HZ). */
const US_PER_TICK = 10_000;

export type BenchDatabase = Awaited<ReturnType<typeof startDatabase>>;

/**
 * The database server that all measurements share.
 * @param givenUri the URI of a server to use instead of the embedded engine
 */
export async function startDatabase(directory: string, givenUri: string | undefined) {
  const engine = givenUri
    ? null
    : await startEmbeddedDatabase({ directory, log: pino({ level: 'warn' }), libraryCache: LIBRARY_CACHE });
  const uri = engine?.uri ?? givenUri ?? '';
  // Seeding needs no durability.
  const mongo = await new driver.MongoClient(uri, { writeConcern: { w: 1, journal: false } }).connect();
  const { version } = (await mongo.db('admin').command({ buildInfo: 1 })) as { version: string };
  const names = new Set<string>();
  return {
    /** The name in the report. */
    description: `${engine ? 'embedded ' : ''}MongoDB ${version}`,
    /** A database for this run. It is removed at the end. */
    use(purpose: string): { readonly uri: string; readonly db: Db } {
      const name = `foyer_bench_${process.pid}_${purpose}`;
      names.add(name);
      return { uri: withDatabaseName(uri, name), db: mongo.db(name) };
    },
    /** The CPU time of its process so far; `null` when unknown. */
    cpuUs: async (): Promise<number | null> => {
      const pid = engine?.pid();
      if (pid === undefined || pid === null) return null;
      const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null);
      if (stat === null) return null;
      // The process name before these fields is in brackets and may contain spaces.
      const [user, system] = stat
        .slice(stat.lastIndexOf(')') + 2)
        .split(' ')
        .slice(11, 13);
      return (Number(user) + Number(system)) * US_PER_TICK;
    },
    async close(): Promise<void> {
      if (!engine) for (const name of names) await mongo.db(name).dropDatabase();
      await mongo.close();
      await engine?.close();
    },
  };
}
