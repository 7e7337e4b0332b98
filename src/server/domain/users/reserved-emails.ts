import type { ObjectId } from 'mongodb';
import { AppError } from '../../app-error.ts';
import type { Dependencies } from '../../dependencies.ts';

/**
 * Whether somebody changed away from this address a few days ago and may still have it back.
 *
 * A change takes an address from a user and keeps it in one write. So whoever looks first whether a user has it, and here only then, sees
 * it in one of the two places.
 *
 * @param except a user for whom it is theirs
 */
export async function isReservedEmail(
  deps: Pick<Dependencies, 'collections' | 'now'>,
  email: string,
  except?: ObjectId,
): Promise<boolean> {
  const keeper = await deps.collections.users.findOne(
    {
      // Says again what follows it, since only this is seen to be within the partial index.
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
 * For an address that has just been proven and that no user has. The owner of a stolen account would, before they read what was mailed
 * to them, sign in with the address that they know: a new user with it would stand in the way of their getting it back.
 *
 * Throws `EMAIL_KEPT`.
 */
export async function requireUnreservedEmail(
  deps: Pick<Dependencies, 'collections' | 'now'>,
  email: string,
): Promise<void> {
  if (await isReservedEmail(deps, email)) throw new AppError('EMAIL_KEPT');
}
