import type { ObjectId } from 'mongodb';
import { SECURITY_REVIEW_PERIOD_MS } from '../../../shared/limits.ts';
import type { EventContent } from '../../../shared/schemas/events.ts';
import { AppError } from '../../app-error.ts';
import type { EmailUndo, LinkedAccount, UserDocument } from '../../database/user-documents.ts';
import { isDuplicateKey } from '../../database/errors.ts';
import { emailFields } from '../../database/search-key.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { RequestContext } from '../rules/request-context.ts';
import { hashToken } from '../../crypto/secrets.ts';
import { makeSecurityEvent, writeOutbox } from '../activity/security-events.ts';
import { verifiedAddressesOf } from '../rules/verified-address.ts';
import { notSuspended, requireNoSuspension } from '../rules/access.ts';
import { activeUser } from '../rules/active-user.ts';
import {
  ALL_SESSIONS_ENDED,
  connectionEvent,
  emailEvent,
  methodEvent,
  passkeyEvent,
  PHONE_REMOVED,
  secondFactorEvent,
} from '../rules/event-contents.ts';
import { sessionsEnded } from '../rules/session-endings.ts';
import { removeSessionRows } from '../rules/session-liveness.ts';
import { sameMethods } from '../rules/sign-in-methods.ts';
import { removeOrphanedAccounts } from '../users/orphaned-accounts.ts';
import { deleteMailedTokens } from '../codes/verification-tokens.ts';

/**
 * Puts a former address back, by the link that it got. It needs no session, because an attacker may have the
 * account. So one write also removes:
 *
 * - every session, access token and wanted address, and the trust in browsers;
 * - connections, a phone, passkeys and authenticator apps that were added since the change, or before it by
 *   the session that made it (passkeys and apps: within 30 days);
 * - recovery codes that were made since the change, and all of them when no authenticator app is left;
 * - later changes of the address, with their undo links, and the password.
 *
 * What somebody vouched for before the change is unconfirmed again (`unconfirmed-methods.ts`), even when it
 * was confirmed with the later address. Undo links of earlier addresses stay: else two changes would lock the
 * owner out. The person is signed in, and chooses a new password. Throws `EMAIL_UNDO_INVALID`,
 * `ACCOUNT_SUSPENDED`, or `EMAIL_TAKEN` when another user has the address.
 */
