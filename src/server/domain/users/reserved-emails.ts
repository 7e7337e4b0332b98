import type { ObjectId } from 'mongodb';
import { AppError } from '../../app-error.ts';
import type { Dependencies } from '../../dependencies.ts';

/**
 * Whether a user changed away from this address lately and may still undo the change.
 *
 * A change removes the address from the user and reserves it in one write. So check first whether a user has the address, then call this: an
 * address is then seen in one of the two places.
 *
 * @param except the user who may have the address
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
 * Call it before a new user is made for a verified address. The owner of a stolen account may sign in with the old address before they read the
 * mail with the undo link. A new user with that address would block the undo.
 *
 * Throws `EMAIL_KEPT`.
 */
export async function requireUnreservedEmail(
  deps: Pick<Dependencies, 'collections' | 'now'>,
  email: string,
): Promise<void> {
  if (await isReservedEmail(deps, email)) throw new AppError('EMAIL_KEPT');
}

/** Those of these addresses that are reserved, in one read. */
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
