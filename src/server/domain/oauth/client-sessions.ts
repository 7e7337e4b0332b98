import type { ObjectId } from 'mongodb';
import { SESSION_MAX_AGE_MS, SECOND_MS } from '../../../shared/limits.ts';
import type { OAuthClient } from '../../configuration/oauth/oauth-client.ts';
import type { ClientGrant, SessionDocument } from '../../database/collections.ts';
import type { UserDocument } from '../../database/user-documents.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { RequestContext } from '../rules/request-context.ts';
import {
  makeSecurityEvent,
  writeOutbox,
  type SecurityEventDependencies,
} from '../activity/security-events.ts';
import { notSuspended } from '../rules/access.ts';
import { activeUser } from '../rules/active-user.ts';
import { declaredGrant, type Granted } from './client-grants.ts';
import { sessionEndedEvent } from '../rules/event-contents.ts';
import { verifiedAddressesOf } from '../rules/verified-address.ts';
import { mustEnrol } from '../rules/second-factor-policy.ts';
import { findListed, isLive } from '../rules/session-liveness.ts';
import { absoluteEnd } from '../sessions/sessions.ts';
import type { ClientAuthorization } from '../sign-in/client-authorization.ts';
import { makeClientSession } from '../sign-in/complete.ts';
import { OAuthError } from './oauth-error.ts';
import {
  createFamily,
  isOfFamily,
  readRefreshToken,
  writeRefreshToken,
  type RefreshToken,
} from './refresh-tokens.ts';

/** A just used refresh token gives its successor once more, because an answer may be lost. */
export const REFRESH_GRACE_MS = 30 * SECOND_MS;

export interface ClientSession {
  readonly session: SessionDocument & { readonly clientGrant: ClientGrant };
  readonly user: UserDocument;
}

export interface RefreshedSession extends ClientSession {
  readonly refreshToken: string;
}

/** Makes the session of a client with its first refresh token. `null`: the authorizing session has ended. */
export async function makeRefreshableSession(
  deps: SecurityEventDependencies,
  authorization: Omit<ClientAuthorization, 'grant'> & Granted,
): Promise<RefreshedSession | null> {
  const { scopes, resources, ...rest } = authorization;
  const { family, stored } = createFamily();
  const grant = { id: rest.client.id, scopes, resources, ...stored };
  const made = await makeClientSession(deps, { ...rest, grant });
  if (!made) return null;
  const { session, user } = made;
  const refreshToken = writeRefreshToken(session._id, { family, generation: 0, salt: stored.salt });
  return { session: { ...session, clientGrant: grant }, user, refreshToken };
}

/** The session of a refresh token; `null` without one, or when nothing that was granted is declared now. */
async function findByRefreshToken(
  deps: Pick<Dependencies, 'collections'>,
  client: OAuthClient,
  text: string,
): Promise<{ readonly token: RefreshToken; readonly session: ClientSession['session'] } | null> {
  const token = readRefreshToken(text);
  const row =
    token && (await deps.collections.sessions.findOne({ _id: token.sessionId, 'clientGrant.id': client.id }));
  if (!token || !row?.clientGrant || !isOfFamily(token, row.clientGrant)) return null;
  const clientGrant = declaredGrant(client, row.clientGrant);
  return clientGrant && { token, session: { ...row, clientGrant } };
}

/**
 * What was granted with the refresh token, as far as it is declared now. Does not use the token up, because a request for
 * too much must not cost the client its token.
 */
export async function readGranted(
  deps: Pick<Dependencies, 'collections'>,
  client: OAuthClient,
  refreshToken: string,
): Promise<Granted | null> {
  return (await findByRefreshToken(deps, client, refreshToken))?.session.clientGrant ?? null;
}

/**
 * Uses a refresh token up. One write on the user decides: the token is the current one, its session is live,
 * and so is the session that it is bound to.
 *
 * Parallel uses, and a repetition within `REFRESH_GRACE_MS`, get the same new token, because an answer may be
 * lost. An older token ends the session, because somebody has copied it (RFC 9700, 4.14.2).
 *
 * The answer has what was granted and is still declared. When nothing is, the token is refused but not used
 * up, so that it works again when the operator corrects the declaration.
 *
 * Throws `OAuthError` `invalid_grant`.
 */
