import type { Filter, ObjectId } from 'mongodb';
import {
  EMAIL_UNDOS_MAX,
  RESEND_AFTER_SECONDS,
  VERIFICATION_TOKEN_MAX_AGE_MS,
} from '../../../shared/limits.ts';
import { makeIssue, type IssueKey } from '../../../shared/issues.ts';
import type { EmailStatus } from '../../../shared/schemas/email.ts';
import { AppError } from '../../app-error.ts';
import type { PendingEmail, UserDocument } from '../../database/collections.ts';
import type { Dependencies, RequestClient } from '../../dependencies.ts';
import { addressTakenMail, confirmEmailMail } from '../../mail/email-mails.ts';
import { createCode, createToken, hashCode, hashToken } from '../../crypto/secrets.ts';
import { activeActor, type SessionActor } from '../rules/actor.ts';
import { recordActivity } from '../activity/activity.ts';
import { isAdmitted } from '../rules/admission.ts';
import { provenAddressOf } from '../activity/security-events.ts';
import { isReservedEmail } from '../users/reserved-emails.ts';
import { limitedUntil } from '../limits/rate-limits.ts';
import { limitWantedMails } from '../limits/mail-limits.ts';
import { isListed } from '../rules/session-liveness.ts';
import { sendNow } from '../sign-in/sign-in-mail.ts';

/**
 * Another address, or the first one:
 *
 * 1. `changeEmail` (a fresh session) puts what is wanted beside the address that still counts: `pendingEmail`, one a user, so that a newer
 *    one ends the older one's link and code. A link and a code go to the wanted address.
 * 2. `confirmEmail` or `confirmEmailCode` (`email-confirmation.ts`) is the deciding write, one on the user: pending by this very proof, not expired, asked for by a
 *    session that lives. It sets the address, ends the pending one, keeps the old one (`emailUndos`), and carries the security event that
 *    tells both. The unique index decides between users.
 * 3. `undoEmailChange` (`email-undo.ts`), by the link that the old address gets, for seven days.
 *
 * **A proof counts only in a session of the user who asked.** By the link alone, somebody could ask for a stranger's address in their own
 * account and wait until the stranger, or the scanner of their mail, follows it: then that address opens an account that others have ways
 * into (arXiv 2205.10174). Nor may the link sign anybody in: it went to an address that nothing is known of. So in a browser that is not
 * signed in it does nothing, and says to sign in; the code of the same mail is typed where the change was asked for. Opening the link
 * changes nothing anywhere.
 *
 * **Somebody else's address** takes the same limits, look-ups, write, mail and answer. Nobody gets its link and code, and its owner reads
 * that somebody tried. A kept address (`kept-addresses.ts`) is somebody else's. A user's who has not proven it is not: the proof takes it.
 *
 * **Other sessions stay.** They are the owner's own devices, or all that the owner has left when somebody else made the change: the old
 * address does not sign in any more. The page offers to end them (ASVS 7.4.3). Links and codes of the old address are deleted after
 * the switch; one that a kill leaves finds neither its user nor, as it is kept, an address to make a new one with.
 */

/** Who asks, and by which session. */
export interface EmailChanger {
  readonly actor: SessionActor;
  readonly client: RequestClient;
}

export interface SentConfirmation {
  readonly email: string;
  readonly expires: Date;
  /** Seconds. */
  readonly resendAfter: number;
}

