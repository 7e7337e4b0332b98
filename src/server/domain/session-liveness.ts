import type { Filter, ObjectId } from 'mongodb';
import { SESSION_ABSOLUTE_MAX_AGE_MS, SESSIONS_PER_USER } from '../../shared/limits.ts';
import type { LiveSession, SessionDocument, UserDocument } from '../database/collections.ts';
import type { Dependencies } from '../dependencies.ts';
import { livingUser } from './living-user.ts';

/**
 * Which sessions are live. A session is live while its row is stored and not expired, and its id stands in `UserDocument.sessions`. Every
 * ending takes the id from that list first and removes the row after. So one write on the user document ends a session, and every write on
 * the user document can check for it (`actor.ts`).
 *
 * A row without `listed` was made by the version before this one, which had no list. Times in the user document ended such sessions.
 * `adoptSession` takes a row like that into the list when it is first seen; a migration does it for all rows.
 */
type Owner = Pick<UserDocument, '_id' | 'sessions' | 'sessionsValidFrom' | 'otherSessionsEnded'>;

export function isListed(
  session: Pick<SessionDocument, '_id'>,
  user: Pick<UserDocument, 'sessions'>,
): boolean {
  return user.sessions?.some(({ id }) => id.equals(session._id)) ?? false;
}

/** What adds a session to the list. The list is bounded: the oldest session of a full list ends. */
export function listSession(id: ObjectId): { $each: LiveSession[]; $slice: number } {
  return { $each: [{ id }], $slice: -SESSIONS_PER_USER };
}

/** The rows of this user's live sessions. */
export function liveSessionRows(user: Owner, now: Date): Filter<SessionDocument> {
  return {
    userId: user._id,
    expires: { $gt: now },
    createdAt: { $gt: new Date(now.getTime() - SESSION_ABSOLUTE_MAX_AGE_MS) },
    $or: [{ _id: { $in: idsOf(user) } }, unlistedRows(user)],
  };
}

/** Removes the rows of sessions that a write has just ended. `before`: the user as they were read before that write. */
export async function removeSessionRows(
  deps: Pick<Dependencies, 'collections'>,
  before: Pick<UserDocument, '_id' | 'sessions'>,
): Promise<void> {
  await deps.collections.sessions.deleteMany({
    userId: before._id,
    $or: [{ _id: { $in: idsOf(before) } }, { listed: { $exists: false } }],
  });
}

/**
 * Takes a session of the version before into its user's list; answers the user, or `null` when the session was ended. The mark on the row
 * decides: where the row is gone, the session was ended meanwhile and leaves the list again.
 */
export async function adoptSession(
  deps: Pick<Dependencies, 'collections'>,
  session: SessionDocument,
): Promise<UserDocument | null> {
  const { users, sessions } = deps.collections;
  const { _id, userId } = session;
  const adopted = await users.findOneAndUpdate(
    { ...livingUser(userId), ...notEndedByTime(session), 'sessions.id': { $ne: _id } },
    { $push: { sessions: listSession(_id) } },
    { returnDocument: 'after' },
  );
  const user = adopted ?? (await users.findOne({ ...livingUser(userId), 'sessions.id': _id }));
  if (!user) return null;
  const { matchedCount } = await sessions.updateOne({ _id }, { $set: { listed: true } });
  if (matchedCount === 1) return user;
  await users.updateOne({ _id: userId }, { $pull: { sessions: { id: _id } } });
  return null;
}

/** Of the version before: the times in the user document that ended sessions, as a condition on the user. */
function notEndedByTime({ _id, createdAt }: SessionDocument): Filter<UserDocument> {
  return {
    $and: [
      { $or: [{ sessionsValidFrom: { $exists: false } }, { sessionsValidFrom: { $lte: createdAt } }] },
      {
        $or: [
          { otherSessionsEnded: { $exists: false } },
          { 'otherSessionsEnded.at': { $lte: createdAt } },
          { 'otherSessionsEnded.except': _id },
        ],
      },
    ],
  };
}

/** The same as a condition on the rows. */
function unlistedRows({ sessionsValidFrom, otherSessionsEnded }: Owner): Filter<SessionDocument> {
  return {
    listed: { $exists: false },
    $and: [
      { createdAt: { $gte: sessionsValidFrom ?? new Date(0) } },
      otherSessionsEnded
        ? { $or: [{ createdAt: { $gte: otherSessionsEnded.at } }, { _id: otherSessionsEnded.except }] }
        : {},
    ],
  };
}

function idsOf({ sessions = [] }: Pick<UserDocument, 'sessions'>): ObjectId[] {
  return sessions.map(({ id }) => id);
}
