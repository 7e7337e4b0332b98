import type { Filter } from 'mongodb';
import { SESSIONS_PER_USER } from '../../../shared/limits.ts';
import type { LiveClientSession, LiveSession, UserDocument } from '../../database/user-documents.ts';
import { makeUnseenEvent, writeOutbox, type SecurityEventDependencies } from '../activity/security-events.ts';
import { sessionEndedEvent } from '../rules/event-contents.ts';
import { clientSessionsOf, listsExactly, removeEndedSessions } from '../rules/session-liveness.ts';
import { endImpersonation, isImpersonation } from './impersonations.ts';

/** The sessions of one client that one session authorized. A new one above the limit ends the least used. */
export const BOUND_SESSIONS_PER_CLIENT = 5;
export const STAYING_SESSIONS_PER_CLIENT = 10;

const ROOM_IN_LIST: Filter<UserDocument> = {
  [`sessions.${SESSIONS_PER_USER - 1}`]: { $exists: false },
};

/** The filter of a write that lists a session. `newcomer` is the session of an OAuth client. */
export function roomForSession(newcomer: LiveClientSession | undefined): Filter<UserDocument> {
  return newcomer ? { $and: [ROOM_IN_LIST, roomOfClient(newcomer)] } : ROOM_IN_LIST;
}

/**
 * Removes expired sessions from the list. If there is none, ends one session:
 * - If the client of `newcomer` has its maximum, the session of this client that was used longest ago. A page
 *   that is loaded again forgets its session, so a client may have many.
 * - If the list is full, the oldest session, together with the client sessions that are bound to it. A client
 *   with many sessions loses one first.
 *
 * The session that authorized `newcomer` stays. Answers whether `holds`, so that the caller tries again.
 */
export async function makeRoomForSession(
  deps: SecurityEventDependencies,
  holds: Filter<UserDocument>,
  newcomer: LiveClientSession | undefined,
): Promise<boolean> {
  const { users, sessions } = deps.collections;
  const user = await users.findOne(holds, { projection: { sessions: 1 } });
  if (!user) return false;
  const leaving = newcomer && leavingOf(user, newcomer);
  const last = leaving ?? oldestIn(user, newcomer);
  // Another call has made room.
  if (!last) return true;
  if (await removeEndedSessions(deps, user, { fromLength: 0 })) return true;
  const row = await sessions.findOne({ _id: last.id });
  if (row && isImpersonation(row)) {
    await endImpersonation(deps, row, null);
    return true;
  }
  const clientSessions = clientSessionsOf(user, last.id, { boundOnly: true });
  const ended = [last.id, ...clientSessions];
  const securityEvent = makeUnseenEvent(deps, ended.map(sessionEndedEvent));
  const { matchedCount } = await users.updateOne(
    {
      $and: [
        holds,
        listsExactly(last.id, clientSessions, { boundOnly: true }),
        { $nor: [leaving ? roomOfClient(newcomer) : ROOM_IN_LIST] },
      ],
    },
    { $pull: { sessions: { id: { $in: ended } } }, $push: { outbox: securityEvent } },
  );
  if (matchedCount === 0) return true;
  await sessions.deleteMany({ _id: { $in: ended } });
  await writeOutbox(deps, user._id, securityEvent);
  return true;
}

function limitOf({ bound }: LiveClientSession): number {
  return bound ? BOUND_SESSIONS_PER_CLIENT : STAYING_SESSIONS_PER_CLIENT;
}

/** The client has fewer sessions than it may. */
function roomOfClient(newcomer: LiveClientSession): Filter<UserDocument> {
  const { id, authorizedBy, bound = false } = newcomer;
  const isLikeNewcomer = {
    $and: [
      { $eq: ['$$this.client.id', id] },
      { $eq: ['$$this.client.authorizedBy', authorizedBy] },
      { $eq: [{ $ifNull: ['$$this.client.bound', false] }, bound] },
    ],
  };
  const count = { $size: { $filter: { input: { $ifNull: ['$sessions', []] }, cond: isLikeNewcomer } } };
  return { $expr: { $lt: [count, limitOf(newcomer)] } };
}

/** The session that a client at its maximum loses; `undefined` below it. */
function leavingOf({ sessions = [] }: UserDocument, newcomer: LiveClientSession): LiveSession | undefined {
  const { id, authorizedBy, bound } = newcomer;
  const alike = sessions.filter(
    ({ client }) => client?.id === id && client.authorizedBy.equals(authorizedBy) && client.bound === bound,
  );
  if (alike.length < limitOf(newcomer)) return undefined;
  const usedAt = ({ client }: LiveSession) => client?.refreshedAt.getTime() ?? 0;
  return alike.toSorted((one, another) => usedAt(one) - usedAt(another))[0];
}

/** `undefined` when the list is not full. */
function oldestIn(
  { sessions = [] }: UserDocument,
  newcomer: LiveClientSession | undefined,
): LiveSession | undefined {
  if (sessions.length < SESSIONS_PER_USER) return undefined;
  const others = sessions.filter(({ id }) => !newcomer?.authorizedBy.equals(id));
  return others.find(({ client }) => newcomer && client?.id === newcomer.id) ?? others[0];
}
