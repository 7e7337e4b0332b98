import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { judgeGoals } from './goals.ts';
import { readReasons, unexplained } from './missed-goals.ts';
import { majorOf, PRODUCTION_NODE } from './node.ts';
import { renderReport } from './report.ts';
import { newestResults, readResults, resultsFileName, type Results } from './results.ts';

const PROJECT = fileURLToPath(new URL('../', import.meta.url));
/** The name of a file of results, or that there is none. */
const NOTHING = 'no run yet';
const BEGIN = /<!-- ([\w-]+): (\S+\.json|no run yet), written by `npm run bench -- --document` -->/g;

/** What a place in a document shows of a run. */
interface Place {
  readonly fits: (results: Results) => boolean;
  readonly shown: (results: Results) => Results;
  /** The options of the benchmark for a new run. */
  readonly options: string;
}

function headOf({ format, date, kind, seconds, seed, machine }: Results): Results {
  return { format, date, kind, seconds, ...(seed !== undefined && { seed }), machine, versions: {} };
}

const PLACES: Readonly<Record<string, Place>> = {
  // All tables without those of pages, from a whole run.
  bench: {
    fits: ({ kind, machine }) => kind === 'full' && majorOf(machine.node) === PRODUCTION_NODE,
    shown: ({ pages: _pages, firstPage: _firstPage, ...others }) => others,
    options: '',
  },
  // They may come from a run of these parts alone, so a change of the pages needs no whole run.
  'first-page': {
    fits: ({ kind, pages, firstPage }) => kind !== 'quick' && Boolean(pages && firstPage),
    shown: ({ pages, firstPage, ...results }) => ({
      ...headOf(results),
      versions: results.versions,
      ...(pages && { pages }),
      ...(firstPage && { firstPage }),
    }),
    options: ' -- --only pages,first-page',
  },
  webhooks: {
    fits: ({ kind, webhooks }) => kind !== 'quick' && webhooks !== undefined,
    shown: ({ webhooks, ...results }) => ({ ...headOf(results), ...(webhooks && { webhooks }) }),
    options: ' -- --only webhooks',
  },
  people: {
    fits: ({ kind, people }) => kind !== 'quick' && people !== undefined,
    shown: ({ people, ...results }) => ({ ...headOf(results), ...(people && { people }) }),
    options: ' -- --only people',
  },
};

/** @throws for a name that no place has */
export function placeOf(name: string): Place {
  const place = PLACES[name];
  if (!place) throw new Error(`the benchmark writes no place ${name}`);
  return place;
}

/** The places of a document, with the results that each shows; `null` when there is no run yet. */
export function placesIn(document: string): { readonly name: string; readonly file: string | null }[] {
  return [...document.matchAll(BEGIN)].map(([, name = '', file = '']) => ({
    name,
    file: file === NOTHING ? null : file,
  }));
}

/** The text of a place. */
export async function renderPlace(name: string, results: Results | null): Promise<string> {
  const { shown, options } = placeOf(name);
  return results === null
    ? `There is no run yet. \`npm run bench${options}\` makes one.\n`
    : renderReport(shown(results));
}

/** `document` with the tables of `results` in a place. The mark of the place names the file of these results. */
export async function withReport(document: string, name: string, results: Results | null): Promise<string> {
  const begin = [...document.matchAll(BEGIN)].find(([, found]) => found === name);
  const end = document.indexOf(`<!-- ${name}: end -->`);
  if (begin?.[2] === undefined || end < begin.index)
    throw new Error(`the document needs the two marks of ${name} (bench/performance-document.ts)`);
  const mark = begin[0].replace(begin[2], results === null ? NOTHING : resultsFileName(results));
  const [before, after] = [document.slice(0, begin.index), document.slice(end)];
  return `${before}${mark}\n\n${await renderPlace(name, results)}\n${after}`;
}

/** The ids of the missed goals that a place shows without a reason. */
export async function unexplainedIn(name: string, results: Results): Promise<string[]> {
  return unexplained(judgeGoals(placeOf(name).shown(results)), await readReasons());
}

/** The README and the documents, as paths within the project. Decision records keep the figures of their day. */
export async function allDocuments(): Promise<string[]> {
  const inFolder = await readdir(path.join(PROJECT, 'docs'), { recursive: true });
  const documents = ['README.md', ...inFolder.map((file) => path.posix.join('docs', file))];
  return documents.filter((file) => file.endsWith('.md') && !file.startsWith('docs/decisions/'));
}

/** The documents that show figures. */
export async function documentsWithPlaces(): Promise<string[]> {
  const documents = await allDocuments();
  const texts = await Promise.all(documents.map(async (file) => [file, await readDocument(file)] as const));
  return texts.filter(([, text]) => placesIn(text).length > 0).map(([file]) => file);
}

export function readDocument(file: string): Promise<string> {
  return readFile(path.join(PROJECT, file), 'utf8');
}

/**
 * Writes the tables of the newest runs into all documents.
 * @throws when a goal is missed without a reason
 */
export async function updateDocuments(say: (line: string) => void): Promise<void> {
  for (const file of await documentsWithPlaces()) {
    let document = await readDocument(file);
    for (const { name } of placesIn(document)) {
      const newest = await newestResults(placeOf(name).fits);
      const results = newest === null ? null : await readResults(newest);
      const missing = results === null ? [] : await unexplainedIn(name, results);
      if (missing.length > 0)
        throw new Error(
          `${newest} misses ${missing.join(', ')}: write the reasons into bench/missed-goals.json`,
        );
      document = await withReport(document, name, results);
      say(`${file}: ${name} shows ${newest ?? NOTHING}`);
    }
    await writeFile(path.join(PROJECT, file), document);
  }
}
