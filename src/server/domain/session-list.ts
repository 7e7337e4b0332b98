import { ObjectId } from 'mongodb';
import { SESSIONS_LISTED_MAX } from '../../shared/limits.ts';
import type { ListedSession } from '../../shared/schemas/session.ts';
import { AppError } from '../app-error.ts';
import type { SessionDocument, UserDocument } from '../database/collections.ts';
import type { Dependencies, RequestClient } from '../dependencies.ts';
import { recordActivity } from './activity.ts';
import { makeAnnouncement, settleAnnouncement, type AnnouncementDependencies } from './announcements.ts';
import { describeDevice } from './device.ts';
import { livingSessions, notEndedByUser } from './living-sessions.ts';
import { livingUser } from './living-user.ts';

type ListDependencies = Pick<Dependencies, 'collections' | 'now'>;

/** A person's living sessions: the one that asks first, if it is one, then the one seen last. */
export async function listSessions(
  deps: ListDependencies,
  user: UserDocument,
  current: SessionDocument | null,
): Promise<ListedSession[]> {
  const others = await deps.collections.sessions
    .find(
      { ...livingSessions(user, deps.now()), ...(current ? { _id: { $ne: current._id } } : {}) },
      { sort: { lastSeenAt: -1, _id: -1 }, limit: SESSIONS_LISTED_MAX - (current ? 1 : 0) },
    )
    .toArray();
  return [
    ...(current ? [toListedSession(current, true)] : []),
    ...others.map((session) => toListedSession(session, false)),
  ];
}

/**
 * Ends one session. One conditional delete decides: it is this user's and lives. Of any number at once one does it. A renewal under way
 * finds no row to renew.
 *
 * Throws `NOT_FOUND`, also for somebody else's.
 */
export async function revokeSession(
  deps: ListDependencies,
  input: { user: UserDocument; id: string; client: RequestClient },
): Promise<void> {
  const { user, client } = input;
  const living = livingSessions(user, deps.now());
  const ended = await deps.collections.sessions.findOneAndDelete({
    ...living,
    _id: new ObjectId(input.id),
  });
  if (!ended) throw new AppError('NOT_FOUND');
  // A kill before it loses the line, not what was asked for.
  await recordActivity(deps, { userId: user._id, kind: 'session-revoked', label: nameOf(ended), client });
}

/**
 * Ends all sessions but the one that asks; all, where none does. One write on the user decides, and everything signed in before it is
 * dead from then on, a session too whose row is only being written at that moment. Of two sessions that end each other at once the first
 * one stays. Answers how many others lived.
 *
 * Throws `SessionRequired` when the one that asks has been ended meanwhile.
 */
export async function revokeOtherSessions(
  deps: AnnouncementDependencies,
  input: { user: UserDocument; current: SessionDocument | null; client: RequestClient },
): Promise<number> {
  const { user, current, client } = input;
  const { users, sessions } = deps.collections;
  const announcement = makeAnnouncement(deps, { kind: 'sessions-revoked', client, mailTo: [] });
  const now = announcement.at;
  const before = await users.findOneAndUpdate(
    { ...livingUser(user._id), ...(current ? notEndedByUser(current) : {}) },
    {
      $set: {
        ...(current ? { otherSessionsEnded: { at: now, except: current._id } } : { sessionsValidFrom: now }),
        updatedAt: now,
      },
      $push: { announcements: announcement },
    },
  );
  if (!before) throw new AppError('SessionRequired');
  const { deletedCount } = await sessions.deleteMany({
    $and: [
      livingSessions(before, now),
      { createdAt: { $lte: now }, ...(current ? { _id: { $ne: current._id } } : {}) },
    ],
  });
  await settleAnnouncement(deps, user._id, announcement);
  return deletedCount;
}

/** In no language: `Firefox · Linux`. */
function nameOf({ userAgent }: SessionDocument): string | null {
  const { browser, system } = describeDevice(userAgent);
  return [browser, system].filter((name) => name !== null).join(' · ') || null;
}

function toListedSession(session: SessionDocument, current: boolean): ListedSession {
  return {
    id: session._id.toHexString(),
    current,
    device: describeDevice(session.userAgent),
    ip: session.ip,
    createdAt: session.createdAt.toISOString(),
    lastSeenAt: session.lastSeenAt.toISOString(),
    expires: session.expires.toISOString(),
  };
}
