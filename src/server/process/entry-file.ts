import { createRequire } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';

const EXTENSION = import.meta.url.endsWith('.ts') ? 'ts' : 'js';

/** JavaScript after the build, TypeScript before it, which Node 20 cannot run without tsx (22.18 can). */
interface EntryFile {
  readonly path: string;
  readonly execArgv: readonly string[];
}

export function entryFile(url: URL): EntryFile {
  const path = `${fileURLToPath(url)}.${EXTENSION}`;
  if (EXTENSION === 'js') return { path, execArgv: [] };
  const tsx = createRequire(import.meta.url).resolve('tsx');
  return { path, execArgv: ['--import', pathToFileURL(tsx).href] };
}
