import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  PLACES,
  readPerformanceDocument,
  renderPlace,
  shownResults,
  withReport,
} from './performance-document.ts';
import { newestResults, readResults, resultsFileName, saveResults, type Results } from './results.ts';
import { aRun } from './testing/a-run.ts';

describe.each(PLACES)('the tables of docs/performance.md, %s,', (place) => {
  // There may be newer results: whoever runs a benchmark decides whether the document shows it.
  it('are those of the results that the document names', async () => {
    const document = await readPerformanceDocument();
    const shown = await readResults(shownResults(document, place));
    expect(document).toBe(await withReport(document, place, shown));
  });

  it('replace the earlier tables, and nothing else', async () => {
    const document = await readPerformanceDocument();
    const written = await withReport(document, place, aRun());
    expect(written).toContain(await renderPlace(place, aRun()));
    expect(shownResults(written, place)).toBe(resultsFileName(aRun()));
    const shown = await readResults(shownResults(document, place));
    expect(await withReport(written, place, shown)).toBe(document);
  });

  it('need their two marks', async () => {
    await expect(withReport('# Foyer\n', place, aRun())).rejects.toThrow('no place');
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
