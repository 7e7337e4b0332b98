import { EARLIER_COMMIT } from './earlier-build.ts';
import type { FirstPageRound, PageMeasurement, Results, ServerId, SessionMeasurement } from './results.ts';
import { median, ratioOf, spreadOf, type Spread } from './statistics.ts';

export const MANY_CONNECTIONS = 32;

export interface Goal {
  readonly name: string;
  /** The unit of the measured number. */
  readonly unit: 'times' | 'ms' | 'kB' | 'MB' | 'yes' | 'shift';
  readonly wanted: { readonly least: number } | { readonly most: number };
  /** An ambitious value, in the same direction. */
  readonly moonshot?: number;
  /** `null` when that part was not measured. */
  readonly measure: (results: Results) => Spread | null;
}

export interface GoalResult {
  readonly goal: Goal;
  readonly measured: Spread | null;
  /** Decided by the median; `null` when it was not measured. */
  readonly met: boolean | null;
}

const KB = 1000;
const MB = 1_000_000;

/** The number of sessions for the comparison: the one that was also measured over one connection. */
export function comparedSize(results: Results): number | undefined {
  return results.session?.find(({ connections }) => connections === 1)?.sessions;
}

export function findSession(
  results: Results,
  server: ServerId,
  connections: number,
  sessions = comparedSize(results),
): SessionMeasurement | undefined {
  return results.session?.find(
    (each) => each.server === server && each.connections === connections && each.sessions === sessions,
  );
}

const perSecond = (measurement: SessionMeasurement) => measurement.rounds.map((round) => round.perSecond);

/** The ratio of requests per second. */
export function throughputRatio(results: Results, server: ServerId, base: ServerId): Spread | null {
  const measured = findSession(results, server, MANY_CONNECTIONS);
  const against = findSession(results, base, MANY_CONNECTIONS);
  return measured && against ? ratioOf(perSecond(measured), perSecond(against)) : null;
}

function atLeastTimes(name: string, base: ServerId, least: number, moonshot?: number): Goal {
  return {
    name,
    unit: 'times',
    wanted: { least },
    ...(moonshot === undefined ? {} : { moonshot }),
    measure: (results) => throughputRatio(results, 'foyer', base),
  };
}

/** The largest number of sessions compared with the smallest. */
function flatness(results: Results): Spread | null {
  const measured = (results.session ?? [])
    .filter(({ server, connections }) => server === 'foyer' && connections === MANY_CONNECTIONS)
    .sort((a, b) => a.sessions - b.sessions);
  const [fewest, most] = [measured.at(0), measured.at(-1)];
  return fewest && most && fewest !== most ? ratioOf(perSecond(most), perSecond(fewest)) : null;
}

function signInsAgainstBetterAuth({ passwords }: Results): Spread | null {
  const of = (server: string) =>
    passwords?.find((each) => each.server === server)?.rounds.map((round) => round.signInsPerSecond);
  const [foyer, betterAuth] = [of('foyer'), of('better-auth')];
  return foyer && betterAuth ? ratioOf(foyer, betterAuth) : null;
}

function readsWhileSigningIn({ passwords }: Results): Spread | null {
  const rounds = passwords?.find(({ server }) => server === 'foyer')?.rounds;
  if (!rounds) return null;
  return ratioOf(
    rounds.map(({ busyP99Ms }) => busyP99Ms),
    // In a round of some hundred reads the p99 is the third slowest, so the base is its median over the
    // rounds.
    rounds.map(() => median(rounds.map(({ idleP99Ms }) => idleP99Ms))),
  );
}

function lonelyLatency(results: Results): Spread | null {
  const [foyer, floor] = [findSession(results, 'foyer', 1), findSession(results, 'floor', 1)];
  const latency = (measurement: SessionMeasurement) => measurement.rounds.map(({ p50Ms }) => p50Ms);
  return foyer && floor ? ratioOf(latency(foyer), latency(floor)) : null;
}

function batchCost(results: Results): Spread | null {
  return throughputRatio(results, 'foyer', 'foyer-batch');
}

export const totalGzip = ({ html, css, js }: PageMeasurement) => html.gzip + css.gzip + js.gzip;

function findPage({ pages }: Results, page: PageMeasurement['page']): PageMeasurement | undefined {
  return pages?.find((each) => each.page === page);
}

