import { ObjectId } from 'mongodb';
import type { ListedSession } from '../../../shared/schemas/session-list.ts';
import { AppError } from '../../app-error.ts';
import type { SessionDocument } from '../../database/collections.ts';
import type { UserDocument } from '../../database/user-documents.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { RequestContext } from '../rules/request-context.ts';
import { activeActor, requireActive, type Actor } from '../rules/actor.ts';
import {
  makeSecurityEvent,
  writeOutbox,
  type SecurityEventDependencies,
} from '../activity/security-events.ts';
import { describeDevice, deviceName } from '../rules/device.ts';
import {
  ALL_SESSIONS_ENDED,
  impersonationEvent,
  otherSessionsEndedEvent,
  sessionEndedEvent,
} from '../rules/event-contents.ts';
import { NO_TRUSTED_BROWSERS } from '../rules/second-factor-policy.ts';
import { clientSessionsOf, isListed, listsExactly, liveSessionRows } from '../rules/session-liveness.ts';
import { isImpersonation } from './impersonations.ts';

const SESSIONS_LISTED_MAX = 100;

type ListDependencies = Pick<Dependencies, 'collections' | 'now' | 'oauthClients'>;

/** The current session first, then the last seen. Client sessions bound to an expired one are left out. */
export async function listSessions(
  deps: ListDependencies,
  user: UserDocument,
  current: SessionDocument | null,
): Promise<ListedSession[]> {
  const left = [...(current ? [current._id] : []), ...(await boundToExpired(deps, user))];
  const others = await deps.collections.sessions
    .find(
      { $and: [liveSessionRows(user, deps.now()), { _id: { $nin: left } }] },
      { sort: { lastSeenAt: -1, _id: -1 }, limit: SESSIONS_LISTED_MAX - (current ? 1 : 0) },
    )
    .toArray();
  return [
    ...(current ? [toListedSession(deps, user, { session: current, current: true })] : []),
    ...others.map((session) => toListedSession(deps, user, { session, current: false })),
  ];
}

/** Client sessions that are bound to a listed session whose row has expired. */
async function boundToExpired(deps: ListDependencies, user: UserDocument): Promise<ObjectId[]> {
  const bound = user.sessions?.flatMap(({ id, client }) =>
    client?.bound ? [{ id, origin: client.authorizedBy }] : [],
  );
  if (!bound || bound.length === 0) return [];
  const rows = await deps.collections.sessions
    .find(
      { $and: [liveSessionRows(user, deps.now()), { _id: { $in: bound.map(({ origin }) => origin) } }] },
      { projection: { _id: 1 } },
    )
    .toArray();
  return bound.filter(({ origin }) => !rows.some(({ _id }) => _id.equals(origin))).map(({ id }) => id);
}

/**
 * The client sessions that were authorized in this one end, too. One conditional write decides: this session
 * and the actor's are listed. Rows are removed later, and give no access. Throws `NOT_FOUND`, also for
 * another user's session.
 */
export async function revokeSession(
  deps: SecurityEventDependencies & Pick<Dependencies, 'oauthClients'>,
  input: { actor: Actor; id: string; requestContext: RequestContext },
): Promise<void> {
  const { actor, requestContext } = input;
  const { users, sessions } = deps.collections;
  const { _id: userId } = actor.user;
  const target = await sessions.findOne({
    _id: new ObjectId(input.id),
    userId,
    expires: { $gt: deps.now() },
  });
  if (!target) throw new AppError('NOT_FOUND');
  let { user } = actor;
  // It tries again only when a client got a session from this one meanwhile, or lost it.
  for (;;) {
    const clientSessions = clientSessionsOf(user, target._id, { boundOnly: false });
    const ended = [target._id, ...clientSessions];
    const securityEvent = makeSecurityEvent(deps, {
      kind: 'session-revoked',
      requestContext,
      label: target.clientGrant ? clientName(deps, target.clientGrant.id) : deviceName(target.userAgent),
      mailTo: [],
      events: [
        ...(isImpersonation(target)
          ? [impersonationEvent('impersonation.ended', target._id, target.impersonation)]
          : []),
        ...ended.map(sessionEndedEvent),
      ],
    });
    const { matchedCount } = await users.updateOne(
      {
        $and: [activeActor(actor), listsExactly(target._id, clientSessions, { boundOnly: false })],
      },
      { $pull: { sessions: { id: { $in: ended } } }, $push: { outbox: securityEvent } },
    );
    if (matchedCount === 1) {
      await sessions.deleteMany({ _id: { $in: ended } });
      return writeOutbox(deps, userId, securityEvent);
    }
    user = await requireActive(deps, actor);
    if (!isListed(target, user)) throw new AppError('NOT_FOUND');
  }
}

/**
 * An access token ends all sessions. When two sessions end each other, the first one stays. Answers how many
 * others were live. Throws `SessionRequired`, `ACCESS_TOKEN_INVALID`.
 */
export async function revokeOtherSessions(
  deps: SecurityEventDependencies,
  input: { actor: Actor; requestContext: RequestContext },
): Promise<number> {
  const { actor, requestContext } = input;
  const { users, sessions } = deps.collections;
  const current = 'session' in actor ? actor.session._id : null;
  const securityEvent = makeSecurityEvent(deps, {
    kind: 'sessions-revoked',
    requestContext,
    mailTo: [],
    events: [current ? otherSessionsEndedEvent(current) : ALL_SESSIONS_ENDED],
  });
  const now = securityEvent.at;
  const before = await users.findOneAndUpdate(activeActor(actor), {
    $pull: { sessions: current ? { id: { $ne: current } } : {} },
    $set: {
      ...(current ? { otherSessionsEnded: { at: now, except: current } } : { sessionsValidFrom: now }),
      ...NO_TRUSTED_BROWSERS,
      updatedAt: now,
    },
    $push: { outbox: securityEvent },
  });
  if (!before) {
    await requireActive(deps, actor);
    throw new AppError('NOT_FOUND');
  }
  const { deletedCount } = await sessions.deleteMany({
    $and: [liveSessionRows(before, now), { _id: { $ne: current ?? new ObjectId() } }],
  });
  await writeOutbox(deps, before._id, securityEvent);
  return deletedCount;
}

function toListedSession(
  deps: ListDependencies,
  user: Pick<UserDocument, 'sessions'>,
  { session, current }: { readonly session: SessionDocument; readonly current: boolean },
): ListedSession {
  const client = user.sessions?.find(({ id }) => id.equals(session._id))?.client;
  return {
    id: session._id.toHexString(),
    current,
    byAdministrator: isImpersonation(session),
    app: client
      ? {
          id: client.id,
          name: clientName(deps, client.id),
          authorizedBy: client.authorizedBy.toHexString(),
        }
      : null,
    device: describeDevice(session.userAgent),
    ip: session.ip,
    createdAt: session.createdAt.toISOString(),
    lastSeenAt: session.lastSeenAt.toISOString(),
    expires: session.expires.toISOString(),
  };
}

/** A client that is no longer declared has only its id. */
function clientName({ oauthClients }: Pick<Dependencies, 'oauthClients'>, id: string): string {
  return oauthClients.get(id)?.name ?? id;
}
