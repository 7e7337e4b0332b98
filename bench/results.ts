import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

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

export interface SignInRound {
  readonly perSecond: number;
  /** CPU time of the server process per request or sign-in, all threads. */
  readonly cpuUs: number;
  /** CPU time of the database process per request or sign-in; `null` when unknown. */
  readonly databaseCpuUs: number | null;
}

export interface SessionRound extends SignInRound {
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** The share of a core that the load generator used. Near 1, the generator was the limit. */
  readonly generatorBusy: number;
}

export interface SessionMeasurement {
  readonly server: ServerId;
  readonly sessions: number;
  /** The number of sessions that are used, one after another. */
  readonly visitors: number;
  readonly connections: number;
  /** `first`: each session is used once, so each request is the first of its session. Default: many times. */
  readonly requests?: 'first';
  readonly rounds: readonly SessionRound[];
}

export interface SignInMeasurement {
  readonly server: 'foyer' | 'better-auth';
  readonly way: 'password' | 'mail-code' | 'provider';
  readonly rounds: readonly SignInRound[];
}

/** Reads of a session, 200 per second, while nobody signs in, and while passwords are checked. */
export interface ReadsMeasurement {
  readonly rounds: readonly { readonly idleP99Ms: number; readonly busyP99Ms: number }[];
}

export interface MemoryMeasurement {
  readonly processes: readonly { readonly idleBytes: number; readonly afterLoadBytes: number }[];
}

export interface Weight {
  readonly gzip: number;
  readonly brotli: number;
}

export interface PageMeasurement {
  /** `foyer-signed-out`: the four signed-out pages together: each file once, and the largest HTML. */
  readonly page: 'foyer' | 'foyer-signed-out' | 'auth-js';
  readonly html: Weight;
  /** Linked style sheets and the contents of `<style>` elements. */
  readonly css: Weight;
  readonly js: Weight;
  /** The bytes sent to a browser that accepts every compression. */
  readonly sentBytes: number;
  /** Whether a form with an email field is in the HTML outside of `<noscript>`. */
  readonly formWithoutScript: boolean;
}

export interface WebhookMeasurement {
  readonly deliveries: number;
  readonly slowAnswerMs: number;
  /** From the first to the last delivery, with a fast endpoint alone. */
  readonly aloneMs: number;
  /** The same time beside a slow endpoint. */
  readonly besideMs: number;
  /** The deliveries to the slow endpoint when the fast one has all. */
  readonly slowReceived: number;
  /** Reads of a session, 200 per second. */
  readonly idleP99Ms: number;
  /** Reads while both endpoints get deliveries. */
  readonly busyP99Ms: number;
}

export interface UsersMeasurement {
  readonly people: number;
  readonly repetitions: number;
  readonly lists: readonly { readonly list: string; readonly medianMs: number; readonly p95Ms: number }[];
}

export interface Measured {
  readonly session?: readonly SessionMeasurement[];
  readonly signIns?: readonly SignInMeasurement[];
  readonly reads?: ReadsMeasurement;
  readonly memory?: MemoryMeasurement;
  readonly pages?: readonly PageMeasurement[];
  readonly people?: UsersMeasurement;
  readonly webhooks?: WebhookMeasurement;
}

export const PARTS = ['core', 'pages', 'webhooks', 'people'] as const;
export type Part = (typeof PARTS)[number];

export interface Results extends Measured {
  /** ISO 8601, UTC. */
  readonly date: string;
  readonly machine: {
    readonly cpu: string;
    readonly cores: number;
    readonly memoryGb: number;
    readonly system: string;
    readonly node: string;
    readonly database: string;
  };
  readonly versions: Readonly<Record<string, string>>;
}

const FOLDER = fileURLToPath(new URL('results/', import.meta.url));

/** Stores the newest figures of a part. Earlier ones are in the history of the repository. */
export async function saveResults(part: Part, results: Results): Promise<void> {
  await writeFile(path.join(FOLDER, `${part}.json`), `${JSON.stringify(results, rounded)}\n`);
}

/** Four digits are more precise than the measurement. */
function rounded(_key: string, value: unknown): unknown {
  return typeof value === 'number' && !Number.isInteger(value) ? Number(value.toPrecision(4)) : value;
}

export async function readResults(part: Part): Promise<Results> {
  return JSON.parse(await readFile(path.join(FOLDER, `${part}.json`), 'utf8')) as Results;
}
