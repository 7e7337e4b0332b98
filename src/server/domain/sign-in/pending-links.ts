import { ObjectId, type Filter } from 'mongodb';
import type { LinkConsent, PendingLink, SignInMethod } from '../../../shared/schemas/accounts.ts';
import { PENDING_LINK_MAX_AGE_MS, MINUTE_MS } from '../../../shared/limits.ts';
import { AppError } from '../../app-error.ts';
import type { PendingLinkDocument } from '../../database/collections.ts';
import { nameFields } from '../../database/search-key.ts';
import type { UserDocument } from '../../database/user-documents.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { RequestContext } from '../rules/request-context.ts';
import { issuerOfProvider } from '../../identity-providers/registry.ts';
import { createToken, hashToken } from '../../crypto/secrets.ts';
import { makeUnseenEvent, writeOutbox } from '../activity/security-events.ts';
import { activeActor, type SessionActor } from '../rules/actor.ts';
import { updatedEvents } from '../rules/event-contents.ts';
import { accountKey, type ProviderAccount } from '../rules/account-key.ts';
import { linkAccount, recordAccountUse, type RemoteProfile } from '../users/accounts.ts';
import type { SignIn } from './complete.ts';
import { enqueueGrantRevocation } from '../users/orphaned-accounts.ts';
import { createUserWithAccount } from '../users/users.ts';

/** So long after "Connect", a denial is refused, because the connection may be running. */
export const LINK_CONSENT_RUNS_MS = MINUTE_MS;

interface PendingLinkInput {
  readonly account: ProviderAccount;
  readonly name: string | null;
  /** A name at the provider, never an address. */
  readonly shownName: string | null;
  readonly remote: RemoteProfile;
  readonly email: string;
  readonly emailVerified: boolean;
  readonly callbackPath: string;
}

/** Stores a provider's answer until the person is verified. Answers the secret for the browser's cookie. */
export async function keepPendingLink(
  deps: Dependencies,
  input: PendingLinkInput,
): Promise<{ secret: string; expires: Date }> {
  const secret = createToken();
  const expires = new Date(deps.now().getTime() + PENDING_LINK_MAX_AGE_MS);
  const { account, remote, ...rest } = input;
  const provider = deps.identityProviders.get(account.provider);
  await deps.collections.pendingLinks.insertOne({
    _id: new ObjectId(),
    secretHash: hashToken(secret),
    ...account,
    issuer: provider ? issuerOfProvider(provider) : null,
    ...remote,
    ...rest,
    expires,
  });
  return { secret, expires };
}

async function findPendingLink(
  deps: Dependencies,
  secret: string | undefined,
): Promise<PendingLinkDocument | null> {
  if (secret === undefined) return null;
  const pending = await deps.collections.pendingLinks.findOne({
    secretHash: hashToken(secret),
    expires: { $gt: deps.now() },
  });
  if (!pending || !isOfSameIssuer(deps, pending)) return null;
  if (!pending.deniedAt) return pending;
  // A crash came after the deciding write of a denial.
  await finishDenial(deps, pending);
  return null;
}

/** The provider's id may have another issuer now, whose subject is another person. */
function isOfSameIssuer(deps: Dependencies, pending: PendingLinkDocument): boolean {
  const provider = deps.identityProviders.get(pending.provider);
  return provider !== undefined && issuerOfProvider(provider) === pending.issuer;
}

function shownLink(deps: Dependencies, secret: string, consent: LinkConsent): Filter<PendingLinkDocument> {
  const { id, provider, providerAccountId } = consent;
  return {
    _id: new ObjectId(id),
    secretHash: hashToken(secret),
    provider,
    providerAccountId,
    expires: { $gt: deps.now() },
  };
}

/**
 * The filter has what the person saw, so nothing else is connected. The row stays until the account is
 * connected, so that the same consent finishes the work after a crash. Throws what `requireShown` throws, and
 * `OAuthAccountNotLinked` when `onlyIf` does not hold.
 */
