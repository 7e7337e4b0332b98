import { readFile, writeFile } from 'node:fs/promises';
import { format } from 'oxfmt';
import { tableOf, withPart } from '../scripts/documents/markdown.ts';
import {
  comparedSize,
  cpuOf,
  findSession,
  judgeGoals,
  MANY_CONNECTIONS,
  sessionRatio,
  totalGzip,
  type Goal,
} from './goals.ts';
import {
  PARTS,
  readResults,
  SERVERS,
  type Measured,
  type PageMeasurement,
  type Results,
  type ServerId,
  type SessionRound,
} from './results.ts';
import { median, type Spread } from './statistics.ts';

const DOCUMENT = new URL('../docs/performance.md', import.meta.url);
const NAMES: Record<ServerId, string> = {
  floor: 'floor: `node:http` and one `findOne`',
  express: 'Express and one `findOne`',
  'auth-js': 'Auth.js `/auth/session`',
  'better-auth': 'Better Auth `get-session`',
  'better-auth-cache': 'Better Auth, cookie cache on (stale for minutes)',
  foyer: '**Foyer** `session.get`, cookie',
  'foyer-token': '**Foyer** `session.get`, access token',
  'foyer-batch': '**Foyer** batch of 5 `session.get`',
};
const PAGES: Record<PageMeasurement['page'], string> = {
  foyer: "**Foyer**'s sign-in page",
  'foyer-signed-out': "**Foyer**'s four signed-out pages",
  'auth-js': "Auth.js's built-in page (no script)",
};

/** All figures as Markdown, for the terminal and the document. */
export async function renderReport(results: Results): Promise<string> {
  const tables = [
    introduction(results),
    sessionTable(results),
    growthTable(results),
    firstRequestLine(results),
    goalTable(results),
    signInTable(results),
    processLines(results),
    pageTable(results),
    webhookLines(results),
    usersTable(results),
  ];
  const { code } = await format('tables.md', tables.filter(Boolean).join('\n\n'), { printWidth: 110 });
  return code;
}

/** Writes the tables of the newest figures into docs/performance.md, each between its two marks. */
export async function writeDocument(): Promise<void> {
  let document = await readFile(DOCUMENT, 'utf8');
  for (const part of PARTS) {
    const report = await renderReport(await readResults(part));
    document = withPart(document, part, report.trimEnd());
  }
  await writeFile(DOCUMENT, document);
}

function introduction({ date, machine, versions }: Results): string {
  const { cpu, cores, memoryGb, system, node, database } = machine;
  const peers = Object.entries(versions).map(([name, version]) => `; ${name} ${version}`);
  return (
    `${date.slice(0, 10)}, ${cores} cores (${cpu}), ${memoryGb} GB, ${system}, Node ${node}, ${database}${peers.join('')}. ` +
    'Servers, database and load generator share the cores; every answer was checked.'
  );
}

function sessionTable(results: Measured): string {
  const size = comparedSize(results);
  const rows = SERVERS.flatMap((server) => {
    const rounds = findSession(results, server)?.rounds;
    const alone = findSession(results, server, 1)?.rounds;
    if (!rounds || !alone) return [];
    const middle = (take: (round: SessionRound) => number) => median(rounds.map(take));
    return [
      [
        NAMES[server],
        count(middle(({ perSecond }) => perSecond)),
        writeSpread(sessionRatio(results, server, 'floor', ({ perSecond }) => perSecond)),
        writeSpread(sessionRatio(results, server, 'floor', cpuOf)),
        milliseconds(middle(({ p50Ms }) => p50Ms)),
        milliseconds(middle(({ p99Ms }) => p99Ms)),
        cpuTime(rounds),
        milliseconds(median(alone.map(({ p50Ms }) => p50Ms))),
      ],
    ];
  });
  return table(
    [
      `${count(size ?? 0)} sessions, ${MANY_CONNECTIONS} connections`,
      'requests/s',
      'of the floor',
      "CPU, of the floor's",
      'p50 ms',
      'p99 ms',
      'CPU µs, server + database',
      'one connection, p50 ms',
    ],
    rows,
  );
}

function cpuTime(rounds: readonly SessionRound[]): string {
  const ofDatabase = median(rounds.flatMap(({ databaseCpuUs }) => databaseCpuUs ?? []));
  return `${count(median(rounds.map(({ cpuUs }) => cpuUs)))} + ${Number.isNaN(ofDatabase) ? '?' : count(ofDatabase)}`;
}

function growthTable(results: Measured): string {
  const sizes = [...new Set(results.session?.map(({ sessions }) => sessions))].sort((a, b) => a - b);
  const rows = (['floor', 'foyer'] as const).map((server) => [
    NAMES[server],
    ...sizes.map((size) => {
      const rounds = findSession(results, server, MANY_CONNECTIONS, size)?.rounds ?? [];
      return `${count(median(rounds.map(({ perSecond }) => perSecond)))}, ${cpuTime(rounds)}`;
    }),
  ]);
  const heads = sizes.map((size) => {
    const { visitors = 0 } = findSession(results, 'foyer', MANY_CONNECTIONS, size) ?? {};
    return `${count(size)} sessions, ${count(visitors)} used`;
  });
  return sizes.length < 2 ? '' : table(['requests/s, CPU µs', ...heads], rows);
}

