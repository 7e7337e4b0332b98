import type { Db } from 'mongodb';
import type { OwnField } from '../configuration/configuration.ts';
import { SECOND_MS } from '../../shared/limits.ts';
import type { Collections } from './collections.ts';
import { missingIndexes } from './indexes.ts';
import type { Migrations } from './migrations/run-migrations.ts';
import { currentBudget, runForAllRequests } from './request-budget.ts';

/** For how long `/readyz` relies on a reading of the indexes that found all of them. */
export const INDEX_CHECK_KEPT_MS = 10 * SECOND_MS;

/**
 * Resolves when the database answers, every index exists and no migration is pending. Rejects with the reason.
 *
 * Concurrent calls share one check, so that many probes cost as much as one. Each check asks the database for an answer, and looks whether a migration is pending. To read
 * the indexes takes one command for each collection. So a reading that found all of them counts for `INDEX_CHECK_KEPT_MS`. Every failure ends that, because the
 * database may be another one afterwards, such as a restored one.
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
    // The first request may end before the others.
    const shared = (running ??= runForAllRequests(check));
    try {
      await (currentBudget()?.wait(() => shared) ?? shared);
    } catch (error) {
      indexesFoundAt = null;
      throw error;
    } finally {
      // Also when the time of this request is over: later ones shall not wait for a command that hangs.
      if (running === shared) running = null;
    }
  };
}
