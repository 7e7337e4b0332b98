import { check } from 'prettier';
import { describe, expect, it } from 'vitest';
import { readReasons } from './missed-goals.ts';
import { renderReport } from './report.ts';
import { aRun } from './testing/a-run.ts';

/** The cells of the first row that starts with `first`. */
function row(report: string, first: string): string[] {
  const lines = report.split('\n').filter((line) => line.startsWith(`| ${first}`));
  expect(lines).not.toEqual([]);
  return (lines[0] ?? '')
    .split('|')
    .slice(2, -1)
    .map((cell) => cell.trim());
}

describe('the report', () => {
  it('has the figures of each server, with the floor', async () => {
    const report = await renderReport(aRun());
    expect(row(report, '**Foyer** `session.get`, cookie').slice(0, 7)).toEqual([
      '900',
      '1.10 (0.90–1.20)',
      '0.60',
      '3.00',
      '9.00',
      '80 + 40',
      '0.25',
    ]);
    expect(report).not.toContain('Express');
  });

  it('shows each goal as met or missed', async () => {
    const report = await renderReport(aRun());
    expect(row(report, 'the same, requests/s')).toEqual([
      '≥ 1.30',
      '1.10 (0.90–1.20)',
      '–',
      '3',
      '**missed**',
    ]);
    expect(row(report, "CPU of Auth.js's")).toEqual(['≥ 5.00', '5.00', '2.75 (2.25–3.00)', '3', 'met']);
    expect(row(report, "sign-in page's first load")).toEqual([
      '≤ 90 kB (moonshot 84 kB)',
      '150 kB',
      '–',
      '1',
      '**missed**',
    ]);
    expect(row(report, 'on a slow network: layout shift').slice(0, 2)).toEqual(['≤ 0', '0 (0–0.0020)']);
    expect(row(report, 'its form is there').slice(0, 2)).toEqual(['yes', 'no']);
    expect(row(report, 'resident memory, idle').slice(0, 2)).toEqual(['≤ 100 MB', '95 MB (94–96)']);
  });

  it('lists the missed goals with their reasons', async () => {
    const [, list = ''] = (await renderReport(aRun())).split('Missed, and why:\n\n');
    const reasons = await readReasons();
    expect(list.split('\n\n')[0]).toContain(`in single calls: ${reasons['check-batch']}`);
  });

  it('shows that the processes were warm', async () => {
    const report = await renderReport(aRun());
    expect(report).toMatch(/batch of 5 `session.get` +\| +100,000 \| 400, 82, 80 \| settled \|/);
    expect(report).toContain('The seed of the orders is 7.');
  });

  it('explains its columns', async () => {
    const report = await renderReport(aRun());
    expect(report).toContain('2 cores (A Processor), 8 GB');
    expect(row(report, "Clerk's")).toEqual(['0.0', '0.0', '404.0', '404.0', '363.6', '–']);
    expect(row(report, 'Better Auth UI')).toEqual(['0.3', '8.0', '230.0', '238.3', '214.5', '–']);
    expect(row(report, "**Foyer**'s four signed-out pages").slice(0, 4)).toEqual([
      '1.0',
      '10.0',
      '149.0',
      '160.0',
    ]);
    expect(row(report, '400 ms latency, 50 kB/s')).toEqual([
      'form visible, ms',
      'script ready, ms',
      'layout shift',
    ]);
    expect(row(report, 'the same at commit 4ae41a9')).toEqual(['1,000', '2,000 (2,000–3,000)', '0']);
    expect(row(report, 'Better Auth, scrypt')).toEqual(['30', '90', '2.00', '90']);
    expect(row(report, 'Better Auth, mail code')).toEqual(['300', '9.0', '1.0']);
    expect(row(report, '**Foyer**, password')).toEqual(['250', '9.0', '1.0']);
    expect(report).toContain('Start to ready 1.20 s (5e47be0: 2.00 s)');
    expect(report).not.toContain('rough');
    expect(await renderReport(aRun({ kind: 'quick' }))).toContain('rough');
  });

  it('omits parts that were not measured', async () => {
    const { machine, versions } = aRun();
    const report = await renderReport({
      format: 1,
      date: '2026-11-20T10:00:00.000Z',
      kind: 'part',
      seconds: 1,
      machine,
      versions,
    });
    expect(report).not.toContain('|');
  });

  it('is formatted as the documents are', async () => {
    expect(await check(await renderReport(aRun()), { parser: 'markdown', printWidth: 110 })).toBe(true);
  });
});
