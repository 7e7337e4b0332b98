import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { pino } from 'pino';
import type { TestProject } from 'vitest/node';
import {
  startEmbeddedDatabase,
  type EmbeddedDatabase,
} from '../../server/development/embedded-database/start-embedded-database.ts';
import { makeDatabaseFolder } from './folder.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The MongoDB servers of the test run. Each worker uses one (`database-uri.ts`). */
    databaseUris: readonly string[];
  }
}

/** The patched engine stays here between runs of tests and benchmarks: it is 36 MB and does not change. */
export const LIBRARY_CACHE = fileURLToPath(
  new URL('../../node_modules/.cache/foyer/embedded-mongodb', import.meta.url),
);

/**
 * Vitest's global set-up: one database server for each worker, because starting an engine for each file takes longer than the tests. The embedded engine keeps
 * the files of dropped databases open (about 100 for each app) and aborts at the limit of open files, so one engine is too few for the whole run.
 * With `MONGODB_URI` set, the tests run against that server.
 */
export default async function provideDatabase(project: TestProject): Promise<() => Promise<void>> {
  const uri = process.env['MONGODB_URI'];
  if (uri) {
    project.provide('databaseUris', [uri]);
    return () => Promise.resolve();
  }
  const directory = await makeDatabaseFolder();
  const engines: EmbeddedDatabase[] = [];
  for (let worker = 0; worker < project.vitest.config.maxWorkers; worker++) {
    const own = path.join(directory, String(worker));
    await mkdir(own);
    engines.push(
      await startEmbeddedDatabase({
        directory: own,
        log: pino({ level: 'warn' }),
        libraryCache: LIBRARY_CACHE,
      }),
    );
  }
  project.provide(
    'databaseUris',
    engines.map((engine) => engine.uri),
  );
  return async () => {
    await Promise.all(engines.map((engine) => engine.close()));
    await rm(directory, { recursive: true, force: true });
  };
}