function firstRequestLine(results: Measured): string {
  const [foyer, floor] = (['foyer', 'floor'] as const).map((server) => {
    const found = findSession(results, server, MANY_CONNECTIONS, comparedSize(results), 'first');
    return (
      found &&
      `${count(median(found.rounds.map(({ perSecond }) => perSecond)))} requests/s with ${cpuTime(found.rounds)} µs`
    );
  });
  if (!foyer || !floor) return '';
  return `With the first request of each session in the process: Foyer ${foyer}, the floor ${floor}.`;
}

function goalTable(results: Measured): string {
  const rows = judgeGoals(results).map(({ goal, measured, met }) => [
    goal.name,
    wantedOf(goal),
    goal.unit === 'yes' ? (met ? 'yes' : 'no') : writeSpread(measured, goal.unit),
    String(measured.rounds),
    met ? 'met' : '**missed**',
  ]);
  return table(['goal', 'wanted', 'measured', 'rounds', ''], rows);
}

function wantedOf({ wanted, unit }: Goal): string {
  if (unit === 'yes') return 'yes';
  const [direction, value] = 'least' in wanted ? ['≥', wanted.least] : ['≤', wanted.most];
  return `${direction} ${inUnit(value, unit)}`;
}

function signInTable({ signIns = [], reads }: Measured): string {
  const ways = { password: 'password', 'mail-code': 'mail code', provider: 'provider' };
  const milli = (us: number) => (Number.isNaN(us) ? '?' : (us / 1000).toFixed(1));
  const rows = signIns.map(({ server, way, rounds }) => [
    `${server === 'foyer' ? '**Foyer**' : 'Better Auth'}, ${ways[way]}`,
    median(rounds.map(({ perSecond }) => perSecond)).toFixed(0),
    milli(median(rounds.map(({ cpuUs }) => cpuUs))),
    milli(median(rounds.map(({ databaseCpuUs }) => databaseCpuUs ?? Number.NaN))),
  ]);
  const signInRows = table(['sign-in by', 'sign-ins/s', 'CPU ms, server', 'CPU ms, database'], rows);
  if (!reads) return signInRows;
  const [idle, busy] = [
    median(reads.rounds.map(({ idleP99Ms }) => idleP99Ms)),
    median(reads.rounds.map(({ busyP99Ms }) => busyP99Ms)),
  ].map(milliseconds);
  return `${signInRows}\n\nThe p99 of \`session.get\` is ${idle} ms while nobody signs in, and ${busy} ms while passwords are checked.`;
}

function processLines({ memory, session }: Measured): string {
  if (!memory || !session) return '';
  const busiest = Math.max(...session.flatMap(({ rounds }) => rounds.map((round) => round.generatorBusy)));
  const [idle, loaded] = [
    median(memory.processes.map(({ idleBytes }) => idleBytes)),
    median(memory.processes.map(({ afterLoadBytes }) => afterLoadBytes)),
  ].map((bytes) => Math.round(bytes / 1e6));
  return `The load generator used at most ${Math.round(busiest * 100)} % of a core. Resident memory ${idle} MB idle, ${loaded} MB after load.`;
}

function pageTable({ pages = [] }: Measured): string {
  const kilobytes = (bytes: number) => (bytes / 1000).toFixed(1);
  const rows = pages.map((page) => [
    PAGES[page.page],
    ...[
      page.html.gzip,
      page.css.gzip,
      page.js.gzip,
      totalGzip(page),
      page.html.brotli + page.css.brotli + page.js.brotli,
      page.sentBytes,
    ].map(kilobytes),
  ]);
  return table(
    ['first load, kB', 'HTML gzip', 'CSS gzip', 'JS gzip', 'together', 'brotli', 'as it is sent'],
    rows,
  );
}

function webhookLines({ webhooks: measured }: Measured): string {
  if (!measured) return '';
  const { deliveries, aloneMs, besideMs, slowAnswerMs, slowReceived, idleP99Ms, busyP99Ms } = measured;
  const rate = (ms: number) => count((deliveries * 1000) / ms);
  const [time, wait] = [besideMs / aloneMs, busyP99Ms / idleP99Ms].map((ratio) => `${ratio.toFixed(2)} ×`);
  return `A fast webhook endpoint gets ${count(deliveries)} deliveries at ${rate(aloneMs)} a second alone, and at ${rate(besideMs)} a second beside one that takes ${(slowAnswerMs / 1000).toFixed(2)} s for each answer (${time} the time). The slow one got ${count(slowReceived)} meanwhile. The p99 of \`session.get\` is ${milliseconds(busyP99Ms)} ms then, ${wait} that of a quiet server.`;
}

function usersTable({ people: measured }: Measured): string {
  if (!measured) return '';
  const { people, repetitions, lists } = measured;
  const head = [`a page of ${count(people)} people, ${count(repetitions)} times`, 'median, ms', '95 %, ms'];
  return table(
    head,
    lists.map((each) => [each.list, milliseconds(each.medianMs), milliseconds(each.p95Ms)]),
  );
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return rows.length === 0 ? '' : tableOf(head, rows, '---:');
}

function writeSpread(spread: Spread | null, unit: Goal['unit'] = 'times'): string {
  if (spread === null) return '–';
  const [middle = '', lower = '', upper = ''] = [spread.median, spread.lower, spread.upper].map((value) =>
    inUnit(value, unit),
  );
  return lower === upper ? middle : `${middle} (${lower}–${upper})`;
}

const inUnit = (value: number, unit: Goal['unit']) =>
  unit === 'times' ? value.toFixed(2) : `${count(value)} ${unit}`;
const count = (value: number) => Math.round(value).toLocaleString('en');
const milliseconds = (value: number) => (value < 10 ? value.toFixed(2) : value.toFixed(0));
