import { ObjectId, type Filter } from 'mongodb';
import { ADMINISTRATOR } from '../../../shared/foyer-config.ts';
import { MINUTE_MS } from '../../../shared/limits.ts';
import { AppError } from '../../app-error.ts';
import type { AdministratorsDocument } from '../../database/administration-documents.ts';
import { isDuplicateKey } from '../../database/errors.ts';
import type { UserDocument } from '../../database/user-documents.ts';
import type { Dependencies } from '../../dependencies.ts';
import { isAdministrator, notSuspended } from '../rules/access.ts';
import { activeUser } from '../rules/active-user.ts';

/** After this time, a leaving administrator who is still one is counted again. */
export const ADMINISTRATOR_LEAVES_WITHIN_MS = MINUTE_MS;

/**
 * One document counts the active administrators, so that one always stays (decision 034). To end one:
 * `leaveAdministrators`, then write the user with the filter `sameAdministrator`. To add one: write the user,
 * then `countAdministrator`. A kill in between leaves too few counted, never too many.
 */
type AdministratorDependencies = Pick<Dependencies, 'collections' | 'now'>;

const _id = 'administrators';

/**
 * Call it before the write that takes the role, suspends or deletes. When that write fails, call
 * `countAdministrator`. Throws `LAST_ADMINISTRATOR`.
 */
export async function leaveAdministrators(
  deps: AdministratorDependencies,
  { _id: userId }: Pick<UserDocument, '_id'>,
): Promise<void> {
  if (await tryToLeave(deps, userId)) return;
  // A kill, or the end of a suspension, leaves administrators who are not counted.
  await countUncounted(deps, userId);
  if (!(await tryToLeave(deps, userId))) throw new AppError('LAST_ADMINISTRATOR');
}

/** Matches an administrator who was not counted again since `user` was read, or who is still none. */
export function sameAdministrator(user: UserDocument): Filter<UserDocument> {
  return {
    roles: isAdministrator(user) ? ADMINISTRATOR : { $ne: ADMINISTRATOR },
    administratorCounted: user.administratorCounted ?? { $exists: false },
  };
}

/**
 * Somebody may take them out meanwhile: the new `administratorCounted` makes that call's write fail, and the
 * last step sees that call in `leaving` and starts again.
 */
export async function countAdministrator(deps: AdministratorDependencies, userId: ObjectId): Promise<void> {
  const { users } = deps.collections;
  for (;;) {
    const leaving = await leavingOf(deps, userId);
    const { matchedCount } = await users.updateOne(
      { $and: [activeUser(userId), { roles: ADMINISTRATOR }, notSuspended(deps.now())] },
      { $set: { administratorCounted: new ObjectId() } },
    );
    if (matchedCount === 0 || (await addMember(deps, userId, leaving))) return;
  }
}

/** A suspended administrator is not counted. */
export async function hasAdministrator({ collections }: Pick<Dependencies, 'collections'>): Promise<boolean> {
  return (await collections.administrators.findOne({ _id, 'members.0': { $exists: true } })) !== null;
}

async function tryToLeave(
  { collections, now }: AdministratorDependencies,
  userId: ObjectId,
): Promise<boolean> {
  const { matchedCount } = await collections.administrators.updateOne(
    {
      _id,
      $or: [
        { members: userId, 'members.1': { $exists: true } },
        { members: { $ne: userId }, 'members.0': { $exists: true } },
      ],
    },
    { $pull: { members: userId }, $set: { [pathOf(userId)]: { call: new ObjectId(), at: now() } } },
  );
  return matchedCount === 1;
}

async function addMember(
  { collections }: AdministratorDependencies,
  userId: ObjectId,
  leaving: ObjectId | null,
): Promise<boolean> {
  const path = pathOf(userId);
  const sameLeaving = leaving ? { [`${path}.call`]: leaving } : { [path]: { $exists: false } };
  try {
    const { matchedCount, upsertedCount } = await collections.administrators.updateOne(
      { _id, ...sameLeaving },
      { $addToSet: { members: userId }, $unset: { [path]: '' } },
      { upsert: leaving === null },
    );
    return matchedCount + upsertedCount === 1;
  } catch (error) {
    // The document exists, with an entry of this user.
    if (!isDuplicateKey(error)) throw error;
    return false;
  }
}

async function leavingOf(deps: AdministratorDependencies, userId: ObjectId): Promise<ObjectId | null> {
  const stored = await deps.collections.administrators.findOne({ _id });
  return stored?.leaving?.[userId.toHexString()]?.call ?? null;
}

/** Counts the active administrators, except `leaver` and those whose own write is under way. */
async function countUncounted(deps: AdministratorDependencies, leaver: ObjectId): Promise<void> {
  const { users, administrators } = deps.collections;
  const now = deps.now();
  const { members = [], leaving = {} }: Partial<AdministratorsDocument> =
    (await administrators.findOne({ _id })) ?? {};
  const since = now.getTime() - ADMINISTRATOR_LEAVES_WITHIN_MS;
  const uncounted = await users
    .find(
      {
        $and: [
          { roles: ADMINISTRATOR, deletedAt: { $exists: false } },
          { _id: { $nin: [...members, leaver] } },
          notSuspended(now),
        ],
      },
      { projection: { _id: 1 } },
    )
    .toArray();
  for (const user of uncounted) {
    const { at } = leaving[user._id.toHexString()] ?? {};
    if (at === undefined || at.getTime() < since) await countAdministrator(deps, user._id);
  }
}

function pathOf(userId: ObjectId): `leaving.${string}` {
  return `leaving.${userId.toHexString()}`;
}
