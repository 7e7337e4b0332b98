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

/** How long the end of an administrator may take. After it, somebody who is still one is counted again. */
export const ADMINISTRATOR_LEAVES_WITHIN_MS = MINUTE_MS;

/**
 * One document decides that an active administrator stays. `UserDocument.roles` says who is one; the document counts them (decision 034).
 *
 * - Whoever stops being an active administrator is first taken out of the document by `leaveAdministrators`, which demands another member.
 *   Then their user is written with the filter `sameAdministrator`.
 * - Whoever becomes one is first written as a user. Then `countAdministrator` adds them.
 *
 * A kill between the two writes leaves an administrator who is not counted. So too few are counted, never too many.
 */
type AdministratorDependencies = Pick<Dependencies, 'collections' | 'now'>;

const _id = 'administrators';

/**
 * Takes an administrator out of the count. Call it before the write that takes their role, suspends or deletes them. When that write is given
 * up, call `countAdministrator`.
 *
 * Throws `LAST_ADMINISTRATOR`.
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

/**
 * The filter of the write that ends an administrator: they were not counted again since `user` was read. For anybody else: they are still no
 * administrator.
 */
export function sameAdministrator(user: UserDocument): Filter<UserDocument> {
  return {
    roles: isAdministrator(user) ? ADMINISTRATOR : { $ne: ADMINISTRATOR },
    administratorCounted: user.administratorCounted ?? { $exists: false },
  };
}

/**
 * Counts an active administrator. Does nothing when they are none. Between its first and its last step, somebody may take them out again: a
 * new `administratorCounted` makes the write of that call fail, and the last step sees that call in `leaving` and starts again.
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

/** Whether somebody is counted. A suspended administrator is not. */
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
    // The document exists, with an entry of this person.
    if (!isDuplicateKey(error)) throw error;
    return false;
  }
}

async function leavingOf(deps: AdministratorDependencies, userId: ObjectId): Promise<ObjectId | null> {
  const stored = await deps.collections.administrators.findOne({ _id });
  return stored?.leaving?.[userId.toHexString()]?.call ?? null;
}

/** Counts the active administrators who are not counted, except `leaver` and those whose own write is under way. */
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
