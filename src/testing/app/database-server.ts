import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { pino } from 'pino';
import type { TestProject } from 'vitest/node';
import { startEmbeddedDatabase } from '../../server/database/embedded/start-embedded-database.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The MongoDB server that the whole test run shares. */
    databaseUri: string;
  }
}

/** Kept between runs, of tests and of benchmarks: the patched engine is 36 MB and always the same. */
export const LIBRARY_CACHE = fileURLToPath(
  new URL('../../node_modules/.cache/foyer/embedded-mongodb', import.meta.url),
);

/**
 * Vitest's global set-up: one database server for the whole run, because an engine a file costs more than the tests.
 * With `MONGODB_URI` set, the tests run against that server.
 */
export default async function provideDatabase(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env['MONGODB_URI'];
  if (given) {
    project.provide('databaseUri', given);
    return () => Promise.resolve();
  }
  const directory = await mkdtemp(path.join(os.tmpdir(), 'foyer-test-'));
  const engine = await startEmbeddedDatabase({
    directory,
    log: pino({ level: 'warn' }),
    libraryCache: LIBRARY_CACHE,
  });
  project.provide('databaseUri', engine.uri);
  return async () => {
    await engine.close();
    await rm(directory, { recursive: true, force: true });
  };
}
