import type { Filter } from 'mongodb';
import type { JobDocument } from '../database/collections.ts';
import { JOBS_COUNTED_MAX, SECOND_MS } from '../../shared/limits.ts';
import { findLastRestore } from '../database/dump/restored-database.ts';
import type { WebhookEndpointDocument } from '../database/event-documents.ts';
import { RequestBudget, runWithinBudget } from '../database/request-budget.ts';
import type { Dependencies } from '../dependencies.ts';
import { GIVEN_UP } from '../domain/administration/failed-jobs.ts';
import { RUNNABLE } from '../domain/jobs/jobs.ts';
import type { UnknownCallerAction } from '../domain/limits/unknown-caller-sums.ts';
import { UNKNOWN_CALLER_BOUNDS } from '../domain/rules/counters.ts';
import { findPreviousSecretEnd } from '../domain/secret-rotation/former-keys.ts';
import { GIVEN_UP_DELIVERY } from '../domain/webhooks/replays.ts';

/** The minimum between two reads of the database. */
const METRICS_READ_EVERY_MS = 5 * SECOND_MS;
/** Then the scrape is answered without the values of the database. */
const METRICS_READ_WITHIN_MS = SECOND_MS;

type WorkDependencies = Pick<Dependencies, 'collections' | 'log' | 'now' | 'unknownCallers' | 'vault'>;

export interface StoredWork {
  /** At most `JOBS_COUNTED_MAX` are counted. */
  readonly jobsByKind: ReadonlyMap<string, number>;
  readonly oldestJobSeconds: number;
  /** At most `JOBS_COUNTED_MAX` are counted. */
  readonly jobsGivenUpByKind: ReadonlyMap<string, number>;
  /** Of enabled endpoints. */
  readonly deliveriesWaiting: number;
  readonly deliveriesGivenUp: number;
  /** In seconds since 1970. 0: `rotateSecrets` has not run since the change, or no previous secret is set. */
  readonly previousSecretNeededUntilSeconds: number;
  /** In seconds since 1970. 0: none. */
  readonly lastRestoreSeconds: number;
  readonly isRestoreNotEnded: boolean;
  /** Disabled by Foyer, because the endpoints asked for it or failed. */
  readonly endpointsDisabled: number;
  readonly proofOfWorkLevels: ReadonlyMap<UnknownCallerAction, number>;
}

/** Reads at most once in `everyMs`. `null` after `METRICS_READ_WITHIN_MS`, so that a scrape is in time. */
export function createWorkReader(
  deps: WorkDependencies,
  everyMs = METRICS_READ_EVERY_MS,
): () => Promise<StoredWork | null> {
  let last: { readonly at: number; readonly work: Promise<StoredWork | null> } | null = null;
  return () => {
    const at = performance.now();
    if (last === null || at - last.at >= everyMs) last = { at, work: readInTime(deps) };
    return last.work;
  };
}

async function readInTime(deps: WorkDependencies): Promise<StoredWork | null> {
  const budget = new RequestBudget(METRICS_READ_WITHIN_MS);
  try {
    return await runWithinBudget(budget, () => readWork(deps));
  } catch (error) {
    deps.log.warn({ err: error }, 'waiting work could not be counted for the metrics');
    return null;
  } finally {
    budget.end();
  }
}

async function readWork(deps: WorkDependencies): Promise<StoredWork> {
  const { jobs, deliveries, webhookEndpoints } = deps.collections;
  const now = deps.now();
  const actions = Object.keys(UNKNOWN_CALLER_BOUNDS) as UnknownCallerAction[];
  const countByKind = async (filter: Filter<JobDocument>) => {
    const stages = [
      { $match: filter },
      { $limit: JOBS_COUNTED_MAX },
      { $group: { _id: '$kind', count: { $sum: 1 } } },
    ];
    const rows = await jobs.aggregate<{ _id: string; count: number }>(stages).toArray();
    return new Map(rows.map(({ _id, count }) => [_id, count]));
  };
  const [jobsByKind, [oldest], jobsGivenUpByKind, endpoints, levels, previousSecretEnd, restore] =
    await Promise.all([
      // `$gt` leaves out the jobs that were given up.
      countByKind({ runAt: { $gt: new Date(0) } }),
      // A job of a newer version is late for that version only.
      jobs
        .find(
          { ...RUNNABLE, runAt: { $lte: now } },
          { sort: { runAt: 1 }, limit: 1, projection: { runAt: 1 } },
        )
        .toArray(),
      countByKind(GIVEN_UP),
      webhookEndpoints.find({}, { projection: { disabled: 1, deletedAt: 1 } }).toArray(),
      Promise.all(
        actions.map(async (action) => [action, await deps.unknownCallers.levelOf(action)] as const),
      ),
      findPreviousSecretEnd(deps),
      findLastRestore(deps.collections),
    ]);
  const idsOf = (chosen: typeof endpoints) => ({ $in: chosen.map(({ _id }) => _id) });
  const [deliveriesWaiting, deliveriesGivenUp] = await Promise.all([
    // A disabled endpoint waits for an administrator, who disabled it or was told.
    deliveries.countDocuments(
      { endpointId: idsOf(endpoints.filter(isEnabled)), state: 'waiting' },
      { limit: JOBS_COUNTED_MAX },
    ),
    deliveries.countDocuments(
      { endpointId: idsOf(endpoints), ...GIVEN_UP_DELIVERY },
      { limit: JOBS_COUNTED_MAX },
    ),
  ]);
  return {
    jobsByKind,
    oldestJobSeconds: oldest?.runAt ? (now.getTime() - oldest.runAt.getTime()) / 1000 : 0,
    jobsGivenUpByKind,
    deliveriesWaiting,
    deliveriesGivenUp,
    previousSecretNeededUntilSeconds: secondsOf(previousSecretEnd),
    lastRestoreSeconds: secondsOf(restore?.restoredAt),
    isRestoreNotEnded: restore !== null && !restore.isEnded,
    endpointsDisabled: endpoints.filter(
      ({ disabled, deletedAt }) => !deletedAt && (disabled?.by === 'gone' || disabled?.by === 'failing'),
    ).length,
    proofOfWorkLevels: new Map(levels),
  };
}

/** Equals the filter `ENABLED`. */
function isEnabled({
  disabled,
  deletedAt,
}: Pick<WebhookEndpointDocument, 'disabled' | 'deletedAt'>): boolean {
  return disabled === null && deletedAt === undefined;
}

function secondsOf(time: Date | null | undefined): number {
  return time ? time.getTime() / 1000 : 0;
}