export async function refreshClientSession(
  deps: SecurityEventDependencies & Pick<Dependencies, 'activePeople'>,
  client: OAuthClient,
  text: string,
  requestContext: RequestContext,
): Promise<RefreshedSession> {
  const { users, sessions } = deps.collections;
  const now = deps.now();
  const found = await findByRefreshToken(deps, client, text);
  if (!found) throw refusedRefresh();
  const { token, session } = found;
  const { _id, userId } = session;
  const generation = token.generation + 1;
  const { salt } = session.clientGrant;
  const refreshToken = writeRefreshToken(_id, { family: token.family, generation, salt });

  const before = await liveOwnerOf(deps, session);
  const entry = before && findListed(before, _id)?.client;
  if (!entry) throw refusedRefresh();
  const { authorizedBy, bound } = entry;
  const user = await users.findOneAndUpdate(
    {
      $and: [
        activeUser(userId),
        notSuspended(now),
        { sessions: { $elemMatch: { id: _id, 'client.generation': token.generation } } },
        bound ? { 'sessions.id': authorizedBy } : {},
      ],
    },
    { $set: { 'sessions.$[own].client.generation': generation, 'sessions.$[own].client.refreshedAt': now } },
    { arrayFilters: [{ 'own.id': _id }], returnDocument: 'after' },
  );
  if (user) {
    const expires = new Date(Math.min(now.getTime() + SESSION_MAX_AGE_MS, absoluteEnd(session).getTime()));
    const renewed = await sessions.findOneAndUpdate(
      // The token is the shard key (docs/operating/scale.md).
      { _id, sessionToken: session.sessionToken },
      { $max: { lastSeenAt: now, expires } },
      { returnDocument: 'after' },
    );
    // The session was ended meanwhile.
    if (!renewed) throw refusedRefresh();
    deps.activePeople.note(user);
    return { session: { ...session, expires: renewed.expires }, user, refreshToken };
  }
  const after = await users.findOne({ $and: [activeUser(userId), notSuspended(now)] });
  const current = after && findListed(after, _id)?.client;
  if (!after || !current || !isLive(session, after)) throw refusedRefresh();
  const sinceRefresh = now.getTime() - current.refreshedAt.getTime();
  if (current.generation === generation && sinceRefresh <= REFRESH_GRACE_MS) {
    return { session, user: after, refreshToken };
  }
  if (current.generation > token.generation) {
    await endClientSession(deps, session, {
      requestContext,
      kind: 'client-token-reused',
      label: client.name,
    });
  }
  throw refusedRefresh();
}

/**
 * `null` when the session has ended, or nothing of its grant is declared now. `sessionId` must come from a
 * token with a checked signature.
 */
export async function readClientSession(
  deps: SecurityEventDependencies & Pick<Dependencies, 'oauthClients'>,
  sessionId: ObjectId,
): Promise<ClientSession | null> {
  const row = await deps.collections.sessions.findOne({ _id: sessionId });
  const client = row?.clientGrant && deps.oauthClients.get(row.clientGrant.id);
  const clientGrant = client && declaredGrant(client, row.clientGrant);
  if (!row || !clientGrant) return null;
  const session = { ...row, clientGrant };
  const user = await liveOwnerOf(deps, session);
  return user && { session, user };
}

/**
 * `null` when the session has ended, or its user must set up a second factor first. The read removes what a
 * kill left.
 */
async function liveOwnerOf(
  deps: SecurityEventDependencies,
  session: ClientSession['session'],
): Promise<UserDocument | null> {
  const { users, sessions } = deps.collections;
  const now = deps.now();
  if (session.expires <= now || absoluteEnd(session) <= now) {
    // As for every session, an expiry makes no event.
    await sessions.deleteOne({ _id: session._id, expires: { $lte: now } });
    return null;
  }
  const user = await users.findOne({ $and: [activeUser(session.userId), notSuspended(now)] });
  if (user && (await isListedWithAuthorizing(deps, session, user)))
    return mustEnrol(deps.settings, user) ? null : user;
  await endClientSession(deps, session, { requestContext: null, kind: null });
  return null;
}

/**
 * One write takes the session from the list of its user and stores the event. Then the row is removed. With
 * `kind: null`, the activity has no row.
 */
export async function endClientSession(
  deps: SecurityEventDependencies,
  session: Pick<SessionDocument, '_id' | 'userId'>,
  by:
    | { readonly requestContext: RequestContext | null; readonly kind: 'sign-out' | null }
    | {
        readonly requestContext: RequestContext;
        readonly kind: 'client-token-reused';
        readonly label: string;
      },
): Promise<void> {
  const { users, sessions } = deps.collections;
  const { _id, userId } = session;
  const user = await users.findOne(activeUser(userId));
  const securityEvent = makeSecurityEvent(deps, {
    ...(by.kind === 'client-token-reused'
      ? { ...by, mailTo: user ? verifiedAddressesOf(user) : [] }
      : { ...by, mailTo: [] }),
    events: [sessionEndedEvent(_id)],
  });
  const { matchedCount } = await users.updateOne(
    { ...activeUser(userId), 'sessions.id': _id },
    { $pull: { sessions: { id: _id } }, $push: { outbox: securityEvent } },
  );
  await sessions.deleteOne({ _id });
  if (matchedCount === 1) await writeOutbox(deps, userId, securityEvent);
}

/** The session is listed, and not bound to one that has ended or expired. */
async function isListedWithAuthorizing(
  deps: SecurityEventDependencies,
  session: ClientSession['session'],
  user: UserDocument,
): Promise<boolean> {
  if (!isLive(session, user)) return false;
  const client = findListed(user, session._id)?.client;
  if (!client?.bound) return true;
  const now = deps.now();
  const row = await deps.collections.sessions.findOne({ _id: client.authorizedBy });
  return row !== null && row.expires > now && absoluteEnd(row) > now;
}

function refusedRefresh(): OAuthError {
  return new OAuthError('invalid_grant', 'The refresh token is not valid, or its session has ended.');
}