async function takeConsent(
  deps: Dependencies,
  secret: string | undefined,
  consent: LinkConsent,
  onlyIf: { readonly email: string } | { readonly emailVerified: false },
): Promise<PendingLinkDocument> {
  const pending =
    secret === undefined
      ? null
      : await deps.collections.pendingLinks.findOneAndUpdate(
          { ...shownLink(deps, secret, consent), ...onlyIf, deniedAt: { $exists: false } },
          { $set: { consentedAt: deps.now() } },
          { returnDocument: 'after' },
        );
  if (pending && isOfSameIssuer(deps, pending)) return pending;
  await requireShown(deps, secret, consent);
  throw new AppError('OAuthAccountNotLinked');
}

/** Throws `LINK_EXPIRED`, `LINK_CHANGED` when it differs from what the person saw. */
export async function requireShown(
  deps: Dependencies,
  secret: string | undefined,
  { id, provider, providerAccountId }: LinkConsent,
): Promise<PendingLinkDocument> {
  const pending = await findPendingLink(deps, secret);
  if (!pending) throw new AppError('LINK_EXPIRED');
  const isShown =
    pending._id.toHexString() === id &&
    pending.provider === provider &&
    pending.providerAccountId === providerAccountId;
  if (!isShown) throw new AppError('LINK_CHANGED');
  return pending;
}

/** Names the owner's sign-in methods only when the provider or `viewer` has verified the address. */
export async function getPendingLink(
  deps: Dependencies,
  secret: string | undefined,
  viewer: UserDocument | null,
): Promise<PendingLink | null> {
  const pending = await findPendingLink(deps, secret);
  if (!pending) return null;
  const verified = pending.emailVerified || ownsAddress(viewer, pending.email);
  const owner = verified
    ? await deps.collections.users.findOne({ email: pending.email, emailVerified: { $ne: null } })
    : null;
  return {
    id: pending._id.toHexString(),
    provider: pending.provider,
    providerName: providerNameOf(deps, pending),
    providerAccountId: pending.providerAccountId,
    label: pending.shownName,
    email: pending.email,
    methods: owner && shownMethodsOf(deps, owner),
    callbackUrl: pending.callbackPath,
  };
}

export function providerNameOf(
  deps: Dependencies,
  { provider }: Pick<PendingLinkDocument, 'provider'>,
): string {
  return deps.identityProviders.get(provider)?.name ?? provider;
}

function shownMethodsOf(deps: Dependencies, user: UserDocument): SignInMethod[] {
  const connected = new Set(user.accounts.map(({ provider }) => provider));
  return [
    ...deps.identityProviders
      .list()
      .filter(({ id }) => connected.has(id))
      .map((provider) => ({
        id: provider.id,
        name: provider.name,
        type: provider.kind === 'oidc' ? ('oidc' as const) : provider.type,
      })),
    { id: 'email', name: 'Email', type: 'email' as const },
  ];
}

/**
 * The person must have verified the address. The caller checks that the session is fresh. Throws
 * `LINK_EXPIRED`, `LINK_CHANGED`, `OAuthAccountNotLinked`, `ACCOUNT_BELONGS_TO_OTHER`, `SessionRequired`.
 */
