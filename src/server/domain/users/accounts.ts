import { ObjectId } from 'mongodb';
import type { Account } from '../../../shared/schemas/accounts.ts';
import { AppError } from '../../app-error.ts';
import type { AccountDocument, UserDocument } from '../../database/collections.ts';
import { isDuplicateKey } from '../../database/errors.ts';
import type { Dependencies, RequestClient } from '../../dependencies.ts';
import { activeActor, requireActive, type Actor, type SessionActor } from '../rules/actor.ts';
import { accountKey, type ProviderAccount } from '../rules/account-key.ts';
import {
  makeSecurityEvent,
  provenAddressOf,
  settleSecurityEvent,
  type SecurityEventDependencies,
} from '../activity/security-events.ts';
import { activeUser } from '../rules/active-user.ts';
import { picturePath } from '../pictures/pictures.ts';
import { bindAccount } from '../providers/provider-issuers.ts';
import { followProviderPicture, providerPictureId } from '../pictures/provider-pictures.ts';
import { hasOtherMethod, offeredMethods, otherMethodFilter } from '../rules/sign-in-methods.ts';
import { enqueueGrantRevocation, removeAccountRow, removeOrphanedAccounts } from './orphaned-accounts.ts';
import { newLinkedAccount } from './users.ts';

/** What a provider's answer brings beside the subject: how the person is called there, and what was granted to us. */
export interface RemoteProfile {
  readonly label: string | null;
  readonly image: string | null;
  /** Encrypted (`sealTokens`). */
  readonly tokens: string | null;
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
 * `label`: how the person is called there, where that is known. `provenEmail`: the account is connected only while the user has proven this
 * very address.
 *
 * Throws `ACCOUNT_BELONGS_TO_OTHER`, `SessionRequired` when the session has ended, `OAuthAccountNotLinked` when the address is another
 * by now, or `NOT_FOUND` when the user is gone.
 */
export async function linkAccount(
  deps: SecurityEventDependencies,
  user: UserDocument,
  account: ProviderAccount,
  by: {
    client: RequestClient;
    label: string | null;
    /** The session that asks; `null` for a sign-in, which no session decides. */
    actor: SessionActor | null;
    provenEmail?: string;
  },
): Promise<'linked' | 'already-linked'> {
  const { users } = deps.collections;
  const { client, label, actor, provenEmail } = by;
  const key = accountKey(account);
  const now = deps.now();
  const securityEvent = makeSecurityEvent(deps, {
    kind: 'account-linked',
    client,
    method: account.provider,
    label: label ?? account.providerAccountId,
    mailTo: provenAddressOf(user),
  });
  try {
    const { matchedCount } = await users.updateOne(
      {
        ...(actor ? activeActor(actor) : activeUser(user._id)),
        'accounts.key': { $ne: key },
        ...(provenEmail === undefined ? {} : { email: provenEmail, emailVerified: { $ne: null } }),
      },
      {
        $push: {
          accounts: {
            ...newLinkedAccount(deps, account),
            ...(actor ? { addedBy: actor.session._id } : {}),
          },
          announcements: securityEvent,
        },
        $set: { updatedAt: now },
      },
    );
    if (matchedCount === 1) {
      await settleSecurityEvent(deps, user._id, securityEvent);
      return 'linked';
    }
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    throw new AppError('ACCOUNT_BELONGS_TO_OTHER', { cause: error });
  }
  const current = actor ? await requireActive(deps, actor) : await users.findOne(activeUser(user._id));
  if (current?.accounts.some((linked) => linked.key === key)) return 'already-linked';
  const isOtherAddress = current && provenEmail !== undefined && current.email !== provenEmail;
  throw new AppError(isOtherAddress ? 'OAuthAccountNotLinked' : 'NOT_FOUND');
}

/**
 * Writes down what the provider's answer brought, and that the connection was used. Not needed for signing in. Of a connection that is
 * gone meanwhile nothing stays, and what was granted to us is handed back.
 */
export async function recordAccountUse(
  deps: SecurityEventDependencies,
  userId: ObjectId,
  account: ProviderAccount,
  remote: RemoteProfile,
): Promise<void> {
  const now = deps.now();
  const { provider, providerAccountId, type } = account;
  const { users, accounts } = deps.collections;
  const key = accountKey(account);
  const held = { _id: userId, 'accounts.key': key };
  const user = await users.findOneAndUpdate(
    held,
    { $set: { 'accounts.$.lastUsedAt': now } },
    { projection: { accounts: 1 } },
  );
  if (!user) return enqueueGrantRevocation(deps, account, remote.tokens);
  await bindAccount(deps, user, account);

  const { image: address } = remote;
  const pictureId = address === null ? null : providerPictureId(deps, { userId, key, address });
  const upsert = () =>
    accounts.findOneAndUpdate(
      { provider, providerAccountId },
      {
        $set: {
          userId,
          type,
          ...remote,
          pictureId,
          grantEndedAt: null,
          refreshingUntil: null,
          updatedAt: now,
        },
        $setOnInsert: { _id: new ObjectId() },
      },
      { upsert: true, returnDocument: 'after' },
    );
  // What an unlink that was cut short left of another user's would be lost under what is written now.
  const left = await accounts.findOne({ provider, providerAccountId, userId: { $ne: userId } });
  if (left) await removeAccountRow(deps, left);
  const row = await upsert().catch((error: unknown) => {
    if (!isDuplicateKey(error)) throw error;
    return upsert();
  });
  // An unlink or a deletion between the two writes has found no row to remove.
  if (row && !(await users.findOne(held, { projection: { _id: 1 } }))) await removeAccountRow(deps, row);
  if (address !== null && pictureId !== null)
    await followProviderPicture(deps, userId, { id: pictureId, from: { key, address } });
}

export async function listAccounts(deps: SecurityEventDependencies, user: UserDocument): Promise<Account[]> {
  const details = await deps.collections.accounts.find({ userId: user._id }).toArray();
  const byKey = new Map(details.map((row) => [accountKey(row), row]));
  const held = new Set(user.accounts.map(({ key }) => key));
  if (details.some((row) => !held.has(accountKey(row)))) await removeOrphanedAccounts(deps, user._id);
  const offered = offeredMethods(deps);
  return withDistinctLabels(
    user.accounts.map((account) =>
      toAccount(account, byKey.get(account.key), hasOtherMethod(user, account.key, offered)),
    ),
  );
}

/**
 * Removes a connection. One conditional write decides: the user holds it and has another way to sign in. Of two at once that would
 * leave nothing, one wins and the other is refused.
 *
 * Throws `LAST_SIGN_IN_METHOD`, or `NOT_FOUND` when the user has no such connection.
 */
export async function unlinkAccount(
  deps: SecurityEventDependencies,
  actor: Actor,
  account: Pick<ProviderAccount, 'provider' | 'providerAccountId'>,
  client: RequestClient,
): Promise<Account[]> {
  const { users, accounts } = deps.collections;
  const { user } = actor;
  const { provider, providerAccountId } = account;
  const key = accountKey(account);
  const row = await accounts.findOne({ provider, providerAccountId, userId: user._id });
  const securityEvent = makeSecurityEvent(deps, {
    kind: 'account-unlinked',
    client,
    method: provider,
    label: row?.label ?? providerAccountId,
    mailTo: provenAddressOf(user),
  });
  const updated = await users.findOneAndUpdate(
    { ...activeActor(actor), 'accounts.key': key, ...otherMethodFilter(key, offeredMethods(deps)) },
    {
      $pull: { accounts: { key } },
      $set: { updatedAt: deps.now() },
      $push: { announcements: securityEvent },
    },
    { returnDocument: 'after' },
  );
  if (!updated) {
    const current = await requireActive(deps, actor);
    const held = current.accounts.some((linked) => linked.key === key);
    throw new AppError(held ? 'LAST_SIGN_IN_METHOD' : 'NOT_FOUND');
  }
  // Read again: a sign-in meanwhile may have brought newer tokens.
  const left = await accounts.findOne({ provider, providerAccountId, userId: user._id });
  if (left) await removeAccountRow(deps, left);
  await settleSecurityEvent(deps, user._id, securityEvent);
  return listAccounts(deps, updated);
}

/** Two accounts at one provider may have the same name there; the id tells them apart. */
function withDistinctLabels(accounts: readonly Account[]): Account[] {
  return accounts.map((account) => {
    const isShared = accounts.some(
      (other) => other !== account && other.provider === account.provider && other.label === account.label,
    );
    return isShared ? { ...account, label: `${account.label} (${account.providerAccountId})` } : account;
  });
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
    labelIsId: !details?.label,
    image: details?.pictureId ? picturePath({ id: details.pictureId }) : null,
    status: details?.grantEndedAt ? 'ended' : 'connected',
    linkedAt: account.linkedAt.toISOString(),
    lastUsedAt: account.lastUsedAt?.toISOString() ?? null,
    canUnlink,
  };
}
