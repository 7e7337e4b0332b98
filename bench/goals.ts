import type {
  Measured,
  PageMeasurement,
  ServerId,
  SessionMeasurement,
  SessionRound,
  SignInMeasurement,
  SignInRound,
} from './results.ts';
import { median, ratioOf, spreadOf, type Spread } from './statistics.ts';

export const MANY_CONNECTIONS = 32;

export interface Goal {
  readonly name: string;
  readonly unit: 'times' | 'kB' | 'MB' | 'yes';
  readonly wanted: { readonly least: number } | { readonly most: number };
  /** `null` when that part was not measured. */
  readonly measure: (results: Measured) => Spread | null;
}

interface GoalResult {
  readonly goal: Goal;
  readonly measured: Spread;
  /** Decided by the median. */
  readonly met: boolean;
}

/** The number of sessions for the comparison: the one that was also measured over one connection. */
export function comparedSize(results: Measured): number | undefined {
  return results.session?.find(({ connections }) => connections === 1)?.sessions;
}

/** @param requests `first`: each session was used once */
export function findSession(
  results: Measured,
  server: ServerId,
  connections = MANY_CONNECTIONS,
  sessions = comparedSize(results),
  requests?: 'first',
): SessionMeasurement | undefined {
  return results.session?.find(
    (each) =>
      each.server === server &&
      each.connections === connections &&
      each.sessions === sessions &&
      each.requests === requests,
  );
}

/** CPU time of server and database; `NaN` when that of the database is unknown. */
export const cpuOf = ({ cpuUs, databaseCpuUs }: Pick<SignInRound, 'cpuUs' | 'databaseCpuUs'>) =>
  cpuUs + (databaseCpuUs ?? Number.NaN);

interface Rounds<T> {
  readonly rounds: readonly T[];
}

function ratioOfRounds<T>(
  measured: Rounds<T> | undefined,
  base: Rounds<T> | undefined,
  take: (round: T) => number,
): Spread | null {
  if (!measured || !base || measured.rounds.length === 0) return null;
  const ratio = ratioOf(measured.rounds.map(take), base.rounds.map(take));
  return Number.isNaN(ratio.median) ? null : ratio;
}

export function sessionRatio(
  results: Measured,
  server: ServerId,
  base: ServerId,
  take: (round: SessionRound) => number,
  connections = MANY_CONNECTIONS,
): Spread | null {
  return ratioOfRounds(
    findSession(results, server, connections),
    findSession(results, base, connections),
    take,
  );
}

function ratioGoal(
  name: string,
  wanted: Goal['wanted'],
  [server, base]: readonly [ServerId, ServerId],
  take: (round: SessionRound) => number = cpuOf,
  connections?: number,
): Goal {
  const measure = (results: Measured) => sessionRatio(results, server, base, take, connections);
  return { name, unit: 'times', wanted, measure };
}

/** The floor's CPU over Foyer's with the most sessions, over the same with the fewest. */
function growth(results: Measured): Spread | null {
  const sizes = [...new Set(results.session?.map(({ sessions }) => sessions))].toSorted((a, b) => a - b);
  const [fewest, most] = [sizes.at(0), sizes.at(-1)].map((size) => {
    const [floor, foyer] = (['floor', 'foyer'] as const).map((server) =>
      findSession(results, server, MANY_CONNECTIONS, size),
    );
    const ratios = floor?.rounds.map((round, index) => {
      const own = foyer?.rounds[index];
      return own ? cpuOf(round) / cpuOf(own) : Number.NaN;
    });
    return { visitors: foyer?.visitors, rounds: ratios ?? [] };
  });
  // Another number of used sessions would compare something else.
  if (sizes.length < 2 || fewest?.visitors !== most?.visitors) return null;
  return ratioOfRounds(most, fewest, (ratio) => ratio);
}

function firstRequests(results: Measured): Spread | null {
  const find = (server: ServerId) =>
    findSession(results, server, MANY_CONNECTIONS, comparedSize(results), 'first');
  return ratioOfRounds(find('floor'), find('foyer'), cpuOf);
}

function readsWhileSigningIn({ reads }: Measured): Spread | null {
  if (!reads?.rounds.length) return null;
  // In a round of some hundred reads the p99 is the third slowest, so the base is the median of all rounds.
  const idle = median(reads.rounds.map(({ idleP99Ms }) => idleP99Ms));
  return spreadOf(reads.rounds.map(({ busyP99Ms }) => busyP99Ms / idle));
}