export async function resumeLink(
  deps: Dependencies,
  secret: string | undefined,
  consent: LinkConsent,
  actor: SessionActor,
  requestContext: RequestContext,
): Promise<{ outcome: 'linked' | 'already-linked'; callbackUrl: string }> {
  const { user } = actor;
  const email = user.emailVerified === null ? undefined : user.email;
  const pending = await takeConsent(deps, secret, consent, { email: email ?? '' });
  const { provider, providerAccountId, type, label, image, tokens } = pending;
  const account: ProviderAccount = { provider, providerAccountId, type };
  const outcome = await linkAccount(deps, user, account, {
    requestContext,
    // The mail names what the person saw, not an address that the provider claims.
    label: pending.shownName,
    actor,
    verifiedEmail: pending.email,
  });
  // The account is connected now. After a crash, the same call finishes the rest.
  await recordAccountUse(deps, user._id, account, { label, image, tokens });
  if (user.name === null && pending.name !== null) {
    const securityEvent = makeUnseenEvent(deps, updatedEvents(['name']));
    const { matchedCount } = await deps.collections.users.updateOne(
      { ...activeActor(actor), name: null },
      { $set: nameFields(pending.name), $push: { outbox: securityEvent } },
    );
    if (matchedCount === 1) await writeOutbox(deps, user._id, securityEvent);
  }
  await deps.collections.pendingLinks.deleteOne({ _id: pending._id });
  return { outcome, callbackUrl: pending.callbackPath };
}

/**
 * Makes a user without an address. Where a trusted provider has verified the address, the person can sign in
 * to the existing account, so it throws `OAuthAccountNotLinked`. The account may get an owner meanwhile, so
 * only the sign-in stores what the provider said. Throws `LINK_EXPIRED`, `LINK_CHANGED`.
 */
export async function continueWithoutAddress(
  deps: Dependencies,
  secret: string | undefined,
  consent: LinkConsent,
  requestContext: RequestContext,
): Promise<Pick<SignIn, 'user' | 'method' | 'condition' | 'remote' | 'callbackUrl'>> {
  const pending = await takeConsent(deps, secret, consent, { emailVerified: false });
  const { provider, providerAccountId, type, name, label, image, tokens } = pending;
  const account: ProviderAccount = { provider, providerAccountId, type };
  const { locale } = requestContext;
  const user = await createUserWithAccount(deps, { name, verifiedEmail: null, locale }, account);
  return {
    user,
    method: { kind: 'provider', provider },
    condition: { accountKey: accountKey(account) },
    remote: { ...account, label, image, tokens },
    callbackUrl: pending.callbackPath,
  };
}

/** Call it after everything is stored. After an earlier crash, the same consent finishes the work. */
export async function removePendingLink(deps: Dependencies, { id }: LinkConsent): Promise<void> {
  await deps.collections.pendingLinks.deleteOne({ _id: new ObjectId(id) });
}

/**
 * Also revokes the tokens. One write decides between denial and consent. Throws `LINK_EXPIRED`, also after a
 * consent, `LINK_CHANGED` when it differs from what the person saw.
 */
export async function denyLink(
  deps: Dependencies,
  secret: string | undefined,
  consent: LinkConsent,
): Promise<{ callbackUrl: string }> {
  const now = deps.now();
  const runsUntil = new Date(now.getTime() - LINK_CONSENT_RUNS_MS);
  const denied =
    secret === undefined
      ? null
      : await deps.collections.pendingLinks.findOneAndUpdate(
          {
            ...shownLink(deps, secret, consent),
            $or: [{ consentedAt: { $exists: false } }, { consentedAt: { $lte: runsUntil } }],
          },
          { $set: { deniedAt: now } },
          { returnDocument: 'after' },
        );
  if (!denied) {
    await requireShown(deps, secret, consent);
    throw new AppError('LINK_EXPIRED');
  }
  await finishDenial(deps, denied);
  return { callbackUrl: denied.callbackPath };
}

/** May run twice: the job's id is derived from the tokens. */
async function finishDenial(deps: Dependencies, denied: PendingLinkDocument): Promise<void> {
  const { _id, provider, providerAccountId, tokens } = denied;
  // An earlier consent may have connected the account before a crash. Its tokens are then in use.
  const inUse = await deps.collections.accounts.findOne({ provider, providerAccountId, tokens });
  if (!inUse) await enqueueGrantRevocation(deps, denied, tokens);
  await deps.collections.pendingLinks.deleteOne({ _id });
}

function ownsAddress(user: UserDocument | null, email: string): boolean {
  return user !== null && user.emailVerified !== null && user.email === email;
}
