import type { Filter, UpdateFilter } from 'mongodb';
import type { ErrorCode } from '../../../shared/errors/catalogue.ts';
import { AppError } from '../../app-error.ts';
import type { SecurityEvent } from '../../database/activity-documents.ts';
import type { UserDocument } from '../../database/user-documents.ts';
import { activeActor, requireActive, type Actor } from '../rules/actor.ts';
import { writeOutbox, type SecurityEventDependencies } from './security-events.ts';

interface OwnChange {
  readonly securityEvent: SecurityEvent;
  readonly condition: Filter<UserDocument>;
  readonly update: UpdateFilter<UserDocument>;
  /** The code of the error when the condition does not hold for the present user. */
  readonly refusalOf: (current: UserDocument) => ErrorCode;
}

/**
 * People change their own account by one conditional write, which carries the security event. It also checks
 * that the credential of the call is still valid. Throws `SessionRequired`, `ACCESS_TOKEN_INVALID`, and the
 * refusal.
 */
export async function changeOwnUser(
  deps: SecurityEventDependencies,
  actor: Actor,
  { securityEvent, condition, update, refusalOf }: OwnChange,
): Promise<UserDocument> {
  const updated = await deps.collections.users.findOneAndUpdate(
    { ...condition, ...activeActor(actor) },
    {
      ...update,
      $set: { ...update.$set, updatedAt: deps.now() },
      $push: { ...update.$push, outbox: securityEvent },
    },
    { returnDocument: 'after' },
  );
  if (!updated) throw new AppError(refusalOf(await requireActive(deps, actor)));
  await writeOutbox(deps, actor.user._id, securityEvent);
  return updated;
}
