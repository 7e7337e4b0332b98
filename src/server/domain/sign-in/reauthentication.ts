import { atBase } from '../../../shared/base-path.ts';
import type { Filter, ObjectId } from 'mongodb';
import {
  MINUTE_MS,
  PHONE_CODE_MAX_AGE_MS,
  PROOFS_PER_SESSION,
  RESEND_AFTER_SECONDS,
  SESSION_FRESH_MS,
} from '../../../shared/limits.ts';
import { aalOf } from '../../../shared/assurance-level.ts';
import { ACCOUNT_PATH } from '../../../shared/callback-url.ts';
import type { AuthenticationCredential } from '../../../shared/schemas/passkeys.ts';
import { formatE164 } from '../../../shared/phone.ts';
import { AppError } from '../../app-error.ts';
import type { SessionDocument } from '../../database/collections.ts';
import type { SignInCondition, StoredProof, WaitingProfile } from '../../database/second-factor-documents.ts';
import type { UserDocument } from '../../database/user-documents.ts';
import type { VerificationRequest, VerificationIdentifier } from '../../database/verification-documents.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { RequestContext } from '../rules/request-context.ts';
import { reauthenticationMail } from '../../mail/password-mails.ts';
import { recordActivity, recordFailedTry } from '../activity/activity.ts';
import { callerBySession } from '../limits/callers.ts';
import { limitMails } from '../limits/mail-limits.ts';
import { verifyPasskey } from '../passkeys/passkey-use.ts';
import { renewHash, requirePassword } from '../passwords/passwords.ts';
import { limitTexts, sendCode } from '../phones/phone-codes.ts';
import { consumeCode, storeCode } from '../codes/verification-tokens.ts';
import { activeUser } from '../rules/active-user.ts';
import { describeMailRequest } from '../rules/mail-request.ts';
import { makeProof, proofNames, type ProofMethod } from '../rules/proofs.ts';
import { needsSecondFactor } from '../rules/second-factor-policy.ts';
import { endingsOf } from '../rules/session-endings.ts';
import { conditionFilter } from '../rules/sign-in-methods.ts';
import { identifierOf } from '../rules/verification-identifiers.ts';
import type { BrowserCookie } from './complete.ts';
import { keepPendingSignIn } from './pending-sign-ins.ts';
import { sendNow, type SentMail } from './sign-in-mail.ts';
import { storeWaitingProfile } from './waiting-profile.ts';

/** The lifetime in the mail and in the database. */
const REAUTHENTICATION_CODE_MAX_AGE_MS = 10 * MINUTE_MS;

export function isFresh(deps: Pick<Dependencies, 'now'>, session: SessionDocument): boolean {
  return deps.now().getTime() - session.authenticatedAt.getTime() <= SESSION_FRESH_MS;
}

/** The code works in this session only. */
function identifierOfSession(session: SessionDocument): VerificationIdentifier {
  return identifierOf('reauthenticate', session.userId, session._id);
}

interface Verifier {
  readonly session: SessionDocument;
  readonly user: UserDocument;
  readonly requestContext: RequestContext;
}

/** Throws `NOT_FOUND` without a verified address, `RATE_LIMITED`, `EmailSignin`. */
export async function requestReauthenticationCode(
  deps: Dependencies,
  { session, user, requestContext }: Verifier,
): Promise<SentMail> {
  if (user.email === undefined || user.emailVerified === null) throw new AppError('NOT_FOUND');
  await limitMails(deps, { email: user.email, caller: callerBySession({ user, session }), requestContext });
  const code = await storeSessionCode(deps, session, {
    subject: user.email,
    maxAgeMs: REAUTHENTICATION_CODE_MAX_AGE_MS,
  });
  await sendNow(
    deps,
    reauthenticationMail({
      to: user.email,
      settings: deps.settings,
      locale: user.locale,
      code,
      minutes: REAUTHENTICATION_CODE_MAX_AGE_MS / MINUTE_MS,
      requestedFrom: describeMailRequest(deps, requestContext),
    }),
  );
  return { email: user.email, resendAfter: RESEND_AFTER_SECONDS };
}

function storeSessionCode(
  deps: Dependencies,
  session: SessionDocument,
  sent: { readonly subject: string; readonly maxAgeMs: number },
): Promise<string> {
  return storeCode(deps, {
    identifier: identifierOfSession(session),
    requesterSecret: session._id.toHexString(),
    byUnknownCaller: false,
    ...sent,
  });
}

/** Throws `NOT_FOUND` without a verified number, `RATE_LIMITED`, `PHONE_SEND_FAILED`. */
export async function textReauthenticationCode(
  deps: Dependencies,
  { session, user, requestContext }: Verifier,
): Promise<{ phone: string; resendAfter: number }> {
  if (!user.phone) throw new AppError('NOT_FOUND');
  const { e164 } = user.phone;
  await limitTexts(deps, {
    e164,
    rule: 'text-to-own-number',
    caller: callerBySession({ user, session }),
    requestContext,
  });
  const code = await storeSessionCode(deps, session, { subject: e164, maxAgeMs: PHONE_CODE_MAX_AGE_MS });
  await sendCode(deps, { e164, code, purpose: 'reauthenticate', locale: user.locale });
  return { phone: formatE164(e164), resendAfter: RESEND_AFTER_SECONDS };
}

