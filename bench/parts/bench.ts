import type { BenchDatabase } from '../database.ts';
import type { Load } from '../load/load.ts';

/** What the parts share. */
export interface Bench {
  readonly database: BenchDatabase;
  readonly load: Load;
  /** For files that nobody needs afterwards. */
  readonly folder: string;
  /** Says what is done now. */
  readonly say: (line: string) => void;
  /** Where CPU profiles of Foyer go, when they are wanted. */
  readonly profiles: string | undefined;
}

export interface Plan {
  readonly rounds: number;
  /** How many sessions the database holds, in turn. */
  readonly sizes: readonly number[];
  /** The one of them at which everything is compared. */
  readonly comparedSize: number;
  /** Of each server and kind of request, once, discarded: what is first in line looks twice as slow without. */
  readonly warmUpMs: number;
  /** Before each measurement, discarded: connections open, caches fill again. */
  readonly leadMs: number;
  readonly measureMs: number;
  readonly passwords: { readonly rounds: number; readonly idleMs: number; readonly busyMs: number };
  readonly starts: number;
  /** Of each procedure and kind of address, when enumeration is measured. */
  readonly repetitions: number;
  readonly memory: { readonly idleMs: number; readonly loadMs: number };
}
