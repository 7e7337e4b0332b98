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

/** What a provider said, once Auth.js has verified it, and what this browser brought with it. */
export interface ProviderAnswer {
  readonly account: ProviderAccount;
  readonly remote: RemoteProfile;
  /** The address that a trusted provider calls verified, to the letter (`providers.ts`). */
  readonly provenEmail: string | null;
  /** The address that the provider names, proven or not. */
  readonly claimedEmail: string | null;
  /** When the person signed in there, as the ID token says; seconds since 1970. */
  readonly authTime: number | null;
  /** Why this very flow was started, if a signed-in person started it for a reason. */
  readonly intent: FlowIntent | null;
  readonly session: ReadSession | null;
  readonly client: RequestClient;
}

export type Decision =
  /** Sign in: as the account's owner, or as a new user. */
  | { readonly kind: 'sign-in' }
  /** Done; go to this path. */
  | { readonly kind: 'done'; readonly path: string }
  /** Keep the answer until the person has shown that the address is theirs. */
  | { readonly kind: 'wait'; readonly email: string; readonly proven: boolean };

/** Clocks differ by this much between us and a provider, in seconds. */
const CLOCK_TOLERANCE_SECONDS = 60;

/**
 * The linking policy: what a provider's answer does.
 *
 * | flow started for | session it was asked from | the account there | the address it names           | what happens                              |
 * | ---------------- | ------------------------- | ----------------- | ------------------------------ | ----------------------------------------- |
 * | signing in       | any                       | somebody's        | any                            | signs in as its owner                     |
 * | signing in       | any                       | nobody's          | proven, nobody's               | new user with the address                 |
 * | signing in       | any                       | nobody's          | proven, kept for its last user | `EMAIL_KEPT`                              |
 * | signing in       | any                       | nobody's          | proven, a user's               | waits: sign in as that user, then agree   |
 * | signing in       | any                       | nobody's          | proven, an unproven user's     | that user, stripped of all that was there |
 * | signing in       | any                       | nobody's          | only claimed                   | waits: prove it by mail and agree, or go on without |
 * | signing in       | any                       | nobody's          | none                           | new user without an address               |
 * | linking          | alive and the same        | nobody's          | any                            | linked                                    |
 * | linking          | alive and the same        | mine              | any                            | says so                                   |
 * | linking          | alive and the same        | somebody else's   | any                            | `ACCOUNT_BELONGS_TO_OTHER`                |
 * | re-authenticating| alive and the same        | mine, signed in now | any                          | the session is fresh                      |
 * | re-authenticating| alive and the same        | anything else     | any                            | `REAUTHENTICATION_FAILED`                 |
 * | any of these     | any                       | of another issuer | any                            | `OAuthCallback` (`provider-issuers.ts`)   |
 * | either of these  | gone, or another's        | any               | any                            | `SessionRequired`, nothing changes        |
 *
 * What a flow was started for is bound to browser, session, provider and flow (`intent.ts`). So no callback links or refreshes by itself,
 * whoever is signed in. What waits is connected only by a consent to exactly that account (`pending-links.ts`). And an address that is only
 * claimed decides nothing, known here or not, and tells nothing either.
 */
export async function applyLinkingPolicy(deps: Dependencies, answer: ProviderAnswer): Promise<Decision> {
  const { users } = deps.collections;
  const owner = await users.findOne({ 'accounts.key': accountKey(answer.account) });
  if (owner) await requireSameIssuer(deps, owner, answer.account);
  if (answer.intent) return { kind: 'done', path: await fulfilIntent(deps, answer, answer.intent) };

  if (owner) {
    requireAdmission(deps.settings, provenEmailOf(owner));
    return { kind: 'sign-in' };
  }
  const { provenEmail, claimedEmail } = answer;
  if (provenEmail === null && claimedEmail !== null)
    return { kind: 'wait', email: claimedEmail, proven: false };
  requireAdmission(deps.settings, provenEmail);
  const holder = provenEmail === null ? null : await users.findOne({ email: provenEmail });
  if (provenEmail === null || !holder) return { kind: 'sign-in' };
  // The other of two first sign-ins at once has made the user since we looked for the account's owner: it is this person.
  if (holder.accounts.some(({ key }) => key === accountKey(answer.account))) return { kind: 'sign-in' };
  if (holder.emailVerified !== null) return { kind: 'wait', email: provenEmail, proven: true };
  const proven = await markEmailProven(deps, holder, answer.client);
  await linkAccount(deps, proven, answer.account, {
    client: answer.client,
    label: answer.remote.label,
    actor: null,
  });
  return { kind: 'sign-in' };
}

async function fulfilIntent(deps: Dependencies, answer: ProviderAnswer, intent: FlowIntent): Promise<string> {
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
  const to = new URL(intent.callbackPath, deps.settings.origin);
  to.searchParams.set('outcome', outcome);
  to.searchParams.set('provider', answer.account.provider);
  return to.pathname + to.search + to.hash;
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
 * OpenID Connect Core 2: a provider that was asked with `max_age` must say in `auth_time` when the person signed in there. A remembered
 * session at the provider proves nothing new. Plain OAuth providers have no such word; with them the round trip is all there is.
 */
async function finishReauthentication(
  deps: Dependencies,
  answer: ProviderAnswer,
  intent: FlowIntent,
  { session, user }: ReadSession,
): Promise<'verified'> {
  const { account, authTime, client } = answer;
  const mine = user.accounts.some(({ key }) => key === accountKey(account));
  const signedInNow =
    account.type === 'oauth' || (authTime !== null && authTime >= intent.startedAt - CLOCK_TOLERANCE_SECONDS);
  if (!mine || !signedInNow) {
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
