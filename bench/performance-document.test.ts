import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { readPerformanceDocument, shownResults, withReport } from './performance-document.ts';
import { renderReport } from './report.ts';
import { newestFullResults, readResults, resultsFileName, saveResults } from './results.ts';
import { aRun } from './testing/a-run.ts';

describe('the tables of docs/performance.md', () => {
  // There may be newer results: whoever runs a benchmark decides whether the document shows it.
  it('are those of the results that the document names', async () => {
    const document = await readPerformanceDocument();
    expect(document).toBe(await withReport(document, await readResults(shownResults(document))));
  });

  it('replace the earlier tables, and nothing else', async () => {
    const document = await readPerformanceDocument();
    const written = await withReport(document, aRun());
    expect(written).toContain(await renderReport(aRun()));
    expect(shownResults(written)).toBe(resultsFileName(aRun()));
    expect(await withReport(written, await readResults(shownResults(document)))).toBe(document);
  });

  it('need their two marks', async () => {
    await expect(withReport('# Foyer\n', aRun())).rejects.toThrow('no place');
  });
});

it('stores each run in its own file, also on the same day, and finds the newest full one', async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'foyer-test-'));
  try {
    expect(await newestFullResults(folder)).toBeNull();
    const morning = aRun({ date: '2026-11-20T08:00:00.000Z' });
    const evening = aRun({ date: '2026-11-20T20:00:00.000Z' });
    const quick = aRun({ date: '2026-11-21T08:00:00.000Z', kind: 'quick' });
    for (const run of [evening, morning, quick]) await saveResults(run, folder);
    expect(await newestFullResults(folder)).toBe(resultsFileName(evening));
    expect(await readResults(resultsFileName(morning), folder)).toEqual(morning);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
