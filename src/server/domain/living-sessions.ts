import type { Filter } from 'mongodb';
import { SESSION_ABSOLUTE_MAX_AGE_MS } from '../../shared/limits.ts';
import type { SessionDocument, UserDocument } from '../database/collections.ts';

/**
 * Which sessions live. Three things end one: its row is gone, its time is over, or a write on the user document ended many of them at
 * once (`sessionsValidFrom`: all of before; `otherSessionsEnded`: all of before but one; `deletedAt`: whatever there is and comes). A row that is dead by this may still be stored.
 */
type Ending = Pick<UserDocument, 'sessionsValidFrom' | 'otherSessionsEnded' | 'deletedAt'>;
type Session = Pick<SessionDocument, '_id' | 'createdAt'>;

/** Whether a write on the user document ended this session. */
export function isEndedByUser({ _id, createdAt }: Session, user: Ending): boolean {
  const { sessionsValidFrom, otherSessionsEnded, deletedAt } = user;
  if (deletedAt || (sessionsValidFrom && createdAt < sessionsValidFrom)) return true;
  return Boolean(
    otherSessionsEnded && createdAt < otherSessionsEnded.at && !otherSessionsEnded.except.equals(_id),
  );
}

/** The same as a condition of a write on the user document: nothing that a session decides may come after the write that ended it. */
export function notEndedByUser({ _id, createdAt }: Session): Filter<UserDocument> {
  return {
    $and: [
      { deletedAt: { $exists: false } },
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

/** This user's living sessions, as a condition on the rows. */
export function livingSessions(user: Ending & Pick<UserDocument, '_id'>, now: Date): Filter<SessionDocument> {
  const { sessionsValidFrom, otherSessionsEnded } = user;
  return {
    userId: user._id,
    expires: { $gt: now },
    $and: [
      { createdAt: { $gt: new Date(now.getTime() - SESSION_ABSOLUTE_MAX_AGE_MS) } },
      ...(sessionsValidFrom ? [{ createdAt: { $gte: sessionsValidFrom } }] : []),
      ...(otherSessionsEnded
        ? [{ $or: [{ createdAt: { $gte: otherSessionsEnded.at } }, { _id: otherSessionsEnded.except }] }]
        : []),
    ],
  };
}
