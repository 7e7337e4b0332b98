import { ObjectId } from 'mongodb';
import type { PendingLink, SignInMethod } from '../../shared/schemas/accounts.ts';
import { PENDING_LINK_MAX_AGE_MS } from '../../shared/limits.ts';
import { AppError } from '../app-error.ts';
import type { PendingLinkDocument, UserDocument } from '../database/collections.ts';
import type { Dependencies, RequestClient } from '../dependencies.ts';
import { issuerOf } from '../identity-providers/registry.ts';
import { createToken, hashToken } from '../secrets.ts';
import { activeActor, type SessionActor } from './actor.ts';
import { accountKey, type ProviderAccount } from './account-key.ts';
import { linkAccount, recordAccountUse, type RemoteProfile } from './accounts.ts';
import type { SignIn } from './sign-in/complete.ts';
import { createUserWithAccount } from './users.ts';

export interface PendingLinkInput {
  readonly account: ProviderAccount;
  readonly name: string | null;
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
  if (!pending || pending.issuer === undefined) return pending;
  // The provider's id may have come to mean another issuer meanwhile, whose subject is somebody else.
  const provider = deps.identityProviders.get(pending.provider);
  return provider && issuerOf(provider) === pending.issuer ? pending : null;
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
    provider: pending.provider,
    providerName: deps.identityProviders.get(pending.provider)?.name ?? pending.provider,
    label: pending.label ?? pending.email,
    email: pending.email,
    methods: owner && methodsOf(deps, owner),
    callbackUrl: pending.callbackPath,
  };
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
 * Connects what waits to the person who is signed in now: the one who has proven the address that the provider names, and nobody else.
 * The caller has made sure that the session is fresh.
 *
 * Throws `LINK_EXPIRED` when nothing waits, `OAuthAccountNotLinked` for somebody else, `ACCOUNT_BELONGS_TO_OTHER`, and
 * `SessionRequired` when the session was ended while it asked.
 */
export async function resumeLink(
  deps: Dependencies,
  secret: string | undefined,
  actor: SessionActor,
  client: RequestClient,
): Promise<{ outcome: 'linked' | 'already-linked'; callbackUrl: string }> {
  const pending = await findPendingLink(deps, secret);
  if (!pending) throw new AppError('LINK_EXPIRED');
  const { user } = actor;
  if (!ownsAddress(user, pending.email)) throw new AppError('OAuthAccountNotLinked');
  const { provider, providerAccountId, type, label, image, tokens } = pending;
  const account: ProviderAccount = { provider, providerAccountId, type };
  const outcome = await linkAccount(deps, user, account, { client, label, actor });
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
 * Signs in with what waits, leaving out the address that the person cannot or will not prove: a user without one. Not where a
 * trusted provider has proven it: then the account there is already theirs to reach.
 *
 * Throws `LINK_EXPIRED`, or `OAuthAccountNotLinked` where the address is proven.
 */
export async function continueWithoutAddress(
  deps: Dependencies,
  secret: string | undefined,
  client: RequestClient,
): Promise<Pick<SignIn, 'user' | 'method' | 'standsOn'> & { callbackUrl: string }> {
  const pending = await findPendingLink(deps, secret);
  if (!pending) throw new AppError('LINK_EXPIRED');
  if (pending.emailProven) throw new AppError('OAuthAccountNotLinked');
  const { provider, providerAccountId, type, name, label, image, tokens } = pending;
  const account: ProviderAccount = { provider, providerAccountId, type };
  const { locale } = client;
  const user = await createUserWithAccount(deps, { name, provenEmail: null, locale }, account);
  await recordAccountUse(deps, user._id, account, { label, image, tokens });
  await deps.collections.pendingLinks.deleteOne({ _id: pending._id });
  const standsOn = { 'accounts.key': accountKey(account) };
  return { user, method: { kind: 'provider', provider }, standsOn, callbackUrl: pending.callbackPath };
}

function ownsAddress(user: UserDocument | null, email: string): boolean {
  return user !== null && user.emailVerified !== null && user.email === email;
}
