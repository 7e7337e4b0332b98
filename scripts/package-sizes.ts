import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { format, resolveConfig } from 'prettier';
import { measureEntries, PROJECT, type EntrySize } from './package-build.ts';

const README = path.join(PROJECT, 'README.md');
const PLACE = /(<!-- sizes:[^>]*-->)[\s\S]*?(<!-- sizes: end -->)/;

/** The sizes that the README states, in bytes. */
export async function readPackageSizes(): Promise<EntrySize[]> {
  const [table = ''] = PLACE.exec(await readFile(README, 'utf8')) ?? [];
  const rows = table.matchAll(/`foyer-auth\/(client|react|server)` *\| *([\d.]+) kB *\| *([\d.]+) kB/g);
  return [...rows].map(([, entry = '', alone = '', withDependencies = '']) => ({
    entry: entry as EntrySize['entry'],
    alone: Number(alone) * 1000,
    withDependencies: Number(withDependencies) * 1000,
  }));
}

/** Measures them and puts them into the README. */
export async function writePackageSizes(): Promise<void> {
  const kB = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`;
  const rows = (await measureEntries()).map(
    ({ entry, alone, withDependencies }) =>
      `| \`foyer-auth/${entry}\` | ${kB(alone)} | ${kB(withDependencies)} |`,
  );
  const table = `| entry | minified, gzip | with what it imports |\n| --- | --: | --: |\n${rows.join('\n')}`;
  const readme = await readFile(README, 'utf8');
  const text = readme.replace(PLACE, (_all, start: string, end: string) => `${start}\n\n${table}\n\n${end}`);
  await writeFile(README, await format(text, { ...(await resolveConfig(README)), parser: 'markdown' }));
}
