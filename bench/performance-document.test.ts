import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  allDocuments,
  documentsWithPlaces,
  placesIn,
  readDocument,
  renderPlace,
  unexplainedIn,
  withReport,
} from './performance-document.ts';
import { newestResults, readResults, resultsFileName, saveResults, type Results } from './results.ts';
import { aRun } from './testing/a-run.ts';

// There may be newer results: whoever runs a benchmark decides whether a document shows it.
it('the figures in the documents are those of the results that they name, and each missed goal has its reason', async () => {
  const documents = await documentsWithPlaces();
  expect(documents).toContain('docs/performance.md');
  for (const file of documents) {
    const document = await readDocument(file);
    for (const { name, file: shown } of placesIn(document)) {
      const results = shown === null ? null : await readResults(shown);
      expect(document).toBe(await withReport(document, name, results));
      if (results !== null) expect(await unexplainedIn(name, results)).toEqual([]);
    }
  }
});

/** Limits, settings and examples of output, which are no measurements. */
const NO_MEASUREMENTS = [
  'has 3,500 ms for name, connection',
  'took longer than 3500 ms',
  '204 in 12 ms',
  'written together, at most 100 ms after',
  'last 100 ms. While nobody reads',
  'lb_try_interval 100ms',
  'dial_timeout 500ms',
];
const FIGURE =
  /\d ?(?:ms|µs|req\/s|requests\/s)\b|\d [a-z-]+ a second|\d MB of memory|\d (?:times|×) (?:as|the|that)\b/;

it('no document has a typed figure of a measurement', async () => {
  const typed: string[] = [];
  for (const file of await allDocuments()) {
    const document = await readDocument(file);
    // What stands before tells the settings of the benchmark.
    const from = file === 'docs/performance.md' ? document.indexOf('## Figures') : 0;
    const text = document.slice(from).replaceAll(/<!-- ([\w-]+): \S[\s\S]*?<!-- \1: end -->/g, '');
    const lines = text.split('\n').filter((line) => FIGURE.test(line));
    typed.push(...lines.filter((line) => !NO_MEASUREMENTS.some((words) => line.includes(words))));
  }
  expect(typed).toEqual([]);
});

describe('a place of a document', () => {
  const mark = (name: string, file: string) =>
    `<!-- ${name}: ${file}, written by \`npm run bench -- --document\` -->`;
  const document = `# Foyer\n\n${mark('bench', 'no run yet')}\n\nold\n<!-- bench: end -->\n\nrest\n`;

  it('gets the tables of a run, and nothing else changes', async () => {
    const written = await withReport(document, 'bench', aRun());
    expect(written).toContain(await renderPlace('bench', aRun()));
    expect(placesIn(written)).toEqual([{ name: 'bench', file: resultsFileName(aRun()) }]);
    expect(written.startsWith('# Foyer\n\n<!--') && written.endsWith('end -->\n\nrest\n')).toBe(true);
    expect(await withReport(written, 'bench', null)).toBe(await withReport(document, 'bench', null));
    expect(await withReport(document, 'bench', null)).toContain('There is no run yet.');
  });

  it('needs its two marks', async () => {
    await expect(withReport('# Foyer\n', 'bench', aRun())).rejects.toThrow('two marks');
  });
});

const isFull = ({ kind }: Results) => kind === 'full';

it('stores each run in its own file, also on the same day, and finds the newest full one', async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'foyer-test-'));
  try {
    expect(await newestResults(isFull, folder)).toBeNull();
    const morning = aRun({ date: '2026-11-20T08:00:00.000Z' });
    const evening = aRun({ date: '2026-11-20T20:00:00.000Z' });
    const quick = aRun({ date: '2026-11-21T08:00:00.000Z', kind: 'quick' });
    for (const run of [evening, morning, quick]) await saveResults(run, folder);
    expect(await newestResults(isFull, folder)).toBe(resultsFileName(evening));
    expect(await readResults(resultsFileName(morning), folder)).toEqual(morning);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
