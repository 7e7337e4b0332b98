// Over 300 lines: one report, with one function for each part.
import { format } from 'prettier';
import { count, milliseconds, seconds } from './formats.ts';
import {
  comparedSize,
  findSession,
  cpuOf,
  judgeGoals,
  MANY_CONNECTIONS,
  sessionRatio,
  throughputRatio,
  totalGzip,
  type Goal,
  type GoalResult,
} from './goals.ts';
import { missedLines, readReasons } from './missed-goals.ts';
import {
  SERVERS,
  type FirstPageBuild,
  type FirstPageRound,
  type PageMeasurement,
  type Results,
  type ServerId,
  type SessionRound,
  type SignInRound,
} from './results.ts';
import { hasSettled } from './rounds.ts';
import { median, spreadOf, type Spread } from './statistics.ts';

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
  'better-auth-ui': "Better Auth UI's sign-in component",
  clerk: "Clerk's sign-in component",
};
const NOTHING = '–';

/** All results as Markdown, for the terminal and the README. */
export async function renderReport(results: Results): Promise<string> {
  const judged = judgeGoals(results);
  const reasons = await readReasons();
  const parts = [
    introduction(results),
    sessionTable(results),
    growthTable(results),
    firstRequestLine(results),
    goalTable(judged),
    missedLines(judged, reasons),
    warmUpTable(results),
    passwordTable(results),
    signInTable(results),
    pageTable(results),
    firstPageTable(results),
    processLines(results),
    peopleTable(results),
    webhookLines(results),
  ];
  return format(parts.filter(Boolean).join('\n\n'), { parser: 'markdown', printWidth: 110 });
}

function introduction({ kind, date, machine, versions, seed }: Results): string {
  const { cpu, cores, memoryGb, system, node, database } = machine;
  const rough = kind === 'quick' ? '**A quick run: rough.** ' : '';
  const peers = Object.entries(versions).map(([name, version]) => `${name} ${version}`);
  const order = seed === undefined ? '' : ` The seed of the orders is ${seed}.`;
  return (
    `${rough}${date.slice(0, 10)}, ${cores} cores (${cpu}), ${memoryGb} GB, ${system}, Node ${node}, ${database}${peers.length > 0 ? `; ${peers.join(', ')}` : ''}. ` +
    `Servers, database and load generator share the cores; every answer was checked.${order}`
  );
}

