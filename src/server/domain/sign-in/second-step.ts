import { PENDING_SIGN_IN_TRIES } from '../../../shared/limits.ts';
import type { AuthenticationCredential } from '../../../shared/schemas/passkeys.ts';
import type { PendingSignIn } from '../../../shared/schemas/session.ts';
import { AppError } from '../../app-error.ts';
import type { PendingSignInDocument, StoredProof } from '../../database/second-factor-documents.ts';
import type { UserDocument } from '../../database/user-documents.ts';
import type { Dependencies } from '../../dependencies.ts';
import { recordFailedTry } from '../activity/activity.ts';
import { verifyPasskey } from '../passkeys/passkey-use.ts';
import { activeUser } from '../rules/active-user.ts';
import { browserKey } from '../rules/counters.ts';
import { findKnownDevice } from '../rules/known-devices.ts';
import { makeProof, type ProofMethod } from '../rules/proofs.ts';
import { secondFactorsOf } from '../rules/second-factor-policy.ts';
import { consumeRecoveryCode } from '../second-factor/recovery-codes.ts';
import { consumeTotpCode } from '../second-factor/totp-use.ts';
import { recordAccountUse } from '../users/accounts.ts';
import { completePendingSignIn, type CompletedSignIn, type SignInRequest } from './complete.ts';
import { countTry, findPendingSignIn, takePendingSignIn } from './pending-sign-ins.ts';
import { markFresh } from './reauthentication.ts';
import type { RateLimitRule } from '../rules/counters.ts';

/** What a person answers in the second step. */
export type SecondFactorAnswer =
  | { readonly code: string }
  | { readonly recoveryCode: string }
  | { readonly passkey: AuthenticationCredential };

export interface SecondStepRequest extends SignInRequest {
  readonly cookies: SignInRequest['cookies'] & {
    readonly 'pending-sign-in'?: string;
    readonly passkey?: string;
  };
}

/** What the page of the second step shows, or `null` where nothing is pending in this browser. */
export async function getPendingSignIn(
  deps: Dependencies,
  secret: string | undefined,
): Promise<PendingSignIn | null> {
  const pending = await findPendingSignIn(deps, secret);
  const user = pending && (await deps.collections.users.findOne(activeUser(pending.userId)));
  if (!pending || !user) return null;
  return {
    purpose: pending.sessionId === null ? 'sign-in' : 'verify',
    methods: secondFactorsOf(deps.settings, user),
    triesLeft: PENDING_SIGN_IN_TRIES - pending.tries,
    mayTrustBrowser: pending.sessionId === null,
    expires: pending.expires.toISOString(),
  };
}

/** The person of the pending sign-in, for the challenge of a passkey. Throws `SIGN_IN_EXPIRED`. */
export async function ownerOfPendingSignIn(
  deps: Dependencies,
  secret: string | undefined,
): Promise<UserDocument> {
  const pending = await findPendingSignIn(deps, secret);
  const user = pending && (await deps.collections.users.findOne(activeUser(pending.userId)));
  if (!user) throw new AppError('SIGN_IN_EXPIRED');
  return user;
}

export type SecondStep =
  | {
      readonly kind: 'signed-in';
      readonly completed: CompletedSignIn;
      readonly pending: PendingSignInDocument;
    }
  | { readonly kind: 'fresh'; readonly at: Date; readonly pending: PendingSignInDocument };

/**
 * Finishes a pending sign-in, or a verification in a session, with a second factor. The try is counted first. The right answer uses its code up.
 * Then `takePendingSignIn` decides: of parallel right answers, one goes on. After a crash before that, the person waits for the next code; after
 * it, they sign in again.
 *
 * Throws `SIGN_IN_EXPIRED`, `SECOND_FACTOR_INVALID`, `PASSKEY_INVALID`, `PASSKEY_UNKNOWN`, `PASSKEY_OTHER_HOST`, `RATE_LIMITED`, or
 * `SessionRequired` when the session has ended.
 */
export async function completeSecondStep(
  deps: Dependencies,
  answer: SecondFactorAnswer,
  request: SecondStepRequest,
): Promise<SecondStep> {
  const pending = await countTry(deps, request.cookies['pending-sign-in']);
  const user = pending && (await deps.collections.users.findOne(activeUser(pending.userId)));
  if (!pending || !user) throw new AppError('SIGN_IN_EXPIRED');
  const proof = await checkSecondFactor(deps, { user, pending, answer }, request);
  const taken = await takePendingSignIn(deps, pending);
  if (!taken) throw new AppError('SIGN_IN_EXPIRED');
  if (taken.sessionId !== null) {
    const proofs = [...taken.proofs, proof];
    const { client } = request;
    const at = await markFresh(deps, { sessionId: taken.sessionId, userId: user._id, proofs, client });
    return { kind: 'fresh', at, pending: taken };
  }
  const completed = await completePendingSignIn(deps, taken, { user, proof }, request);
  if (!completed) throw new AppError('SIGN_IN_EXPIRED');
  await storeRemote(deps, user, taken);
  return { kind: 'signed-in', completed, pending: taken };
}

async function checkSecondFactor(
  deps: Dependencies,
  {
    user,
    pending,
    answer,
  }: {
    readonly user: UserDocument;
    readonly pending: PendingSignInDocument;
    readonly answer: SecondFactorAnswer;
  },
  { client, cookies }: SecondStepRequest,
): Promise<StoredProof> {
  const now = deps.now();
  if ('passkey' in answer) {
    await verifyPasskey(deps, {
      credential: answer.passkey,
      purpose: 'second-factor',
      browser: cookies.passkey,
      owner: { user, session: null },
    });
    return makeProof({ kind: 'passkey' }, now);
  }
  const isCode = 'code' in answer;
  // A recovery code has 120 bits, which nobody guesses. So a limit on guesses never locks its owner out.
  const counted = isCode ? counterOf(deps, user, cookies.device) : null;
  if (counted) await deps.rateLimits.consume(...counted);
  const isRight = isCode
    ? await consumeTotpCode(deps, user, answer.code)
    : await consumeRecoveryCode(deps, user, answer.recoveryCode, client);
  if (!isRight) {
    const method: ProofMethod['kind'] = isCode ? 'totp' : 'recovery-code';
    recordFailedTry(deps, { user, kind: 'sign-in-failed', method, client });
    throw new AppError(pending.tries >= PENDING_SIGN_IN_TRIES ? 'SIGN_IN_EXPIRED' : 'SECOND_FACTOR_INVALID');
  }
  if (counted) await deps.rateLimits.giveBack(...counted);
  return makeProof({ kind: isCode ? 'totp' : 'recovery-code' }, now);
}

/** Strangers who know the first factor must not use up the tries of a browser that the account knows. */
function counterOf(
  deps: Dependencies,
  user: UserDocument,
  deviceCookie: string | undefined,
): [RateLimitRule, string] {
  const userId = user._id.toHexString();
  const known = findKnownDevice(deps, deviceCookie, user);
  return known
    ? ['wrong-second-factor-of-browser', browserKey(userId, known.deviceId)]
    : ['wrong-second-factor-of-user', userId];
}

/** Stores what the provider said in the first step. The person is signed in, so a failure must not undo that. */
async function storeRemote(
  deps: Dependencies,
  user: UserDocument,
  { remote }: PendingSignInDocument,
): Promise<void> {
  if (!remote) return;
  const { label, image, tokens, ...account } = remote;
  await recordAccountUse(deps, user._id, account, { label, image, tokens }).catch((error: unknown) =>
    deps.log.warn({ err: error, provider: account.provider }, 'account use not recorded'),
  );
}
