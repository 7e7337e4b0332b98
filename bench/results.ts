import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The servers, in the order of the table. */
export const SERVERS = [
  'floor',
  'express',
  'auth-js',
  'better-auth',
  'better-auth-cache',
  'foyer',
  'foyer-token',
  'foyer-batch',
] as const;
export type ServerId = (typeof SERVERS)[number];

export interface SessionRound {
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** CPU time of the server process with all its threads, per request. */
  readonly cpuUs: number;
  /** CPU time of the database process; `null` when unknown. */
  readonly databaseCpuUs: number | null;
  /** The share of a core that the load generator used. Near 1, the generator was the limit. */
  readonly generatorBusy: number;
}

export interface SessionMeasurement {
  readonly server: ServerId;
  /** The number of sessions in the database. */
  readonly sessions: number;
  /** The number of sessions that are used, one after another. Absent in files of before. */
  readonly visitors?: number;
  readonly connections: number;
  /** `first`: each session is used once, so its request is its first one in this process. Default: many times. */
  readonly requests?: 'first';
  /** CPU time of the server per request, in each window of the warm-up, which no round counts. */
  readonly warmUpCpuUs?: readonly number[];
  readonly rounds: readonly SessionRound[];
}

export interface PasswordRound {
  readonly signInsPerSecond: number;
  /** Reads of a session, 200 per second. */
  readonly idleP99Ms: number;
  /** The same while passwords are checked at full speed. */
  readonly busyP99Ms: number;
  /** Sign-ins without readers beside them. Absent in files of before. */
  readonly alone?: SignInRound;
}

/** CPU times are per sign-in. */
export interface SignInRound {
  readonly perSecond: number;
  readonly cpuUs: number;
  /** `null` when unknown. */
  readonly databaseCpuUs: number | null;
}

/** Sign-ins by other ways than a password. */
export interface SignInMeasurement {
  readonly server: 'foyer' | 'better-auth';
  readonly way: 'mail-code' | 'provider';
  readonly rounds: readonly SignInRound[];
}

export interface PasswordMeasurement {
  readonly server: 'foyer' | 'better-auth';
  /** The first sign-in by password after the start of the process. */
  readonly firstMs: number;
  readonly rounds: readonly PasswordRound[];
}

export interface StartMeasurement {
  /** From `node` to `/readyz`, in an empty data directory. */
  readonly firstMs: number;
  /** The same with an existing data directory. */
  readonly warmMs: readonly number[];
  /** From a new user's address to a session by the mail's link, right after such a start. */
  readonly firstSignInMs: readonly number[];
  /** The build of an earlier commit with the same data directory, in turns with `warmMs`; `null` without the history. */
  readonly earlier?: { readonly commit: string; readonly warmMs: readonly number[] } | null;
}

/** Medians over the processes. */
export interface MemoryMeasurement {
  readonly idleBytes: number;
  readonly afterLoadBytes: number;
  /** Absent in files of before, which have one process. */
  readonly processes?: readonly { readonly idleBytes: number; readonly afterLoadBytes: number }[];
}

export interface Weight {
  readonly raw: number;
  readonly gzip: number;
  readonly brotli: number;
}

export interface PageMeasurement {
  /** `foyer-signed-out`: the four signed-out pages together, each file once, of their HTML the largest. */
  readonly page: 'foyer' | 'foyer-signed-out' | 'auth-js' | 'better-auth-ui' | 'clerk';
  /** Without the contents of its `<style>` elements. */
  readonly html: Weight;
  /** The linked style sheets and the contents of the `<style>` elements. */
  readonly css: Weight;
  readonly js: Weight;
  /** What the server sends to a browser that accepts every compression; `null` for files without a server. */
  readonly sentBytes: number | null;
  /** Whether the HTML contains a form with an email field, outside of `<noscript>`. */
  readonly formWithoutScript: boolean;
}

export interface SlowNetwork {
  readonly latencyMs: number;
  readonly bytesPerSecond: number;
}