function signInsOverBetterAuth(name: string, way: SignInMeasurement['way'], least: number): Goal {
  const find = ({ signIns }: Measured, server: SignInMeasurement['server']) =>
    signIns?.find((each) => each.server === server && each.way === way);
  const measure = (results: Measured) =>
    ratioOfRounds(find(results, 'better-auth'), find(results, 'foyer'), cpuOf);
  return { name, unit: 'times', wanted: { least }, measure };
}

export const totalGzip = ({ html, css, js }: PageMeasurement) => html.gzip + css.gzip + js.gzip;

function ofPage(
  { pages }: Measured,
  name: PageMeasurement['page'],
  take: (page: PageMeasurement) => number,
): Spread | null {
  const page = pages?.find((each) => each.page === name);
  return page ? spreadOf([take(page)]) : null;
}

function firstLoad(name: string, page: PageMeasurement['page'], most: number): Goal {
  const measure = (results: Measured) => ofPage(results, page, (each) => totalGzip(each) / 1000);
  return { name, unit: 'kB', wanted: { most }, measure };
}

function residentMemory(when: 'idle' | 'after load', most: number): Goal {
  return {
    name: `resident memory, ${when}, without the engine`,
    unit: 'MB',
    wanted: { most },
    measure: ({ memory }) => {
      const bytes = memory?.processes.map((each) => (when === 'idle' ? each.idleBytes : each.afterLoadBytes));
      return bytes ? spreadOf(bytes.map((each) => each / 1e6)) : null;
    },
  };
}

/** The goals of the product. Ratios compare one run round by round. CPU is that of server and database. */
const GOALS: readonly Goal[] = [
  ratioGoal("`session.get` by cookie, CPU over the floor's", { most: 0.6 }, ['foyer', 'floor']),
  ratioGoal(
    'the same, requests/s over the floor',
    { least: 1.3 },
    ['foyer', 'floor'],
    ({ perSecond }) => perSecond,
  ),
  ratioGoal("CPU of Auth.js's `/auth/session` over it", { least: 5 }, ['auth-js', 'foyer']),
  ratioGoal("CPU of Better Auth's `get-session` over it", { least: 10 }, ['better-auth', 'foyer']),
  ratioGoal('CPU of Better Auth with its cookie cache over it', { least: 5 }, ['better-auth-cache', 'foyer']),
  ratioGoal(
    "one connection: median time over the floor's",
    { most: 1.25 },
    ['foyer', 'floor'],
    ({ p50Ms }) => p50Ms,
    1,
  ),
  ratioGoal('CPU of a batch of 5 calls, in single calls', { most: 1.3 }, ['foyer-batch', 'foyer']),
  {
    name: 'most sessions over fewest, each over its own floor, by CPU',
    unit: 'times',
    wanted: { least: 0.95 },
    measure: growth,
  },
  {
    name: "a session's first request: the floor's CPU over it",
    unit: 'times',
    wanted: { least: 1.2 },
    measure: firstRequests,
  },
  {
    name: '`session.get` p99 while passwords are checked, over its idle p99',
    unit: 'times',
    wanted: { most: 2 },
    measure: readsWhileSigningIn,
  },
  signInsOverBetterAuth("sign-in by password: Better Auth's CPU (scrypt) over it (argon2id)", 'password', 4),
  signInsOverBetterAuth("sign-in by mail code: Better Auth's CPU over it", 'mail-code', 2),
  signInsOverBetterAuth("sign-in by provider: Better Auth's CPU over it", 'provider', 2),
  firstLoad("sign-in page's first load, gzip", 'foyer', 90),
  firstLoad('all signed-out pages together, gzip', 'foyer-signed-out', 95),
  {
    name: 'its form is there before the script',
    unit: 'yes',
    wanted: { least: 1 },
    measure: (results) => ofPage(results, 'foyer', (page) => Number(page.formWithoutScript)),
  },
  residentMemory('idle', 100),
  residentMemory('after load', 150),
];

export function judgeGoals(results: Measured): GoalResult[] {
  return GOALS.flatMap((goal) => {
    const measured = goal.measure(results);
    if (measured === null) return [];
    const { wanted } = goal;
    const met = 'least' in wanted ? measured.median >= wanted.least : measured.median <= wanted.most;
    return [{ goal, measured, met }];
  });
}
