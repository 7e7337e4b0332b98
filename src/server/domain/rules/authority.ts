import type { AuditActor, ServiceKeyDocument } from '../../database/administration-documents.ts';
import type { SessionActor } from './actor.ts';

/** Who acts on other people: an administrator, an application with a service key, or a command on the server. */
export type Authority =
  | { readonly kind: 'administrator'; readonly actor: SessionActor }
  | { readonly kind: 'service-key'; readonly key: ServiceKeyDocument }
  | { readonly kind: 'server' };

/** Who acts, as the audit log keeps it. */
export function auditActorOf(authority: Authority): AuditActor {
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
