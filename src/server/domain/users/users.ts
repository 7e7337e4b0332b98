import { ObjectId } from 'mongodb';
import type { Locale } from '../../../shared/locale.ts';
import type { LinkedAccount, StoredPassword, UserDocument } from '../../database/collections.ts';
import { isDuplicateKey } from '../../database/errors.ts';
import type { Dependencies, RequestClient } from '../../dependencies.ts';
import { issuerOf } from '../../identity-providers/registry.ts';
import { AppError } from '../../app-error.ts';
import { removeAccessTokenRows } from '../tokens/access-tokens.ts';
import { accountKey, type ProviderAccount } from '../rules/account-key.ts';
import {
  makeSecurityEvent,
  provenAddressOf,
  settleSecurityEvent,
  type SecurityEventDependencies,
} from '../activity/security-events.ts';
import { activeUser } from '../rules/active-user.ts';
import { removePictures, unsettlePictures } from '../pictures/pictures.ts';
import { requireUnreservedEmail } from './reserved-emails.ts';
import { removeSessionRows } from '../rules/session-liveness.ts';
import { removeOrphanedAccounts } from './orphaned-accounts.ts';

export interface NewUser {
  readonly name: string | null;
  /** Proven to be this person's, else left out. */
  readonly provenEmail: string | null;
  /** The one in which they came. */
  readonly locale: Locale;
  readonly password?: StoredPassword;
}

function newUserDocument(
  deps: SecurityEventDependencies,
  user: NewUser,
  accounts: readonly LinkedAccount[],
): UserDocument {
  const now = deps.now();
  return {
    _id: new ObjectId(),
    name: user.name,
    ...(user.provenEmail === null ? {} : { email: user.provenEmail }),
    emailVerified: user.provenEmail === null ? null : now,
    locale: user.locale,
    accounts,
    ...(user.password ? { password: user.password } : {}),
    createdAt: now,
    updatedAt: now,
  };
}

export function newLinkedAccount(
  deps: Pick<Dependencies, 'identityProviders' | 'now'>,
  account: ProviderAccount,
): LinkedAccount {
  const now = deps.now();
  const provider = deps.identityProviders.get(account.provider);
  return {
    key: accountKey(account),
    ...account,
    ...(provider ? { issuer: issuerOf(provider) } : {}),
    linkedAt: now,
    lastUsedAt: now,
  };
}

/**
 * The user of a first sign-in with a provider. User and connection are one document and so one write: of any number of first
 * sign-ins at once the unique index lets one through, and the others find its whole result.
 *
 * Throws `OAuthAccountNotLinked` when the proven address belongs to another user, `EMAIL_KEPT` when one may want it back.
 */
export async function createUserWithAccount(
  deps: SecurityEventDependencies,
  user: NewUser,
  account: ProviderAccount,
): Promise<UserDocument> {
  const { users } = deps.collections;
  if (user.provenEmail !== null) await requireUnreservedEmail(deps, user.provenEmail);
  const document = newUserDocument(deps, user, [newLinkedAccount(deps, account)]);
  try {
    await users.insertOne(document);
    return document;
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    const winner = await users.findOne({ 'accounts.key': accountKey(account) });
    if (winner) return winner;
    throw new AppError('OAuthAccountNotLinked', { cause: error });
  }
}

/**
 * The user who owns an address that `client` has proven just now; made on the first proof, then with what `first` brings.
 *
 * Throws `EMAIL_KEPT` when it was somebody's a few days ago who may want it back.
 */
export async function findOrCreateUserByProvenEmail(
  deps: SecurityEventDependencies,
  email: string,
  client: RequestClient,
  first: Pick<NewUser, 'name' | 'password'> = { name: null },
): Promise<{ user: UserDocument; isNew: boolean }> {
  const { users } = deps.collections;
  const existing = await users.findOne({ email });
  if (existing) return { user: await markEmailProven(deps, existing, client), isNew: false };
  await requireUnreservedEmail(deps, email);
  const { locale } = client;
  // Chosen a moment ago, by whoever has just read their mail: nobody to be told by another.
  const chosen = first.password && makeSecurityEvent(deps, { kind: 'password-set', client, mailTo: [] });
  const document: UserDocument = {
    ...newUserDocument(deps, { ...first, provenEmail: email, locale }, []),
    ...(chosen ? { announcements: [chosen] } : {}),
  };
  try {
    await users.insertOne(document);
  } catch (error) {
    if (!isDuplicateKey(error, 'email')) throw error;
    const winner = await users.findOne({ email });
    if (!winner) throw error;
    return { user: await markEmailProven(deps, winner, client), isNew: false };
  }
  if (chosen) await settleSecurityEvent(deps, document._id, chosen);
  return { user: document, isNew: true };
}

/**
 * Foyer itself stores no address before it is proven, but a database brought from another Auth.js adapter holds such users. Who
 * made them may be somebody else than the address's owner (arXiv 2205.10174), so the first proof takes everything from them, in
 * the one write that marks the address: connections, access tokens, password and phone go, and every session made until now is dead. The
 * rows are tidied after.
 */
export async function markEmailProven(
  deps: SecurityEventDependencies,
  user: UserDocument,
  client: RequestClient,
): Promise<UserDocument> {
  if (user.emailVerified) return user;
  const now = deps.now();
  const { users } = deps.collections;
  const securityEvent = makeSecurityEvent(deps, {
    kind: 'unproven-methods-removed',
    client,
    mailTo: provenAddressOf({ ...user, emailVerified: now }),
  });
  await unsettlePictures(deps, user._id);
  const proven = await users.findOneAndUpdate(
    { ...activeUser(user._id), emailVerified: null },
    {
      $set: {
        emailVerified: now,
        updatedAt: now,
        accounts: [],
        accessTokens: [],
        sessions: [],
        sessionsValidFrom: now,
      },
      $unset: { password: '', phone: '', pendingEmail: '', image: '' },
      $push: { announcements: securityEvent },
    },
    { returnDocument: 'after' },
  );
  if (!proven) {
    const current = await users.findOne(activeUser(user._id));
    if (!current) throw new AppError('Verification');
    return current;
  }
  await removeSessionRows(deps, user);
  await removeAccessTokenRows(deps, user._id, now);
  await removeOrphanedAccounts(deps, user._id);
  await removePictures(deps, user._id);
  await settleSecurityEvent(deps, user._id, securityEvent);
  return proven;
}
