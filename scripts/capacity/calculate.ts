import {
  medianCost,
  STORED_COLLECTIONS,
  TIMED_SIGN_INS,
  type CapacityFigures,
  type Cost,
  type Operations,
  type StoredCollection,
} from '../../bench/capacity-figures.ts';
import { KEYCLOAK } from '../../bench/keycloak-sizing.ts';
import { ACTIVITY_MAX_AGE_MS, DAY_MS, EVENTS_KEPT_MS, SECOND_MS } from '../../src/shared/limits.ts';
import type { Deployment } from './assumptions.ts';

const SECONDS_OF_A_DAY = DAY_MS / SECOND_MS;
const US_OF_A_SECOND = 1e6;

export interface Capacity {
  /** In the busiest second. */
  readonly perSecond: {
    readonly checks: number;
    readonly signIns: number;
    readonly passwordSignIns: number;
  };
  readonly processes: number;
  /** Cores of all processes without the spare ones, with the share that stays free. */
  readonly serverCores: number;
  readonly connectionsPerProcess: number;
  readonly memoryPerProcessBytes: number;
  /** Resident memory of all processes. */
  readonly memoryBytes: number;
  readonly database: {
    /** Cores of the primary, with the share that stays free. */
    readonly cores: number;
    readonly commandsPerSecond: number;
    readonly readsPerSecond: number;
    readonly writesPerSecond: number;
    readonly documents: Readonly<Record<StoredCollection, number>>;
    readonly documentBytes: number;
    readonly indexBytes: number;
    /** Files of one copy. */
    readonly diskBytes: number;
    readonly allCopiesBytes: number;
    /** What the cache of the database should hold. */
    readonly workingSetBytes: number;
    /** Until the oldest rows of the activity are removed. */
    readonly growthPerDayBytes: number;
  };
  /** Cores for the password sign-ins of the busiest second: those of Foyer's server, and those that Keycloak publishes. Nothing stays free. */
  readonly passwordSignInCores: { readonly foyer: number; readonly keycloak: number };
}

/** What happens in the busiest second, with what it costs. */
interface Load {
  readonly perSecond: number;
  readonly cost: Cost;
  readonly operations: readonly (readonly [Operations, times: number])[];
}

/** Calculates what a deployment needs. More people never need fewer processes. */
export function calculateCapacity(figures: CapacityFigures, deployment: Deployment): Capacity {
  const { people, daily, assumptions: given, workingSet } = deployment;
  const atPeak = (perDay: number) => (perDay / SECONDS_OF_A_DAY) * given.peakFactor;
  const checks = atPeak(daily * given.checks);
  const signIns = atPeak(daily * given.signIns);
  const visits = atPeak(daily * given.visits);
  const loads = loadsOf(figures, deployment, { checks, signIns, visits });
  const usOf = (side: 'serverUs' | 'databaseUs') =>
    loads.reduce((sum, { perSecond, cost }) => sum + perSecond * medianCost(cost)[side], 0);
  const operationsOf = (kind: keyof Operations) =>
    loads.reduce(
      (sum, { perSecond, operations }) =>
        sum + perSecond * operations.reduce((each, [counted, times]) => each + counted[kind] * times, 0),
      0,
    );

  const serverCores = usOf('serverUs') / US_OF_A_SECOND / given.utilisation;
  const needed = Math.max(1, Math.ceil(serverCores));
  const processes = needed + given.spareProcesses;
  const connectionsPerProcess = Math.ceil((visits * given.connectionSeconds) / needed);
  const memoryPerProcessBytes =
    figures.memory.busyBytes + connectionsPerProcess * bytesOfConnection(figures.memory.connections);
  const passwordSignIns = signIns * deployment.shares.password;
  const passwordUs = passwordSignIns * passwordCost(figures, given.newBrowsers);
  return {
    perSecond: { checks, signIns, passwordSignIns },
    processes,
    serverCores,
    connectionsPerProcess,
    memoryPerProcessBytes,
    memoryBytes: processes * memoryPerProcessBytes,
    database: {
      cores: usOf('databaseUs') / US_OF_A_SECOND / given.utilisation,
      commandsPerSecond: operationsOf('commands'),
      readsPerSecond: operationsOf('reads'),
      writesPerSecond: operationsOf('writes'),
      ...storageOf(figures.storage, { people, daily, given, workingSet }),
    },
    passwordSignInCores: {
      foyer: passwordUs / US_OF_A_SECOND,
      keycloak: passwordSignIns / KEYCLOAK.passwordSignInsPerCore,
    },
  };
}