export async function undoEmailChange(
  deps: Dependencies,
  token: string,
  requestContext: RequestContext,
): Promise<{ userId: string; email: string }> {
  const { users } = deps.collections;
  const tokenHash = hashToken(token);
  // It tries again only when another change succeeded, and their number is bounded.
  for (;;) {
    const now = deps.now();
    const user = await users.findOne({ 'emailUndos.tokenHash': tokenHash, deletedAt: { $exists: false } });
    const undo = user?.emailUndos?.find((each) => each.tokenHash === tokenHash && each.expires > now);
    if (!user || !undo) throw new AppError('EMAIL_UNDO_INVALID');
    requireNoSuspension(user, now);
    const [current] = verifiedAddressesOf(user);
    const { email, changedAt, changedBy } = undo;
    // Old entries do not say who changed the address.
    const bySame = changedBy === undefined ? [] : [{ addedBy: changedBy }];
    const lateBySame = bySame.map((added) => ({ ...added, createdAt: { $gte: lateFactorsSince(undo) } }));
    const { phone } = user;
    const removesPhone =
      phone !== undefined && isSuspect({ at: phone.verifiedAt, addedBy: phone.addedBy }, undo);
    const securityEvent = makeSecurityEvent(deps, {
      kind: 'email-change-undone',
      requestContext,
      label: email,
      mailTo: current === undefined || current === email ? [email] : [email, current],
      events: [
        ...(current === email ? [] : [emailEvent({ emailVerified: now })]),
        ALL_SESSIONS_ENDED,
        ...removalEvents(user, undo),
        ...(removesPhone ? PHONE_REMOVED : []),
      ],
    });
    const updated = await users
      .findOneAndUpdate(
        {
          ...activeUser(user._id),
          ...notSuspended(now),
          'emailUndos.tokenHash': tokenHash,
          // The values below depend on the address and the phone.
          email: user.email ?? { $not: { $gt: '' } },
          'phone.verifiedAt': phone?.verifiedAt ?? { $exists: false },
          ...sameMethods(user),
        },
        {
          $set: {
            ...emailFields(email),
            emailVerified: now,
            ...(undo.vouchedAt ? { vouchedAt: undo.vouchedAt } : {}),
            ...sessionsEnded(now),
            accessTokens: [],
            updatedAt: now,
          },
          $unset: {
            password: '',
            pendingEmail: '',
            ...(undo.vouchedAt ? {} : { vouchedAt: '' as const }),
            // Somebody else may have asked the operator for it.
            secondFactorRemoval: '',
            ...(removesPhone ? { phone: '' } : {}),
            ...(keepsRecoveryCodes(user, undo) ? {} : { recoveryCodes: '' }),
          },
          $pull: {
            // The driver's types have no `$or` here. The server supports it.
            accounts: { $or: [{ linkedAt: { $gte: changedAt } }, ...bySame] } as Partial<LinkedAccount>,
            passkeys: { $or: [{ createdAt: { $gte: changedAt } }, ...lateBySame] },
            totp: { $or: [{ createdAt: { $gte: changedAt } }, ...lateBySame] },
            emailUndos: { changedAt: { $gte: changedAt } },
          },
          $push: { outbox: securityEvent },
        },
        { returnDocument: 'after' },
      )
      .catch((error: unknown) => {
        if (isDuplicateKey(error, 'email')) throw new AppError('EMAIL_TAKEN', { cause: error });
        throw error;
      });
    if (!updated) continue;
    await writeOutbox(deps, user._id, securityEvent);
    await removeSessionRows(deps, user);
    await removeOrphanedAccounts(deps, user._id);
    if (current !== undefined && current !== email) await deleteMailedTokens(deps, current);
    return { userId: user._id.toHexString(), email };
  }
}

/** The events of what the undo removes, by the rules of its write. */
function removalEvents(
  { accounts, passkeys = [], totp = [], password, recoveryCodes }: UserDocument,
  undo: EmailUndo,
): EventContent[] {
  const lostApps = totp.filter((app) => isSuspectFactor(app, undo));
  const losesAll = (totp.length > 0 || recoveryCodes !== undefined) && lostApps.length === totp.length;
  return [
    ...accounts
      .filter(({ linkedAt, addedBy }) => isSuspect({ at: linkedAt, addedBy }, undo))
      .map((account) => connectionEvent('method.removed', account)),
    ...passkeys
      .filter((passkey) => isSuspectFactor(passkey, undo))
      .map((passkey) => passkeyEvent('method.removed', passkey)),
    ...(password ? [methodEvent('method.removed', 'password')] : []),
    ...(losesAll
      ? [secondFactorEvent('all-removed')]
      : lostApps.map(() => secondFactorEvent('authenticator-app-removed'))),
  ];
}

function isSuspectFactor(
  { createdAt, addedBy }: { readonly createdAt: Date; readonly addedBy?: ObjectId },
  undo: EmailUndo,
): boolean {
  return createdAt >= lateFactorsSince(undo) && isSuspect({ at: createdAt, addedBy }, undo);
}

interface Added {
  readonly at: Date;
  readonly addedBy?: ObjectId | undefined;
}

function isSuspect({ at, addedBy }: Added, { changedAt, changedBy }: EmailUndo): boolean {
  return at >= changedAt || (changedBy !== undefined && addedBy?.equals(changedBy) === true);
}

/** Without an older authenticator app, nothing asks for a second factor, so the codes go. */
function keepsRecoveryCodes({ totp = [], recoveryCodes }: UserDocument, undo: EmailUndo): boolean {
  if (!recoveryCodes || recoveryCodes.createdAt >= undo.changedAt) return false;
  return totp.some((app) => !isSuspectFactor(app, undo));
}

/** Older factors stay: whoever reads the former address's mail must not remove the owner's second factor. */
function lateFactorsSince({ changedAt }: EmailUndo): Date {
  return new Date(changedAt.getTime() - SECURITY_REVIEW_PERIOD_MS);
}
