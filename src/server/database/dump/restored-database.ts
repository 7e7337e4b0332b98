import type { Log } from '../../log/log-lines.ts';
import type { Collections } from '../collections.ts';
import { separateRestoredEvents } from './restored-events.ts';

type Maintenance = Pick<Collections, 'maintenance'>;

/** The last restore of a dump into this database. */
interface LastRestore {
  readonly restoredAt: Date;
  /** When the dump was made. After a restore by another tool, whose backup is unknown: the restore's time. */
  readonly dumpedAt: Date;
  /** Whether everything that was issued before the dump has ended (`endIssued`). */
  readonly isEnded: boolean;
}

/** Call it after each restore, before a server starts. It can be killed and called again. */
export async function noteRestore(
  collections: Pick<Collections, 'maintenance' | 'users' | 'eventPartitions'>,
  { restoredAt, dumpedAt }: Pick<LastRestore, 'restoredAt' | 'dumpedAt'>,
): Promise<void> {
  await separateRestoredEvents(collections, restoredAt);
  await collections.maintenance.updateOne(
    { _id: 'restored' },
    { $set: { restoredAt, dumpedAt }, $unset: { endedBefore: '', isReported: '' } },
    { upsert: true },
  );
}

/** Call it when everything issued before this time has ended. */
export async function noteEndedBefore({ maintenance }: Maintenance, before: Date): Promise<void> {
  await maintenance.updateOne({ _id: 'restored' }, { $max: { endedBefore: before } });
}

/** `null`: the database was never restored from a dump. */
export async function findLastRestore({ maintenance }: Maintenance): Promise<LastRestore | null> {
  const { restoredAt, dumpedAt, endedBefore } = (await maintenance.findOne({ _id: 'restored' })) ?? {};
  if (!restoredAt || !dumpedAt) return null;
  return { restoredAt, dumpedAt, isEnded: endedBefore !== undefined && endedBefore >= dumpedAt };
}

interface ReportDependencies {
  readonly collections: Maintenance;
  readonly log: Pick<Log, 'info' | 'warn'>;
}

/** Logs a restore once, or at each start while what the dump revived still works. */
export async function reportRestore({ collections, log }: ReportDependencies): Promise<void> {
  const restore = await findLastRestore(collections);
  if (!restore) return;
  const fields = {
    dumpedAt: restore.dumpedAt.toISOString(),
    restoredAt: restore.restoredAt.toISOString(),
  };
  if (!restore.isEnded) {
    log.warn(fields, 'the database was restored from a dump, and what was issued before it has not ended');
    return;
  }
  // Of several at once, one logs it.
  const { modifiedCount } = await collections.maintenance.updateOne(
    { _id: 'restored', isReported: { $exists: false } },
    { $set: { isReported: true } },
  );
  if (modifiedCount === 1) log.info(fields, 'the database was restored from a dump');
}
