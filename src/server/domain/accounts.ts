import { ObjectId } from 'mongodb';
import type { Account } from '../../shared/schemas/accounts.ts';
import { AppError } from '../app-error.ts';
import type { AccountDocument, UserDocument } from '../database/collections.ts';
import { isDuplicateKey } from '../database/errors.ts';
import type { Dependencies } from '../dependencies.ts';
import { hasOtherMethod, otherMethodFilter, type OfferedMethods } from './sign-in-methods.ts';
import { accountKey, newLinkedAccount, type ProviderAccount } from './users.ts';

type AccountDependencies = Pick<Dependencies, 'collections' | 'now' | 'identityProviders'>;

/** How the provider names the person, for showing a connection to them. */
export interface RemoteProfile {
  readonly label: string | null;
  readonly image: string | null;
}

function offeredMethods(deps: AccountDependencies): OfferedMethods {
  return { providers: deps.identityProviders.list().map(({ id }) => id) };
}

export async function findUserByAccount(
  deps: Pick<Dependencies, 'collections'>,
  account: Pick<ProviderAccount, 'provider' | 'providerAccountId'>,
): Promise<UserDocument | null> {
  return deps.collections.users.findOne({ 'accounts.key': accountKey(account) });
}

/**
 * Connects a provider account to a living user: one conditional write, and the unique index decides between users. Connecting
 * what is already this user's changes nothing.
 *
 * Throws `ACCOUNT_BELONGS_TO_OTHER`, or `NOT_FOUND` when the user is gone.
 */
export async function linkAccount(
  deps: AccountDependencies,
  userId: ObjectId,
  account: ProviderAccount,
): Promise<'linked' | 'already-linked'> {
  const { users } = deps.collections;
  const key = accountKey(account);
  const now = deps.now();
  try {
    const { matchedCount } = await users.updateOne(
      { _id: userId, 'accounts.key': { $ne: key } },
      { $push: { accounts: newLinkedAccount(account, now) }, $set: { updatedAt: now } },
    );
    if (matchedCount === 1) return 'linked';
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    throw new AppError('ACCOUNT_BELONGS_TO_OTHER', { cause: error });
  }
  const mine = await users.findOne({ _id: userId, 'accounts.key': key }, { projection: { _id: 1 } });
  if (!mine) throw new AppError('NOT_FOUND');
  return 'already-linked';
}

/** Writes down how the provider names the person now, and that the connection was used. Not needed for signing in. */
export async function recordAccountUse(
  deps: AccountDependencies,
  userId: ObjectId,
  account: ProviderAccount,
  remote: RemoteProfile,
): Promise<void> {
  const now = deps.now();
  const { provider, providerAccountId, type } = account;
  await deps.collections.users.updateOne(
    { _id: userId, 'accounts.key': accountKey(account) },
    { $set: { 'accounts.$.lastUsedAt': now } },
  );
  const upsert = () =>
    deps.collections.accounts.updateOne(
      { provider, providerAccountId },
      {
        $set: { userId, type, label: remote.label, image: remote.image, updatedAt: now },
        $setOnInsert: { _id: new ObjectId() },
      },
      { upsert: true },
    );
  try {
    await upsert();
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    await upsert();
  }
}

export async function listAccounts(deps: AccountDependencies, user: UserDocument): Promise<Account[]> {
  const details = await deps.collections.accounts.find({ userId: user._id }).toArray();
  const byKey = new Map(details.map((row) => [accountKey(row), row]));
  const offered = offeredMethods(deps);
  return user.accounts.map((account) =>
    toAccount(account, byKey.get(account.key), hasOtherMethod(user, account.key, offered)),
  );
}

/**
 * Removes a connection. One conditional write decides: the user holds it and has another way to sign in. Of two at once that would
 * leave nothing, one wins and the other is refused.
 *
 * Throws `LAST_SIGN_IN_METHOD`, or `NOT_FOUND` when the user has no such connection.
 */
export async function unlinkAccount(
  deps: AccountDependencies,
  userId: ObjectId,
  account: Pick<ProviderAccount, 'provider' | 'providerAccountId'>,
): Promise<Account[]> {
  const key = accountKey(account);
  const updated = await deps.collections.users.findOneAndUpdate(
    { _id: userId, 'accounts.key': key, ...otherMethodFilter(key, offeredMethods(deps)) },
    { $pull: { accounts: { key } }, $set: { updatedAt: deps.now() } },
    { returnDocument: 'after' },
  );
  if (!updated) {
    const held = await deps.collections.users.findOne(
      { _id: userId, 'accounts.key': key },
      { projection: { _id: 1 } },
    );
    throw new AppError(held ? 'LAST_SIGN_IN_METHOD' : 'NOT_FOUND');
  }
  const { provider, providerAccountId } = account;
  // By owner: whoever connected it in the meantime keeps their row.
  await deps.collections.accounts.deleteOne({ provider, providerAccountId, userId });
  return listAccounts(deps, updated);
}

function toAccount(
  account: UserDocument['accounts'][number],
  details: AccountDocument | undefined,
  canUnlink: boolean,
): Account {
  return {
    provider: account.provider,
    type: account.type,
    providerAccountId: account.providerAccountId,
    label: details?.label ?? account.providerAccountId,
    linkedAt: account.linkedAt.toISOString(),
    lastUsedAt: account.lastUsedAt?.toISOString() ?? null,
    canUnlink,
  };
}
