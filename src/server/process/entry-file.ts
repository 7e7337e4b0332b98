import { createRequire } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';

const EXTENSION = import.meta.url.endsWith('.ts') ? 'ts' : 'js';

/**
 * The file that a child process or thread starts from: JavaScript after the build, TypeScript before it. Node
 * 22.18 and later run TypeScript without tsx; Node 20 does not.
 */
interface EntryFile {
  readonly path: string;
  readonly execArgv: readonly string[];
}

/** @param url the URL of the file without its extension */
export function entryFile(url: URL): EntryFile {
  const path = `${fileURLToPath(url)}.${EXTENSION}`;
  if (EXTENSION === 'js') return { path, execArgv: [] };
  const tsx = createRequire(import.meta.url).resolve('tsx');
  return { path, execArgv: ['--import', pathToFileURL(tsx).href] };
}
