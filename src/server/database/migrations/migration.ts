import type { Collections } from '../collections.ts';

/** The state between two batches. It is stored, so it contains BSON values only. */
export type Progress = Readonly<Record<string, unknown>>;

interface MigrationContext {
  readonly collections: Collections;
  readonly now: () => Date;
}

/** The previous version uses the same rows meanwhile, so a migration removes nothing that it reads. */
export interface Migration {
  /** From 1: the order. A released number is never reused. */
  readonly id: number;
  /** Logged, stored and shown by `/readyz`. */
  readonly name: string;
  /** Whether requests must wait for it, because the new code gives wrong answers before. */
  readonly mustComeFirst: boolean;
  /** How long the previous version may write old rows. Until then the migration runs again each minute. */
  readonly repeatForMs?: number;
  /**
   * Takes less than a second. `progress`: the last result, `null` at the start and end. A batch may run
   * twice, even at once, and must give the same rows.
   */
  runBatch(context: MigrationContext, progress: Progress | null): Promise<Progress | null>;
}
