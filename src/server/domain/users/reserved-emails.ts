import type { ObjectId } from 'mongodb';
import { EMAIL_UNDO_MAX_AGE_MS, EMAIL_UNDOS_MAX } from '../../../shared/limits.ts';
import { AppError } from '../../app-error.ts';
import { hashToken } from '../../crypto/secrets.ts';
import type { SecurityEvent } from '../../database/activity-documents.ts';
import type { EmailUndo, UserDocument } from '../../database/user-documents.ts';
import type { Dependencies } from '../../dependencies.ts';
import { rateLimitError } from '../limits/rate-limits.ts';
import { eventLinkToken } from '../rules/event-link.ts';

/** The entry that reserves the former address `email`. The mail about this event has its link. */
export function makeEmailUndo(
  { settings }: Pick<Dependencies, 'settings'>,
  { vouchedAt }: UserDocument,
  email: string,
  { _id, at: changedAt }: Pick<SecurityEvent, '_id' | 'at'>,
): EmailUndo {
  return {
    email,
    tokenHash: hashToken(eventLinkToken('email undo', settings.authSecret, _id)),
    changedAt,
    ...(vouchedAt ? { vouchedAt } : {}),
    expires: new Date(changedAt.getTime() + EMAIL_UNDO_MAX_AGE_MS),
  };
}

/** Each change that can be undone reserves an address, so their number is bounded. Throws `RATE_LIMITED`. */
export function limitUndos(deps: Pick<Dependencies, 'now'>, { emailUndos = [] }: UserDocument): void {
  const now = deps.now();
  const [oldest, ...newer] = emailUndos.filter(({ expires }) => expires > now);
  if (oldest && newer.length + 1 >= EMAIL_UNDOS_MAX) {
    throw rateLimitError({ msBeforeNext: oldest.expires.getTime() - now.getTime() });
  }
}

/**
 * Whether a user other than `except` changed away from this address lately and may still undo the change. A
 * change removes the address from the user and reserves it in one write. So first check whether a user has
 * the address, then call this: one of the two reads sees the address.
 */
export async function isReservedEmail(
  deps: Pick<Dependencies, 'collections' | 'now'>,
  email: string,
  except?: ObjectId,
): Promise<boolean> {
  const keeper = await deps.collections.users.findOne(
    {
      // The partial index needs this condition beside `$elemMatch`.
      'emailUndos.email': email,
      emailUndos: { $elemMatch: { email, expires: { $gt: deps.now() } } },
      deletedAt: { $exists: false },
      ...(except ? { _id: { $ne: except } } : {}),
    },
    { projection: { _id: 1 } },
  );
  return keeper !== null;
}

/**
 * Call it before a new user is made for a verified address: a new user with the address would block the undo.
 * The owner of a stolen account may sign in with it before they read the mail. Throws `EMAIL_KEPT`.
 */
export async function requireUnreservedEmail(
  deps: Pick<Dependencies, 'collections' | 'now'>,
  email: string,
): Promise<void> {
  if (await isReservedEmail(deps, email)) throw new AppError('EMAIL_KEPT');
}

export async function findReservedEmails(
  deps: Pick<Dependencies, 'collections' | 'now'>,
  emails: readonly string[],
): Promise<ReadonlySet<string>> {
  if (emails.length === 0) return new Set();
  const now = deps.now();
  const keepers = await deps.collections.users
    .find(
      { 'emailUndos.email': { $in: [...emails] }, deletedAt: { $exists: false } },
      { projection: { emailUndos: 1 } },
    )
    .toArray();
  const wanted = new Set(emails);
  const undos = keepers.flatMap(({ emailUndos = [] }) => emailUndos);
  return new Set(
    undos.filter(({ email, expires }) => wanted.has(email) && expires > now).map(({ email }) => email),
  );
}
