import type { Collections } from '../collections.ts';

/** What a migration remembers between two batches. It is stored, so it holds BSON values only. */
export type Progress = Readonly<Record<string, unknown>>;

export interface MigrationContext {
  readonly collections: Collections;
  readonly now: () => Date;
}

/**
 * One change to the stored data. Processes of the previous version run beside it and read and write the same rows, so a migration only
 * adds: it removes nothing that the previous version reads.
 */
export interface Migration {
  /** 1, 2, 3 ...: the order. A number that was released is never used for something else. */
  readonly id: number;
  /** What it does, in a few words. It is logged, stored and shown by `/readyz`. */
  readonly name: string;
  /** Whether the new code gives wrong answers before this is done. Then no request is answered until it is. */
  readonly mustComeFirst: boolean;
  /**
   * The previous version may still write rows of the old form for this long after the first end. Until then the migration runs again from
   * its start, once a minute.
   */
  readonly repeatForMs?: number;
  /**
   * Migrates the next rows: as many as take less than a second. `progress` is what the last batch returned, `null` at the start. Returns
   * the progress to go on from, or `null` when nothing is left.
   *
   * After a kill the last batch runs again, and a process that stood still may end its batch beside the next one. So running a batch twice,
   * or two at once, has to give the same rows.
   */
  runBatch(context: MigrationContext, progress: Progress | null): Promise<Progress | null>;
}
