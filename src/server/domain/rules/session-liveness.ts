import type { Filter, ObjectId } from 'mongodb';
import { SESSION_ABSOLUTE_MAX_AGE_MS, SESSIONS_PER_USER } from '../../../shared/limits.ts';
import type { SessionDocument } from '../../database/collections.ts';
import type { UserDocument } from '../../database/user-documents.ts';
import { unlistedRows } from '../../database/migrations/001-list-sessions.ts';
import type { Dependencies } from '../../dependencies.ts';

/**
 * A session is live while its row is stored and not expired, and its id is in `UserDocument.sessions`. Every ending takes the id from that
 * list first and removes the row after. So one write on the user ends a session, and every write on the user can check it (`actor.ts`).
 *
 * The version before had no list: `database/migrations/001-list-sessions.ts` adds its sessions.
 */
type Owner = Pick<UserDocument, '_id' | 'sessions' | 'sessionsValidFrom' | 'otherSessionsEnded'>;

export function isListed(
  session: Pick<SessionDocument, '_id'>,
  user: Pick<UserDocument, 'sessions'>,
): boolean {
  return user.sessions?.some(({ id }) => id.equals(session._id)) ?? false;
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

/** Removes the rows of the sessions that a write has just ended. `before`: the user as read before that write. */
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
 * Removes expired sessions from a list that fills up. A row is inserted before its id is listed, so a listed id without a row belongs to an expired session.
 * Applications hear nothing of it. Answers whether there was one.
 */
export async function removeEndedSessions(
  deps: Pick<Dependencies, 'collections'>,
  user: Pick<UserDocument, '_id' | 'sessions'>,
): Promise<boolean> {
  const { users, sessions } = deps.collections;
  const listed = idsOf(user);
  if (listed.length < SESSIONS_PER_USER / 2) return false;
  const rows = await sessions.find({ _id: { $in: listed } }, { projection: { _id: 1 } }).toArray();
  const stored = new Set(rows.map(({ _id }) => _id.toHexString()));
  const ended = listed.filter((id) => !stored.has(id.toHexString()));
  if (ended.length === 0) return false;
  await users.updateOne({ _id: user._id }, { $pull: { sessions: { id: { $in: ended } } } });
  return true;
}

function idsOf({ sessions = [] }: Pick<UserDocument, 'sessions'>): ObjectId[] {
  return sessions.map(({ id }) => id);
}
