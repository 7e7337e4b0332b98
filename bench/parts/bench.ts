import type { BenchDatabase } from '../database.ts';
import type { Load } from '../load/load.ts';

/** The shared resources of the parts. */
export interface Bench {
  readonly database: BenchDatabase;
  readonly load: Load;
  /** Prints the current step. */
  readonly say: (line: string) => void;
  /** The folder for CPU profiles of Foyer by Node's `--cpu-prof`, when they are wanted. */
  readonly profiles: string | undefined;
}

export interface Plan {
  /** Rounds repeat until there are so many, or until the time is over. */
  readonly mostRounds: number;
  readonly mostMs: number;
  /** The numbers of sessions in the database, one after another. The middle one is that of the comparison. */
  readonly sizes: readonly [number, number, number];
  /** The sessions that are used in the comparison, each many times. */
  readonly visitors: number;
  /** A discarded run of each server before its first round. */
  readonly warmUpMs: number;
  /** Discarded time before each measurement, in which connections open and caches fill. */
  readonly leadMs: number;
  readonly measureMs: number;
  /** How long reads are measured beside other work. */
  readonly readMs: number;
  /** How long people sign in by one way, in each round. */
  readonly signInMs: number;
  /** The webhook deliveries to each endpoint. */
  readonly deliveries: number;
  /** Repetitions of each page of people. */
  readonly repetitions: number;
  readonly memory: { readonly processes: number; readonly idleMs: number; readonly loadMs: number };
}

export const FULL: Plan = {
  // Many short rounds: other load comes and goes in seconds, and the median ignores it.
  mostRounds: 15,
  mostMs: 240_000,
  sizes: [1000, 100_000, 1_000_000],
  visitors: 10_000,
  warmUpMs: 5000,
  leadMs: 150,
  measureMs: 500,
  readMs: 2500,
  signInMs: 1500,
  deliveries: 10_000,
  repetitions: 1000,
  memory: { processes: 3, idleMs: 4000, loadMs: 5000 },
};

export const QUICK: Plan = {
  mostRounds: 3,
  mostMs: 60_000,
  sizes: [1000, 20_000, 40_000],
  visitors: 2000,
  warmUpMs: 1200,
  leadMs: 150,
  measureMs: 400,
  readMs: 1500,
  signInMs: 1000,
  deliveries: 1000,
  repetitions: 100,
  memory: { processes: 1, idleMs: 2000, loadMs: 1500 },
};
