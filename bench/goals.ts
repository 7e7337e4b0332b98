// Over 300 lines: one list of goals, with the ratio of each.
import { EARLIER_PAGES, EARLIER_START } from './earlier-build.ts';
import { majorOf } from './node.ts';
import type {
  FirstPageRound,
  PageMeasurement,
  Results,
  ServerId,
  SessionMeasurement,
  SessionRound,
  SignInMeasurement,
  SignInRound,
} from './results.ts';
import { median, ratioOf, spreadOf, type Spread } from './statistics.ts';

export const MANY_CONNECTIONS = 32;

/** The figures of a run. A part asks for its own ratios before the others are measured. */
type Measured = Partial<Results>;

export interface Goal {
  /** The name of its reason in `missed-goals.json`. It stays when the words change. */
  readonly id: string;
  readonly name: string;
  /** The unit of the measured number. */
  readonly unit: 'times' | 'ms' | 'kB' | 'MB' | 'yes' | 'shift';
  readonly wanted: { readonly least: number } | { readonly most: number };
  /** An ambitious value, in the same direction. */
  readonly moonshot?: number;
  /** `null` when that part was not measured. */
  readonly measure: (results: Measured) => Spread | null;
  /** Requests or sign-ins a second by the same ratio. It stands beside the measured one and decides nothing. */
  readonly beside?: (results: Measured) => Spread | null;
}

export interface GoalResult {
  readonly goal: Goal;
  readonly measured: Spread | null;
  readonly beside: Spread | null;
  /** Decided by the median; `null` when it was not measured. */
  readonly met: boolean | null;
}

const KB = 1000;
const MB = 1_000_000;

/** The number of sessions for the comparison: the one that was also measured over one connection. */
export function comparedSize(results: Measured): number | undefined {
  return results.session?.find(({ connections }) => connections === 1)?.sessions;
}

