import type { BasePath } from '../../../shared/base-path.ts';
import { ObjectId } from 'mongodb';
import type { Account } from '../../../shared/schemas/accounts.ts';
import { AppError } from '../../app-error.ts';
import type { AccountDocument } from '../../database/collections.ts';
import type { UserDocument } from '../../database/user-documents.ts';
import { isDuplicateKey } from '../../database/errors.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { RequestContext } from '../rules/request-context.ts';
import { activeActor, requireActive, type Actor, type SessionActor } from '../rules/actor.ts';
import { accountKey, type ProviderAccount } from '../rules/account-key.ts';
import {
  makeSecurityEvent,
  writeOutbox,
  type SecurityEventDependencies,
} from '../activity/security-events.ts';
import { verifiedAddressesOf } from '../rules/verified-address.ts';
import { activeUser } from '../rules/active-user.ts';
import { connectionEvent } from '../rules/event-contents.ts';
import { picturePath } from '../pictures/pictures.ts';
import { followProviderPicture, providerPictureId } from '../pictures/provider-pictures.ts';
import { hasOtherMethod, offeredMethods, otherMethodFilter } from '../rules/sign-in-methods.ts';
import { enqueueGrantRevocation, removeAccountRow, removeOrphanedAccounts } from './orphaned-accounts.ts';
import { newLinkedAccount } from './users.ts';

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
 * Connects a provider account to an active user, by one conditional write. The unique index decides between
 * users. A connected account stays as it is. `label`: the name at the provider. `verifiedEmail`: connect only
 * while the user has verified this address.
 * Throws `ACCOUNT_BELONGS_TO_OTHER`, `SessionRequired` when the session has ended, `OAuthAccountNotLinked`
 * when the address has changed meanwhile, or `NOT_FOUND` when the user was deleted.
 */
export async function linkAccount(
  deps: SecurityEventDependencies,
  user: UserDocument,
  account: ProviderAccount,
  by: {
    requestContext: RequestContext;
    label: string | null;
    /** `null` for a sign-in. */
    actor: SessionActor | null;
    verifiedEmail?: string;
  },
): Promise<'linked' | 'already-linked'> {
  const { users } = deps.collections;
  const { requestContext, label, actor, verifiedEmail } = by;
  const key = accountKey(account);
  const now = deps.now();
  const securityEvent = makeSecurityEvent(deps, {
    kind: 'account-linked',
    requestContext: actor ? { ...requestContext, sessionId: actor.session._id } : requestContext,
    method: account.provider,
    label: label ?? account.providerAccountId,
    mailTo: verifiedAddressesOf(user),
    events: [connectionEvent('method.added', account)],
  });
  try {
    const { matchedCount } = await users.updateOne(
      {
        ...(actor ? activeActor(actor) : activeUser(user._id)),
        'accounts.key': { $ne: key },
        ...(verifiedEmail === undefined ? {} : { email: verifiedEmail, emailVerified: { $ne: null } }),
      },
      {
        $push: {
          accounts: {
            ...newLinkedAccount(deps, account),
            ...(actor ? { addedBy: actor.session._id } : {}),
          },
          outbox: securityEvent,
        },
        $set: { updatedAt: now },
      },
    );
    if (matchedCount === 1) {
      await writeOutbox(deps, user._id, securityEvent);
      return 'linked';
    }
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    throw new AppError('ACCOUNT_BELONGS_TO_OTHER', { cause: error });
  }
  const current = actor ? await requireActive(deps, actor) : await users.findOne(activeUser(user._id));
  if (current?.accounts.some((linked) => linked.key === key)) return 'already-linked';
  const isOtherAddress = current && verifiedEmail !== undefined && current.email !== verifiedEmail;
  throw new AppError(isOtherAddress ? 'OAuthAccountNotLinked' : 'NOT_FOUND');
}

