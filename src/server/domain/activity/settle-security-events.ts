import type { ObjectId } from 'mongodb';
import type { SecurityEvent } from '../../database/activity-documents.ts';
import { isRepetition } from '../../database/errors.ts';
import type { EventDocument } from '../../database/event-documents.ts';
import { toEventDocuments } from '../events/event-log.ts';
import { settleSecurityEvent, type SecurityEventDependencies } from './security-events.ts';

/**
 * Settles one security event of each of many users, as `settleSecurityEvent` does for one user, by four commands. These security events have no kind and no row
 * of the audit log: only their events are written.
 *
 * A user may have none of it: then the deciding write did not happen, or the job runner was faster. What a crash leaves is settled by the job runner.
 */
export async function settleSecurityEvents(
  deps: SecurityEventDependencies,
  decided: readonly { readonly userId: ObjectId; readonly securityEvent: SecurityEvent }[],
): Promise<void> {
  if (decided.length === 0) return;
  const { users, events } = deps.collections;
  const eventOf = new Map(decided.map(({ userId, securityEvent }) => [userId.toHexString(), securityEvent]));
  const unsettled = await users
    .find(
      { _id: { $in: decided.map(({ userId }) => userId) } },
      { projection: { outbox: { $slice: 1 }, eventSequence: 1 } },
    )
    .toArray();
  const rows: EventDocument[] = [];
  // By the number of events, which the sequence grows by.
  const groups = new Map<number, { userIds: ObjectId[]; eventIds: ObjectId[] }>();
  for (const { _id: userId, outbox: [oldest] = [], eventSequence = 0 } of unsettled) {
    const securityEvent = eventOf.get(userId.toHexString());
    if (!securityEvent || !oldest) continue;
    if (!oldest._id.equals(securityEvent._id)) {
      // Others come before it.
      await settleSecurityEvent(deps, userId, securityEvent);
      continue;
    }
    const documents = toEventDocuments(userId, securityEvent, eventSequence);
    const group = groups.get(documents.length) ?? { userIds: [], eventIds: [] };
    groups.set(documents.length, group);
    group.userIds.push(userId);
    group.eventIds.push(securityEvent._id);
    rows.push(...documents);
  }
  if (rows.length === 0) return;
  try {
    await events.insertMany(rows, { ordered: false });
  } catch (error) {
    // The job runner may be faster.
    if (!isRepetition(error)) throw error;
  }
  // Of parallel calls, one removes it and counts its events.
  for (const [count, { userIds, eventIds }] of groups)
    await users.updateMany(
      { _id: { $in: userIds }, 'outbox.0._id': { $in: eventIds } },
      { $pop: { outbox: -1 }, $inc: { eventSequence: count } },
    );
  deps.newEvents.raise();
}
