import { createHash } from 'node:crypto';
import { ObjectId } from 'mongodb';
import type { AccountDocument } from '../../database/collections.ts';
import type { Dependencies } from '../../dependencies.ts';
import { accountKey, type ProviderAccount } from '../rules/account-key.ts';
import { enqueueJob } from '../jobs/jobs.ts';
import { forgetPicture, unsettlePictures } from '../pictures/pictures.ts';

type RowDependencies = Pick<Dependencies, 'collections' | 'now' | 'vault'>;

/**
 * Finishes every unlink, purge and deletion that was cut short after its deciding write: rows of a user that the user does not hold, and
 * all rows of a user who is gone, are handed back. Whoever looks next calls it.
 *
 * The rows are read before the user: a link writes the user first, so a row that is seen is either held by the user who is read
 * after it, or no longer held. Judged by an older copy of the user, a link that has just been made would look like a leftover.
 */
export async function removeOrphanedAccounts(deps: RowDependencies, userId: ObjectId): Promise<void> {
  const rows = await deps.collections.accounts.find({ userId }).toArray();
  if (rows.length === 0) return;
  const user = await deps.collections.users.findOne({ _id: userId }, { projection: { accounts: 1 } });
  const held = new Set(user?.accounts.map(({ key }) => key));
  for (const row of rows) if (!held.has(accountKey(row))) await removeAccountRow(deps, row);
}

/** Hands the grant of a connection that is no more back to its provider, and removes the row unless it was made anew meanwhile. */
export async function removeAccountRow(deps: RowDependencies, row: AccountDocument): Promise<void> {
  await enqueueGrantRevocation(deps, row, row.tokens);
  if (row.pictureId) await unsettlePictures(deps, row.userId);
  await deps.collections.accounts.deleteOne({
    _id: row._id,
    tokens: row.tokens,
    updatedAt: row.updatedAt,
  });
  if (row.pictureId) await forgetPicture(deps, row.userId, { id: row.pictureId });
}

/** The job's id follows from the tokens: two who finish the same thing write it once, and a newer grant is a job of its own. */
export async function enqueueGrantRevocation(
  deps: RowDependencies,
  account: Pick<ProviderAccount, 'provider' | 'providerAccountId'> & { readonly userId?: ObjectId },
  tokens: string | null,
): Promise<void> {
  if (tokens === null) return;
  const id = new ObjectId(createHash('sha256').update(tokens).digest('hex').slice(0, 24));
  const { provider, userId = null } = account;
  await enqueueJob(deps, { kind: 'revoke-grant', provider, tokens, owner: accountKey(account) }, id, userId);
}
