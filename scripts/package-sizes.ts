import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { format, resolveConfig } from 'prettier';
import { measureEntries, PROJECT, type EntrySize } from './package-build.ts';

const DOCUMENT = path.join(PROJECT, 'docs/app.md');
const PLACE = /(<!-- sizes:[^>]*-->)[\s\S]*?(<!-- sizes: end -->)/;

/** The sizes that docs/app.md states, in bytes. */
export async function readPackageSizes(): Promise<EntrySize[]> {
  const [table = ''] = PLACE.exec(await readFile(DOCUMENT, 'utf8')) ?? [];
  const rows = table.matchAll(/`foyer-auth\/([a-z]+)` *\| *([\d.]+) kB *\| *([\d.]+) kB/g);
  return [...rows].map(([, entry = '', alone = '', withDependencies = '']) => ({
    entry: entry as EntrySize['entry'],
    alone: Number(alone) * 1000,
    withDependencies: Number(withDependencies) * 1000,
  }));
}

/** Measures the entries and writes their sizes into docs/app.md. */
export async function writePackageSizes(): Promise<void> {
  const kB = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`;
  const rows = (await measureEntries()).map(
    ({ entry, alone, withDependencies }) =>
      `| \`foyer-auth/${entry}\` | ${kB(alone)} | ${kB(withDependencies)} |`,
  );
  const table = `| entry | minified, gzip | with what it imports |\n| --- | --: | --: |\n${rows.join('\n')}`;
  const document = await readFile(DOCUMENT, 'utf8');
  const text = document.replace(
    PLACE,
    (_all, start: string, end: string) => `${start}\n\n${table}\n\n${end}`,
  );
  await writeFile(DOCUMENT, await format(text, { ...(await resolveConfig(DOCUMENT)), parser: 'markdown' }));
}
