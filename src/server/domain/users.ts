import { ObjectId } from 'mongodb';
import type { Locale } from '../../shared/locale.ts';
import type { LinkedAccount, StoredPassword, UserDocument } from '../database/collections.ts';
import { isDuplicateKey } from '../database/errors.ts';
import type { Dependencies } from '../dependencies.ts';
import { AppError } from '../app-error.ts';
import { unprovenRemovedMail } from '../mail/notices.ts';
import { accountKey, type ProviderAccount } from './account-key.ts';
import { recordActivity } from './activity.ts';
import { enqueueJob } from './jobs.ts';
import { removeUnheldRows } from './unheld-rows.ts';

type UserDependencies = Pick<Dependencies, 'collections' | 'now' | 'settings' | 'vault'>;

export interface NewUser {
  readonly name: string | null;
  /** Proven to be this person's, else left out. */
  readonly provenEmail: string | null;
  readonly image: string | null;
  /** The one in which they came. */
  readonly locale: Locale;
  readonly password?: StoredPassword;
}

function newUserDocument(
  deps: UserDependencies,
  user: NewUser,
  accounts: readonly LinkedAccount[],
): UserDocument {
  const now = deps.now();
  return {
    _id: new ObjectId(),
    name: user.name,
    ...(user.provenEmail === null ? {} : { email: user.provenEmail }),
    emailVerified: user.provenEmail === null ? null : now,
    image: user.image,
    locale: user.locale,
    accounts,
    ...(user.password ? { password: user.password } : {}),
    createdAt: now,
    updatedAt: now,
  };
}

export function newLinkedAccount(account: ProviderAccount, now: Date): LinkedAccount {
  return { key: accountKey(account), ...account, linkedAt: now, lastUsedAt: now };
}

/**
 * The user of a first sign-in with a provider. User and connection are one document and so one write: of any number of first
 * sign-ins at once the unique index lets one through, and the others find its whole result.
 *
 * Throws `OAuthAccountNotLinked` when the proven address belongs to another user.
 */
export async function createUserWithAccount(
  deps: UserDependencies,
  user: NewUser,
  account: ProviderAccount,
): Promise<UserDocument> {
  const { users } = deps.collections;
  const document = newUserDocument(deps, user, [newLinkedAccount(account, deps.now())]);
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

/** The user who owns an address that was proven just now; made on the first proof, then with what `first` brings. */
export async function findOrCreateUserByProvenEmail(
  deps: UserDependencies,
  email: string,
  first: Pick<NewUser, 'name' | 'locale' | 'password'>,
): Promise<{ user: UserDocument; isNew: boolean }> {
  const { users } = deps.collections;
  const existing = await users.findOne({ email });
  if (existing) return { user: await markEmailProven(deps, existing), isNew: false };
  const document = newUserDocument(deps, { ...first, provenEmail: email, image: null }, []);
  try {
    await users.insertOne(document);
    return { user: document, isNew: true };
  } catch (error) {
    if (!isDuplicateKey(error, 'email')) throw error;
    const winner = await users.findOne({ email });
    if (!winner) throw error;
    return { user: await markEmailProven(deps, winner), isNew: false };
  }
}

/**
 * Foyer itself stores no address before it is proven, but a database brought from another Auth.js adapter holds such users. Who
 * made them may be somebody else than the address's owner (arXiv 2205.10174), so the first proof takes everything from them, in
 * the one write that marks the address: connections, password and phone go, and every session made until now is dead. The rows are tidied after.
 */
export async function markEmailProven(deps: UserDependencies, user: UserDocument): Promise<UserDocument> {
  if (user.emailVerified) return user;
  const now = deps.now();
  const { users, sessions } = deps.collections;
  const proven = await users.findOneAndUpdate(
    { _id: user._id, emailVerified: null },
    {
      $set: { emailVerified: now, updatedAt: now, accounts: [], sessionsValidFrom: now },
      $unset: { password: '', phone: '' },
    },
    { returnDocument: 'after' },
  );
  if (!proven) {
    const current = await users.findOne({ _id: user._id });
    if (!current) throw new AppError('Verification');
    return current;
  }
  await sessions.deleteMany({ userId: user._id });
  await removeUnheldRows(deps, user._id);
  await recordActivity(deps, {
    userId: user._id,
    kind: 'unproven-methods-removed',
    client: { ip: null, userAgent: null, locale: user.locale },
  });
  if (proven.email !== undefined) {
    const mail = unprovenRemovedMail({ to: proven.email, origin: deps.settings.origin });
    await enqueueJob(deps, { kind: 'mail', mail });
  }
  return proven;
}
