import { ADMINISTRATOR } from '../../../shared/foyer-config.ts';
import type { AuditAction, AuditEntry, Impersonation } from '../../database/administration-documents.ts';
import type { SessionDocument } from '../../database/collections.ts';
import type { UserDocument } from '../../database/user-documents.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { RequestContext } from '../rules/request-context.ts';
import {
  makeSecurityEvent,
  writeOutbox,
  type SecurityEventDependencies,
} from '../activity/security-events.ts';
import { isAdministrator, notSuspended } from '../rules/access.ts';
import { activeUser } from '../rules/active-user.ts';
import { impersonationEvent, sessionEndedEvent } from '../rules/event-contents.ts';

export type ImpersonationSession = SessionDocument & { readonly impersonation: Impersonation };

export function isImpersonation(session: SessionDocument): session is ImpersonationSession {
  return session.impersonation !== undefined;
}

/**
 * Whether the administrator has the role, no suspension and a live session, and the person is no
 * administrator. Every read of an impersonation checks it.
 */
export async function mayActAs(
  deps: Pick<Dependencies, 'collections' | 'now'>,
  user: UserDocument,
  { administratorId, administratorSessionId }: Impersonation,
): Promise<boolean> {
  if (isAdministrator(user)) return false;
  const administrator = await deps.collections.users.findOne(
    {
      $and: [
        activeUser(administratorId),
        { roles: ADMINISTRATOR, 'sessions.id': administratorSessionId },
        notSuspended(deps.now()),
      ],
    },
    { projection: { _id: 1 } },
  );
  return administrator !== null;
}

/** The row of the audit log. `requestContext` is that of the administrator. */
export function impersonationEntry(
  { administratorId, administratorSessionId, administratorName, reason }: Impersonation,
  requestContext: Pick<RequestContext, 'ip'> | null,
  action: Extract<AuditAction, 'user-impersonated' | 'user-impersonation-ended'>,
): AuditEntry {
  const actor = {
    kind: 'administrator',
    userId: administratorId,
    sessionId: administratorSessionId,
    name: administratorName,
  } as const;
  return { actor, action, reason, before: null, after: null, ip: requestContext?.ip ?? null };
}

/**
 * The same write carries the activity and the audit log. `requestContext`: that of the administrator; `null`
 * when the session ends by itself. Answers whether this call ended it.
 */
export async function endImpersonation(
  deps: SecurityEventDependencies,
  session: ImpersonationSession,
  requestContext: Pick<RequestContext, 'ip'> | null,
): Promise<boolean> {
  const { users, sessions } = deps.collections;
  const { _id, userId } = session;
  const securityEvent = makeSecurityEvent(deps, {
    kind: 'impersonation-ended',
    requestContext: null,
    mailTo: [],
    audit: impersonationEntry(session.impersonation, requestContext, 'user-impersonation-ended'),
    events: [impersonationEvent('impersonation.ended', _id, session.impersonation), sessionEndedEvent(_id)],
  });
  const { modifiedCount } = await users.updateOne(
    { ...activeUser(userId), 'sessions.id': _id },
    { $pull: { sessions: { id: _id } }, $push: { outbox: securityEvent } },
  );
  await sessions.deleteOne({ _id });
  if (modifiedCount === 0) return false;
  await writeOutbox(deps, userId, securityEvent);
  return true;
}