function loadsOf(
  { checks, calls, renewal, signIns, signInOperations, background, storage }: CapacityFigures,
  { assumptions: { newBrowsers }, shares }: Deployment,
  perSecond: { readonly checks: number; readonly signIns: number; readonly visits: number },
): Load[] {
  const check = calls.find(({ call }) => call === 'session.get');
  if (!check) throw new Error('the figures have no session.get');
  const browsers = [
    ['known', 1 - newBrowsers],
    ['unknown', newBrowsers],
  ] as const;
  return [
    {
      perSecond: perSecond.checks - perSecond.visits,
      cost: checks.cookie,
      operations: [[check.operations, 1]],
    },
    { perSecond: perSecond.visits, cost: checks.renewal, operations: [[renewal, 1]] },
    ...TIMED_SIGN_INS.flatMap((way) =>
      browsers.map(([browser, share]): Load => ({
        perSecond: perSecond.signIns * shares[way] * share,
        cost: signIns[way][browser],
        operations: [
          [signInOperations[way][browser], 1],
          [background.event, storage.signIn.events],
          [background.mail, storage.signIn.mails[browser]],
        ],
      })),
    ),
  ];
}

function passwordCost({ signIns: { password } }: CapacityFigures, newBrowsers: number): number {
  return (
    medianCost(password.known).serverUs * (1 - newBrowsers) +
    medianCost(password.unknown).serverUs * newBrowsers
  );
}

function bytesOfConnection(measured: CapacityFigures['memory']['connections']): number {
  const [fewest, most] = [measured[0], measured.at(-1)];
  if (!fewest || !most || most.open <= fewest.open)
    throw new Error('the figures have no memory of open connections');
  return Math.max(0, most.bytes - fewest.bytes) / (most.open - fewest.open);
}

function storageOf(
  { collections, signIn }: CapacityFigures['storage'],
  {
    people,
    daily,
    given,
    workingSet,
  }: {
    readonly people: number;
    readonly daily: number;
    readonly given: Deployment['assumptions'];
    readonly workingSet: number;
  },
) {
  const changesPerDay = daily * given.signIns * (1 + given.otherChanges);
  const activityPerDay = changesPerDay * signIn.activity;
  const eventsPerDay = changesPerDay * signIn.events;
  const documents: Record<StoredCollection, number> = {
    users: people,
    accounts: people * given.accounts,
    sessions: people * given.sessions,
    activity: activityPerDay * (ACTIVITY_MAX_AGE_MS / DAY_MS),
    events: eventsPerDay * (EVENTS_KEPT_MS / DAY_MS),
  };
  const sumOf = (bytes: (name: StoredCollection) => number) =>
    STORED_COLLECTIONS.reduce((sum, name) => sum + documents[name] * bytes(name), 0);
  const fileOf = (name: StoredCollection) => collections[name].diskBytes * given.compression;
  const indexesOf = (name: StoredCollection) => collections[name].indexBytes * given.indexOverhead;
  const documentBytes = sumOf((name) => collections[name].documentBytes);
  const indexBytes = sumOf(indexesOf);
  const diskBytes = sumOf(fileOf) + indexBytes;
  return {
    documents,
    documentBytes,
    indexBytes,
    diskBytes,
    allCopiesBytes: diskBytes * given.replicas,
    workingSetBytes: documentBytes * workingSet + indexBytes,
    growthPerDayBytes: activityPerDay * (fileOf('activity') + indexesOf('activity')),
  };
}
