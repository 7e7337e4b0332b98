import { ObjectId } from 'mongodb';
import type { Locale } from '../../../shared/locale.ts';
import type { EventContent } from '../../../shared/schemas/events.ts';
import type { SecurityEvent } from '../../database/activity-documents.ts';
import { emailFields, nameFields } from '../../database/search-key.ts';
import type { LinkedAccount, StoredPassword, UserDocument } from '../../database/user-documents.ts';
import { isDuplicateKey } from '../../database/errors.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { RequestContext } from '../rules/request-context.ts';
import { requireAdmittedSignUp } from '../../configuration/admission.ts';
import { issuerOfProvider } from '../../identity-providers/registry.ts';
import { AppError } from '../../app-error.ts';
import { removeAccessTokenRows } from '../tokens/access-tokens.ts';
import { accountKey, type ProviderAccount } from '../rules/account-key.ts';
import {
  makeSecurityEvent,
  makeUnseenEvent,
  writeOutbox,
  type SecurityEventDependencies,
} from '../activity/security-events.ts';
import { verifiedAddressesOf } from '../rules/verified-address.ts';
import { countOnDay } from '../activity/daily-counts.ts';
import { activeUser } from '../rules/active-user.ts';
import {
  ALL_SESSIONS_ENDED,
  createdEvent,
  emailEvent,
  methodEvent,
  secondFactorEvent,
  updatedEvents,
} from '../rules/event-contents.ts';
import type { ProofMethod } from '../rules/proofs.ts';
import { pictureIdOf, removePictures, sameImage, markPicturesForCheck } from '../pictures/pictures.ts';
import { requireUnreservedEmail } from './reserved-emails.ts';
import { sessionsEnded } from '../rules/session-endings.ts';
import { sameMethods } from '../rules/sign-in-methods.ts';
import { isOnlyVouched, sameVouching, unconfirmedMethodsOf } from '../rules/unconfirmed-methods.ts';
import { removeSessionRows } from '../rules/session-liveness.ts';
import { removeOrphanedAccounts } from './orphaned-accounts.ts';

export interface NewUser {
  readonly name: string | null;
  /** `null` unless it is verified. */
  readonly verifiedEmail: string | null;
  /** The language of the page that they came from. */
  readonly locale: Locale;
  readonly password?: StoredPassword;
}

function newUserDocument(
  user: NewUser,
  accounts: readonly LinkedAccount[],
  securityEvent: SecurityEvent,
): UserDocument {
  const now = securityEvent.at;
  return {
    _id: new ObjectId(),
    ...nameFields(user.name),
    ...(user.verifiedEmail === null ? {} : emailFields(user.verifiedEmail)),
    emailVerified: user.verifiedEmail === null ? null : now,
    locale: user.locale,
    accounts,
    ...(user.password ? { password: user.password } : {}),
    outbox: [securityEvent],
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
    issuer: provider ? issuerOfProvider(provider) : null,
    linkedAt: now,
    lastUsedAt: now,
  };
}

/**
 * Creates the user of a first sign-in with a provider. User and connection are one document. If two
 * first sign-ins run at once, the unique index lets one insert, and the other one finds its user.
 * Throws `OAuthAccountNotLinked` when another user has the verified address, `EMAIL_KEPT` when it is
 * reserved, and what `admit` throws.
 */
export async function createUserWithAccount(
  deps: SecurityEventDependencies,
  user: NewUser,
  account: ProviderAccount,
): Promise<UserDocument> {
  const { users } = deps.collections;
  if (user.verifiedEmail !== null) await requireUnreservedEmail(deps, user.verifiedEmail);
  const connection = newLinkedAccount(deps, account);
  const securityEvent = makeUnseenEvent(deps, [createdEvent('sign-up')]);
  const document = newUserDocument(user, [connection], securityEvent);
  await requireAdmittedSignUp(deps, document, account.provider);
  try {
    await users.insertOne(document);
    await countSignUp(deps, document);
    await writeOutbox(deps, document._id, securityEvent, document);
    return document;
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    const winner = await users.findOne({ 'accounts.key': accountKey(account) });
    if (winner) return winner;
    throw new AppError('OAuthAccountNotLinked', { cause: error });
  }
}

/**
 * The user of an address that the caller has just verified. The first verification creates the user, with the
 * values of `first`. `read`: who had the address when the caller looked it up.
 * Throws `EMAIL_KEPT` when the address is reserved, and what `admit` throws.
 */
export async function findOrCreateUserByVerifiedEmail(
  deps: SecurityEventDependencies,
  email: string,
  requestContext: RequestContext,
  first: Pick<NewUser, 'name' | 'password'> & { readonly method?: ProofMethod['kind'] } = { name: null },
  read: UserDocument | null = null,
): Promise<{ user: UserDocument; isNew: boolean }> {
  const { users } = deps.collections;
  const existing = read ?? (await users.findOne({ email }));
  if (existing) return { user: await markEmailVerified(deps, existing, requestContext), isNew: false };
  await requireUnreservedEmail(deps, email);
  const { locale } = requestContext;
  // The user has just chosen the password and read the mail of this address, so no mail tells them.
  const securityEvent = makeSecurityEvent(deps, {
    kind: first.password ? 'password-set' : null,
    requestContext: first.password ? requestContext : null,
    mailTo: [],
    events: [createdEvent('sign-up')],
  });
  const document = newUserDocument({ ...first, verifiedEmail: email, locale }, [], securityEvent);
  await requireAdmittedSignUp(deps, document, first.method ?? 'email-link');
  try {
    await users.insertOne(document);
  } catch (error) {
    if (!isDuplicateKey(error, 'email')) throw error;
    const winner = await users.findOne({ email });
    if (!winner) throw error;
    return { user: await markEmailVerified(deps, winner, requestContext), isNew: false };
  }
  await countSignUp(deps, document);
  await writeOutbox(deps, document._id, securityEvent, document);
  return { user: document, isNew: true };
}

