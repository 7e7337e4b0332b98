import type { Filter, ObjectId } from 'mongodb';
import { SESSION_ABSOLUTE_MAX_AGE_MS, SESSIONS_PER_USER } from '../../../shared/limits.ts';
import type { SessionDocument } from '../../database/collections.ts';
import type { LiveSession, UserDocument } from '../../database/user-documents.ts';
import type { Dependencies } from '../../dependencies.ts';

/**
 * A session is live while its row is stored and not expired, and its id is in `UserDocument.sessions`. Every ending takes the id from that
 * list first and removes the row after. So one write on the user ends a session, and every write on the user can check it (`actor.ts`). The session of
 * an OAuth client may be bound to the session that authorized it; then it is live only while both are listed.
 */
export function isListed(
  session: Pick<SessionDocument, '_id'>,
  user: Pick<UserDocument, 'sessions'>,
): boolean {
  return findListed(user, session._id) !== undefined;
}

export function findListed(
  { sessions }: Pick<UserDocument, 'sessions'>,
  id: ObjectId,
): LiveSession | undefined {
  return sessions?.find((listed) => listed.id.equals(id));
}

/** Whether a session is listed, and so is the session that it ends with, if it is bound to one (an OAuth client's). */
export function isLive(session: Pick<SessionDocument, '_id'>, user: Pick<UserDocument, 'sessions'>): boolean {
  return idsOf(user).some((id) => id.equals(session._id));
}

/**
 * The sessions of OAuth clients that end with this one: those that the person authorized in it. With `boundOnly`, those that are bound to it; a client with
 * `offline_access` goes on after a sign-out.
 */
export function clientSessionsOf(
  { sessions = [] }: Pick<UserDocument, 'sessions'>,
  id: ObjectId,
  { boundOnly }: { readonly boundOnly: boolean },
): ObjectId[] {
  return sessions
    .filter(({ client }) => client?.authorizedBy.equals(id) && (!boundOnly || client.bound))
    .map((session) => session.id);
}

/**
 * The filter for users whose list has this session and all of `clientSessions`, and no other session of a client that ends with it. A write that ends them all
 * has it as its condition, so that it forgets none and tells of no ending twice.
 */
export function listsExactly(
  id: ObjectId,
  clientSessions: readonly ObjectId[],
  { boundOnly }: { readonly boundOnly: boolean },
): Filter<UserDocument> {
  const other = {
    'client.authorizedBy': id,
    id: { $nin: [...clientSessions] },
    ...(boundOnly ? { 'client.bound': true as const } : {}),
  };
  return { 'sessions.id': { $all: [id, ...clientSessions] }, sessions: { $not: { $elemMatch: other } } };
}

/** The rows of this user's live sessions. */
export function liveSessionRows(
  user: Pick<UserDocument, '_id' | 'sessions'>,
  now: Date,
): Filter<SessionDocument> {
  return {
    userId: user._id,
    expires: { $gt: now },
    createdAt: { $gt: new Date(now.getTime() - SESSION_ABSOLUTE_MAX_AGE_MS) },
    _id: { $in: idsOf(user) },
  };
}

/** Removes the rows of the sessions that a write has just ended. `before`: the user as read before that write. */
export async function removeSessionRows(
  deps: Pick<Dependencies, 'collections'>,
  before: Pick<UserDocument, '_id' | 'sessions'>,
): Promise<void> {
  await deps.collections.sessions.deleteMany({ userId: before._id, _id: { $in: listedIdsOf(before) } });
}

/**
 * Removes expired sessions from a list that fills up. A row is inserted before its id is listed, so a listed id without a row belongs to an expired session.
 * Applications hear nothing of it. Answers whether there was one.
 */
export async function removeEndedSessions(
  deps: Pick<Dependencies, 'collections'>,
  user: Pick<UserDocument, '_id' | 'sessions'>,
  { fromLength }: { readonly fromLength: number } = { fromLength: SESSIONS_PER_USER / 2 },
): Promise<boolean> {
  const { users, sessions } = deps.collections;
  const listed = listedIdsOf(user);
  if (listed.length < fromLength) return false;
  const rows = await sessions.find({ _id: { $in: listed } }, { projection: { _id: 1 } }).toArray();
  const stored = new Set(rows.map(({ _id }) => _id.toHexString()));
  const ended = listed.filter((id) => !stored.has(id.toHexString()));
  if (ended.length === 0) return false;
  await users.updateOne({ _id: user._id }, { $pull: { sessions: { id: { $in: ended } } } });
  return true;
}

function listedIdsOf({ sessions = [] }: Pick<UserDocument, 'sessions'>): ObjectId[] {
  return sessions.map(({ id }) => id);
}

/** Without those that are bound to a session that has ended. */
function idsOf({ sessions = [] }: Pick<UserDocument, 'sessions'>): ObjectId[] {
  const isThere = (id: ObjectId) => sessions.some((listed) => listed.id.equals(id));
  return sessions.filter(({ client }) => !client?.bound || isThere(client.authorizedBy)).map(({ id }) => id);
}
