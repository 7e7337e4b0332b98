import { VERIFICATION_CODE_MAX_ATTEMPTS } from '../../../shared/limits.ts';
import { AppError } from '../../app-error.ts';
import type { PendingEmail, UserDocument } from '../../database/user-documents.ts';
import { isDuplicateKey } from '../../database/errors.ts';
import { emailFields } from '../../database/search-key.ts';
import type { Dependencies } from '../../dependencies.ts';
import { hashToken, isCode } from '../../crypto/secrets.ts';
import { activeActor, requireActive } from '../rules/actor.ts';
import { makeSecurityEvent, makeUnseenEvent, writeOutbox } from '../activity/security-events.ts';
import { verifiedAddressesOf } from '../rules/verified-address.ts';
import { askedByLiveSession, codeIdentifier, type EmailChanger } from './email-change.ts';
import { emailEvent } from '../rules/event-contents.ts';
import { isReservedEmail, makeEmailUndo } from '../users/reserved-emails.ts';
import { sameVouching } from '../rules/unconfirmed-methods.ts';
import { deleteMailedTokens } from '../codes/verification-tokens.ts';

/** Works once. Throws `EMAIL_LINK_INVALID`, `EMAIL_TAKEN`, or `SessionRequired` when the session ended. */
export async function confirmEmail(
  deps: Dependencies,
  changer: EmailChanger,
  token: string,
): Promise<UserDocument> {
  const { pendingEmail } = changer.actor.user;
  const isIt = pendingEmail?.tokenHash === hashToken(token);
  const updated = isIt ? await switchEmail(deps, changer, pendingEmail) : null;
  if (updated) return updated;
  await requireActive(deps, changer.actor);
  throw new AppError('EMAIL_LINK_INVALID');
}

/**
 * A try is counted before it is compared, so that parallel tries cannot pass the limit. The fifth wrong code
 * ends the code, not the link. Throws `CODE_INVALID`, `CODE_DEAD`, `CODE_OTHER_BROWSER`, `EMAIL_TAKEN`,
 * `SessionRequired`.
 */
export async function confirmEmailCode(
  deps: Dependencies,
  changer: EmailChanger,
  code: string,
): Promise<UserDocument> {
  const { users } = deps.collections;
  const { actor } = changer;
  const { _id } = actor.user;
  const open = { ...askedByLiveSession(), 'pendingEmail.expires': { $gt: deps.now() } };
  const askedHere = { 'pendingEmail.askedBy': actor.session._id };
  const max = VERIFICATION_CODE_MAX_ATTEMPTS;
  const user = await users.findOneAndUpdate(
    { $and: [activeActor(actor), open, askedHere], 'pendingEmail.codeAttempts': { $lt: max } },
    { $inc: { 'pendingEmail.codeAttempts': 1 } },
    { returnDocument: 'after' },
  );
  if (!user?.pendingEmail) {
    await requireActive(deps, actor);
    const waiting = await users.findOne({ _id, ...open });
    if (!waiting) throw new AppError('CODE_INVALID');
    const isAskedHere = await users.findOne({ _id, ...askedHere }, { projection: { _id: 1 } });
    throw new AppError(isAskedHere ? 'CODE_DEAD' : 'CODE_OTHER_BROWSER');
  }
  const { email, codeHash, codeAttempts } = user.pendingEmail;
  if (!isCode(codeHash, codeIdentifier(_id, email), code, deps.settings)) {
    throw new AppError(codeAttempts >= max ? 'CODE_DEAD' : 'CODE_INVALID');
  }
  const updated = await switchEmail(deps, { ...changer, actor: { ...actor, user } }, user.pendingEmail);
  if (updated) return updated;
  await requireActive(deps, actor);
  throw new AppError('CODE_INVALID');
}

/** The deciding write. `null` when another address is pending now, or the session has ended. */
async function switchEmail(
  deps: Dependencies,
  { actor, requestContext }: EmailChanger,
  { email, tokenHash }: PendingEmail,
): Promise<UserDocument | null> {
  const { user, session } = actor;
  const { users } = deps.collections;
  const now = deps.now();
  const [former] = verifiedAddressesOf(user);
  const securityEvent = makeSecurityEvent(deps, {
    kind: former === undefined ? 'email-added' : 'email-changed',
    requestContext,
    label: email,
    // The former address first: its mail has the undo link.
    mailTo: former === undefined ? [email] : [former, email],
    events: [emailEvent({ emailVerified: now })],
  });
  const undo = former !== undefined && {
    ...makeEmailUndo(deps, user, former, securityEvent),
    changedBy: session._id,
  };
  const write = () =>
    users.findOneAndUpdate(
      {
        ...activeActor(actor),
        ...askedByLiveSession(),
        'pendingEmail.tokenHash': tokenHash,
        'pendingEmail.expires': { $gt: now },
        ...sameVouching(user),
      },
      {
        // Somebody else may have added the sign-in method of this session. So when others vouched for the
        // account, the new address counts as vouched until the next sign-in by mail.
        $set: {
          ...emailFields(email),
          emailVerified: now,
          updatedAt: now,
          ...(user.vouchedAt ? { vouchedAt: now } : {}),
        },
        $unset: { pendingEmail: '' },
        $push: { outbox: securityEvent, ...(undo && { emailUndos: undo }) },
      },
      { returnDocument: 'after' },
    );

  const holder = await users.findOne({ email, _id: { $ne: user._id } });
  if (holder?.emailVerified || (await isReservedEmail(deps, email, user._id)))
    return refuseTaken(deps, user, tokenHash);
  // An unverified address signs nobody in, so the person who verified it takes it from its holder.
  if (holder) await takeUnverifiedAddress(deps, holder, email);
  const updated = await write().catch((error: unknown) => {
    if (!isDuplicateKey(error, 'email')) throw error;
    return refuseTaken(deps, user, tokenHash, error);
  });
  if (!updated) return null;
  await writeOutbox(deps, user._id, securityEvent);
  if (former !== undefined) await deleteMailedTokens(deps, former);
  return updated;
}

async function takeUnverifiedAddress(
  deps: Dependencies,
  { _id }: UserDocument,
  email: string,
): Promise<void> {
  const securityEvent = makeUnseenEvent(deps, [emailEvent({ emailVerified: null })]);
  const { matchedCount } = await deps.collections.users.updateOne(
    { _id, email, emailVerified: null },
    { $unset: { email: '', emailPrefixes: '' }, $push: { outbox: securityEvent } },
  );
  if (matchedCount === 1) await writeOutbox(deps, _id, securityEvent);
}

/** The person has read this address's mail, so the error may say that another user has it. */
async function refuseTaken(
  deps: Dependencies,
  { _id }: UserDocument,
  tokenHash: string,
  cause?: unknown,
): Promise<never> {
  await deps.collections.users.updateOne(
    { _id, 'pendingEmail.tokenHash': tokenHash },
    { $unset: { pendingEmail: '' } },
  );
  throw new AppError('EMAIL_TAKEN', { cause });
}