function firstLoadKb(results: Results, name: PageMeasurement['page']): Spread | null {
  const page = findPage(results, name);
  return page ? spreadOf([totalGzip(page) / KB]) : null;
}

function firstPageRounds({ firstPage }: Results, build: 'present' | 'earlier') {
  return firstPage?.builds.find((each) => each.build === build)?.rounds;
}

/** The time of the present build over that of the earlier one, round by round. */
function firstPageRatio(results: Results, timeOf: (round: FirstPageRound) => number): Spread | null {
  const [present, earlier] = [firstPageRounds(results, 'present'), firstPageRounds(results, 'earlier')];
  return present && earlier ? ratioOf(present.map(timeOf), earlier.map(timeOf)) : null;
}

function layoutShift(results: Results): Spread | null {
  const rounds = firstPageRounds(results, 'present');
  return rounds ? spreadOf(rounds.map(({ shift }) => shift)) : null;
}

/** The goals of the product. Ratios are of one run, round by round. */
export const GOALS: readonly Goal[] = [
  atLeastTimes('`session.get` by cookie, requests/s over the floor', 'floor', 1, 1.3),
  atLeastTimes("the same over Auth.js's `/auth/session`", 'auth-js', 2.5),
  atLeastTimes("the same over Better Auth's `get-session`", 'better-auth', 5),
  atLeastTimes('the same over Better Auth with its cookie cache', 'better-auth-cache', 2.5),
  {
    name: "one connection: median time over the floor's",
    unit: 'times',
    wanted: { most: 1.3 },
    measure: lonelyLatency,
  },
  {
    name: 'requests/s with most sessions over those with fewest',
    unit: 'times',
    wanted: { least: 0.9 },
    measure: flatness,
  },
  { name: 'a batch of 5 calls, in single calls', unit: 'times', wanted: { most: 1.4 }, measure: batchCost },
  {
    name: '`session.get` p99 while passwords are checked, over its idle p99',
    unit: 'times',
    wanted: { most: 3 },
    measure: readsWhileSigningIn,
  },
  {
    name: 'sign-ins/s by password (argon2id) over Better Auth (scrypt)',
    unit: 'times',
    wanted: { least: 5 },
    measure: signInsAgainstBetterAuth,
  },
  {
    name: "sign-in page's first load, gzip",
    unit: 'kB',
    wanted: { most: 90 },
    moonshot: 84,
    measure: (results) => firstLoadKb(results, 'foyer'),
  },
  {
    name: 'all signed-out pages together, gzip',
    unit: 'kB',
    wanted: { most: 95 },
    measure: (results) => firstLoadKb(results, 'foyer-signed-out'),
  },
  {
    name: 'its form is there before the script',
    unit: 'yes',
    wanted: { least: 1 },
    measure: (results) => {
      const page = findPage(results, 'foyer');
      return page ? spreadOf([Number(page.formWithoutScript)]) : null;
    },
  },
  {
    name: `on a slow network: form visible, of ${EARLIER_COMMIT}'s time`,
    unit: 'times',
    wanted: { most: 0.5 },
    measure: (results) => firstPageRatio(results, ({ visibleMs }) => visibleMs),
  },
  {
    name: `on a slow network: script ready, of ${EARLIER_COMMIT}'s time`,
    unit: 'times',
    wanted: { most: 0.75 },
    measure: (results) => firstPageRatio(results, ({ readyMs }) => readyMs),
  },
  { name: 'on a slow network: layout shift', unit: 'shift', wanted: { most: 0 }, measure: layoutShift },
  {
    name: 'start to ready, embedded engine warm',
    unit: 'ms',
    wanted: { most: 1500 },
    measure: ({ start }) => (start ? spreadOf(start.warmMs) : null),
  },
  {
    name: 'resident memory, idle, without the engine',
    unit: 'MB',
    wanted: { most: 90 },
    measure: ({ memory }) => (memory ? spreadOf([memory.idleBytes / MB]) : null),
  },
];

export function judgeGoals(results: Results): GoalResult[] {
  return GOALS.map((goal) => {
    const measured = goal.measure(results);
    if (measured === null) return { goal, measured, met: null };
    const { wanted } = goal;
    const met = 'least' in wanted ? measured.median >= wanted.least : measured.median <= wanted.most;
    return { goal, measured, met };
  });
}
