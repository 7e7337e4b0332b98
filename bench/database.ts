import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Db, MongoClient } from 'mongodb';
import { pino } from 'pino';
import { startEmbeddedDatabase } from '../src/server/development/embedded-database/start-embedded-database.ts';
import { LIBRARY_CACHE } from '../src/testing/database/server.ts';
import { withDatabaseName } from '../src/testing/database/process-database.ts';

/** The project's driver: it would not recognise the errors (`instanceof`) of the copy of the peers. */
const driver = createRequire(new URL('../src/server/', import.meta.url))('mongodb') as {
  readonly MongoClient: typeof MongoClient;
};
/** Linux counts CPU time in hundredths of a second (`man 5 proc`, USER_HZ). */
const US_PER_TICK = 10_000;

export type BenchDatabase = Awaited<ReturnType<typeof startDatabase>>;

/** Starts the database server of all measurements. With `givenUri`, uses that server instead. */
export async function startDatabase(directory: string, givenUri: string | undefined) {
  const engine = givenUri
    ? null
    : await startEmbeddedDatabase({ directory, log: pino({ level: 'warn' }), libraryCache: LIBRARY_CACHE });
  const uri = engine?.uri ?? givenUri ?? '';
  const mongo = await new driver.MongoClient(uri, { writeConcern: { w: 1, journal: false } }).connect();
  const { version } = (await mongo.db('admin').command({ buildInfo: 1 })) as { version: string };
  const names = new Set<string>();
  return {
    description: `${engine ? 'embedded ' : ''}MongoDB ${version}`,
    /** Returns a database for this run, which is removed at the end. */
    use(purpose: string): { readonly uri: string; readonly db: Db } {
      const name = `foyer_bench_${process.pid}_${purpose}`;
      names.add(name);
      return { uri: withDatabaseName(uri, name), db: mongo.db(name) };
    },
    /** The CPU time of the database process so far; `null` when unknown. */
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
