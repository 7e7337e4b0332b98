import type { Filter } from 'mongodb';
import { SESSIONS_PER_USER } from '../../../shared/limits.ts';
import type { LiveClientSession, UserDocument } from '../../database/user-documents.ts';
import {
  makeSecurityEvent,
  settleSecurityEvent,
  type SecurityEventDependencies,
} from '../activity/security-events.ts';
import { sessionEndedEvent } from '../rules/event-contents.ts';
import { clientSessionsOf, listsExactly, removeEndedSessions } from '../rules/session-liveness.ts';
import { endImpersonation, isImpersonation } from './impersonations.ts';

/** The filter of a write that lists a session. */
export const ROOM_FOR_SESSION: Filter<UserDocument> = {
  [`sessions.${SESSIONS_PER_USER - 1}`]: { $exists: false },
};

/**
 * Makes room in the full list of a person for whom `holds`: the sessions that have expired leave it, or else the oldest one ends, with the sessions of OAuth
 * clients that are bound to it, by a write that carries the events. `newcomer`: the session of a client that needs the room. The session that authorized it stays,
 * and a client with many sessions loses one of its own first. Answers whether `holds` is true of them, so that the write that needs the room is tried again.
 */
export async function makeRoomForSession(
  deps: SecurityEventDependencies,
  holds: Filter<UserDocument>,
  newcomer: LiveClientSession | undefined,
): Promise<boolean> {
  const { users, sessions } = deps.collections;
  const user = await users.findOne(holds, { projection: { sessions: 1 } });
  if (!user) return false;
  const { sessions: listed = [] } = user;
  const others = listed.filter(({ id }) => !newcomer?.authorizedBy.equals(id));
  const oldest = others.find(({ client }) => newcomer && client?.id === newcomer.id) ?? others[0];
  // Somebody else has made room.
  if (!oldest || listed.length < SESSIONS_PER_USER) return true;
  if (await removeEndedSessions(deps, user)) return true;
  const row = await sessions.findOne({ _id: oldest.id });
  if (row && isImpersonation(row)) {
    await endImpersonation(deps, row, null);
    return true;
  }
  const clientSessions = clientSessionsOf(user, oldest.id, { boundOnly: true });
  const ended = [oldest.id, ...clientSessions];
  const securityEvent = makeSecurityEvent(deps, {
    kind: null,
    client: null,
    mailTo: [],
    events: ended.map(sessionEndedEvent),
  });
  const { matchedCount } = await users.updateOne(
    {
      $and: [
        holds,
        listsExactly(oldest.id, clientSessions, { boundOnly: true }),
        { $nor: [ROOM_FOR_SESSION] },
      ],
    },
    { $pull: { sessions: { id: { $in: ended } } }, $push: { announcements: securityEvent } },
  );
  if (matchedCount === 0) return true;
  await sessions.deleteMany({ _id: { $in: ended } });
  await settleSecurityEvent(deps, user._id, securityEvent);
  return true;
}