/** What is expired is removed when it is seen. */
export async function getEmailStatus(
  deps: Pick<Dependencies, 'collections' | 'now'>,
  user: UserDocument,
): Promise<EmailStatus> {
  const { pendingEmail } = user;
  const now = deps.now();
  const isOpen =
    pendingEmail !== undefined && pendingEmail.expires > now && isAskedByLiveSession(pendingEmail, user);
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
 * Sends a link and a code to an address, which is this person's when one of them comes back from a session of theirs. Both work for 24
 * hours, and no longer once another was asked for. The caller has made sure that the session is fresh.
 *
 * Throws `INVALID_INPUT` for one's own address or one of a domain that may not sign in, `RATE_LIMITED`, `SessionRequired` when the session
 * ended meanwhile, `EmailSignin` when the mail could not be handed over.
 */
export async function changeEmail(
  deps: Dependencies,
  { actor, client }: EmailChanger,
  email: string,
): Promise<SentConfirmation> {
  const { user, session } = actor;
  const { users } = deps.collections;
  const { authSecret, origin } = deps.settings;
  if (provenAddressOf(user).includes(email)) throw wrongAddress('address-yours');
  if (!isAdmitted(deps.settings, email)) throw wrongAddress('address-domain-refused');
  limitChanges(deps, user);
  await deps.rateLimits.consume('email-change-for-user', user._id.toHexString());
  await limitWantedMails(deps, email);

  const owner = await users.findOne({ email, emailVerified: { $ne: null } });
  const kept = await isReservedEmail(deps, email, user._id);
  const isTaken = owner !== null || kept;
  const token = createToken();
  const code = createCode();
  const now = deps.now();
  const pendingEmail: PendingEmail = {
    email,
    tokenHash: hashToken(token),
    codeHash: hashCode(codeIdentifier(user._id, email), code, authSecret),
    codeAttempts: 0,
    askedBy: session._id,
    expires: new Date(now.getTime() + VERIFICATION_TOKEN_MAX_AGE_MS),
  };
  const { matchedCount } = await users.updateOne(activeActor(actor), {
    $set: { pendingEmail, updatedAt: now },
    $pull: { emailUndos: { expires: { $lte: now } } },
  });
  if (matchedCount === 0) throw new AppError('SessionRequired');
  await recordActivity(deps, { userId: user._id, kind: 'email-change-requested', label: email, client });
  await sendNow(
    deps,
    isTaken
      ? addressTakenMail({ to: email, origin, locale: owner?.locale ?? user.locale })
      : confirmEmailMail({ to: email, origin, locale: user.locale, token, code }),
  );
  return { email, expires: pendingEmail.expires, resendAfter: RESEND_AFTER_SECONDS };
}

/** Each change that can be undone keeps an address from everybody else, so there are only so many at a time. */
function limitChanges(deps: Pick<Dependencies, 'now'>, user: UserDocument): void {
  const now = deps.now();
  const [oldest, ...newer] = (user.emailUndos ?? []).filter(({ expires }) => expires > now);
  if (oldest && newer.length + 1 >= EMAIL_UNDOS_MAX) {
    throw limitedUntil({ msBeforeNext: oldest.expires.getTime() - now.getTime() });
  }
}

/** Takes the wanted address back. Without one it has nothing to do. */
export async function cancelEmailChange(deps: Dependencies, actor: SessionActor): Promise<UserDocument> {
  const updated = await deps.collections.users.findOneAndUpdate(
    activeActor(actor),
    { $unset: { pendingEmail: '' }, $set: { updatedAt: deps.now() } },
    { returnDocument: 'after' },
  );
  if (!updated) throw new AppError('SessionRequired');
  return updated;
}

function isAskedByLiveSession({ askedBy }: PendingEmail, user: UserDocument): boolean {
  return askedBy === undefined || isListed({ _id: askedBy }, user);
}

/** The same as a condition of the deciding write. */
export function askedByLiveSession(): Filter<UserDocument> {
  const liveIds = { $ifNull: ['$sessions.id', []] };
  return {
    $or: [
      { 'pendingEmail.askedBy': { $exists: false } },
      { $expr: { $in: ['$pendingEmail.askedBy', liveIds] } },
    ],
  };
}

/** What the code is bound to. */
export function codeIdentifier(userId: ObjectId, email: string): string {
  return `change-email:${userId.toHexString()}:${email}`;
}

function wrongAddress(key: IssueKey): AppError {
  return new AppError('INVALID_INPUT', { issues: [makeIssue('email', key)] });
}
