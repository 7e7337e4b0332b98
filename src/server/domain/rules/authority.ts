import type { FieldParty } from '../../../shared/configuration-types.ts';
import type { AuditActor, AuditEntry, ServiceKeyDocument } from '../../database/administration-documents.ts';
import type { RequestContext } from './request-context.ts';
import type { SessionActor } from './actor.ts';

/** Who acts on other users: an administrator, a service key, or a command on the server. */
export type Authority =
  | { readonly kind: 'administrator'; readonly actor: SessionActor }
  | { readonly kind: 'service-key'; readonly key: ServiceKeyDocument }
  | { readonly kind: 'server' };

/**
 * The party whose own fields the authority reads and writes. A command has the rights of an administrator.
 */
export function partyOf({ kind }: Authority): FieldParty {
  return kind === 'service-key' ? 'application' : 'administrator';
}

function auditActorOf(authority: Authority): AuditActor {
  switch (authority.kind) {
    case 'administrator': {
      const { user, session } = authority.actor;
      return { kind: 'administrator', userId: user._id, sessionId: session._id, name: user.name };
    }
    case 'service-key':
      return { kind: 'service-key', keyId: authority.key._id, name: authority.key.name };
    case 'server':
      return { kind: 'server' };
  }
}

/** The audit entry of a security event. `requestContext`: `null` for a command on the server. */
export function makeAuditEntry(
  authority: Authority,
  requestContext: Pick<RequestContext, 'ip'> | null,
  {
    action,
    reason = null,
    before = null,
    after = null,
  }: Pick<AuditEntry, 'action'> & Partial<Pick<AuditEntry, 'reason' | 'before' | 'after'>>,
): AuditEntry {
  return { actor: auditActorOf(authority), action, reason, before, after, ip: requestContext?.ip ?? null };
}