/**
 * Stores the tokens and the profile that the provider sent. When the connection was removed meanwhile, stores
 * nothing and revokes the grant.
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
    { projection: { accounts: 1, image: 1 } },
  );
  if (!user) return enqueueGrantRevocation(deps, account, remote.tokens);

  const { image: address } = remote;
  const pictureId = address === null ? null : providerPictureId(deps, { userId, key, address });
  const upsert = () =>
    accounts.findOneAndUpdate(
      { provider, providerAccountId, userId },
      {
        $set: {
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
  const upsertAfterRemoval = async (error: unknown) => {
    if (!isDuplicateKey(error)) throw error;
    // A parallel sign-in inserted the row, or a crash left a removed connection of another user.
    const left = await accounts.findOne({ provider, providerAccountId, userId: { $ne: userId } });
    if (left) await removeAccountRow(deps, left);
    return upsert();
  };
  // The second repetition is for a row that changed between its read and its removal.
  const row = await upsert().catch(upsertAfterRemoval).catch(upsertAfterRemoval);
  // An unlink or a deletion before this upsert found no row to remove, so the row is removed here.
  if (row && !(await users.findOne(held, { projection: { _id: 1 } }))) await removeAccountRow(deps, row);
  if (address !== null && pictureId !== null)
    await followProviderPicture(deps, user, { id: pictureId, from: { key, address } });
}

export async function listAccounts(deps: SecurityEventDependencies, user: UserDocument): Promise<Account[]> {
  const details = await deps.collections.accounts.find({ userId: user._id }).toArray();
  const byKey = new Map(details.map((row) => [accountKey(row), row]));
  const { accounts } = user;
  const held = new Set(accounts.map(({ key }) => key));
  if (details.some((row) => !held.has(accountKey(row)))) await removeOrphanedAccounts(deps, user._id);
  const offered = offeredMethods(deps);
  return withDistinctLabels(
    accounts.map((account) =>
      toAccount(deps.settings, account, byKey.get(account.key), hasOtherMethod(user, account.key, offered)),
    ),
  );
}

/**
 * Removes a connection by one conditional write: the user has it, and has another sign-in method.
 * Throws `LAST_SIGN_IN_METHOD`, or `NOT_FOUND` when the user has no such connection.
 */
export async function unlinkAccount(
  deps: SecurityEventDependencies,
  actor: Actor,
  account: Pick<ProviderAccount, 'provider' | 'providerAccountId'>,
  requestContext: RequestContext,
): Promise<Account[]> {
  const { users, accounts } = deps.collections;
  const { user } = actor;
  const { provider, providerAccountId } = account;
  const key = accountKey(account);
  const row = await accounts.findOne({ provider, providerAccountId, userId: user._id });
  const securityEvent = makeSecurityEvent(deps, {
    kind: 'account-unlinked',
    requestContext,
    method: provider,
    label: row?.label ?? providerAccountId,
    mailTo: verifiedAddressesOf(user),
    events: [connectionEvent('method.removed', account)],
  });
  const updated = await users.findOneAndUpdate(
    { ...activeActor(actor), 'accounts.key': key, ...otherMethodFilter(key, offeredMethods(deps)) },
    {
      $pull: { accounts: { key } },
      $set: { updatedAt: deps.now() },
      $push: { outbox: securityEvent },
    },
    { returnDocument: 'after' },
  );
  if (!updated) {
    const current = await requireActive(deps, actor);
    const held = current.accounts.some((linked) => linked.key === key);
    throw new AppError(held ? 'LAST_SIGN_IN_METHOD' : 'NOT_FOUND');
  }
  // Read again, because a sign-in meanwhile may have stored newer tokens.
  const detailsRow = await accounts.findOne({ provider, providerAccountId, userId: user._id });
  if (detailsRow) await removeAccountRow(deps, detailsRow);
  await writeOutbox(deps, user._id, securityEvent);
  return listAccounts(deps, updated);
}

/** Two accounts at one provider may have the same name. Their ids then make the labels distinct. */
function withDistinctLabels(accounts: readonly Account[]): Account[] {
  return accounts.map((account) => {
    const isShared = accounts.some(
      (other) => other !== account && other.provider === account.provider && other.label === account.label,
    );
    return isShared ? { ...account, label: `${account.label} (${account.providerAccountId})` } : account;
  });
}

function toAccount(
  site: BasePath,
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
    image: details?.pictureId ? picturePath(site, { id: details.pictureId }) : null,
    status: details?.grantEndedAt ? 'ended' : 'connected',
    linkedAt: account.linkedAt.toISOString(),
    lastUsedAt: account.lastUsedAt?.toISOString() ?? null,
    canUnlink,
  };
}
