import { describe, expect, it } from 'vitest';
import { readReadme, withReport } from './readme.ts';
import { renderReport } from './report.ts';
import { newestFullResults } from './results.ts';
import { aRun } from './testing/a-run.ts';

describe("the README's tables", () => {
  it('are what the newest full run says', async () => {
    const readme = await readReadme();
    expect(readme).toBe(await withReport(readme, await newestFullResults()));
  });

  it('take the place of the former ones, and of nothing else', async () => {
    const readme = await readReadme();
    const written = await withReport(readme, aRun());
    expect(written).toContain(await renderReport(aRun()));
    expect(await withReport(written, await newestFullResults())).toBe(readme);
  });

  it('need their place', async () => {
    await expect(withReport('# Foyer\n', aRun())).rejects.toThrow('no place');
  });
});
