import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { renderReport } from './report.ts';
import { newestFullResults, readResults, resultsFileName, type Results } from './results.ts';

const DOCUMENT = fileURLToPath(new URL('../docs/performance.md', import.meta.url));
const BEGIN = /<!-- bench: (\S+\.json), written by `npm run bench -- --document` -->/;
const END = '<!-- bench: end -->';

/** `document` with the tables of `results` between its two marks. The first mark names the file of these results. */
export async function withReport(document: string, results: Results): Promise<string> {
  const begin = BEGIN.exec(document);
  const end = document.indexOf(END);
  if (begin === null || end < begin.index)
    throw new Error(
      'docs/performance.md has no place for the tables: it needs the two marks of bench/performance-document.ts',
    );
  const mark = begin[0].replace(shownResults(document), resultsFileName(results));
  return `${document.slice(0, begin.index)}${mark}\n\n${await renderReport(results)}\n${document.slice(end)}`;
}

/** The file of the results whose tables the document shows. */
export function shownResults(document: string): string {
  const name = BEGIN.exec(document)?.[1];
  if (name === undefined) throw new Error('docs/performance.md does not name the results of its tables');
  return name;
}

/** Writes the tables of the newest full run into docs/performance.md. */
export async function updatePerformanceDocument(): Promise<void> {
  const newest = await newestFullResults();
  if (newest === null)
    throw new Error('There is no full run in bench/results yet: `npm run bench` makes one.');
  await writeFile(DOCUMENT, await withReport(await readPerformanceDocument(), await readResults(newest)));
}

export async function readPerformanceDocument(): Promise<string> {
  return readFile(DOCUMENT, 'utf8');
}
