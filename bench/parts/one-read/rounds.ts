import type { Db } from 'mongodb';
import { quantile } from '../../statistics.ts';
import type { Bench } from '../bench.ts';

export const READ_ROUNDS = 7;
export const WRITE_ROUNDS = 5;
export const WRITES = 150;
const LEAD_MS = 200;
const MEASURE_MS = 800;

/** One of several ways to do the same. */
export interface Cell {
  /** The costs of a group are compared with those of its first cell. */
  readonly group: string;
  readonly name: string;
  readonly callers: number;
  run(person: number): Promise<unknown>;
  readonly rounds: Round[];
}

export interface Round {
  readonly p50Ms: number;
  readonly clientCpuUs: number;
  readonly databaseCpuUs: number | null;
  readonly journalBytes: number;
}

/** Runs `run` for every number, `callers` at a time. Answers how long each took. */
export async function eachOf(
  numbers: Iterable<number>,
  callers: number,
  run: Cell['run'],
): Promise<number[]> {
  const iterator = numbers[Symbol.iterator]();
  const times: number[] = [];
  const call = async () => {
    for (let next = iterator.next(); !next.done; next = iterator.next()) {
      const started = performance.now();
      await run(next.value);
      times.push(performance.now() - started);
    }
  };
  await Promise.all(Array.from({ length: callers }, call));
  return times;
}

export async function timed(run: () => Promise<unknown>): Promise<number[]> {
  const started = performance.now();
  await run();
  return [performance.now() - started];
}

/** Visitors in turn from another one in each round, until the time is over. */
function* until(end: number, visitors: readonly number[], round: number): Generator<number> {
  const from = Math.floor((visitors.length * round) / READ_ROUNDS);
  for (let index = from; performance.now() < end; index++) yield visitors[index % visitors.length] ?? 0;
}

export async function readRound(
  bench: Bench,
  db: Db,
  { callers, run, rounds }: Cell,
  visitors: readonly number[],
): Promise<Round> {
  const visit = (ms: number) => eachOf(until(performance.now() + ms, visitors, rounds.length), callers, run);
  await visit(LEAD_MS);
  return measured(bench, db, null, () => visit(MEASURE_MS));
}

export function writeRound(
  bench: Bench,
  db: Db,
  { callers, run }: Cell,
  numbers: readonly number[],
): Promise<Round> {
  return measured(bench, db, null, () => eachOf(numbers, callers, run));
}

/** @param amount what the costs are divided by; `null`: the number of calls */
export async function measured(
  { database }: Bench,
  db: Db,
  amount: number | null,
  work: () => Promise<number[]>,
): Promise<Round> {
  const usage = async () => {
    const { wiredTiger } = (await db.command({ serverStatus: 1 })) as {
      wiredTiger?: { log?: Record<string, number> };
    };
    const journalBytes = wiredTiger?.log?.['log bytes written'] ?? Number.NaN;
    return { journalBytes, database: await database.cpuUs(), client: process.cpuUsage() };
  };
  const from = await usage();
  const times = await work();
  const to = await usage();
  const each = amount ?? times.length;
  const client = to.client.user + to.client.system - from.client.user - from.client.system;
  return {
    p50Ms: quantile(times, 0.5),
    clientCpuUs: client / each,
    databaseCpuUs:
      from.database === null || to.database === null ? null : (to.database - from.database) / each,
    journalBytes: (to.journalBytes - from.journalBytes) / each,
  };
}
