import type { Document, ObjectId } from 'mongodb';
import { CONNECTIONS_OF_FOYER } from '../../database/not-adopted.ts';
import type { Dependencies } from '../../dependencies.ts';
import { sweepBatch } from '../jobs/sweeps.ts';
import { removeOrphanedTokenRows } from '../tokens/access-tokens.ts';
import { accountKey } from '../rules/account-key.ts';
import { removeOrphanedAccounts } from './orphaned-accounts.ts';

export const SWEEP_BATCH = 500;
type SweepDependencies = Pick<Dependencies, 'collections' | 'now' | 'vault'>;

/** Rows that a crash left. So no provider's tokens stay stored, even when nobody opens the account again. */
export async function sweepOrphanedRows(deps: SweepDependencies): Promise<void> {
  await sweepBatch(deps, 'accounts', sweepAccounts);
  await sweepBatch(deps, 'access_tokens', sweepAccessTokens);
}

/** Reads the rows before their users (see `removeOrphanedAccounts`, which checks again). */
async function sweepAccounts(deps: SweepDependencies, after: ObjectId | null): Promise<ObjectId | null> {
  const { accounts, users } = deps.collections;
  const rows = await accounts
    .find({ ...rowsAfter(after), ...CONNECTIONS_OF_FOYER }, { sort: { _id: 1 }, limit: SWEEP_BATCH })
    .project<{ _id: ObjectId; userId: ObjectId; provider: string; providerAccountId: string }>({
      userId: 1,
      provider: 1,
      providerAccountId: 1,
    })
    .toArray();
  const holders = await users
    .find({ _id: { $in: rows.map(({ userId }) => userId) } })
    .project<{ _id: ObjectId; accounts?: { key: string }[] }>({ 'accounts.key': 1 })
    .toArray();
  const held = new Set(
    holders.flatMap(({ _id, accounts: list = [] }) => list.map(({ key }) => `${_id.toHexString()} ${key}`)),
  );
  const orphaned = rows.filter((row) => !held.has(`${row.userId.toHexString()} ${accountKey(row)}`));
  for (const userId of distinct(orphaned)) await removeOrphanedAccounts(deps, userId);
  return nextAfter(rows);
}

async function sweepAccessTokens(deps: SweepDependencies, after: ObjectId | null): Promise<ObjectId | null> {
  const rows = await deps.collections.accessTokens
    .find(rowsAfter(after), { sort: { _id: 1 }, limit: SWEEP_BATCH })
    .toArray();
  await removeOrphanedTokenRows(deps, rows);
  return nextAfter(rows);
}

function rowsAfter(after: ObjectId | null): Document {
  return after === null ? {} : { _id: { $gt: after } };
}

function nextAfter(rows: readonly { readonly _id: ObjectId }[]): ObjectId | null {
  return rows.length < SWEEP_BATCH ? null : (rows.at(-1)?._id ?? null);
}

function distinct(rows: readonly { readonly userId: ObjectId }[]): ObjectId[] {
  return [...new Map(rows.map(({ userId }) => [userId.toHexString(), userId])).values()];
}
