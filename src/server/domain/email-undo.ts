import { AppError } from '../app-error.ts';
import { isDuplicateKey } from '../database/errors.ts';
import type { Dependencies, RequestClient } from '../dependencies.ts';
import { hashToken } from '../secrets.ts';
import { makeAnnouncement, provenAddressOf, settleAnnouncement } from './announcements.ts';
import { livingUser } from './living-user.ts';
import { removeUnheldRows } from './unheld-rows.ts';
import { endMailsTo } from './verification-tokens.ts';

/**
 * Puts a former address back, by the link that it got: it asks for no session, as the account may be in somebody else's hands. What an undo
 * says is "that was not me", so one write takes with the change everything that came with it or after it: every session, access token and
 * wanted address, later changes with their ways back, connections and a phone added since, and the password, which whoever was in there may
 * know. The address, proven once more by this very link, signs in at once, and by it a new password is chosen.
 *
 * Ways back to still earlier addresses stay: else whoever changes an address twice would have shut its owner out.
 *
 * Throws `EMAIL_UNDO_INVALID`, or `EMAIL_TAKEN` if another user has got hold of the address all the same.
 */
export async function undoEmailChange(
  deps: Dependencies,
  token: string,
  client: RequestClient,
): Promise<{ userId: string; email: string }> {
  const { users, sessions } = deps.collections;
  const tokenHash = hashToken(token);
  // Each round that fails was another change's success, and there are only so many of those.
  for (;;) {
    const now = deps.now();
    const user = await users.findOne({ 'emailUndos.tokenHash': tokenHash, deletedAt: { $exists: false } });
    const undo = user?.emailUndos?.find((each) => each.tokenHash === tokenHash && each.expires > now);
    if (!user || !undo) throw new AppError('EMAIL_UNDO_INVALID');
    const [current] = provenAddressOf(user);
    const { email, changedAt } = undo;
    const announcement = makeAnnouncement(deps, {
      kind: 'email-change-undone',
      client,
      label: email,
      mailTo: current === undefined || current === email ? [email] : [email, current],
    });
    const updated = await users
      .findOneAndUpdate(
        {
          ...livingUser(user._id),
          'emailUndos.tokenHash': tokenHash,
          // What the rest of this write is about.
          email: user.email ?? { $not: { $gt: '' } },
          'phone.verifiedAt': user.phone?.verifiedAt ?? { $exists: false },
        },
        {
          $set: { email, emailVerified: now, sessionsValidFrom: now, accessTokens: [], updatedAt: now },
          $unset: {
            password: '',
            pendingEmail: '',
            ...(user.phone && user.phone.verifiedAt >= changedAt ? { phone: '' } : {}),
          },
          $pull: {
            accounts: { linkedAt: { $gte: changedAt } },
            emailUndos: { changedAt: { $gte: changedAt } },
          },
          $push: { announcements: announcement },
        },
        { returnDocument: 'after' },
      )
      .catch((error: unknown) => {
        if (isDuplicateKey(error, 'email')) throw new AppError('EMAIL_TAKEN', { cause: error });
        throw error;
      });
    if (!updated) continue;
    await settleAnnouncement(deps, user._id, announcement);
    await sessions.deleteMany({ userId: user._id });
    await removeUnheldRows(deps, user._id);
    if (current !== undefined && current !== email) await endMailsTo(deps, current);
    return { userId: user._id.toHexString(), email };
  }
}
