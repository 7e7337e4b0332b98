import type { Filter } from 'mongodb';
import type { ErrorCode } from '../../../shared/errors/catalogue.ts';
import type { AuthenticationCredential } from '../../../shared/schemas/passkeys.ts';
import type { PendingSignIn } from '../../../shared/schemas/session.ts';
import { AppError } from '../../app-error.ts';
import type { PendingSignInDocument, StoredProof } from '../../database/second-factor-documents.ts';
import type { UserDocument } from '../../database/user-documents.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { RequestContext } from '../rules/request-context.ts';
import { recordFailedTry } from '../activity/activity.ts';
import { verifyPasskey } from '../passkeys/passkey-use.ts';
import { activeUser } from '../rules/active-user.ts';
import type { RateCount } from '../limits/rate-limits.ts';
import { browserKey } from '../rules/counters.ts';
import { findKnownDevice } from '../rules/known-devices.ts';
import { makeProof } from '../rules/proofs.ts';
import { secondFactorsOf } from '../rules/second-factor-policy.ts';
import { noEndingSince } from '../rules/session-endings.ts';
import { conditionFilter } from '../rules/sign-in-methods.ts';
import { consumeRecoveryCode, hasRecoveryCode } from '../second-factor/recovery-codes.ts';
import { consumeTotpCode } from '../second-factor/totp-use.ts';
import { readAnySession } from '../sessions/sessions.ts';
import { completePendingSignIn, type CompletedSignIn, type SignInRequest } from './complete.ts';
import { reportFirstFactor } from './first-factor-notice.ts';
import { PENDING_SIGN_IN_TRIES, countTry, findPendingSignIn, takePendingSignIn } from './pending-sign-ins.ts';
import { markFresh } from './reauthentication.ts';
import { storeWaitingProfile } from './waiting-profile.ts';

type SecondFactorAnswer =
  | { readonly code: string }
  | { readonly recoveryCode: string }
  | { readonly passkey: AuthenticationCredential };

interface SecondStepRequest extends SignInRequest {
  readonly cookies: SignInRequest['cookies'] & {
    readonly 'pending-sign-in'?: string;
    readonly passkey?: string;
  };
}

/** The page of the second step shows it. `null`: nothing is pending in this browser. */
export async function getPendingSignIn(
  deps: Dependencies,
  secret: string | undefined,
): Promise<PendingSignIn | null> {
  const pending = await findPendingSignIn(deps, secret);
  const user = pending && (await findOwner(deps, pending));
  if (!pending || !user) return null;
  return {
    purpose: pending.sessionId === null ? 'sign-in' : 'verify',
    methods: secondFactorsOf(deps.settings, user),
    triesLeft: PENDING_SIGN_IN_TRIES - pending.tries,
    mayTrustBrowser: pending.sessionId === null,
    expires: pending.expires.toISOString(),
  };
}

