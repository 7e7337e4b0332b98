import { ObjectId, type Filter } from 'mongodb';
import type { LinkConsent, PendingLink, SignInMethod } from '../../../shared/schemas/accounts.ts';
import { LINK_CONSENT_RUNS_MS, PENDING_LINK_MAX_AGE_MS } from '../../../shared/limits.ts';
import { AppError } from '../../app-error.ts';
import type { PendingLinkDocument, UserDocument } from '../../database/collections.ts';
import type { Dependencies, RequestClient } from '../../dependencies.ts';
import { issuerOf } from '../../identity-providers/registry.ts';
import { createToken, hashToken } from '../../crypto/secrets.ts';
import { activeActor, type SessionActor } from '../rules/actor.ts';
import { accountKey, type ProviderAccount } from '../rules/account-key.ts';
import { linkAccount, recordAccountUse, type RemoteProfile } from '../users/accounts.ts';
import type { SignIn } from './complete.ts';
import { enqueueGrantRevocation } from '../users/orphaned-accounts.ts';
import { createUserWithAccount } from '../users/users.ts';

export interface PendingLinkInput {
  readonly account: ProviderAccount;
  readonly name: string | null;
  /** The user name or name there, without any address. */
  readonly shownName: string | null;
  readonly remote: RemoteProfile;
  readonly email: string;
  readonly emailProven: boolean;
  readonly callbackPath: string;
}

/** Keeps a provider's answer until the person has shown who they are; answers the secret for the browser's cookie. */
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
    ...(provider ? { issuer: issuerOf(provider) } : {}),
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
  // A denial was cut short after its deciding write.
  await finishDenial(deps, pending);
  return null;
}

/** The provider's id may have come to mean another issuer meanwhile, whose subject is somebody else. */
function isOfSameIssuer(deps: Dependencies, pending: PendingLinkDocument): boolean {
  if (pending.issuer === undefined) return true;
  const provider = deps.identityProviders.get(pending.provider);
  return provider !== undefined && issuerOf(provider) === pending.issuer;
}

/** What waits in this browser, if it is what the person was shown. */
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
 * The one write that takes the consent: it filters on what the person was shown, so nothing else can be connected. The row stays until
 * the account is connected, and the same consent finishes what was cut short.
 *
 * Throws `LINK_EXPIRED` when nothing waits, `LINK_CHANGED` when something else waits than what was shown, and
 * `OAuthAccountNotLinked` when `onlyIf` does not hold.
 */
