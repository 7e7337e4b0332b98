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

/** The patched engine stays here between runs of tests and benchmarks: it is 36 MB and does not change. */
export const LIBRARY_CACHE = fileURLToPath(
  new URL('../../node_modules/.cache/foyer/embedded-mongodb', import.meta.url),
);

/**
 * Vitest's global set-up: one database server for the whole run, because starting an engine for each file takes longer than the tests.
 * With `MONGODB_URI` set, the tests run against that server.
 */
export default async function provideDatabase(project: TestProject): Promise<() => Promise<void>> {
  const uri = process.env['MONGODB_URI'];
  if (uri) {
    project.provide('databaseUri', uri);
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
