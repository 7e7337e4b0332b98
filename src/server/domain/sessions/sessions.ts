import type { Session } from '../../../shared/schemas/session.ts';
import {
  SESSION_ABSOLUTE_MAX_AGE_MS,
  SESSION_MAX_AGE_MS,
  SESSION_RENEW_AFTER_MS,
  MINUTE_MS,
} from '../../../shared/limits.ts';
import type { SessionDocument } from '../../database/collections.ts';
import type { SecurityEvent } from '../../database/activity-documents.ts';
import type { UserDocument } from '../../database/user-documents.ts';
import { findStoredCredential } from '../../database/credential-reads.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { RequestContext } from '../rules/request-context.ts';
import { hashToken } from '../../crypto/secrets.ts';
import { picturePath } from '../pictures/pictures.ts';
import { permissionsOf } from '../rules/access.ts';
import { sessionData } from '../rules/own-fields.ts';
import { toStrength } from '../rules/proofs.ts';
import {
  makeSecurityEvent,
  writeOutbox,
  type SecurityEventDependencies,
} from '../activity/security-events.ts';
import { activeUser } from '../rules/active-user.ts';
import { sessionEndedEvent } from '../rules/event-contents.ts';
import { mustEnrol } from '../rules/second-factor-policy.ts';
import { clientSessionsOf, isListed, listsExactly } from '../rules/session-liveness.ts';
import { endImpersonation, isImpersonation, mayActAs } from './impersonations.ts';

/** `lastSeenAt` is written at most this often, so that most reads write nothing. */
export const SESSION_LAST_SEEN_EVERY_MS = 5 * MINUTE_MS;

export type SessionReadDependencies = SecurityEventDependencies & Pick<Dependencies, 'activePeople'>;

export interface ReadSession {
  readonly session: SessionDocument;
  readonly user: UserDocument;
  /** Whether the session was renewed. Then the cookie needs the new expiry. */
  readonly renewed: boolean;
}

/** `null` for a person who must set up a second factor first (`readAnySession` finds theirs). */
export async function readSession(deps: SessionReadDependencies, token: string): Promise<ReadSession | null> {
  const read = await readAnySession(deps, token);
  return read && !mustEnrolFirst(deps, read) ? read : null;
}

/** Whether the session allows only the set-up of a second factor. An impersonation never does. */
export function mustEnrolFirst(
  { settings }: Pick<Dependencies, 'settings'>,
  { session, user }: Pick<ReadSession, 'session' | 'user'>,
): boolean {
  return !isImpersonation(session) && mustEnrol(settings, user);
}

/**
 * It reads twice by unique index (`credential-reads.ts`). A session that is expired, too old or not in its
 * user's list gives no access, and its row is removed. A renewal updates an existing row, so it revives no
 * ended session. An impersonation is never renewed.
 */
export async function readAnySession(
  deps: SessionReadDependencies,
  token: string,
): Promise<ReadSession | null> {
  const { sessions } = deps.collections;
  const now = deps.now();
  const stored = await findStoredCredential(deps.collections, 'sessions', hashToken(token));
  if (!stored) return null;
  const session = stored.credential;
  const isOpen = session.expires > now && absoluteEnd(session) > now;
  const owner = stored.user?.deletedAt ? null : stored.user;
  const user = isOpen && owner && isListed(session, owner) ? owner : null;
  if (isImpersonation(session) && !(user && (await mayActAs(deps, user, session.impersonation)))) {
    await endImpersonation(deps, session, null);
    return null;
  }
  if (!user) {
    await sessions.deleteOne({ _id: session._id });
    return null;
  }

  if (!isImpersonation(session)) deps.activePeople.note(user);
  const expires = new Date(Math.min(now.getTime() + SESSION_MAX_AGE_MS, absoluteEnd(session).getTime()));
  const renewed =
    !isImpersonation(session) &&
    session.expires.getTime() - SESSION_MAX_AGE_MS + SESSION_RENEW_AFTER_MS <= now.getTime() &&
    expires > session.expires;
  const seen = now.getTime() - session.lastSeenAt.getTime() >= SESSION_LAST_SEEN_EVERY_MS;
  if (!renewed && !seen) return { session, user, renewed: false };

  const updated = await sessions.findOneAndUpdate(
    // The token is the shard key (docs/operating/scale.md).
    { _id: session._id, sessionToken: session.sessionToken },
    { $max: renewed ? { lastSeenAt: now, expires } : { lastSeenAt: now } },
    { returnDocument: 'after' },
  );
  return updated && { session: updated, user, renewed };
}