/** @param requests `first`: each session was used once */
export function findSession(
  results: Measured,
  server: ServerId,
  connections: number,
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

interface Costing {
  readonly perSecond: number;
  readonly cpuUs: number;
  readonly databaseCpuUs: number | null;
}

/** CPU time of server and database; `NaN` when that of the database is unknown. */
export const cpuOf = ({ cpuUs, databaseCpuUs }: Costing) => cpuUs + (databaseCpuUs ?? Number.NaN);
const perSecondOf = ({ perSecond }: Costing) => perSecond;

type Take<T> = (round: T) => number;

function ratioOfRounds<T>(
  measured: { readonly rounds: readonly T[] } | undefined,
  base: { readonly rounds: readonly T[] } | undefined,
  take: Take<T>,
): Spread | null {
  if (!measured || !base || measured.rounds.length === 0) return null;
  // While a round runs, one of the two may already have its figures of this round.
  const rounds = Math.min(measured.rounds.length, base.rounds.length);
  const values = (of: { readonly rounds: readonly T[] }) => of.rounds.slice(0, rounds).map(take);
  const ratio = rounds === 0 ? null : ratioOf(values(measured), values(base));
  return ratio === null || Number.isNaN(ratio.median) ? null : ratio;
}

/** The ratio of two rows of the comparison. */
export function sessionRatio(
  results: Measured,
  server: ServerId,
  base: ServerId,
  take: Take<SessionRound>,
  connections = MANY_CONNECTIONS,
): Spread | null {
  return ratioOfRounds(
    findSession(results, server, connections),
    findSession(results, base, connections),
    take,
  );
}

export function throughputRatio(results: Measured, server: ServerId, base: ServerId): Spread | null {
  return sessionRatio(results, server, base, perSecondOf);
}

function cpuOverPeer(id: string, name: string, peer: ServerId, least: number): Goal {
  return {
    id,
    name,
    unit: 'times',
    wanted: { least },
    measure: (results) => sessionRatio(results, peer, 'foyer', cpuOf),
    beside: (results) => throughputRatio(results, 'foyer', peer),
  };
}

/** Foyer over the floor with the most sessions, over the same with the fewest. As many sessions are used with both. */
function growth(
  results: Measured,
  ratioOver: (foyer: SessionRound, floor: SessionRound) => number,
): Spread | null {
  const sizes = (results.session ?? [])
    .filter(({ server, requests }) => server === 'foyer' && requests === undefined)
    .filter(({ connections, visitors }) => connections === MANY_CONNECTIONS && visitors !== undefined)
    .sort((a, b) => a.sessions - b.sessions);
  const [fewest, most] = [sizes.at(0), sizes.at(-1)];
  if (!fewest || !most || fewest === most || fewest.visitors !== most.visitors) return null;
  const [ofFewest, ofMost] = [fewest, most].map((foyer) => {
    const floor = findSession(results, 'floor', MANY_CONNECTIONS, foyer.sessions);
    return foyer.rounds.flatMap((round, index) => {
      const base = floor?.rounds[index];
      return base ? [ratioOver(round, base)] : [];
    });
  });
  if (!ofFewest || !ofMost) return null;
  const rounds = Math.min(ofFewest.length, ofMost.length);
  const ratio = rounds === 0 ? null : ratioOf(ofMost.slice(0, rounds), ofFewest.slice(0, rounds));
  return ratio === null || Number.isNaN(ratio.median) ? null : ratio;
}

function firstRequests(results: Measured, take: (foyer: SessionRound, floor: SessionRound) => number) {
  const [foyer, floor] = (['foyer', 'floor'] as const).map((server) =>
    findSession(results, server, MANY_CONNECTIONS, comparedSize(results), 'first'),
  );
  const rounds = foyer?.rounds.flatMap((round, index) => {
    const base = floor?.rounds[index];
    return base ? [take(round, base)] : [];
  });
  return rounds === undefined || rounds.length === 0 || rounds.some(Number.isNaN) ? null : spreadOf(rounds);
}

function passwordRounds({ passwords }: Measured, server: 'foyer' | 'better-auth') {
  return passwords?.find((each) => each.server === server);
}

/** Sign-ins by password without readers beside them. */
function passwordRatio(
  results: Measured,
  server: 'foyer' | 'better-auth',
  base: 'foyer' | 'better-auth',
  take: Take<SignInRound>,
): Spread | null {
  const alone = (of: typeof server) => {
    const rounds = passwordRounds(results, of)?.rounds.flatMap((round) => round.alone ?? []);
    return rounds?.length ? { rounds } : undefined;
  };
  return ratioOfRounds(alone(server), alone(base), take);
}

function readsWhileSigningIn(results: Measured): Spread | null {
  const rounds = passwordRounds(results, 'foyer')?.rounds;
  if (!rounds?.length) return null;
  return ratioOf(
    rounds.map(({ busyP99Ms }) => busyP99Ms),
    // In a round of some hundred reads the p99 is the third slowest, so the base is its median over the
    // rounds.
    rounds.map(() => median(rounds.map(({ idleP99Ms }) => idleP99Ms))),
  );
}

function signInsOverBetterAuth(id: string, name: string, way: SignInMeasurement['way']): Goal {
  const find = ({ signIns }: Measured, server: SignInMeasurement['server']) =>
    signIns?.find((each) => each.server === server && each.way === way);
  return {
    id,
    name,
    unit: 'times',
    wanted: { least: 2 },
    measure: (results) => ratioOfRounds(find(results, 'better-auth'), find(results, 'foyer'), cpuOf),
    beside: (results) => ratioOfRounds(find(results, 'foyer'), find(results, 'better-auth'), perSecondOf),
  };
}

export const totalGzip = ({ html, css, js }: PageMeasurement) => html.gzip + css.gzip + js.gzip;

function findPage({ pages }: Measured, page: PageMeasurement['page']): PageMeasurement | undefined {
  return pages?.find((each) => each.page === page);
}

function firstLoadKb(results: Measured, name: PageMeasurement['page']): Spread | null {
  const page = findPage(results, name);
  return page ? spreadOf([totalGzip(page) / KB]) : null;
}

function firstPageRounds({ firstPage }: Measured, build: 'present' | 'earlier') {
  return firstPage?.builds.find((each) => each.build === build);
}

/** The time of the present build over that of the earlier one, round by round. */
function firstPageRatio(results: Measured, timeOf: Take<FirstPageRound>): Spread | null {
  return ratioOfRounds(firstPageRounds(results, 'present'), firstPageRounds(results, 'earlier'), timeOf);
}

function layoutShift(results: Measured): Spread | null {
  const rounds = firstPageRounds(results, 'present')?.rounds;
  return rounds ? spreadOf(rounds.map(({ shift }) => shift)) : null;
}

function startRatio({ start }: Measured): Spread | null {
  if (!start?.earlier) return null;
  return ratioOfRounds({ rounds: start.warmMs }, { rounds: start.earlier.warmMs }, (ms) => ms);
}

/** Newer engines hold more memory, so each version of Node has its goal. */
function residentMemory(node: string, when: 'idle' | 'after load', most: number): Goal {
  return {
    id: `memory-${when.replace(' ', '-')}-node-${node}`,
    name: `resident memory, ${when}, without the engine, Node ${node}`,
    unit: 'MB',
    wanted: { most },
    measure: ({ memory, machine }) => {
      if (!memory || !machine || majorOf(machine.node) !== node) return null;
      const bytes = (memory.processes ?? [memory]).map((each) =>
        when === 'idle' ? each.idleBytes : each.afterLoadBytes,
      );
      return spreadOf(bytes.map((each) => each / MB));
    },
  };
}

/** The goals of the product. Ratios are of one run, round by round. CPU is that of the server and of the database. */
export const GOALS: readonly Goal[] = [
  {
    id: 'check-cpu',
    name: "`session.get` by cookie, CPU over the floor's",
    unit: 'times',
    wanted: { most: 0.6 },
    measure: (results) => sessionRatio(results, 'foyer', 'floor', cpuOf),
  },
  {
    id: 'check-throughput',
    name: 'the same, requests/s over the floor',
    unit: 'times',
    wanted: { least: 1.3 },
    measure: (results) => throughputRatio(results, 'foyer', 'floor'),
  },
  cpuOverPeer('check-auth-js', "CPU of Auth.js's `/auth/session` over it", 'auth-js', 5),
  cpuOverPeer('check-better-auth', "CPU of Better Auth's `get-session` over it", 'better-auth', 10),
  cpuOverPeer(
    'check-cookie-cache',
    'CPU of Better Auth with its cookie cache over it',
    'better-auth-cache',
    5,
  ),
  {
    id: 'check-one-connection',
    name: "one connection: median time over the floor's",
    unit: 'times',
    wanted: { most: 1.25 },
    measure: (results) => sessionRatio(results, 'foyer', 'floor', ({ p50Ms }) => p50Ms, 1),
  },
  {
    id: 'check-batch',
    name: 'CPU of a batch of 5 calls, in single calls',
    unit: 'times',
    wanted: { most: 1.3 },
    measure: (results) => sessionRatio(results, 'foyer-batch', 'foyer', cpuOf),
    beside: (results) => throughputRatio(results, 'foyer', 'foyer-batch'),
  },
  {
    id: 'check-growth',
    name: 'most sessions over fewest, each over its own floor, by CPU',
    unit: 'times',
    wanted: { least: 0.95 },
    measure: (results) => growth(results, (foyer, floor) => cpuOf(floor) / cpuOf(foyer)),
    beside: (results) => growth(results, (foyer, floor) => foyer.perSecond / floor.perSecond),
  },
  {
    id: 'check-first-request',
    name: "a session's first request: the floor's CPU over it",
    unit: 'times',
    wanted: { least: 1.2 },
    measure: (results) => firstRequests(results, (foyer, floor) => cpuOf(floor) / cpuOf(foyer)),
    beside: (results) => firstRequests(results, (foyer, floor) => foyer.perSecond / floor.perSecond),
  },
  {
    id: 'check-beside-passwords',
    name: '`session.get` p99 while passwords are checked, over its idle p99',
    unit: 'times',
    wanted: { most: 2 },
    measure: readsWhileSigningIn,
  },
  {
    id: 'sign-in-password',
    name: "sign-in by password: Better Auth's CPU (scrypt) over it (argon2id)",
    unit: 'times',
    wanted: { least: 4 },
    measure: (results) => passwordRatio(results, 'better-auth', 'foyer', cpuOf),
    beside: (results) => passwordRatio(results, 'foyer', 'better-auth', perSecondOf),
  },
  signInsOverBetterAuth('sign-in-mail-code', "sign-in by mail code: Better Auth's CPU over it", 'mail-code'),
  signInsOverBetterAuth('sign-in-provider', "sign-in by provider: Better Auth's CPU over it", 'provider'),
  {
    id: 'first-load-sign-in',
    name: "sign-in page's first load, gzip",
    unit: 'kB',
    wanted: { most: 90 },
    moonshot: 84,
    measure: (results) => firstLoadKb(results, 'foyer'),
  },
  {
    id: 'first-load-signed-out',
    name: 'all signed-out pages together, gzip',
    unit: 'kB',
    wanted: { most: 95 },
    measure: (results) => firstLoadKb(results, 'foyer-signed-out'),
  },
  {
    id: 'first-load-form',
    name: 'its form is there before the script',
    unit: 'yes',
    wanted: { least: 1 },
    measure: (results) => {
      const page = findPage(results, 'foyer');
      return page ? spreadOf([Number(page.formWithoutScript)]) : null;
    },
  },
  {
    id: 'slow-network-visible',
    name: `on a slow network: form visible, of ${EARLIER_PAGES}'s time`,
    unit: 'times',
    wanted: { most: 0.5 },
    measure: (results) => firstPageRatio(results, ({ visibleMs }) => visibleMs),
  },
  {
    id: 'slow-network-ready',
    name: `on a slow network: script ready, of ${EARLIER_PAGES}'s time`,
    unit: 'times',
    wanted: { most: 0.75 },
    measure: (results) => firstPageRatio(results, ({ readyMs }) => readyMs),
  },
  {
    id: 'slow-network-shift',
    name: 'on a slow network: layout shift',
    unit: 'shift',
    wanted: { most: 0 },
    measure: layoutShift,
  },
  residentMemory('24', 'idle', 100),
  residentMemory('24', 'after load', 150),
  residentMemory('20', 'idle', 88),
  residentMemory('20', 'after load', 135),
  {
    id: 'start',
    name: `start to ready, of ${EARLIER_START}'s time`,
    unit: 'times',
    wanted: { most: 0.8 },
    measure: startRatio,
  },
];

export function judgeGoals(results: Measured): GoalResult[] {
  return GOALS.map((goal) => {
    const measured = goal.measure(results);
    if (measured === null) return { goal, measured, beside: null, met: null };
    const { wanted } = goal;
    const met = 'least' in wanted ? measured.median >= wanted.least : measured.median <= wanted.most;
    return { goal, measured, beside: goal.beside?.(results) ?? null, met };
  });
}

/** The ratios of the goals that these figures decide. Rounds repeat until they are narrow. */
export function measuredRatios(results: Measured): Spread[] {
  return judgeGoals(results).flatMap(({ measured }) => measured ?? []);
}
