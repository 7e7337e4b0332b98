import type { Collections } from '../collections.ts';

/** The database is half restored. The message says what to do. */
export class UnfinishedRestoreError extends Error {
  override readonly name = 'UnfinishedRestoreError';
}

export const UNFINISHED_RESTORE =
  'A restore of this database has not ended, so a part of its data is missing. Run foyer-server data restore <file> again.';

export async function hasUnfinishedRestore({
  maintenance,
}: Pick<Collections, 'maintenance'>): Promise<boolean> {
  return (await maintenance.findOne({ _id: 'restore' })) !== null;
}

/** Throws `UnfinishedRestoreError`. */
export async function requireNoUnfinishedRestore(
  collections: Pick<Collections, 'maintenance'>,
): Promise<void> {
  if (await hasUnfinishedRestore(collections)) throw new UnfinishedRestoreError(UNFINISHED_RESTORE);
}
