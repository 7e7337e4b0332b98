import type { ObjectId } from 'mongodb';
import {
  MINUTE_MS,
  PHONE_CODE_MAX_AGE_MS,
  REAUTHENTICATION_CODE_MAX_AGE_MS,
  RESEND_AFTER_SECONDS,
  SESSION_FRESH_MS,
} from '../../../shared/limits.ts';
import { formatE164 } from '../../../shared/phone.ts';
import { AppError } from '../../app-error.ts';
import type { SessionDocument } from '../../database/collections.ts';
import type { UserDocument } from '../../database/user-documents.ts';
import type { VerificationRequest, VerificationIdentifier } from '../../database/verification-documents.ts';
import type { Dependencies, RequestClient } from '../../dependencies.ts';
import { reauthenticationMail } from '../../mail/password-mails.ts';
import { recordActivity, recordFailedTry } from '../activity/activity.ts';
import { askerBySession } from '../limits/askers.ts';
import { limitMails } from '../limits/mail-limits.ts';
import { requirePassword } from '../passwords/passwords.ts';
import { limitTexts, sendCode } from '../phones/phone-codes.ts';
import { consumeCode, storeCode } from '../codes/verification-tokens.ts';
import { describeMailRequest } from '../rules/mail-request.ts';
import { identifierOf } from '../rules/verification-identifiers.ts';

/** Whether the session was authenticated within the last ten minutes. */
export function isFresh(deps: Pick<Dependencies, 'now'>, session: SessionDocument): boolean {
  return deps.now().getTime() - session.authenticatedAt.getTime() <= SESSION_FRESH_MS;
}

/** The code works in this session only. */
function identifierOfSession(session: SessionDocument): VerificationIdentifier {
  return identifierOf('reauthenticate', session.userId, session._id);
}

/** Mails a code to the person's own address. Throws `NOT_FOUND` when none is proven, `RATE_LIMITED`, `EmailSignin`. */
export async function requestReauthenticationCode(
  deps: Dependencies,
  input: { session: SessionDocument; user: UserDocument; client: RequestClient },
): Promise<{ email: string; resendAfter: number }> {
  const { session, user } = input;
  if (user.email === undefined || user.emailVerified === null) throw new AppError('NOT_FOUND');
  await limitMails(deps, {
    email: user.email,
    asker: askerBySession({ user, session }),
    client: input.client,
  });
  const code = await storeCode(deps, {
    identifier: identifierOfSession(session),
    browser: session._id.toHexString(),
    byStranger: false,
    subject: user.email,
    maxAgeMs: REAUTHENTICATION_CODE_MAX_AGE_MS,
  });
  const minutes = REAUTHENTICATION_CODE_MAX_AGE_MS / MINUTE_MS;
  try {
    await deps.mail.send(
      reauthenticationMail({
        to: user.email,
        settings: deps.settings,
        locale: user.locale,
        code,
        minutes,
        requestedFrom: describeMailRequest(deps, input.client),
      }),
    );
  } catch (cause) {
    throw new AppError('EmailSignin', { cause });
  }
  return { email: user.email, resendAfter: RESEND_AFTER_SECONDS };
}

/** Sends a code to the person's verified number. Throws `NOT_FOUND` without one, `RATE_LIMITED`, `PHONE_SEND_FAILED`. */
export async function textReauthenticationCode(
  deps: Dependencies,
  input: { session: SessionDocument; user: UserDocument; client: RequestClient },
): Promise<{ phone: string; resendAfter: number }> {
  const { session, user, client } = input;
  if (!user.phone) throw new AppError('NOT_FOUND');
  const { e164 } = user.phone;
  await limitTexts(deps, { e164, budget: 'own-number', asker: askerBySession({ user, session }), client });
  const code = await storeCode(deps, {
    identifier: identifierOfSession(session),
    browser: session._id.toHexString(),
    byStranger: false,
    subject: e164,
    maxAgeMs: PHONE_CODE_MAX_AGE_MS,
  });
  await sendCode(deps, { e164, code, purpose: 'reauthenticate', locale: user.locale });
  return { phone: formatE164(e164), resendAfter: RESEND_AFTER_SECONDS };
}

/**
 * Throws `CODE_INVALID`, also for a code to an address or number that is no longer this person's, `CODE_DEAD`, or `SessionRequired` when the session
 * ended meanwhile.
 */
export async function reauthenticateWithCode(
  deps: Dependencies,
  input: { session: SessionDocument; user: UserDocument; code: string; client: RequestClient },
): Promise<{ at: Date; method: 'email-code' | 'phone-code' }> {
  const { session, user, code, client } = input;
  const consumed = await consumeCode(deps, identifierOfSession(session), {
    code,
    browsers: [session._id.toHexString()],
    onWrong(request) {
      const method = methodOf(request);
      recordFailedTry(deps, { user, kind: 're-authentication-failed', method, client });
    },
  });
  const { subject } = consumed;
  if (subject && subject !== user.phone?.e164 && subject !== user.email) throw new AppError('CODE_INVALID');
  const method = methodOf(consumed);
  const at = await markFresh(deps, { sessionId: session._id, userId: session.userId, method, client });
  return { at, method: `${method}-code` };
}

/** A number has no `@`. Rows of an older version have no subject. */
function methodOf({ subject }: Pick<VerificationRequest, 'subject'>): 'email' | 'phone' {
  return subject && !subject.includes('@') ? 'phone' : 'email';
}

/** Throws `NOT_FOUND` without a password, `PASSWORD_WRONG`, `RATE_LIMITED`, `UNAVAILABLE`, or `SessionRequired`. */
export async function reauthenticateWithPassword(
  deps: Dependencies,
  input: { session: SessionDocument; user: UserDocument; password: string; client: RequestClient },
): Promise<Date> {
  const { session, user, password, client } = input;
  await requirePassword(deps, { user, session }, password, client);
  return markFresh(deps, { sessionId: session._id, userId: user._id, method: 'password', client });
}

/** Makes a live session fresh. Throws `SessionRequired` when it has ended. */
export async function markFresh(
  deps: Dependencies,
  input: { sessionId: ObjectId; userId: ObjectId; method: string; client: RequestClient },
): Promise<Date> {
  const now = deps.now();
  const { matchedCount } = await deps.collections.sessions.updateOne(
    { _id: input.sessionId, userId: input.userId },
    { $set: { authenticatedAt: now } },
  );
  if (matchedCount === 0) throw new AppError('SessionRequired');
  const { userId, method, sessionId } = input;
  const client = { ...input.client, sessionId };
  await recordActivity(deps, { userId, kind: 're-authentication', method, client });
  return now;
}