export interface FirstPageRound {
  /** From the start of the navigation to the end of the first frame with the email field. */
  readonly visibleMs: number;
  /** From the start of the navigation until a click on "Show password" shows the password. */
  readonly readyMs: number;
  /** The sum of all layout shifts, until one second after the script is ready. */
  readonly shift: number;
}

export interface FirstPageBuild {
  readonly build: 'present' | 'earlier';
  readonly rounds: readonly FirstPageRound[];
}

export interface FirstPageMeasurement {
  readonly network: SlowNetwork;
  readonly earlierCommit: string;
  /** The builds alternate, so that a round of one build can be compared with that of the other. */
  readonly builds: readonly FirstPageBuild[];
}

export interface WebhookMeasurement {
  /** To each endpoint. */
  readonly deliveries: number;
  readonly slowAnswerMs: number;
  /** From the first to the last delivery at a fast endpoint that is alone. */
  readonly aloneMs: number;
  /** The same beside a slow endpoint. */
  readonly besideMs: number;
  /** How many deliveries the slow endpoint has got when the fast one has all. */
  readonly slowReceived: number;
  /** Reads of a session, 200 per second. */
  readonly idleP99Ms: number;
  /** The same while both endpoints get deliveries. */
  readonly busyP99Ms: number;
}

/** How long pages of people take. */
export interface PeopleMeasurement {
  /** How many people the database holds. */
  readonly people: number;
  readonly repetitions: number;
  readonly lists: readonly { readonly list: string; readonly medianMs: number; readonly p95Ms: number }[];
}

export interface Results {
  readonly format: 1;
  /** ISO 8601, UTC. */
  readonly date: string;
  /** `full`: every part at full length. Only such runs are shown in the README. */
  readonly kind: 'full' | 'quick' | 'part';
  readonly seconds: number;
  /** The seed of the orders in which servers had their turns. */
  readonly seed?: number;
  readonly machine: {
    readonly cpu: string;
    readonly cores: number;
    readonly memoryGb: number;
    readonly system: string;
    readonly node: string;
    readonly database: string;
  };
  readonly versions: Readonly<Record<string, string>>;
  readonly session?: readonly SessionMeasurement[];
  readonly passwords?: readonly PasswordMeasurement[];
  readonly signIns?: readonly SignInMeasurement[];
  readonly start?: StartMeasurement;
  readonly memory?: MemoryMeasurement;
  readonly pages?: readonly PageMeasurement[];
  /** `null` without a Chromium. */
  readonly firstPage?: FirstPageMeasurement | null;
  readonly people?: PeopleMeasurement;
  readonly webhooks?: WebhookMeasurement;
}

const FOLDER = fileURLToPath(new URL('results/', import.meta.url));

/**
 * Stores a run in its own file, so that a new run never changes the one in the README. Returns the path
 * within the project.
 */
export async function saveResults(results: Results, folder = FOLDER): Promise<string> {
  const name = resultsFileName(results);
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, name), `${JSON.stringify(results, rounded, 2)}\n`);
  return `bench/results/${name}`;
}

/** `2026-11-21T20-12-22-full.json`: the names sort by time and are valid on Windows. */
export function resultsFileName({ date, kind }: Pick<Results, 'date' | 'kind'>): string {
  return `${date.slice(0, 19).replaceAll(':', '-')}-${kind}.json`;
}

/** Four digits are more precise than the measurement. */
function rounded(_key: string, value: unknown): unknown {
  return typeof value === 'number' && !Number.isInteger(value) ? Number(value.toPrecision(4)) : value;
}

/** The file of the newest run that fits, or `null`. */
export async function newestResults(
  fits: (results: Results) => boolean,
  folder = FOLDER,
): Promise<string | null> {
  const names = await readdir(folder).catch(() => []);
  for (const name of names
    .filter((each) => each.endsWith('.json'))
    .toSorted()
    .toReversed()) {
    if (fits(await readResults(name, folder))) return name;
  }
  return null;
}

export async function readResults(name: string, folder = FOLDER): Promise<Results> {
  const results = JSON.parse(await readFile(path.join(folder, name), 'utf8')) as Results;
  if (results.format !== 1) throw new Error(`${name} has a format of another time`);
  return results;
}
