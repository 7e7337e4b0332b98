import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Filter } from 'mongodb';
import type { Log } from '../../log/log-lines.ts';
import { MINUTE_MS, SECOND_MS } from '../../../shared/limits.ts';
import type { Collections } from '../collections.ts';
import type { MigrationDocument } from '../service-documents.ts';
import {
  LeaseLostError,
  readMigration,
  releaseLease,
  reopenNewer,
  takeLease,
  writeProgress,
} from './lease.ts';
import { MIGRATIONS } from './list.ts';
import type { Migration, Progress } from './migration.ts';

/** How often a process checks whether another one has finished or died. */
const CHECK_AGAIN_MS = SECOND_MS;
const AFTER_FAILURE_MS = 10 * SECOND_MS;
const REPEAT_EVERY_MS = MINUTE_MS;

/** `held`: another process runs one. `repeats`: all are done, and one must run again later. */
type MigrationsState = 'done' | 'repeats' | 'held';

export interface Migrations {
  /** Why no request may be answered yet; `null` when every migration that must come first is done. */
  waitingFor(): string | null;
  /** In the order of their numbers. Rejects with the error of a failed one. */
  runDue(): Promise<MigrationsState>;
  /** Runs until all are done, and retries failures. The result stops it after the running batch. */
  start(): () => Promise<void>;
}

interface MigrationDependencies {
  readonly collections: Collections;
  readonly log: Pick<Log, 'info' | 'error'>;
  readonly now: () => Date;
}

export function createMigrations(
  deps: MigrationDependencies,
  list: readonly Migration[] = MIGRATIONS,
): Migrations {
  const { collections, log, now } = deps;
  // Host and process id are for operators who read the collection.
  const owner = `${hostname()} ${process.pid} ${randomUUID()}`;
  const doneAt = new Map<number, Date>();
  const failed = new Set<number>();
  const stopping = new AbortController();
  let isReopened = false;

  /** Whether this process finished it. */
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
      const finishedAt = now();
      const change = { progress: null, doneAt: stored.doneAt ?? finishedAt, repeatedAt: finishedAt };
      await writeProgress(deps, id, owner, change, { release: true });
    } catch (error) {
      if (error instanceof LeaseLostError) return false;
      failed.add(id);
      // A lease that is not released expires.
      await releaseLease(deps, id, owner).catch(() => null);
      throw error;
    }
    failed.delete(id);
    log.info({ migration: id, name }, 'database migration done');
    return true;
  }

  async function runDue(): Promise<MigrationsState> {
    if (!isReopened) await reopenNewer(deps, list);
    isReopened = true;
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

  /** Whether one must run again later. */
  async function runRepeats(): Promise<boolean> {
    const time = now().getTime();
    const repeating = list.filter(
      ({ id, repeatForMs = 0 }) => (doneAt.get(id)?.getTime() ?? 0) + repeatForMs > time,
    );
    for (const migration of repeating)
      await run(migration, { repeatedAt: { $lte: new Date(time - REPEAT_EVERY_MS) } });
    return repeating.length > 0;
  }

  /** Milliseconds until the next run; `null` when all is done. */
  async function runOnce(): Promise<number | null> {
    try {
      const state = await runDue();
      return { done: null, repeats: REPEAT_EVERY_MS, held: CHECK_AGAIN_MS }[state];
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
      // `sleep` rejects only when the process ends.
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
