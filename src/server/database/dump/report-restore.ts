import type { Collections } from '../collections.ts';
import type { Log } from '../../log/log-lines.ts';
import { claimReportOfRestore, findLastRestore } from './restored-database.ts';

interface ReportDependencies {
  readonly collections: Pick<Collections, 'maintenance'>;
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
  if (!restore.isEnded)
    log.warn(fields, 'the database was restored from a dump, and what was issued before it has not ended');
  else if (await claimReportOfRestore(collections)) log.info(fields, 'the database was restored from a dump');
}
