import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Filter } from 'mongodb';
import type { Logger } from 'pino';
import { MINUTE_MS, SECOND_MS } from '../../../shared/limits.ts';
import type { Collections } from '../collections.ts';
import type { MigrationDocument } from '../service-documents.ts';
import { LeaseLostError, readMigration, releaseLease, takeLease, writeProgress } from './lease.ts';
import { MIGRATIONS } from './list.ts';
import type { Migration, Progress } from './migration.ts';

/** How soon a process looks again whether another one is done or gone. */
const ASK_AGAIN_MS = SECOND_MS;
const AFTER_FAILURE_MS = 10 * SECOND_MS;
const REPEAT_EVERY_MS = MINUTE_MS;

/** `held`: another process is at it. `repeats`: all are done, and one has to run again later. */
export type MigrationsState = 'done' | 'repeats' | 'held';

export interface Migrations {
  /** Why no request may be answered yet, in words. `null` once every migration that must come first is done. */
  waitingFor(): string | null;
  /** Runs what is due, in the order of the numbers. Rejects with the error of the migration that failed. */
  runDue(): Promise<MigrationsState>;
  /** Runs until all is done, and tries again after a failure. The answer ends it after the batch under way. */
  start(): () => Promise<void>;
}

interface MigrationDependencies {
  readonly collections: Collections;
  readonly log: Pick<Logger, 'info' | 'error'>;
  readonly now: () => Date;
}

export function createMigrations(
  deps: MigrationDependencies,
  list: readonly Migration[] = MIGRATIONS,
): Migrations {
  const { collections, log, now } = deps;
  // The host and process are for the people who read the collection.
  const owner = `${hostname()} ${process.pid} ${randomUUID()}`;
  const doneAt = new Map<number, Date>();
  const failed = new Set<number>();
  const stopping = new AbortController();

  /** Whether this process ran it to its end. */
  async function run(migration: Migration, filter: Filter<MigrationDocument>): Promise<boolean> {
    const { id, name } = migration;
    const stored = await takeLease(deps, id, owner, filter);
    if (!stored) return false;
    log.info({ migration: id, name, batches: stored.batches }, 'database migration runs');
    try {
      let progress: Progress | null = stored.progress;
      for (;;) {
        progress = await migration.runBatch({ collections, now }, progress);
        if (progress === null) break;
        await writeProgress(deps, id, owner, { progress }, { release: stopping.signal.aborted });
        if (stopping.signal.aborted) return false;
      }
      const ended = now();
      const done = { progress: null, doneAt: stored.doneAt ?? ended, repeatedAt: ended };
      await writeProgress(deps, id, owner, done, { release: true });
    } catch (error) {
      if (error instanceof LeaseLostError) return false;
      failed.add(id);
      // A lease that cannot be released ends by itself.
      await releaseLease(deps, id, owner).catch(() => null);
      throw error;
    }
    failed.delete(id);
    log.info({ migration: id, name }, 'database migration done');
    return true;
  }

  async function runDue(): Promise<MigrationsState> {
    for (const migration of list) {
      const { id } = migration;
      if (doneAt.has(id)) continue;
      let stored = await readMigration(deps, migration);
      if (stored.doneAt === null && (await run(migration, { doneAt: null })))
        stored = await readMigration(deps, migration);
      if (stored.doneAt === null) return 'held';
      doneAt.set(id, stored.doneAt);
    }
    return (await runRepeats()) ? 'repeats' : 'done';
  }

  /** Whether one has to run again later. */
  async function runRepeats(): Promise<boolean> {
    const time = now().getTime();
    const repeating = list.filter(
      ({ id, repeatForMs = 0 }) => (doneAt.get(id)?.getTime() ?? 0) + repeatForMs > time,
    );
    for (const migration of repeating)
      await run(migration, { repeatedAt: { $lte: new Date(time - REPEAT_EVERY_MS) } });
    return repeating.length > 0;
  }

  /** How long to wait for the next look; `null` when there is nothing left to do. */
  async function runOnce(): Promise<number | null> {
    try {
      const state = await runDue();
      return { done: null, repeats: REPEAT_EVERY_MS, held: ASK_AGAIN_MS }[state];
    } catch (error) {
      log.error({ err: error }, 'a database migration failed and will be tried again');
      return AFTER_FAILURE_MS;
    }
  }

  async function runUntilDone(): Promise<void> {
    const { signal } = stopping;
    while (!signal.aborted) {
      const pauseMs = await runOnce();
      if (pauseMs === null) return;
      // Only the end of this process interrupts it.
      await sleep(pauseMs, undefined, { signal, ref: false }).catch(() => null);
    }
  }

  return {
    waitingFor() {
      const next = list.find(({ id, mustComeFirst }) => mustComeFirst && !doneAt.has(id));
      if (!next) return null;
      const title = `database migration ${next.id} (${next.name})`;
      return failed.has(next.id)
        ? `${title} has failed and is tried again; the log says why`
        : `${title} has to be done first`;
    },
    runDue,
    start() {
      const running = runUntilDone();
      return async () => {
        stopping.abort();
        await running;
      };
    },
  };
}
