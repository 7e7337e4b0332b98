import { createRequire } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';

const EXTENSION = import.meta.url.endsWith('.ts') ? 'ts' : 'js';

/**
 * What a process or thread of ours is started from: JavaScript after the build, TypeScript before it. tsx is needless from Node 22.18 on,
 * which runs these files by itself; Node 20 does not.
 */
export interface EntryFile {
  readonly path: string;
  readonly execArgv: readonly string[];
}

/** @param url the entry's address without its extension */
export function entryFile(url: URL): EntryFile {
  const path = `${fileURLToPath(url)}.${EXTENSION}`;
  if (EXTENSION === 'js') return { path, execArgv: [] };
  const tsx = createRequire(import.meta.url).resolve('tsx');
  return { path, execArgv: ['--import', pathToFileURL(tsx).href] };
}
