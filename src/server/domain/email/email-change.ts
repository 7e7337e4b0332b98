import type { Filter, ObjectId } from 'mongodb';
import { RESEND_AFTER_SECONDS, VERIFICATION_TOKEN_MAX_AGE_MS } from '../../../shared/limits.ts';
import { makeIssue, type IssueKey } from '../../../shared/issues.ts';
import type { EmailStatus } from '../../../shared/schemas/email.ts';
import { AppError } from '../../app-error.ts';
import type { PendingEmail, UserDocument } from '../../database/user-documents.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { RequestContext } from '../rules/request-context.ts';
import { addressTakenMail, confirmEmailMail } from '../../mail/email-mails.ts';
import { createCode, createToken, hashCode, hashToken } from '../../crypto/secrets.ts';
import { activeActor, type SessionActor } from '../rules/actor.ts';
import { recordActivity } from '../activity/activity.ts';
import { isAdmitted } from '../rules/admission.ts';
import { describeMailRequest } from '../rules/mail-request.ts';
import { verifiedAddressesOf } from '../rules/verified-address.ts';
import { isReservedEmail, limitUndos } from '../users/reserved-emails.ts';
import { isListed } from '../rules/session-liveness.ts';
import { sendNow, type SentMail } from '../sign-in/sign-in-mail.ts';

/**
 * A change of address has three steps (decision 013):
 * 1. `changeEmail` stores the wanted address as `pendingEmail` and mails a link and a code to it.
 * 2. `confirmEmail` or `confirmEmailCode` (`email-confirmation.ts`) makes the deciding write.
 * 3. `undoEmailChange` (`email-undo.ts`) works for seven days, by the link that the old address gets.
 */

export interface EmailChanger {
  readonly actor: SessionActor;
  readonly requestContext: RequestContext;
}

/** Removes an expired pending address. */
export async function getEmailStatus(
  deps: Pick<Dependencies, 'collections' | 'now'>,
  user: UserDocument,
): Promise<EmailStatus> {
  const { pendingEmail } = user;
  const now = deps.now();
  const isOpen =
    pendingEmail !== undefined && pendingEmail.expires > now && isListed({ _id: pendingEmail.askedBy }, user);
  if (pendingEmail && !isOpen) {
    await deps.collections.users.updateOne(
      { _id: user._id, 'pendingEmail.expires': { $lte: now } },
      { $unset: { pendingEmail: '' } },
    );
  }
  return {
    email: user.email ?? null,
    verified: user.emailVerified !== null,
    pending: isOpen ? { email: pendingEmail.email, expires: pendingEmail.expires.toISOString() } : null,
  };
}

/**
 * The link and the code work for 24 hours, in a session of this person. The caller checks that the session is
 * fresh. Throws `INVALID_INPUT` for the current address or a domain that may not sign in, `RATE_LIMITED`,
 * `SessionRequired`, `EmailSignin`.
 */
export async function changeEmail(
  deps: Dependencies,
  { actor, requestContext }: EmailChanger,
  email: string,
): Promise<SentMail & { readonly expires: Date }> {
  const { user, session } = actor;
  const { users } = deps.collections;
  const { settings } = deps;
  if (verifiedAddressesOf(user).includes(email)) throw wrongAddress('address-yours');
  if (!isAdmitted(deps.settings, email)) throw wrongAddress('address-domain-refused');
  limitUndos(deps, user);
  // First, because a try for an address that gets no more mails counts for the user, too.
  await deps.rateLimits.consume('mail-to-new-address', 'user', user._id.toHexString());
  // The wanted address may be somebody else's, so this does not count as a mail that its owner asked for.
  await deps.rateLimits.consume('mail-to-new-address', 'recipient', email);

  const owner = await users.findOne({ email, emailVerified: { $ne: null } });
  const kept = await isReservedEmail(deps, email, user._id);
  const isTaken = owner !== null || kept;
  const token = createToken();
  const code = createCode();
  const now = deps.now();
  const pendingEmail: PendingEmail = {
    email,
    tokenHash: hashToken(token),
    codeHash: hashCode(codeIdentifier(user._id, email), code, settings.authSecret),
    codeAttempts: 0,
    askedBy: session._id,
    expires: new Date(now.getTime() + VERIFICATION_TOKEN_MAX_AGE_MS),
  };
  const { matchedCount } = await users.updateOne(activeActor(actor), {
    $set: { pendingEmail, updatedAt: now },
    $pull: { emailUndos: { expires: { $lte: now } } },
  });
  if (matchedCount === 0) throw new AppError('SessionRequired');
  await recordActivity(deps, {
    userId: user._id,
    kind: 'email-change-requested',
    label: email,
    requestContext,
  });
  const requestedFrom = describeMailRequest(deps, requestContext);
  await sendNow(
    deps,
    isTaken
      ? addressTakenMail({ to: email, settings, locale: owner?.locale ?? user.locale, requestedFrom })
      : confirmEmailMail({ to: email, settings, locale: user.locale, token, code, requestedFrom }),
  );
  return { email, expires: pendingEmail.expires, resendAfter: RESEND_AFTER_SECONDS };
}

/** Without a pending address, it changes nothing. */
export async function cancelEmailChange(deps: Dependencies, actor: SessionActor): Promise<UserDocument> {
  const updated = await deps.collections.users.findOneAndUpdate(
    activeActor(actor),
    { $unset: { pendingEmail: '' }, $set: { updatedAt: deps.now() } },
    { returnDocument: 'after' },
  );
  if (!updated) throw new AppError('SessionRequired');
  return updated;
}

/** The deciding write has this filter. */
export function askedByLiveSession(): Filter<UserDocument> {
  return { $expr: { $in: ['$pendingEmail.askedBy', { $ifNull: ['$sessions.id', []] }] } };
}

export function codeIdentifier(userId: ObjectId, email: string): string {
  return `change-email:${userId.toHexString()}:${email}`;
}

function wrongAddress(key: IssueKey): AppError {
  return new AppError('INVALID_INPUT', { issues: [makeIssue('email', key)] });
}
