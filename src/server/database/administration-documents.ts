import type { ObjectId } from 'mongodb';
import type { ServiceScope } from '../../shared/service-scopes.ts';

/** Why and how long a person cannot sign in. */
export interface Suspension {
  /** An administrator or an application wrote it. The person reads it. */
  readonly reason: string;
  readonly at: Date;
  /** When it ends by itself; `null`: when somebody ends it. */
  readonly until: Date | null;
}

/** On the session of an administrator who acts as another person. */
export interface Impersonation {
  readonly administratorId: ObjectId;
  readonly administratorSessionId: ObjectId;
  readonly administratorName: string | null;
  readonly reason: string;
}

/** A key of an application. It is no person. */
export interface ServiceKeyDocument {
  readonly _id: ObjectId;
  /** SHA-256 of the whole key, base64url. The key itself is not stored. */
  readonly keyHash: string;
  readonly lastFour: string;
  readonly name: string;
  readonly scopes: readonly ServiceScope[];
  /** The addresses and networks (CIDR) that may use it; empty: any. */
  readonly allowedAddresses: readonly string[];
  readonly createdAt: Date;
  /** `null`: a command on the server made it. */
  readonly createdBy: ObjectId | null;
  readonly expires: Date;
  /** Set by the write that revokes it. The row stays for the list. */
  readonly revokedAt: Date | null;
  /** Written every few minutes at most. */
  readonly lastUsed: { readonly at: Date; readonly ip: string | null } | null;
  /** A number below `SERVICE_KEYS_MAX`, unique among the keys that may work. A key that ended has none. */
  readonly slot?: number;
  /** Rows of the audit log that the deciding write made and that are not written yet; nearly always empty. */
  readonly unwrittenAudit?: readonly AuditDocument[];
}

/** Who did something to a person, a key or a job. */
export type AuditActor =
  | {
      readonly kind: 'administrator';
      readonly userId: ObjectId;
      readonly sessionId: ObjectId;
      readonly name: string | null;
    }
  | { readonly kind: 'service-key'; readonly keyId: ObjectId; readonly name: string }
  /** A command on the server. */
  | { readonly kind: 'server' };

export type AuditAction =
  | 'user-created'
  | 'user-updated'
  | 'user-data-changed'
  | 'user-roles-changed'
  | 'user-suspended'
  | 'user-resumed'
  | 'user-sessions-ended'
  | 'user-second-factor-removal-requested'
  | 'user-deleted'
  | 'user-imported'
  | 'user-impersonated'
  | 'user-impersonation-ended'
  | 'users-exported'
  | 'service-key-created'
  | 'service-key-revoked'
  | 'webhook-created'
  | 'webhook-updated'
  | 'webhook-enabled'
  | 'webhook-disabled'
  | 'webhook-secret-rotated'
  | 'webhook-tested'
  | 'webhook-replayed'
  | 'webhook-deleted'
  | 'job-retried'
  | 'job-discarded'
  | 'credentials-ended';

/** One row of the audit log. Rows are only added. */
export interface AuditDocument {
  /** The id of the security event, where the action made one. So a repetition adds no second row. */
  readonly _id: ObjectId;
  readonly at: Date;
  readonly actor: AuditActor;
  readonly action: AuditAction;
  /** The person, service key, job or webhook endpoint that it was about; `null` for none, and for the endpoint that the environment sets. */
  readonly subject: {
    readonly kind: 'user' | 'service-key' | 'job' | 'webhook';
    readonly id: ObjectId;
  } | null;
  readonly reason: string | null;
  /** The changed values before and after. No secrets. */
  readonly before: Readonly<Record<string, unknown>> | null;
  readonly after: Readonly<Record<string, unknown>> | null;
  readonly ip: string | null;
}

/** The part of a security event from which its row of the audit log is written (`makeAuditEntry`). */
export type AuditEntry = Pick<AuditDocument, 'actor' | 'action' | 'reason' | 'before' | 'after' | 'ip'>;

/**
 * The active administrators: one document, so that one write decides that somebody of them stays. Who is an administrator is said by
 * `UserDocument.roles`; suspended ones are not listed here.
 */
export interface AdministratorsDocument {
  readonly _id: 'administrators';
  readonly members: readonly ObjectId[];
  /** By user id: the call that last took this person out, until they are counted again. */
  readonly leaving?: Readonly<Record<string, { readonly call: ObjectId; readonly at: Date }>>;
}

/** A deleted person of a former system, whom an import must not create again. */
export interface DeletedExternalIdDocument {
  /** The hash of the external id (`hashExternalId`). */
  readonly _id: string;
  readonly at: Date;
}

/** How often something happened on one day (UTC), for the overview; one of several documents that count it. */
export interface DailyCountDocument {
  /** `2026-11-22 sign-in password 7`: the last is the number of the shard (`countOnDay`). */
  readonly _id: string;
  readonly day: Date;
  readonly kind: 'sign-in' | 'sign-in-failed' | 'sign-up';
  /** The sign-in method; empty where there is none. */
  readonly method: string;
  readonly count: number;
}
