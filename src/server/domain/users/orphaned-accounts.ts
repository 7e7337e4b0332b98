import type { ObjectId } from 'mongodb';
import type { AccountDocument } from '../../database/collections.ts';
import { derivedId } from '../../database/derived-id.ts';
import { CONNECTIONS_NOT_ADOPTED, CONNECTIONS_OF_FOYER } from '../../database/not-adopted.ts';
import type { Dependencies } from '../../dependencies.ts';
import { accountKey, type ProviderAccount } from '../rules/account-key.ts';
import { enqueueJob } from '../jobs/jobs.ts';
import { forgetPicture, markPicturesForCheck } from '../pictures/pictures.ts';

type RowDependencies = Pick<Dependencies, 'collections' | 'now' | 'vault'>;

/**
 * Removes account rows that their user does not list any more, which a crash left, and revokes their grants.
 * The rows are read before the user, because linking writes the user first. With an older copy of the user, a
 * new connection would look orphaned.
 */
export async function removeOrphanedAccounts(deps: RowDependencies, userId: ObjectId): Promise<void> {
  const rows = await deps.collections.accounts.find({ userId, ...CONNECTIONS_OF_FOYER }).toArray();
  if (rows.length === 0) return;
  const user = await deps.collections.users.findOne({ _id: userId }, { projection: { accounts: 1 } });
  const held = new Set(user?.accounts.map(({ key }) => key));
  for (const row of rows) if (!held.has(accountKey(row))) await removeAccountRow(deps, row);
}

/** Also removes rows of Auth.js's own adapter that nobody has adopted. */
export async function removeAccountsOfDeleted(deps: RowDependencies, userId: ObjectId): Promise<void> {
  // A tombstone lists no accounts, so all rows of the user are orphaned.
  await removeOrphanedAccounts(deps, userId);
  await deps.collections.accounts.deleteMany({ userId, ...CONNECTIONS_NOT_ADOPTED });
}

/** Keeps the row when the account was connected again meanwhile. */
export async function removeAccountRow(deps: RowDependencies, row: AccountDocument): Promise<void> {
  await enqueueGrantRevocation(deps, row, row.tokens);
  if (row.pictureId) await markPicturesForCheck(deps, row.userId);
  await deps.collections.accounts.deleteOne({
    _id: row._id,
    tokens: row.tokens,
    updatedAt: row.updatedAt,
  });
  if (row.pictureId) await forgetPicture(deps, row.userId, { id: row.pictureId });
}

/** The id follows from the tokens, so parallel repairs store one job, and a newer grant gets its own. */
export async function enqueueGrantRevocation(
  deps: RowDependencies,
  account: Pick<ProviderAccount, 'provider' | 'providerAccountId'> & { readonly userId?: ObjectId },
  tokens: string | null,
): Promise<void> {
  if (tokens === null) return;
  const { provider, userId = null } = account;
  await enqueueJob(
    deps,
    { kind: 'revoke-grant', provider, tokens, owner: accountKey(account) },
    derivedId(tokens),
    userId,
  );
}
