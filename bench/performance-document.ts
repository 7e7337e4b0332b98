import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { renderReport } from './report.ts';
import { newestResults, readResults, resultsFileName, type Results } from './results.ts';

const DOCUMENT = fileURLToPath(new URL('../docs/performance.md', import.meta.url));

/** What a place of the document shows of a run. */
const SHOWN = {
  /** The tables about pages. They may come from a run of these parts alone, so a change of the pages needs no whole run. */
  'first-page': ({ format, date, kind, seconds, machine, versions, pages, firstPage }: Results): Results => ({
    format,
    date,
    kind,
    seconds,
    machine,
    versions,
    ...(pages && { pages }),
    ...(firstPage && { firstPage }),
  }),
  /** All other tables, from a whole run. */
  bench: (results: Results): Results => {
    const { pages: _pages, firstPage: _firstPage, ...others } = results;
    return others;
  },
} as const;

export type Place = keyof typeof SHOWN;
export const PLACES = Object.keys(SHOWN) as Place[];

const beginOf = (place: Place) =>
  new RegExp(`<!-- ${place}: (\\S+\\.json), written by \`npm run bench -- --document\` -->`);

/** The tables of a place. */
export function renderPlace(place: Place, results: Results): Promise<string> {
  return renderReport(SHOWN[place](results));
}

/** `document` with the tables of `results` between the two marks of a place. The first mark names the file of these results. */
export async function withReport(document: string, place: Place, results: Results): Promise<string> {
  const begin = beginOf(place).exec(document);
  const end = document.indexOf(`<!-- ${place}: end -->`);
  if (begin === null || end < begin.index)
    throw new Error(
      `docs/performance.md has no place for the tables: it needs the two marks of ${place} in bench/performance-document.ts`,
    );
  const mark = begin[0].replace(shownResults(document, place), resultsFileName(results));
  return `${document.slice(0, begin.index)}${mark}\n\n${await renderPlace(place, results)}\n${document.slice(end)}`;
}

/** The file of the results whose tables a place shows. */
export function shownResults(document: string, place: Place): string {
  const name = beginOf(place).exec(document)?.[1];
  if (name === undefined) throw new Error(`docs/performance.md does not name the results of ${place}`);
  return name;
}

/** Writes the tables of the newest runs into docs/performance.md. */
export async function updatePerformanceDocument(): Promise<void> {
  const whole = await newestResults((results) => results.kind === 'full');
  const pages = await newestResults(
    (results) => results.kind !== 'quick' && Boolean(results.pages && results.firstPage),
  );
  if (whole === null || pages === null)
    throw new Error('There is no full run in bench/results yet: `npm run bench` makes one.');
  let document = await withReport(await readPerformanceDocument(), 'bench', await readResults(whole));
  document = await withReport(document, 'first-page', await readResults(pages));
  await writeFile(DOCUMENT, document);
}

export async function readPerformanceDocument(): Promise<string> {
  return readFile(DOCUMENT, 'utf8');
}
