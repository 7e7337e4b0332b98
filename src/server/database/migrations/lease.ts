import type { Filter } from 'mongodb';
import { MINUTE_MS } from '../../../shared/limits.ts';
import type { Collections } from '../collections.ts';
import { insertOnce } from '../insert-once.ts';
import type { MigrationDocument } from '../service-documents.ts';
import type { Migration } from './migration.ts';

/** Each process renews its lease within this time. Otherwise another process takes over. */
export const MIGRATION_LEASE_MS = MINUTE_MS;

/** This process's lease has expired, and another process may hold it. */
export class LeaseLostError extends Error {
  override readonly name = 'LeaseLostError';
}

interface LeaseDependencies {
  readonly collections: Pick<Collections, 'migrations'>;
  readonly now: () => Date;
}

/** When two processes create it at once, the unique id lets one win. */
export async function readMigration(
  { collections, now }: LeaseDependencies,
  { id, name }: Migration,
): Promise<MigrationDocument> {
  const { migrations } = collections;
  const stored = await migrations.findOne({ _id: id });
  if (stored) return stored;
  const document: MigrationDocument = {
    _id: id,
    name,
    owner: null,
    leaseUntil: new Date(0),
    progress: null,
    batches: 0,
    startedAt: now(),
    doneAt: null,
    repeatedAt: null,
  };
  await insertOnce(migrations, document);
  return document;
}

/** `null` when the lease is held or the migration does not match `filter`. */
export async function takeLease(
  { collections, now }: LeaseDependencies,
  id: number,
  owner: string,
  filter: Filter<MigrationDocument>,
): Promise<MigrationDocument | null> {
  const time = now();
  return collections.migrations.findOneAndUpdate(
    { $and: [{ _id: id, leaseUntil: { $lte: time } }, filter] },
    { $set: { owner, leaseUntil: new Date(time.getTime() + MIGRATION_LEASE_MS) } },
    { returnDocument: 'after' },
  );
}

/** `release` also ends the lease. Throws `LeaseLostError` when it has expired: another process goes on. */
export async function writeProgress(
  { collections, now }: LeaseDependencies,
  id: number,
  owner: string,
  change: Partial<Pick<MigrationDocument, 'progress' | 'doneAt' | 'repeatedAt'>>,
  { release }: { readonly release: boolean },
): Promise<void> {
  const time = now();
  const leaseUntil = release ? new Date(0) : new Date(time.getTime() + MIGRATION_LEASE_MS);
  const { matchedCount } = await collections.migrations.updateOne(
    { _id: id, owner, leaseUntil: { $gt: time } },
    { $set: { ...change, leaseUntil }, $inc: { batches: 1 } },
  );
  if (matchedCount === 0) throw new LeaseLostError();
}

/**
 * This older version now writes rows as it knows them, so a newer one must migrate again at its next start. A
 * process that runs one now loses its lease.
 */
export async function reopenNewer(
  { collections }: Pick<LeaseDependencies, 'collections'>,
  list: readonly Migration[],
): Promise<void> {
  const newest = Math.max(0, ...list.map(({ id }) => id));
  await collections.migrations.updateMany(
    { _id: { $gt: newest }, doneAt: { $ne: null } },
    { $set: { doneAt: null, progress: null, owner: null, leaseUntil: new Date(0) } },
  );
}

/** After a failure, the next process need not wait for the end of the lease. */
export async function releaseLease(
  { collections }: LeaseDependencies,
  id: number,
  owner: string,
): Promise<void> {
  await collections.migrations.updateOne({ _id: id, owner }, { $set: { leaseUntil: new Date(0) } });
}
