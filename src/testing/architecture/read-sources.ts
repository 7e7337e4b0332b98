import { readdir, readFile } from 'node:fs/promises';
import { parseSource, type SourceFile } from './source-file.ts';

const SERVER = new URL('../../server/', import.meta.url);

/** The modules of the server, parsed, without tests. */
export async function readSources(): Promise<SourceFile[]> {
  const files = (await readdir(SERVER, { recursive: true })).filter((file) =>
    /(?<!\.test|\.test-d)\.ts$/.test(file),
  );
  return Promise.all(
    files.map(async (file) =>
      parseSource({ path: `src/server/${file}`, text: await readFile(new URL(file, SERVER), 'utf8') }),
    ),
  );
}
