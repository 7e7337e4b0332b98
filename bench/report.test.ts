import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { judgeGoals } from './goals.ts';
import { PRODUCTION_NODE } from './node.ts';
import { renderReport } from './report.ts';
import { OPERATORS_FLAGS } from './start-servers.ts';
import { PARTS, readResults, type Results, type ServerId, type SessionMeasurement } from './results.ts';

/** Rounds with the same CPU time: 80 µs of the server and 40 µs of the database, or as `more` says. */
function sessionOf(
  server: ServerId,
  perSecond: readonly number[],
  more: Partial<SessionMeasurement & { cpuUs: number; databaseCpuUs: number | null; p50Ms: number }> = {},
): SessionMeasurement {
  const { cpuUs = 80, databaseCpuUs = 40, p50Ms = 3, ...cell } = more;
  const round = { p50Ms, p99Ms: 9, cpuUs, databaseCpuUs, generatorBusy: 0.2 };
  return {
    server,
    sessions: 100,
    visitors: 10,
    connections: 32,
    ...cell,
    rounds: perSecond.map((each) => ({ ...round, perSecond: each })),
  };
}

/** `[name, median, met]` of the goals that these figures decide. */
const judged = (session: readonly SessionMeasurement[]) =>
  judgeGoals({ session: [sessionOf('floor', [1, 1, 1], { connections: 1 }), ...session] }).map(
    ({ goal, measured, met }) => [goal.name, measured.median, met],
  );

it('decides a goal by the median of the ratios of its rounds', () => {
  const throughput = 'the same, requests/s over the floor';
  const floor = sessionOf('floor', [1000, 500, 1000], { cpuUs: 160, databaseCpuUs: 40 });
  const fast = judged([floor, sessionOf('foyer', [1200, 650, 1400])]);
  expect(fast).toContainEqual([throughput, 1.3, true]);
  expect(fast).toContainEqual(["`session.get` by cookie, CPU over the floor's", 0.6, true]);
  expect(judged([floor, sessionOf('foyer', [1200, 649, 1400])])).toContainEqual([throughput, 1.298, false]);
});

it('decides no goal that was not measured', () => {
  expect(judged([])).toEqual([]);
  const unknown = [
    sessionOf('foyer', [1], { databaseCpuUs: null }),
    sessionOf('auth-js', [1], { databaseCpuUs: null }),
  ];
  expect(judged(unknown)).toEqual([]);
});

it('compares growth by as many used sessions with few as with many', () => {
  const sizes = (visitors: number) => [
    sessionOf('floor', [1], { cpuUs: 200, sessions: 10 }),
    sessionOf('foyer', [1], { sessions: 10 }),
    sessionOf('floor', [1], { cpuUs: 320, sessions: 1000, visitors }),
    sessionOf('foyer', [1], { cpuUs: 160, sessions: 1000, visitors }),
  ];
  expect(judged(sizes(10)).map(([, measured]) => measured)).toEqual([0.9]); // 360 / 200 against 240 / 120
  expect(judged(sizes(20))).toEqual([]);
});

it('has the figures of each server, and says which goals are missed', async () => {
  const { date, machine } = await readResults('core');
  const results: Results = {
    date,
    machine,
    versions: { 'Better Auth': '1.7.7' },
    session: [
      sessionOf('floor', [1000, 500, 1000], { cpuUs: 160 }),
      sessionOf('floor', [4000, 4000, 4000], { connections: 1, p50Ms: 0.2 }),
      sessionOf('foyer', [900, 600, 1100]),
      sessionOf('foyer', [3000, 3000, 3000], { connections: 1, p50Ms: 0.25 }),
    ],
  };
  const report = (await renderReport(results)).replaceAll(/ +/g, ' ');
  expect(report).toContain('; Better Auth 1.7.7');
  expect(report).toContain(
    '| **Foyer** `session.get`, cookie | 900 | 1.10 (0.90–1.20) | 0.60 | 3.00 | 9.00 | 80 + 40 | 0.25 |',
  );
  expect(report).toContain('| ≥ 1.30 | 1.10 (0.90–1.20) | 3 | **missed** |');
  expect(report).toContain('| ≤ 1.25 | 1.25 | 3 | met |');
});

it('docs/performance.md shows the figures of each part (`npm run bench` writes both)', async () => {
  const document = await readFile(new URL('../docs/performance.md', import.meta.url), 'utf8');
  for (const part of PARTS) expect(document).toContain(await renderReport(await readResults(part)));
});

it('measures Foyer as the Dockerfile, `npm start` and `foyer-server` run it', async () => {
  const read = (file: string) => readFile(new URL(`../${file}`, import.meta.url), 'utf8');
  expect(await read('Dockerfile')).toContain(`FROM node:${PRODUCTION_NODE}-`);
  for (const file of ['Dockerfile', 'package.json', 'src/server/commands/start-server.ts'])
    expect((await read(file)).match(/--(?:max-semi-space-size=\d+|no-allocation-site-pretenuring)/g)).toEqual(
      OPERATORS_FLAGS,
    );
});
