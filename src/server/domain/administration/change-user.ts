import { ObjectId, type Filter, type UpdateFilter } from 'mongodb';
import { AppError } from '../../app-error.ts';
import type { SecurityEvent } from '../../database/activity-documents.ts';
import type { UserDocument } from '../../database/user-documents.ts';
import type { Dependencies } from '../../dependencies.ts';
import { writeOutbox } from '../activity/security-events.ts';
import { countAdministrator, leaveAdministrators, sameAdministrator } from '../authority/administrators.ts';
import { requireAuthority } from '../authority/require-authority.ts';
import { isAdministrator } from '../rules/access.ts';
import { activeUser } from '../rules/active-user.ts';
import type { Authority } from '../rules/authority.ts';

interface UserChange {
  readonly securityEvent: SecurityEvent;
  readonly update: UpdateFilter<UserDocument>;
  readonly condition?: Filter<UserDocument>;
  readonly endsAdministrator?: boolean;
}

/**
 * Changes a user by one conditional write, which carries the security event. `decide` plans the change, or
 * answers `null` for none. It is called again when the user was changed meanwhile.
 * Throws `NOT_FOUND`, `ADMINISTRATOR_PROTECTED`, `LAST_ADMINISTRATOR`, and what `requireAuthority` throws.
 */
export async function changeUser(
  deps: Dependencies,
  authority: Authority,
  id: string,
  decide: (user: UserDocument) => UserChange | null | Promise<UserChange | null>,
): Promise<{ readonly before: UserDocument; readonly after: UserDocument }> {
  const userId = new ObjectId(id);
  // It tries again only when another call changed the user meanwhile.
  for (;;) {
    const before = await readUser(deps, authority, userId);
    const change = await decide(before);
    if (!change) return { before, after: before };
    const after = await write(deps, authority, before, change);
    if (!after) continue;
    await writeOutbox(deps, userId, change.securityEvent);
    return { before, after };
  }
}

/** Throws `NOT_FOUND`, and `ADMINISTRATOR_PROTECTED` when a service key acts on an administrator. */
export async function readUser(
  { collections }: Pick<Dependencies, 'collections'>,
  authority: Authority,
  userId: ObjectId,
): Promise<UserDocument> {
  const user = await collections.users.findOne(activeUser(userId));
  if (!user) throw new AppError('NOT_FOUND');
  if (authority.kind === 'service-key' && isAdministrator(user))
    throw new AppError('ADMINISTRATOR_PROTECTED');
  return user;
}

async function write(
  deps: Dependencies,
  authority: Authority,
  before: UserDocument,
  { securityEvent, update, condition = {}, endsAdministrator = false }: UserChange,
): Promise<UserDocument | null> {
  const { _id } = before;
  const isLeaving = endsAdministrator && isAdministrator(before);
  await requireAuthority(deps, authority);
  if (!isLeaving) return decideByWrite();
  await leaveAdministrators(deps, before);
  try {
    // The actor may be an administrator who has lost the role since the first check.
    await requireAuthority(deps, authority);
    const after = await decideByWrite();
    if (!after) await countAdministrator(deps, _id);
    return after;
  } catch (error) {
    await countAdministrator(deps, _id);
    throw error;
  }

  function decideByWrite() {
    return deps.collections.users.findOneAndUpdate(
      { $and: [activeUser(_id), sameAdministrator(before), condition] },
      { ...update, $push: { ...update.$push, outbox: securityEvent } },
      { returnDocument: 'after' },
    );
  }
}
