import type { Filter, ObjectId } from 'mongodb';
import { SESSION_ABSOLUTE_MAX_AGE_MS, SESSIONS_PER_USER } from '../../../shared/limits.ts';
import type { SessionDocument } from '../../database/collections.ts';
import type { LiveSession, UserDocument } from '../../database/user-documents.ts';
import type { Dependencies } from '../../dependencies.ts';

/**
 * A session is live while its row is not expired and its id is in `UserDocument.sessions`. An ending takes
 * the id first, so one write on the user ends it, and every write can check it (`actor.ts`). A bound session
 * of an OAuth client is live only while both are listed.
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

/**
 * Whether the session is listed, and also the session that it is bound to, if there is one (OAuth clients).
 */
export function isLive(session: Pick<SessionDocument, '_id'>, user: Pick<UserDocument, 'sessions'>): boolean {
  return idsOf(user).some((id) => id.equals(session._id));
}

/** `boundOnly`: those bound to this session; a client with `offline_access` goes on after a sign-out. */
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
 * Matches while the list has this session, and exactly `clientSessions` as the sessions bound to it. So the
 * write that ends them misses none, and its events name each once.
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

/** Removes the rows of sessions that a write has just ended. `before`: the user as read before it. */
export async function removeSessionRows(
  deps: Pick<Dependencies, 'collections'>,
  before: Pick<UserDocument, '_id' | 'sessions'>,
): Promise<void> {
  await deps.collections.sessions.deleteMany({ userId: before._id, _id: { $in: listedIdsOf(before) } });
}

/**
 * Removes listed sessions that have expired, without events. A row is inserted before its id is listed, so an
 * id without a row has expired. Answers whether one was removed.
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
