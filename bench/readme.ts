import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { renderReport } from './report.ts';
import { newestFullResults, readResults, resultsFileName, type Results } from './results.ts';

const README = fileURLToPath(new URL('../README.md', import.meta.url));
const BEGIN = /<!-- bench: (\S+\.json), written by `npm run bench -- --readme` -->/;
const END = '<!-- bench: end -->';

/**
 * Returns `readme` with the tables of `results` between its two marks. The first mark names the file of the
 * results.
 */
export async function withReport(readme: string, results: Results): Promise<string> {
  const begin = BEGIN.exec(readme);
  const end = readme.indexOf(END);
  if (begin === null || end < begin.index)
    throw new Error(`README.md has no place for the tables: it needs the two marks of bench/readme.ts`);
  const mark = begin[0].replace(shownResults(readme), resultsFileName(results));
  return `${readme.slice(0, begin.index)}${mark}\n\n${await renderReport(results)}\n${readme.slice(end)}`;
}

/** The file of the results whose tables the README shows. */
export function shownResults(readme: string): string {
  const name = BEGIN.exec(readme)?.[1];
  if (name === undefined) throw new Error('README.md does not say which results its tables show');
  return name;
}

/** Writes the tables of the newest full run into the README. */
export async function updateReadme(): Promise<void> {
  const newest = await newestFullResults();
  if (newest === null)
    throw new Error('There is no full run in bench/results yet: `npm run bench` makes one.');
  await writeFile(README, await withReport(await readReadme(), await readResults(newest)));
}

export async function readReadme(): Promise<string> {
  return readFile(README, 'utf8');
}