/** Throws `CODE_INVALID`, also for a former address or number, `CODE_DEAD`, `SessionRequired`. */
export async function reauthenticateWithCode(
  deps: Dependencies,
  verifier: Verifier,
  code: string,
): Promise<Verified> {
  const { session, user, requestContext } = verifier;
  const consumed = await consumeCode(deps, identifierOfSession(session), {
    code,
    requesterSecrets: [session._id.toHexString()],
    onWrong(request) {
      const method = methodOf(request);
      recordFailedTry(deps, { user, kind: 're-authentication-failed', method, requestContext });
    },
  });
  const { subject } = consumed;
  if (subject && subject !== user.phone?.e164 && subject !== user.email) throw new AppError('CODE_INVALID');
  const sentBy = methodOf(consumed);
  return verifySession(deps, {
    ...verifier,
    method: { kind: `${sentBy}-code` },
    condition: subject ? (sentBy === 'phone' ? { e164: subject } : { email: subject }) : {},
  });
}

/** A number has no `@`. */
function methodOf({ subject }: Pick<VerificationRequest, 'subject'>): 'email' | 'phone' {
  return subject && !subject.includes('@') ? 'phone' : 'email';
}

/** Throws `PASSWORD_WRONG`, `NOT_FOUND` without one, `RATE_LIMITED`, `UNAVAILABLE`, `SessionRequired`. */
export async function reauthenticateWithPassword(
  deps: Dependencies,
  verifier: Verifier,
  password: string,
): Promise<Verified> {
  const stored = await requirePassword(deps, verifier, password, verifier.requestContext);
  await renewHash(deps, verifier.user, stored, password);
  return verifySession(deps, {
    ...verifier,
    method: { kind: 'password' },
    condition: { passwordChangedAt: stored.changedAt },
  });
}

/** Throws `PASSKEY_INVALID`, `PASSKEY_UNKNOWN` (also another's), `PASSKEY_OTHER_HOST`, `SessionRequired`. */
export async function reauthenticateWithPasskey(
  deps: Dependencies,
  verifier: Verifier,
  input: { passkey: AuthenticationCredential; passkeyCookie: string | undefined },
): Promise<Verified> {
  const verified = await verifyPasskey(deps, {
    credential: input.passkey,
    purpose: 'verify',
    passkeyCookie: input.passkeyCookie,
    owner: verifier,
  }).catch((error: unknown) => {
    if (error instanceof AppError)
      recordFailedTry(deps, { ...verifier, kind: 're-authentication-failed', method: 'passkey' });
    throw error;
  });
  return verifySession(deps, {
    ...verifier,
    method: { kind: 'passkey' },
    condition: { passkeyId: verified.passkey.id },
  });
}

export type Verified =
  | { readonly status: 'fresh'; readonly at: Date; readonly method: string }
  | { readonly status: 'second-factor'; readonly cookies: readonly BrowserCookie[] };

/**
 * Every verification in a session calls this. Throws `SessionRequired` when the session has ended,
 * `SIGN_IN_EXPIRED` when the condition does not hold.
 */
export async function verifySession(
  deps: Dependencies,
  verified: {
    readonly session: Pick<SessionDocument, '_id'>;
    readonly user: UserDocument;
    readonly method: ProofMethod;
    readonly condition: SignInCondition;
    readonly requestContext: RequestContext;
    /** Where the person goes after the second factor. Default: their account. */
    readonly callbackUrl?: string;
    /** What the provider said. It is stored when the session is fresh. */
    readonly remote?: WaitingProfile;
  },
): Promise<Verified> {
  const { session, user, method, condition, requestContext, remote } = verified;
  const proof = makeProof(method, deps.now());
  const proofs = [proof];
  if (aalOf(proofs) === 2 || !needsSecondFactor(deps.settings, user)) {
    const proofFilter = conditionFilter(condition);
    const at = await markFresh(deps, {
      sessionId: session._id,
      userId: user._id,
      proofs,
      proofFilter,
      requestContext,
    });
    await storeWaitingProfile(deps, user._id, remote);
    return { status: 'fresh', at, method: proof.method };
  }
  const first = {
    user,
    sessionId: session._id,
    proofs,
    condition,
    callbackUrl: verified.callbackUrl ?? atBase(deps.settings, ACCOUNT_PATH),
    byAddition: false,
    // The person is signed in here, so this browser is theirs.
    isExpected: true,
    endings: endingsOf(user),
    remote: remote ?? null,
  };
  return { status: 'second-factor', cookies: [await keepPendingSignIn(deps, first, { requestContext })] };
}

/**
 * The user's list decides, because the row of an ended session may still exist. Throws `SessionRequired` when
 * the session has ended, `SIGN_IN_EXPIRED` when `proofFilter` does not hold.
 */
export async function markFresh(
  deps: Dependencies,
  input: {
    readonly sessionId: ObjectId;
    readonly userId: ObjectId;
    readonly proofs: readonly StoredProof[];
    readonly proofFilter: Filter<UserDocument>;
    readonly requestContext: RequestContext;
  },
): Promise<Date> {
  const { users, sessions } = deps.collections;
  const now = deps.now();
  const { userId, proofs, sessionId, proofFilter } = input;
  // No write spans two documents. A session that ends between the two gives no access.
  const live = { ...activeUser(userId), 'sessions.id': sessionId };
  if (!(await users.findOne({ $and: [live, proofFilter] }, { projection: { _id: 1 } }))) {
    const isLive = (await users.findOne(live, { projection: { _id: 1 } })) !== null;
    throw new AppError(isLive ? 'SIGN_IN_EXPIRED' : 'SessionRequired');
  }
  const { matchedCount } = await sessions.updateOne(
    { _id: sessionId, userId },
    {
      $set: { authenticatedAt: now },
      $push: { proofs: { $each: [...proofs], $slice: -PROOFS_PER_SESSION } },
    },
  );
  if (matchedCount === 0) throw new AppError('SessionRequired');
  const requestContext = { ...input.requestContext, sessionId };
  const method = proofNames(proofs);
  await recordActivity(deps, { userId, kind: 're-authentication', method, requestContext });
  return now;
}
