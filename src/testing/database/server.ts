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
    /** The servers of the test run. Each worker uses one. */
    databaseUris: readonly string[];
  }
}

/** Keeps the patched engine between runs of tests and benchmarks: 36 MB that do not change. */
export const LIBRARY_CACHE = fileURLToPath(
  new URL('../../node_modules/.cache/foyer/embedded-mongodb', import.meta.url),
);

/**
 * Vitest's global set-up: one database server for each worker, because starting one for each file takes too
 * long. One engine for all is too few: it keeps about 100 files of each dropped database open, and aborts at
 * the limit of open files. With `MONGODB_URI`, the tests use that server.
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