function firstProofEvents(user: UserDocument): EventContent[] {
  const { accounts, password, phone, passkeys = [], totp = [], recoveryCodes, image } = user;
  return [
    ...(accounts.length > 0 ? [methodEvent('method.removed', 'provider')] : []),
    ...(passkeys.length > 0 ? [methodEvent('method.removed', 'passkey')] : []),
    ...(password ? [methodEvent('method.removed', 'password')] : []),
    ...(phone ? [methodEvent('method.removed', 'phone')] : []),
    ...(totp.length > 0 || recoveryCodes ? [secondFactorEvent('all-removed')] : []),
    ...updatedEvents([...(pictureIdOf(image) ? ['image'] : []), ...(phone ? ['phone'] : [])]),
  ];
}

function hasMethods({ accounts, password, phone, passkeys = [], totp = [] }: UserDocument): boolean {
  return accounts.length + passkeys.length + totp.length > 0 || password !== undefined || phone !== undefined;
}

/**
 * Marks an address as verified. An import, an invitation or an adopted database may bring an unverified
 * address with the sign-in methods of an attacker (arXiv 2205.10174). So the write also removes all methods,
 * second factors and access tokens, and ends all sessions. Their rows are removed after it. Where an import
 * or a service key vouched for the address, methods and second factors stay (`unconfirmed-methods.ts`).
 */
export async function markEmailVerified(
  deps: SecurityEventDependencies,
  read: UserDocument,
  requestContext: RequestContext,
): Promise<UserDocument> {
  // It tries again only when the user was changed meanwhile.
  for (
    let user: UserDocument | null = read;
    user;
    user = await deps.collections.users.findOne(activeUser(read._id))
  ) {
    const verified =
      user.emailVerified && !isOnlyVouched(user) ? user : await proveEmail(deps, user, requestContext);
    if (verified) return verified;
  }
  throw new AppError('Verification');
}

/** For `$unset`: what nobody has verified, beside the list of connections. */
const NO_METHODS = {
  password: '',
  phone: '',
  image: '',
  totp: '',
  recoveryCodes: '',
  passkeys: '',
  passkeyHandle: '',
} as const;

async function proveEmail(
  deps: SecurityEventDependencies,
  user: UserDocument,
  requestContext: RequestContext,
): Promise<UserDocument | null> {
  const now = deps.now();
  const { users } = deps.collections;
  const hasSessions = user.sessions !== undefined && user.sessions.length > 0;
  const isVouched = isOnlyVouched(user);
  // The clock of the process that wrote the vouching may be ahead.
  const verifiedAt = new Date(Math.max(now.getTime(), (user.vouchedAt?.getTime() ?? 0) + 1));
  const securityEvent = makeSecurityEvent(deps, {
    requestContext,
    events: [
      ...(user.emailVerified ? [] : [emailEvent({ emailVerified: now })]),
      ...(hasSessions ? [ALL_SESSIONS_ENDED] : []),
      ...(isVouched ? [] : firstProofEvents(user)),
    ],
    ...(hasMethods(user) && !isVouched
      ? { kind: 'unverified-methods-removed', mailTo: verifiedAddressesOf({ ...user, emailVerified: now }) }
      : { kind: null, mailTo: [] }),
  });
  if (!isVouched) await markPicturesForCheck(deps, user._id);
  const verified = await users.findOneAndUpdate(
    {
      $and: [
        { ...activeUser(user._id), emailVerified: user.emailVerified },
        sameVouching(user),
        sameMethods(user),
        sameImage(user),
        { 'sessions.0': { $exists: hasSessions } },
      ],
    },
    {
      $set: {
        emailVerified: verifiedAt,
        updatedAt: now,
        ...sessionsEnded(now),
        accessTokens: [],
        ...(isVouched ? {} : { accounts: [] }),
      },
      $unset: {
        pendingEmail: '',
        ...(isVouched ? {} : NO_METHODS),
        ...(isVouched && unconfirmedMethodsOf(user) ? {} : { vouchedAt: '' as const }),
      },
      $push: { outbox: securityEvent },
    },
    { returnDocument: 'after' },
  );
  if (!verified) return null;
  await removeSessionRows(deps, user);
  await removeAccessTokenRows(deps, user._id, now);
  if (!isVouched) {
    await removeOrphanedAccounts(deps, user._id);
    await removePictures(deps, user._id);
  }
  await writeOutbox(deps, user._id, securityEvent, verified);
  return verified;
}

async function countSignUp(
  deps: Pick<Dependencies, 'collections' | 'log'>,
  { _id, createdAt }: UserDocument,
): Promise<void> {
  await countOnDay(deps, { kind: 'sign-up', at: createdAt, by: _id.toHexString() });
}
