import type { BenchDatabase } from '../database.ts';
import type { Load } from '../load/load.ts';

export interface Bench {
  readonly database: BenchDatabase;
  readonly load: Load;
  readonly say: (line: string) => void;
  /** The folder for CPU profiles of Foyer (`--cpu-prof`). */
  readonly profiles: string | undefined;
}

export interface Plan {
  /** The number of rounds, unless the time is over before. */
  readonly mostRounds: number;
  readonly mostMs: number;
  /** The numbers of sessions in the database. The comparison uses the middle one. */
  readonly sizes: readonly [number, number, number];
  /** The sessions that the comparison uses, each many times. */
  readonly visitors: number;
  /** A discarded run of each server before its first round. */
  readonly warmUpMs: number;
  /** Discarded time before each measurement, in which connections open and caches fill. */
  readonly leadMs: number;
  readonly measureMs: number;
  readonly readMs: number;
  readonly signInMs: number;
  readonly deliveries: number;
  readonly repetitions: number;
  readonly memory: { readonly processes: number; readonly idleMs: number; readonly loadMs: number };
}

export const FULL: Plan = {
  // Many short rounds: other load on the machine comes and goes in seconds, and the median ignores it.
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