function sessionTable(results: Results): string {
  const size = comparedSize(results);
  if (size === undefined) return '';
  const rows = SERVERS.flatMap((server) => {
    const many = findSession(results, server, MANY_CONNECTIONS);
    if (!many) return [];
    const alone = findSession(results, server, 1);
    const middle = (take: (round: SessionRound) => number) => median(many.rounds.map(take));
    return [
      [
        NAMES[server],
        count(middle(({ perSecond }) => perSecond)),
        writeSpread(throughputRatio(results, server, 'floor'), times),
        writeSpread(sessionRatio(results, server, 'floor', cpuOf), times),
        milliseconds(middle(({ p50Ms }) => p50Ms)),
        milliseconds(middle(({ p99Ms }) => p99Ms)),
        cpuTime(many.rounds),
        alone ? milliseconds(median(alone.rounds.map(({ p50Ms }) => p50Ms))) : NOTHING,
      ],
    ];
  });
  return table(
    [
      `${count(size)} sessions, ${MANY_CONNECTIONS} connections`,
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

function databaseTime(rounds: readonly SessionRound[]): string {
  const cpuTimes = rounds.flatMap(({ databaseCpuUs }) => databaseCpuUs ?? []);
  return cpuTimes.length === 0 ? '?' : count(median(cpuTimes));
}

/** Foyer and the floor with other numbers of sessions. */
function growthTable(results: Results): string {
  const sizes = [...new Set(results.session?.map(({ sessions }) => sessions))].sort((a, b) => a - b);
  if (sizes.length < 2) return '';
  const present = SERVERS.filter((server) =>
    sizes.every((size) => findSession(results, server, MANY_CONNECTIONS, size)),
  );
  const rows = present.map((server) => [
    NAMES[server],
    ...sizes.map((size) => {
      const rounds = findSession(results, server, MANY_CONNECTIONS, size)?.rounds ?? [];
      return `${count(median(rounds.map(({ perSecond }) => perSecond)))}, ${cpuTime(rounds)}`;
    }),
  ]);
  const visitorsOf = (size: number) => {
    const visitors = findSession(results, 'foyer', MANY_CONNECTIONS, size)?.visitors;
    return visitors === undefined ? '' : `, ${count(visitors)} used`;
  };
  return table(
    ['requests/s, CPU µs', ...sizes.map((size) => `${count(size)} sessions${visitorsOf(size)}`)],
    rows,
  );
}

const cpuTime = (rounds: readonly SessionRound[]) =>
  `${count(median(rounds.map(({ cpuUs }) => cpuUs)))} + ${databaseTime(rounds)}`;

function firstRequestLine(results: Results): string {
  const [foyer, floor] = (['foyer', 'floor'] as const).map((server) =>
    findSession(results, server, MANY_CONNECTIONS, comparedSize(results), 'first'),
  );
  if (!foyer || !floor) return '';
  const words = ({ rounds }: { rounds: readonly SessionRound[] }) =>
    `${count(median(rounds.map(({ perSecond }) => perSecond)))} requests/s with ${cpuTime(rounds)} µs`;
  return `With the first request of each session in the process: Foyer ${words(foyer)}, the floor ${words(floor)}.`;
}

/** Shows that the processes were warm: the CPU time of the server per request, window by window. */
function warmUpTable({ session }: Results): string {
  const rows = (session ?? []).flatMap(({ server, sessions, requests, warmUpCpuUs = [] }) => {
    if (warmUpCpuUs.length === 0) return [];
    const name = `${NAMES[server]}${requests ? ', first requests' : ''}`;
    const settled = hasSettled(warmUpCpuUs) ? 'settled' : 'not settled';
    return [[name, count(sessions), warmUpCpuUs.map(count).join(', '), settled]];
  });
  return rows.length === 0
    ? ''
    : table(["warm-up: the server's CPU µs per request, in windows", 'sessions', 'CPU µs', ''], rows);
}

function goalTable(judged: readonly GoalResult[]): string {
  const rows = judged
    .filter(({ met }) => met !== null)
    .map(({ goal, measured, beside, met }) => [
      goal.name,
      wantedOf(goal),
      measuredOf(goal, measured),
      writeSpread(beside, times),
      String(measured?.rounds ?? NOTHING),
      met ? 'met' : '**missed**',
    ]);
  return rows.length === 0
    ? ''
    : table(['goal', 'wanted', 'measured', 'the same, a second', 'rounds', ''], rows);
}

function wantedOf({ wanted, moonshot, unit }: Goal): string {
  if (unit === 'yes') return 'yes';
  const [direction, value] = 'least' in wanted ? ['≥', wanted.least] : ['≤', wanted.most];
  const beyond = moonshot === undefined ? '' : ` (moonshot ${inUnit(moonshot, unit)})`;
  return `${direction} ${inUnit(value, unit)}${beyond}`;
}

function measuredOf({ unit }: Goal, measured: Spread | null): string {
  if (measured === null || unit === 'times' || unit === 'yes' || unit === 'shift')
    return writeSpread(measured, (value) => inUnit(value, unit));
  const { median: middle, lower, upper } = measured;
  const [from, to] = [lower, upper].map(count);
  return from === to ? inUnit(middle, unit) : `${inUnit(middle, unit)} (${from}–${to})`;
}

function passwordTable({ passwords }: Results): string {
  if (!passwords) return '';
  const rows = passwords.map(({ server, firstMs, rounds }) => [
    server === 'foyer' ? '**Foyer**, argon2id 19 MiB' : 'Better Auth, scrypt',
    median(rounds.map(({ signInsPerSecond }) => signInsPerSecond)).toFixed(0),
    milliseconds(firstMs),
    milliseconds(median(rounds.map(({ idleP99Ms }) => idleP99Ms))),
    milliseconds(median(rounds.map(({ busyP99Ms }) => busyP99Ms))),
  ]);
  return table(
    ['sign-in by password', 'sign-ins/s', 'first one, ms', 'session p99 idle, ms', 'meanwhile, ms'],
    rows,
  );
}

function signInTable({ passwords = [], signIns = [] }: Results): string {
  const ways = { 'mail-code': 'mail code', provider: 'provider' };
  const measured = [
    ...passwords.map(({ server, rounds }) => ({
      server,
      way: 'password, nothing else beside it',
      rounds: rounds.flatMap(({ alone }) => alone ?? []),
    })),
    ...signIns.map(({ server, way, rounds }) => ({ server, way: ways[way], rounds })),
  ];
  const rows = measured.flatMap(({ server, way, rounds }) => {
    if (rounds.length === 0) return [];
    const middle = (take: (round: SignInRound) => number) => median(rounds.map(take));
    return [
      [
        `${server === 'foyer' ? '**Foyer**' : 'Better Auth'}, ${way}`,
        middle(({ perSecond }) => perSecond).toFixed(0),
        inMilliseconds(middle(({ cpuUs }) => cpuUs)),
        inMilliseconds(middle(({ databaseCpuUs }) => databaseCpuUs ?? Number.NaN)),
      ],
    ];
  });
  const head = ['sign-in by', 'sign-ins/s', 'CPU ms, server', 'CPU ms, database'];
  return rows.length === 0 ? '' : table(head, rows);
}

const inMilliseconds = (us: number) => (Number.isNaN(us) ? '?' : (us / 1000).toFixed(1));

function pageTable({ pages }: Results): string {
  if (!pages) return '';
  const rows = pages.map((page) => [
    PAGES[page.page],
    kilobytes(page.html.gzip),
    kilobytes(page.css.gzip),
    kilobytes(page.js.gzip),
    kilobytes(totalGzip(page)),
    kilobytes(page.html.brotli + page.css.brotli + page.js.brotli),
    page.sentBytes === null ? NOTHING : kilobytes(page.sentBytes),
  ]);
  return table(
    ['first load, kB', 'HTML gzip', 'CSS gzip', 'JS gzip', 'together', 'brotli', 'as it is sent'],
    rows,
  );
}

function firstPageTable({ firstPage }: Results): string {
  if (!firstPage) return '';
  const { network, earlierCommit, builds } = firstPage;
  const names: Record<FirstPageBuild['build'], string> = {
    present: "**Foyer**'s sign-in page",
    earlier: `the same at commit ${earlierCommit}`,
  };
  const rows = builds.map(({ build, rounds }) => {
    const spread = (take: (round: FirstPageRound) => number) => spreadOf(rounds.map(take));
    return [
      names[build],
      writeSpread(
        spread(({ visibleMs }) => visibleMs),
        count,
      ),
      writeSpread(
        spread(({ readyMs }) => readyMs),
        count,
      ),
      writeSpread(
        spread(({ shift }) => shift),
        layoutShift,
      ),
    ];
  });
  const conditions = `${network.latencyMs} ms latency, ${count(network.bytesPerSecond / 1000)} kB/s`;
  return table([conditions, 'form visible, ms', 'script ready, ms', 'layout shift'], rows);
}

function processLines({ start, memory, session }: Results): string {
  const sentences: string[] = [];
  if (session) {
    const busiest = Math.max(...session.flatMap(({ rounds }) => rounds.map((round) => round.generatorBusy)));
    sentences.push(`The load generator used at most ${Math.round(busiest * 100)} % of a core.`);
  }
  if (start)
    sentences.push(
      `Start to ready ${seconds(median(start.warmMs))}${start.earlier ? ` (${start.earlier.commit}: ${seconds(median(start.earlier.warmMs))})` : ''}, the very first time ${seconds(start.firstMs)}; ` +
        `a new person's first sign-in by mail ${count(median(start.firstSignInMs))} ms.`,
    );
  if (memory) {
    const [idle, loaded] = [memory.idleBytes, memory.afterLoadBytes].map((bytes) => Math.round(bytes / 1e6));
    sentences.push(`Resident memory ${idle} MB idle, ${loaded} MB after load.`);
  }
  return sentences.join(' ');
}

function peopleTable({ people: measured }: Results): string {
  if (!measured) return '';
  const { people, repetitions, lists } = measured;
  const head = [`a page of ${count(people)} people, ${count(repetitions)} times`, 'median, ms', '95 %, ms'];
  const rows = lists.map((each) => [each.list, ...[each.medianMs, each.p95Ms].map((ms) => milliseconds(ms))]);
  return table(head, rows);
}

function webhookLines({ webhooks: measured }: Results): string {
  if (!measured) return '';
  const { deliveries, aloneMs, besideMs, slowAnswerMs, slowReceived, idleP99Ms, busyP99Ms } = measured;
  const rate = (ms: number) => count((deliveries * 1000) / ms);
  const ratios = [besideMs / aloneMs, busyP99Ms / idleP99Ms].map((ratio) => `${ratio.toFixed(2)} ×`);
  return `A fast webhook endpoint gets ${count(deliveries)} deliveries at ${rate(aloneMs)} a second alone, and at ${rate(besideMs)} a second beside one that takes ${seconds(slowAnswerMs)} for each answer (${ratios[0]} the time). The slow one got ${count(slowReceived)} meanwhile. The p99 of \`session.get\` is ${milliseconds(busyP99Ms)} ms then, ${ratios[1]} that of a quiet server.`;
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map((_, index) => (index === 0 ? '---' : '---:'))), ...rows.map(line)].join(
    '\n',
  );
}

function writeSpread(spread: Spread | null, write: (value: number) => string): string {
  if (spread === null) return NOTHING;
  const [middle, lower, upper] = [spread.median, spread.lower, spread.upper].map(write);
  return lower === upper ? `${middle}` : `${middle} (${lower}–${upper})`;
}

function inUnit(value: number, unit: Goal['unit']): string {
  switch (unit) {
    case 'times':
      return times(value);
    case 'shift':
      return layoutShift(value);
    case 'yes':
      return value === 1 ? 'yes' : 'no';
    case 'ms':
    case 'kB':
    case 'MB':
      return `${count(value)} ${unit}`;
  }
}

const times = (value: number) => value.toFixed(2);
/** Chromium's score, without a unit. Only no shift at all is written as 0. */
const layoutShift = (value: number) => (value === 0 ? '0' : value.toFixed(4));
const kilobytes = (bytes: number) => (bytes / 1000).toFixed(1);
