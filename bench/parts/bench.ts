import type { BenchDatabase } from '../database.ts';
import type { Load } from '../load/load.ts';
import type { Shuffle } from '../rounds.ts';

/** The shared resources of the parts. */
export interface Bench {
  readonly database: BenchDatabase;
  readonly load: Load;
  /** The order of a round. The report names its seed. */
  readonly shuffle: Shuffle;
  /** A folder for temporary files. */
  readonly folder: string;
  /** Prints the current step. */
  readonly say: (line: string) => void;
  /** The folder for CPU profiles of Foyer, when they are wanted. */
  readonly profiles: string | undefined;
}

export interface Plan {
  /** A rough and short run. Parts with lengths of their own choose by this. */
  readonly quick: boolean;
  /** Rounds repeat until their ratios are narrow (`rounds.ts`), or until there are so many. */
  readonly mostRounds: number;
  /** The longest time of each part's rounds, so that a run ends in time on a slow machine, too. */
  readonly roundsMs: Readonly<Record<'session' | 'passwords' | 'signIns' | 'start', number>>;
  /** The numbers of sessions in the database, one after another. */
  readonly sizes: readonly number[];
  /** The number of sessions for the comparison. */
  readonly comparedSize: number;
  /** The sessions that are used in the comparison, each many times. */
  readonly visitors: number;
  /** The warm-up ends when two windows of this length need the same CPU time per request, or after so many. */
  readonly warmUp: { readonly windowMs: number; readonly mostWindows: number };
  /** A discarded run of a server before parts without such windows. */
  readonly warmUpMs: number;
  /** Discarded time before each measurement, in which connections open and caches fill. */
  readonly leadMs: number;
  readonly measureMs: number;
  readonly passwords: { readonly idleMs: number; readonly busyMs: number; readonly aloneMs: number };
  /** How long people sign in by mail code, or by a provider, in each round. */
  readonly signInMs: number;
  /** Visits of the sign-in page by each build. */
  readonly firstPageRounds: number;
  /** The webhook deliveries to each endpoint. */
  readonly deliveries: number;
  /** Repetitions of each page of people. */
  readonly repetitions: number;
  readonly memory: { readonly processes: number; readonly idleMs: number; readonly loadMs: number };
}
