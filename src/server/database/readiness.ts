import type { Db } from 'mongodb';
import type { OwnField } from '../configuration/configuration.ts';
import { SECOND_MS } from '../../shared/limits.ts';
import type { Collections } from './collections.ts';
import { missingIndexes } from './indexes.ts';
import type { Migrations } from './migrations/run-migrations.ts';
import { currentBudget, runForAllRequests } from './request-budget.ts';

/** How long `/readyz` relies on a reading that found all indexes. */
export const INDEX_CHECK_KEPT_MS = 10 * SECOND_MS;

/**
 * Rejects with the reason. Concurrent calls share one check. A reading that found all indexes counts for
 * `INDEX_CHECK_KEPT_MS`, or until a failure: the database may be a restored one.
 */
export function createReadinessCheck({
  db,
  collections,
  ownFields,
  migrations,
  now,
}: {
  readonly db: Db;
  readonly collections: Collections;
  readonly ownFields: readonly OwnField[];
  readonly migrations: Migrations;
  readonly now: () => Date;
}): () => Promise<void> {
  let running: Promise<void> | null = null;
  let indexesFoundAt: number | null = null;

  async function check(): Promise<void> {
    await db.command({ ping: 1 });
    const age = indexesFoundAt === null ? null : now().getTime() - indexesFoundAt;
    // The clock may have been set back.
    if (age === null || age < 0 || age >= INDEX_CHECK_KEPT_MS) {
      const readAt = now().getTime();
      const missing = await missingIndexes(collections, ownFields);
      if (missing.length > 0) throw new Error(`missing indexes: ${missing.join(', ')}`);
      indexesFoundAt = readAt;
    }
    const waiting = migrations.waitingFor();
    if (waiting !== null) throw new Error(waiting);
  }

  return async () => {
    let shared: Promise<void> | undefined;
    // The first request may end before the others. A request that is refused at once begins no check,
    // whose failure nobody would handle.
    const join = () => (shared = running ??= runForAllRequests(check));
    try {
      await (currentBudget()?.wait(join) ?? join());
    } catch (error) {
      indexesFoundAt = null;
      throw error;
    } finally {
      // Also when this request's time is over: later ones must not wait for a command that hangs.
      if (running === shared) running = null;
    }
  };
}