async function takeConsent(
  deps: Dependencies,
  secret: string | undefined,
  consent: LinkConsent,
  onlyIf: { readonly email: string } | { readonly emailProven: false },
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

/** Throws `LINK_EXPIRED` when nothing waits, `LINK_CHANGED` when something else waits than what was shown. */
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

/** What waits in this browser. The owner's methods are named only once the address is proven, by the provider or by `viewer`. */
export async function getPendingLink(
  deps: Dependencies,
  secret: string | undefined,
  viewer: UserDocument | null,
): Promise<PendingLink | null> {
  const pending = await findPendingLink(deps, secret);
  if (!pending) return null;
  const proven = pending.emailProven || ownsAddress(viewer, pending.email);
  const owner = proven
    ? await deps.collections.users.findOne({ email: pending.email, emailVerified: { $ne: null } })
    : null;
  return {
    id: pending._id.toHexString(),
    provider: pending.provider,
    providerName: providerNameOf(deps, pending),
    providerAccountId: pending.providerAccountId,
    label: pending.shownName ?? null,
    email: pending.email,
    methods: owner && methodsOf(deps, owner),
    callbackUrl: pending.callbackPath,
  };
}

export function providerNameOf(
  deps: Dependencies,
  { provider }: Pick<PendingLinkDocument, 'provider'>,
): string {
  return deps.identityProviders.get(provider)?.name ?? provider;
}

function methodsOf(deps: Dependencies, user: UserDocument): SignInMethod[] {
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
 * Connects what waits to the person who is signed in now, once they have agreed to it: the one who has proven the address that the
 * provider names, and nobody else. The caller has made sure that the session is fresh.
 *
 * Throws `LINK_EXPIRED` when nothing waits, `LINK_CHANGED` when something else waits than what was shown, `OAuthAccountNotLinked` for
 * somebody else, `ACCOUNT_BELONGS_TO_OTHER`, and `SessionRequired` when the session was ended while it asked.
 */
export async function resumeLink(
  deps: Dependencies,
  secret: string | undefined,
  consent: LinkConsent,
  actor: SessionActor,
  client: RequestClient,
): Promise<{ outcome: 'linked' | 'already-linked'; callbackUrl: string }> {
  const { user } = actor;
  const email = user.emailVerified === null ? undefined : user.email;
  const pending = await takeConsent(deps, secret, consent, { email: email ?? '' });
  const { provider, providerAccountId, type, label, image, tokens } = pending;
  const account: ProviderAccount = { provider, providerAccountId, type };
  const outcome = await linkAccount(deps, user, account, {
    client,
    // The mail about it names what the person was shown, not an address that the provider claims.
    label: pending.shownName ?? null,
    actor,
    provenEmail: pending.email,
  });
  // From here on it is linked; after a kill the same call says so and finishes.
  await recordAccountUse(deps, user._id, account, { label, image, tokens });
  if (user.name === null && pending.name !== null) {
    await deps.collections.users.updateOne(
      { ...activeActor(actor), name: null },
      { $set: { name: pending.name } },
    );
  }
  await deps.collections.pendingLinks.deleteOne({ _id: pending._id });
  return { outcome, callbackUrl: pending.callbackPath };
}

/**
 * Signs in with what waits and was shown, leaving out the address that the person cannot or will not prove: a user without one. Not where
 * a trusted provider has proven it: then the account there is already theirs to reach.
 *
 * Throws `LINK_EXPIRED`, `LINK_CHANGED`, or `OAuthAccountNotLinked` where the address is proven.
 */
export async function continueWithoutAddress(
  deps: Dependencies,
  secret: string | undefined,
  consent: LinkConsent,
  client: RequestClient,
): Promise<Pick<SignIn, 'user' | 'method' | 'condition'> & { callbackUrl: string }> {
  const pending = await takeConsent(deps, secret, consent, { emailProven: false });
  const { provider, providerAccountId, type, name, label, image, tokens } = pending;
  const account: ProviderAccount = { provider, providerAccountId, type };
  const { locale } = client;
  const user = await createUserWithAccount(deps, { name, provenEmail: null, locale }, account);
  await recordAccountUse(deps, user._id, account, { label, image, tokens });
  await deps.collections.pendingLinks.deleteOne({ _id: pending._id });
  const condition = { 'accounts.key': accountKey(account) };
  return { user, method: { kind: 'provider', provider }, condition, callbackUrl: pending.callbackPath };
}

/**
 * Ends what waits without connecting it, and hands its tokens back to the provider. One write decides between this and a consent. Who
 * agreed a moment ago is refused, since the account may be about to be connected.
 *
 * Throws `LINK_EXPIRED` when nothing waits or it is being connected, `LINK_CHANGED` when something else waits than what was shown.
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

/** May run twice: the job that hands the tokens back has its id from them. */
async function finishDenial(deps: Dependencies, denied: PendingLinkDocument): Promise<void> {
  const { _id, provider, providerAccountId, tokens } = denied;
  // A consent that was cut short may have connected the account before: then its tokens are in use.
  const inUse = await deps.collections.accounts.findOne({ provider, providerAccountId, tokens });
  if (!inUse) await enqueueGrantRevocation(deps, denied, tokens);
  await deps.collections.pendingLinks.deleteOne({ _id });
}

function ownsAddress(user: UserDocument | null, email: string): boolean {
  return user !== null && user.emailVerified !== null && user.email === email;
}
