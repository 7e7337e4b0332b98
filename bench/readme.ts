import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { renderReport } from './report.ts';
import { newestFullResults, type Results } from './results.ts';

const README = fileURLToPath(new URL('../README.md', import.meta.url));
const BEGIN = '<!-- bench: written by `npm run bench -- --readme` -->';
const END = '<!-- bench: end -->';

/** `readme` with the tables of `results` between its two marks. */
export async function withReport(readme: string, results: Results | null): Promise<string> {
  const [begin, end] = [readme.indexOf(BEGIN), readme.indexOf(END)];
  if (begin === -1 || end < begin)
    throw new Error(`README.md has no place for the tables: ${BEGIN} … ${END}`);
  const report = results ? await renderReport(results) : 'Not measured at full length yet.\n';
  return `${readme.slice(0, begin)}${BEGIN}\n\n${report}\n${readme.slice(end)}`;
}

/** Writes the tables of the newest full run into the README. */
export async function updateReadme(): Promise<void> {
  await writeFile(README, await withReport(await readFile(README, 'utf8'), await newestFullResults()));
}

export async function readReadme(): Promise<string> {
  return readFile(README, 'utf8');
}
