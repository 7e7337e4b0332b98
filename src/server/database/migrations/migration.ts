import type { Collections } from '../collections.ts';

/** The state of a migration between two batches. It is stored, so it contains BSON values only. */
export type Progress = Readonly<Record<string, unknown>>;

interface MigrationContext {
  readonly collections: Collections;
  readonly now: () => Date;
}

/**
 * One change to the stored data. Processes of the previous version read and write the same rows at the same
 * time, so a migration removes nothing that they read.
 */
export interface Migration {
  /** 1, 2, 3, …: the order. A released number is never reused. */
  readonly id: number;
  /** A short description. It is logged, stored and shown by `/readyz`. */
  readonly name: string;
  /**
   * Whether the new code gives wrong answers before this is done. If so, requests are answered only after it.
   */
  readonly mustComeFirst: boolean;
  /**
   * For this long after the first end the previous version may still write old rows. Until then the migration
   * runs again from its start once a minute.
   */
  readonly repeatForMs?: number;
  /**
   * Migrates as many of the next rows as take less than a second. `progress` is the result of the last batch,
   * `null` at the start. Returns the next progress, or `null` at the end.
   * A batch must give the same rows when it runs twice or twice at once: a kill may come before its progress
   * is stored, and a paused process may finish its batch late.
   */
  runBatch(context: MigrationContext, progress: Progress | null): Promise<Progress | null>;
}