/** `user`: as the write that ended the session left them. */
interface EndedSession {
  readonly user: UserDocument;
  readonly securityEvent: SecurityEvent;
}

/**
 * One write takes the id from the user's list, so that no later write of the session succeeds, and carries
 * the event (`kind`: the row of the activity). The bound sessions of OAuth clients end, too.
 */
export async function endSession(
  deps: SecurityEventDependencies,
  token: string,
  about: { readonly requestContext: RequestContext; readonly kind: 'sign-out' | null },
): Promise<void> {
  const ended = await endWithoutOutbox(deps, token, about);
  if (ended) await writeOutbox(deps, ended.user._id, ended.securityEvent, ended.user);
}

/**
 * Like `endSession`, but the caller writes the outbox of the answer. `null`: no session was ended, or its
 * outbox is written already. `read`: a user who was read a moment before and may own the session.
 */
export async function endWithoutOutbox(
  deps: SecurityEventDependencies,
  token: string,
  {
    requestContext,
    kind,
    read,
  }: {
    readonly requestContext: RequestContext;
    readonly kind: 'sign-out' | null;
    readonly read?: UserDocument;
  },
): Promise<EndedSession | null> {
  const { users, sessions } = deps.collections;
  const session = await sessions.findOne({ sessionToken: hashToken(token) });
  if (!session) return null;
  if (isImpersonation(session)) {
    await endImpersonation(deps, session, requestContext);
    return null;
  }
  const { _id, userId } = session;
  const isRead = read?._id.equals(userId) && isListed(session, read);
  // It tries again only when a client got a session from this one meanwhile, or lost it.
  for (let owner = isRead ? read : await findOwner(deps, session); ; owner = await findOwner(deps, session)) {
    const clientSessions = owner ? clientSessionsOf(owner, _id, { boundOnly: true }) : [];
    const ended = [_id, ...clientSessions];
    const securityEvent = makeSecurityEvent(deps, {
      kind,
      requestContext: kind === null ? null : requestContext,
      mailTo: [],
      events: ended.map(sessionEndedEvent),
    });
    const user = await users.findOneAndUpdate(
      {
        $and: [activeUser(userId), listsExactly(_id, clientSessions, { boundOnly: true })],
      },
      { $pull: { sessions: { id: { $in: ended } } }, $push: { outbox: securityEvent } },
      { returnDocument: 'after' },
    );
    if (!user && owner) continue;
    await sessions.deleteMany({ _id: { $in: ended } });
    return user && { user, securityEvent };
  }
}

function findOwner(
  { collections }: Pick<Dependencies, 'collections'>,
  { _id, userId }: SessionDocument,
): Promise<UserDocument | null> {
  return collections.users.findOne(
    { ...activeUser(userId), 'sessions.id': _id },
    { projection: { sessions: 1 } },
  );
}

const VIA_COOKIE = { kind: 'cookie' } as const;

/** The object is built field by field, so that no other stored field gets out. */
export function toSession(
  { configuration, settings }: Pick<Dependencies, 'configuration' | 'settings'>,
  {
    session,
    user,
    via = VIA_COOKIE,
  }: {
    /** Also the document of an access token. */
    readonly session: Pick<SessionDocument, 'expires' | 'authenticatedAt' | 'proofs' | 'impersonation'>;
    readonly user: UserDocument;
    readonly via?: Session['via'];
  },
): Session {
  const { impersonation } = session;
  return {
    user: {
      id: user._id.toHexString(),
      name: user.name,
      email: user.emailVerified ? (user.email ?? null) : null,
      image: picturePath(settings, user.image),
      data: sessionData(configuration, user),
    },
    expires: session.expires.toISOString(),
    authenticatedAt: session.authenticatedAt.toISOString(),
    ...toStrength(session.proofs),
    roles: [...(user.roles ?? [])],
    permissions: [...permissionsOf(configuration, user)],
    impersonation: impersonation
      ? {
          administratorId: impersonation.administratorId.toHexString(),
          administratorName: impersonation.administratorName,
          reason: impersonation.reason,
        }
      : null,
    via,
  };
}

export function absoluteEnd(session: SessionDocument): Date {
  return new Date(session.createdAt.getTime() + SESSION_ABSOLUTE_MAX_AGE_MS);
}

/** The person sees it in their activity. */
export async function signOut(
  deps: SecurityEventDependencies,
  token: string,
  requestContext: RequestContext,
): Promise<void> {
  await endSession(deps, token, { requestContext, kind: 'sign-out' });
}
