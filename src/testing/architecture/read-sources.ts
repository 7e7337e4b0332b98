import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseSource, type SourceFile } from './source-file.ts';

/** All TypeScript files of the project, parsed. */
export async function readSources(): Promise<SourceFile[]> {
  const top = new URL('../../../', import.meta.url);
  const folders = ['src/', 'package/src/', 'e2e/', 'bench/', 'interop/', 'scripts/'];
  const found = await Promise.all(
    folders.map((folder) => readdir(new URL(folder, top), { recursive: true, withFileTypes: true })),
  );
  const paths = found
    .flat()
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name).slice(fileURLToPath(top).length))
    .filter((file) => !file.includes('node_modules/'));
  return Promise.all(
    paths.map(async (file) => parseSource({ path: file, text: await readFile(new URL(file, top), 'utf8') })),
  );
}