/** Throws `SIGN_IN_EXPIRED`. */
export async function ownerOfPendingSignIn(
  deps: Dependencies,
  secret: string | undefined,
): Promise<UserDocument> {
  const pending = await findPendingSignIn(deps, secret);
  const user = pending && (await findOwner(deps, pending));
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
 * The try is counted first. A right code of an app is used up. Then `takePendingSignIn` decides: of parallel
 * right answers one goes on, and only that one uses a recovery code up. After a crash before it, the person
 * waits for the next code; after it, they sign in again. Throws `SIGN_IN_EXPIRED`, `SECOND_FACTOR_INVALID`,
 * `PASSKEY_INVALID`, `PASSKEY_UNKNOWN`, `PASSKEY_OTHER_HOST`, `RATE_LIMITED`, `SessionRequired`.
 */
export async function completeSecondStep(
  deps: Dependencies,
  answer: SecondFactorAnswer,
  request: SecondStepRequest,
): Promise<SecondStep> {
  const pending = await countTry(deps, request.cookies['pending-sign-in']);
  const user = pending && (await findOwner(deps, pending));
  if (!pending || !user) throw new AppError('SIGN_IN_EXPIRED');
  await requireOwnSession(deps, pending, request.cookies.session);
  const second = await checkSecondFactor(deps, { user, pending, answer }, request);
  const taken = await takePendingSignIn(deps, pending);
  if (!taken) throw new AppError('SIGN_IN_EXPIRED');
  if (second.consume && !(await second.consume())) throw new AppError('SIGN_IN_EXPIRED');
  if (taken.sessionId === null) {
    const completed = await completePendingSignIn(deps, taken, { user, ...second }, request);
    if (!completed) throw new AppError('SIGN_IN_EXPIRED');
    return { kind: 'signed-in', completed, pending: taken };
  }
  const at = await markFresh(deps, {
    sessionId: taken.sessionId,
    userId: user._id,
    proofs: [...taken.proofs, second.proof],
    proofFilter: { $and: [conditionFilter(taken.condition), second.condition] },
    requestContext: request.requestContext,
  });
  await storeWaitingProfile(deps, user._id, taken.remote);
  return { kind: 'fresh', at, pending: taken };
}

/** The first factor must hold, so that no recovery code is used up for a sign-in that cannot succeed. */
function findOwner(
  deps: Pick<Dependencies, 'collections'>,
  pending: PendingSignInDocument,
): Promise<UserDocument | null> {
  const endings = pending.sessionId === null ? [noEndingSince(pending)] : [];
  return deps.collections.users.findOne({
    $and: [activeUser(pending.userId), conditionFilter(pending.condition), ...endings],
  });
}

/** A planted cookie must not make another session fresh. */
async function requireOwnSession(
  deps: Dependencies,
  { sessionId }: PendingSignInDocument,
  token: string | undefined,
): Promise<void> {
  if (sessionId === null) return;
  const current = token === undefined ? null : await readAnySession(deps, token);
  if (!current?.session._id.equals(sessionId)) throw new AppError('SessionRequired');
}

interface SecondFactor {
  readonly proof: StoredProof;
  /** What the user must still have. A factor that is removed meanwhile signs nobody in. */
  readonly condition: Filter<UserDocument>;
  /** Uses a recovery code up, after `takePendingSignIn`: no crash and no other tab costs a code. */
  readonly consume?: () => Promise<boolean>;
}

interface Attempt {
  readonly user: UserDocument;
  readonly pending: PendingSignInDocument;
  readonly answer: SecondFactorAnswer;
}

async function checkSecondFactor(
  deps: Dependencies,
  { user, pending, answer }: Attempt,
  request: SecondStepRequest,
): Promise<SecondFactor> {
  const { requestContext, cookies } = request;
  const now = deps.now();
  if ('passkey' in answer) {
    const { passkey } = await verifyPasskey(deps, {
      credential: answer.passkey,
      purpose: 'second-factor',
      passkeyCookie: cookies.passkey,
      owner: { user, session: null },
    }).catch(async (error: unknown) => {
      if (!(error instanceof AppError)) throw error;
      throw await refuse(deps, pending, { method: 'passkey', requestContext, code: error.code });
    });
    return { proof: makeProof({ kind: 'passkey' }, now), condition: { 'passkeys.id': passkey.id } };
  }
  if ('recoveryCode' in answer) {
    // A recovery code has 120 random bits, so nobody can guess one. So tries need no daily limit, which could
    // lock the owner out.
    const { recoveryCode } = answer;
    if (!hasRecoveryCode(user, recoveryCode))
      throw await refuse(deps, pending, {
        method: 'recovery-code',
        requestContext,
        code: 'SECOND_FACTOR_INVALID',
      });
    const createdAt = user.recoveryCodes?.createdAt;
    return {
      proof: makeProof({ kind: 'recovery-code' }, now),
      condition: createdAt ? { 'recoveryCodes.createdAt': createdAt } : {},
      consume: () => consumeRecoveryCode(deps, user, recoveryCode, requestContext),
    };
  }
  const counted = counterOf(deps, user, cookies.device);
  await deps.rateLimits.consume(...counted);
  if (!(await consumeTotpCode(deps, user, answer.code)))
    throw await refuse(deps, pending, { method: 'totp', requestContext, code: 'SECOND_FACTOR_INVALID' });
  await deps.rateLimits.giveBackAll([counted]);
  const ids = user.totp?.map(({ id }) => id) ?? [];
  return { proof: makeProof({ kind: 'totp' }, now), condition: { 'totp.id': { $all: ids } } };
}

/** Records a wrong answer, and answers its error. The last one ends the pending sign-in with a mail. */
async function refuse(
  deps: Dependencies,
  pending: PendingSignInDocument,
  {
    method,
    requestContext,
    code,
  }: { readonly method: string; readonly requestContext: RequestContext; readonly code: ErrorCode },
): Promise<AppError> {
  const { userId, sessionId } = pending;
  const user = { _id: userId };
  if (sessionId === null) recordFailedTry(deps, { user, kind: 'sign-in-failed', method, requestContext });
  else
    recordFailedTry(deps, {
      user,
      kind: 're-authentication-failed',
      method,
      requestContext: { ...requestContext, sessionId },
    });
  if (pending.tries < PENDING_SIGN_IN_TRIES) return new AppError(code);
  await reportFirstFactor(deps, pending);
  return new AppError('SIGN_IN_EXPIRED');
}

/** Unknown callers who know the first factor must not use up the tries of a known browser. */
function counterOf(deps: Dependencies, user: UserDocument, deviceCookie: string | undefined): RateCount {
  const userId = user._id.toHexString();
  const known = findKnownDevice(deps, deviceCookie, user);
  return known
    ? ['second-factor', 'browser', browserKey(userId, known.deviceId)]
    : ['second-factor', 'user', userId];
}
