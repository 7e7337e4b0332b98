import { withParameters } from '../../shared/callback-url.ts';
import { AppError } from '../app-error.ts';
import type { AuthEvent } from '../log/auth-event.ts';
import type { UserDocument } from '../database/user-documents.ts';
import type { Dependencies } from '../dependencies.ts';
import type { RequestContext } from '../domain/rules/request-context.ts';
import { accountKey, type ProviderAccount } from '../domain/rules/account-key.ts';
import { linkAccount, recordAccountUse, type RemoteProfile } from '../domain/users/accounts.ts';
import { recordFailedTry } from '../domain/activity/activity.ts';
import { requireNoSuspension } from '../domain/rules/access.ts';
import { requireAdmission } from '../domain/rules/admission.ts';
import { verifiedEmailOf } from '../domain/rules/verified-address.ts';
import { requireSameIssuer } from '../domain/providers/provider-issuers.ts';
import { needsSecondFactor } from '../domain/rules/second-factor-policy.ts';
import type { BrowserCookie } from '../domain/sign-in/complete.ts';
import { verifySession } from '../domain/sign-in/reauthentication.ts';
import type { ReadSession } from '../domain/sessions/sessions.ts';
import { markEmailVerified } from '../domain/users/users.ts';
import type { FlowIntent } from './intent.ts';

/** A provider's answer, verified by Auth.js, with the browser's session and intent. */
interface ProviderAnswer {
  readonly account: ProviderAccount;
  /** Who has that account, when it was looked up already. */
  readonly owner: UserDocument | null;
  readonly remote: RemoteProfile;
  /** The address that a trusted provider calls verified (`providers.ts`). */
  readonly verifiedEmail: string | null;
  /** Verified or not. */
  readonly claimedEmail: string | null;
  /** `auth_time` of the ID token, in seconds since 1970. */
  readonly authTime: number | null;
  /** `null` for a sign-in. */
  readonly intent: FlowIntent | null;
  readonly session: ReadSession | null;
  /** The provider reported two factors, and the operator accepts that. */
  readonly isMultiFactor: boolean;
  readonly requestContext: RequestContext;
}

export type Decision =
  /** Sign in as the account's owner or as a new user. */
  | { readonly kind: 'sign-in' }
  /** Nothing is left to do. The browser goes to this path. */
  | { readonly kind: 'done'; readonly path: string; readonly event: AuthEvent }
  /** The verification of a session waits for the second factor. */
  | { readonly kind: 'second-factor'; readonly cookies: readonly BrowserCookie[] }
  /** Store the answer until the user has verified that the address is theirs. */
  | { readonly kind: 'wait'; readonly email: string; readonly verified: boolean };

const CLOCK_TOLERANCE_SECONDS = 60;

/** Decision 006 has all cases. Without an intent, no answer links an account or makes a session fresh. */
export async function applyLinkingPolicy(deps: Dependencies, answer: ProviderAnswer): Promise<Decision> {
  const { users } = deps.collections;
  const owner = answer.owner ?? (await users.findOne({ 'accounts.key': accountKey(answer.account) }));
  if (owner) await requireSameIssuer(deps, owner, answer.account);
  if (answer.intent) return finishIntent(deps, answer, answer.intent);

  if (owner) {
    requireAdmission(deps.settings, verifiedEmailOf(owner));
    return { kind: 'sign-in' };
  }
  const { verifiedEmail, claimedEmail } = answer;
  if (verifiedEmail === null && claimedEmail !== null)
    return { kind: 'wait', email: claimedEmail, verified: false };
  requireAdmission(deps.settings, verifiedEmail);
  const addressOwner = verifiedEmail === null ? null : await users.findOne({ email: verifiedEmail });
  if (verifiedEmail === null || !addressOwner) return { kind: 'sign-in' };
  // A parallel first sign-in with this account has just made this user.
  if (addressOwner.accounts.some(({ key }) => key === accountKey(answer.account))) return { kind: 'sign-in' };
  // Nothing is connected before the second factor.
  if (addressOwner.emailVerified !== null || needsSecondFactor(deps.settings, addressOwner))
    return { kind: 'wait', email: verifiedEmail, verified: true };
  requireNoSuspension(addressOwner, deps.now());
  const verified = await markEmailVerified(deps, addressOwner, answer.requestContext);
  await linkAccount(deps, verified, answer.account, {
    requestContext: answer.requestContext,
    label: answer.remote.label,
    actor: null,
  });
  return { kind: 'sign-in' };
}

async function finishIntent(
  deps: Dependencies,
  answer: ProviderAnswer,
  intent: FlowIntent,
): Promise<Decision> {
  const { session } = answer;
  if (
    !session ||
    session.session._id.toHexString() !== intent.sessionId ||
    session.user._id.toHexString() !== intent.userId
  ) {
    throw new AppError('SessionRequired');
  }
  if (intent.kind === 'reauthenticate') return finishReauthentication(deps, answer, intent, session);
  const outcome = await finishLink(deps, answer, session);
  return { kind: 'done', path: returnPath(answer, intent, outcome), event: 'auth.linked' };
}

function returnPath(
  { account }: ProviderAnswer,
  { callbackPath }: FlowIntent,
  outcome: 'linked' | 'already-linked' | 'verified',
): string {
  return withParameters(callbackPath, { outcome, provider: account.provider });
}

async function finishLink(
  deps: Dependencies,
  { account, remote, requestContext }: ProviderAnswer,
  actor: ReadSession,
): Promise<'linked' | 'already-linked'> {
  const { user } = actor;
  const outcome = await linkAccount(deps, user, account, { requestContext, label: remote.label, actor });
  await recordAccountUse(deps, user._id, account, remote);
  return outcome;
}

/**
 * A provider that got `max_age` must answer `auth_time` (OpenID Connect Core 2). Plain OAuth has none, so any
 * completed flow counts.
 */
async function finishReauthentication(
  deps: Dependencies,
  answer: ProviderAnswer,
  intent: FlowIntent,
  { session, user }: ReadSession,
): Promise<Decision> {
  const { account, authTime, requestContext, isMultiFactor } = answer;
  const isOwnAccount = user.accounts.some(({ key }) => key === accountKey(account));
  const isNewSignIn =
    account.type === 'oauth' || (authTime !== null && authTime >= intent.startedAt - CLOCK_TOLERANCE_SECONDS);
  if (!isOwnAccount || !isNewSignIn) {
    const method = account.provider;
    recordFailedTry(deps, { user, kind: 're-authentication-failed', method, requestContext });
    throw new AppError('REAUTHENTICATION_FAILED');
  }
  const path = returnPath(answer, intent, 'verified');
  const verified = await verifySession(deps, {
    session,
    user,
    method: { kind: 'provider', provider: account.provider, isMultiFactor },
    condition: { accountKey: accountKey(account) },
    requestContext,
    callbackUrl: path,
    remote: { ...account, ...answer.remote },
  });
  return verified.status === 'fresh'
    ? { kind: 'done', path, event: 'auth.reauthenticated' }
    : { kind: 'second-factor', cookies: verified.cookies };
}
