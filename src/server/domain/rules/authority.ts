import type { FieldParty } from '../../../shared/foyer-config.ts';
import type { AuditActor, AuditEntry, ServiceKeyDocument } from '../../database/administration-documents.ts';
import type { RequestOrigin } from './request-origin.ts';
import type { SessionActor } from './actor.ts';

/** Who acts on other people: an administrator, an application with a service key, or a command on the server. */
export type Authority =
  | { readonly kind: 'administrator'; readonly actor: SessionActor }
  | { readonly kind: 'service-key'; readonly key: ServiceKeyDocument }
  | { readonly kind: 'server' };

/** As whom an authority reads and writes own fields. A command on the server may what an administrator may. */
export function partyOf({ kind }: Authority): FieldParty {
  return kind === 'service-key' ? 'application' : 'administrator';
}

/** Who acts, as the audit log keeps it. */
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

/** The part of a security event that becomes a row of the audit log. `requestOrigin`: from where the authority acts; `null` for a command on the server. */
export function makeAuditEntry(
  authority: Authority,
  requestOrigin: Pick<RequestOrigin, 'ip'> | null,
  {
    action,
    reason = null,
    before = null,
    after = null,
  }: Pick<AuditEntry, 'action'> & Partial<Pick<AuditEntry, 'reason' | 'before' | 'after'>>,
): AuditEntry {
  return { actor: auditActorOf(authority), action, reason, before, after, ip: requestOrigin?.ip ?? null };
}
