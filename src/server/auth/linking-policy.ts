import { withParameters } from '../../shared/callback-url.ts';
import { AppError } from '../app-error.ts';
import type { UserDocument } from '../database/user-documents.ts';
import type { Dependencies, RequestClient } from '../dependencies.ts';
import { accountKey, type ProviderAccount } from '../domain/rules/account-key.ts';
import { linkAccount, recordAccountUse, type RemoteProfile } from '../domain/users/accounts.ts';
import { recordFailedTry } from '../domain/activity/activity.ts';
import { requireAdmission } from '../domain/rules/admission.ts';
import { requireSameIssuer } from '../domain/providers/provider-issuers.ts';
import { markFresh } from '../domain/sign-in/reauthentication.ts';
import type { ReadSession } from '../domain/sessions/sessions.ts';
import { markEmailProven } from '../domain/users/users.ts';
import type { FlowIntent } from './intent.ts';

/** A provider's answer, which Auth.js has verified, with the browser's session and intent. */
export interface ProviderAnswer {
  readonly account: ProviderAccount;
  readonly remote: RemoteProfile;
  /** The address that a trusted provider calls verified (`providers.ts`). */
  readonly provenEmail: string | null;
  /** The address that the provider names, proven or not. */
  readonly claimedEmail: string | null;
  /** When the person signed in at the provider (`auth_time` of the ID token), in seconds since 1970. */
  readonly authTime: number | null;
  /** Why a signed-in person started this flow; `null` for a sign-in. */
  readonly intent: FlowIntent | null;
  readonly session: ReadSession | null;
  readonly client: RequestClient;
}

export type Decision =
  /** Sign in as the account's owner or as a new user. */
  | { readonly kind: 'sign-in' }
  /** Nothing is left to do. The browser goes to this path. */
  | { readonly kind: 'done'; readonly path: string }
  /** Store the answer until the person has proven that the address is theirs. */
  | { readonly kind: 'wait'; readonly email: string; readonly proven: boolean };

/** How much a provider's clock may differ from ours. */
const CLOCK_TOLERANCE_SECONDS = 60;

/**
 * Decides what a provider's answer does. Decision 006 has the table of all cases. An intent is bound to browser, session, provider and flow
 * (`intent.ts`), so no callback links an account or makes a session fresh without one. An address that is only claimed has the same result
 * whether it is known here or not.
 */
export async function applyLinkingPolicy(deps: Dependencies, answer: ProviderAnswer): Promise<Decision> {
  const { users } = deps.collections;
  const owner = await users.findOne({ 'accounts.key': accountKey(answer.account) });
  if (owner) await requireSameIssuer(deps, owner, answer.account);
  if (answer.intent) return { kind: 'done', path: await finishIntent(deps, answer, answer.intent) };

  if (owner) {
    requireAdmission(deps.settings, provenEmailOf(owner));
    return { kind: 'sign-in' };
  }
  const { provenEmail, claimedEmail } = answer;
  if (provenEmail === null && claimedEmail !== null)
    return { kind: 'wait', email: claimedEmail, proven: false };
  requireAdmission(deps.settings, provenEmail);
  const addressOwner = provenEmail === null ? null : await users.findOne({ email: provenEmail });
  if (provenEmail === null || !addressOwner) return { kind: 'sign-in' };
  // A parallel first sign-in with this account made this user since we looked for its owner. It is the same person.
  if (addressOwner.accounts.some(({ key }) => key === accountKey(answer.account))) return { kind: 'sign-in' };
  if (addressOwner.emailVerified !== null) return { kind: 'wait', email: provenEmail, proven: true };
  const proven = await markEmailProven(deps, addressOwner, answer.client);
  await linkAccount(deps, proven, answer.account, {
    client: answer.client,
    label: answer.remote.label,
    actor: null,
  });
  return { kind: 'sign-in' };
}

async function finishIntent(deps: Dependencies, answer: ProviderAnswer, intent: FlowIntent): Promise<string> {
  const { session } = answer;
  if (
    !session ||
    session.session._id.toHexString() !== intent.sessionId ||
    session.user._id.toHexString() !== intent.userId
  ) {
    throw new AppError('SessionRequired');
  }
  const outcome =
    intent.kind === 'link'
      ? await finishLink(deps, answer, session)
      : await finishReauthentication(deps, answer, intent, session);
  return withParameters(intent.callbackPath, { outcome, provider: answer.account.provider });
}

async function finishLink(
  deps: Dependencies,
  { account, remote, client }: ProviderAnswer,
  actor: ReadSession,
): Promise<'linked' | 'already-linked'> {
  const { user } = actor;
  const outcome = await linkAccount(deps, user, account, { client, label: remote.label, actor });
  await recordAccountUse(deps, user._id, account, remote);
  return outcome;
}

/**
 * Makes the session fresh. A provider that got `max_age` must answer `auth_time` (OpenID Connect Core 2): an old session at the provider
 * proves nothing new. Plain OAuth providers have no `auth_time`, so with them any completed flow counts.
 */
async function finishReauthentication(
  deps: Dependencies,
  answer: ProviderAnswer,
  intent: FlowIntent,
  { session, user }: ReadSession,
): Promise<'verified'> {
  const { account, authTime, client } = answer;
  const isOwnAccount = user.accounts.some(({ key }) => key === accountKey(account));
  const isNewSignIn =
    account.type === 'oauth' || (authTime !== null && authTime >= intent.startedAt - CLOCK_TOLERANCE_SECONDS);
  if (!isOwnAccount || !isNewSignIn) {
    const method = account.provider;
    recordFailedTry(deps, { user, kind: 're-authentication-failed', method, client });
    throw new AppError('REAUTHENTICATION_FAILED');
  }
  await markFresh(deps, { sessionId: session._id, userId: user._id, method: account.provider, client });
  await recordAccountUse(deps, user._id, account, answer.remote);
  return 'verified';
}

function provenEmailOf(user: UserDocument): string | null {
  return user.emailVerified === null ? null : (user.email ?? null);
}
