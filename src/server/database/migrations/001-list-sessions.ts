import type { Filter, ObjectId } from 'mongodb';
import { SESSIONS_PER_USER } from '../../../shared/limits.ts';
import type { Collections, SessionDocument } from '../collections.ts';
import type { UserDocument } from '../user-documents.ts';
import type { Migration } from './migration.ts';

/** Rows of one batch. */
const BATCH = 100;

/**
 * Adds the sessions of the previous version to the list of live sessions, `UserDocument.sessions` (see
 * docs/decisions/002). A row with the mark `listed` is skipped, so an ended session never comes back.
 */
export const listSessions: Migration = {
  id: 1,
  name: 'list live sessions in users.sessions',
  mustComeFirst: false,
  async runBatch({ collections }, progress) {
    const after = progress?.['after'] as ObjectId | undefined;
    const rows = await collections.sessions
      .find({ ...(after ? { _id: { $gt: after } } : {}), listed: { $exists: false } })
      .sort({ _id: 1 })
      .limit(BATCH)
      .toArray();
    for (const row of rows) await adoptSession({ collections }, row);
    const last = rows.at(-1);
    return last && rows.length === BATCH ? { after: last._id } : null;
  },
};

/**
 * Adds a session of the previous version to its user's list. Returns the user, or `null` when the session was
 * ended. The write of the mark on the row decides: when the row is gone, the session was ended in the
 * meantime and is removed from the list again.
 */
export async function adoptSession(
  { collections: { users, sessions } }: { readonly collections: Pick<Collections, 'users' | 'sessions'> },
  session: SessionDocument,
): Promise<UserDocument | null> {
  const { _id, userId } = session;
  const active = { _id: userId, deletedAt: { $exists: false } };
  const adopted = await users.findOneAndUpdate(
    { ...active, ...notEndedByTime(session), 'sessions.id': { $ne: _id } },
    { $push: { sessions: { $each: [{ id: _id }], $slice: -SESSIONS_PER_USER } } },
    { returnDocument: 'after' },
  );
  const user = adopted ?? (await users.findOne({ ...active, 'sessions.id': _id }));
  if (!user) return null;
  const { matchedCount } = await sessions.updateOne({ _id }, { $set: { listed: true } });
  if (matchedCount === 1) return user;
  await users.updateOne({ _id: userId }, { $pull: { sessions: { id: _id } } });
  return null;
}

/** The rows of this user's sessions that are live by the rules of the previous version and not listed yet. */
export function unlistedRows({
  sessionsValidFrom,
  otherSessionsEnded,
}: Pick<UserDocument, 'sessionsValidFrom' | 'otherSessionsEnded'>): Filter<SessionDocument> {
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

/** The same rules as a condition on the user. */
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
