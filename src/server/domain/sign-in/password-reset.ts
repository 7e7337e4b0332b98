import {
  PASSWORD_RESET_MAX_AGE_MS,
  RESEND_AFTER_SECONDS,
  SECURITY_REVIEW_PERIOD_MS,
} from '../../../shared/limits.ts';
import { AppError } from '../../app-error.ts';
import type { UserDocument } from '../../database/user-documents.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { RequestContext } from '../rules/request-context.ts';
import { noAccountMail, passwordResetMail } from '../../mail/password-mails.ts';
import { createToken, hashVerificationToken } from '../../crypto/secrets.ts';
import { removeAccessTokenRows } from '../tokens/access-tokens.ts';
import { isSuspended, notSuspended, requireNoSuspension } from '../rules/access.ts';
import { requireAdmission } from '../rules/admission.ts';
import { makeSecurityEvent, writeOutbox } from '../activity/security-events.ts';
import { activeUser } from '../rules/active-user.ts';
import { ALL_SESSIONS_ENDED, methodEvent } from '../rules/event-contents.ts';
import { describeMailRequest } from '../rules/mail-request.ts';
import { requireGoodPassword } from '../rules/password-policy.ts';
import { callerByDevice } from '../limits/callers.ts';
import { limitMails } from '../limits/mail-limits.ts';
import { sessionsEnded } from '../rules/session-endings.ts';
import { removeSessionRows } from '../rules/session-liveness.ts';
import { sendNow, type MailRequester, type SentMail } from './sign-in-mail.ts';
import { consumeToken, findRequestByToken, storeRequest } from '../codes/verification-tokens.ts';
import { identifierOf } from '../rules/verification-identifiers.ts';

function findOwner(deps: Dependencies, email: string): Promise<UserDocument | null> {
  return deps.collections.users.findOne({ email, emailVerified: { $ne: null } });
}

/**
 * The link works once, within an hour. For an unknown address, work and answer are the same, and the mail
 * says that there is no account. Throws `AccessDenied`, `RATE_LIMITED`, `EmailSignin`.
 */
export async function requestPasswordReset(
  deps: Dependencies,
  input: MailRequester & { email: string },
): Promise<SentMail> {
  const { email } = input;
  const { settings } = deps;
  const { authSecret } = settings;
  requireAdmission(deps.settings, email);
  const owner = await findOwner(deps, email);
  const caller = callerByDevice(deps, owner, input.deviceCookie);
  await limitMails(deps, { ...input, caller });
  const token = createToken();
  await storeRequest(deps, {
    identifier: identifierOf('reset-password', email),
    tokenHash: hashVerificationToken(token, authSecret),
    codeHash: null,
    requesterSecret: null,
    byUnknownCaller: caller.kind === 'unknown',
    expires: new Date(deps.now().getTime() + PASSWORD_RESET_MAX_AGE_MS),
  });
  const path = `/reset-password?${new URLSearchParams({ email, token }).toString()}`;
  const requestedFrom = describeMailRequest(deps, input.requestContext);
  await sendNow(
    deps,
    owner
      ? passwordResetMail({ to: email, settings, locale: owner.locale, path, requestedFrom })
      : noAccountMail({ to: email, settings, locale: input.requestContext.locale, requestedFrom }),
  );
  return { email, resendAfter: RESEND_AFTER_SECONDS };
}

/**
 * The write also ends every session and access token, because an attacker may have known the old password.
 * Sign-in methods stay, to be reviewed (`security-review.ts`). When the policy refuses the password, the link
 * stays valid. Throws `RESET_LINK_INVALID`, `ACCOUNT_SUSPENDED`, `INVALID_INPUT`, `AccessDenied`,
 * `UNAVAILABLE`.
 */
export async function resetPassword(
  deps: Dependencies,
  input: { email: string; token: string; password: string; requestContext: RequestContext },
): Promise<UserDocument> {
  const { email, token, requestContext } = input;
  requireAdmission(deps.settings, email);
  const open = await findRequestByToken(deps, identifierOf('reset-password', email), token);
  const owner = open && (await findOwner(deps, email));
  if (!owner) throw new AppError('RESET_LINK_INVALID');
  requireNoSuspension(owner, deps.now());
  await requireGoodPassword(deps, input.password, { email, name: owner.name });
  const hash = await deps.passwordHashing.hash(input.password);

  // If two calls run at once, one consumes the link. After a crash here, the person needs a new link.
  await consumeToken(deps, identifierOf('reset-password', email), token).catch((cause: unknown) => {
    throw cause instanceof AppError ? new AppError('RESET_LINK_INVALID', { cause }) : cause;
  });
  // It tries again only when the password changed or the person was suspended meanwhile.
  for (let user: UserDocument | null = owner; user; user = await findOwner(deps, email)) {
    if (isSuspended(user, deps.now())) break;
    const updated = await writeReset(deps, user, { email, hash, requestContext });
    if (!updated) continue;
    await deps.passwordGuesses.forget(email);
    return updated;
  }
  throw new AppError('RESET_LINK_INVALID');
}

/** The deciding write. `null` when the person has changed since the read. */
async function writeReset(
  deps: Dependencies,
  owner: UserDocument,
  {
    email,
    hash,
    requestContext,
  }: { readonly email: string; readonly hash: string; readonly requestContext: RequestContext },
): Promise<UserDocument | null> {
  const now = deps.now();
  const isFirst = owner.password === undefined;
  const securityEvent = makeSecurityEvent(deps, {
    kind: 'password-reset',
    requestContext,
    mailTo: [email],
    events: [...(isFirst ? [methodEvent('method.added', 'password')] : []), ALL_SESSIONS_ENDED],
  });
  const updated = await deps.collections.users.findOneAndUpdate(
    {
      ...activeUser(owner._id),
      ...notSuspended(now),
      email,
      emailVerified: { $ne: null },
      password: { $exists: !isFirst },
    },
    {
      $set: {
        password: { hash, changedAt: now },
        ...sessionsEnded(now),
        accessTokens: [],
        updatedAt: now,
        'securityReview.toldAt': null,
      },
      // An unfinished review keeps its start.
      $min: { 'securityReview.since': new Date(now.getTime() - SECURITY_REVIEW_PERIOD_MS) },
      $push: { outbox: securityEvent },
    },
    { returnDocument: 'after' },
  );
  if (!updated) return null;
  await removeSessionRows(deps, owner);
  await removeAccessTokenRows(deps, owner._id, now);
  await writeOutbox(deps, owner._id, securityEvent);
  return updated;
}
