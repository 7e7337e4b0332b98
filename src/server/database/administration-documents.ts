import type { ObjectId } from 'mongodb';
import type { AuditRow } from '../../shared/schemas/audit.ts';
import type { ServiceScope } from '../../shared/service-scopes.ts';

export interface Suspension {
  /** Written by an administrator or an application, read by the user. */
  readonly reason: string;
  readonly at: Date;
  /** `null`: it has no end by itself. */
  readonly until: Date | null;
}

/** On the session of an administrator who acts as another user. */
export interface Impersonation {
  readonly administratorId: ObjectId;
  readonly administratorSessionId: ObjectId;
  readonly administratorName: string | null;
  readonly reason: string;
}

export interface ServiceKeyDocument {
  readonly _id: ObjectId;
  /** SHA-256 of the whole key, base64url. */
  readonly keyHash: string;
  readonly lastFour: string;
  readonly name: string;
  readonly scopes: readonly ServiceScope[];
  /** Addresses and networks (CIDR) that may use it; empty: any. */
  readonly allowedAddresses: readonly string[];
  readonly createdAt: Date;
  /** `null`: a command on the server made it. */
  readonly createdBy: ObjectId | null;
  readonly expires: Date;
  /** The row stays for the list. */
  readonly revokedAt: Date | null;
  /** Written every few minutes at most. */
  readonly lastUsed: { readonly at: Date; readonly ip: string | null } | null;
  /** Below `SERVICE_KEYS_MAX`, unique among the keys that may work. A key that ended has none. */
  readonly slot?: number;
  /** Audit rows that the deciding write made and that are not written yet; nearly always empty. */
  readonly unwrittenAudit?: readonly AuditDocument[];
}

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

export type AuditAction = AuditRow['action'];

/** Rows are only added. */
export interface AuditDocument {
  /** The id of the security event, if there is one, so that a repetition adds no second row. */
  readonly _id: ObjectId;
  readonly at: Date;
  readonly actor: AuditActor;
  readonly action: AuditAction;
  /** What it was about; `null` for none, and for the endpoint that the environment sets. */
  readonly subject: {
    readonly kind: 'user' | 'service-key' | 'job' | 'webhook';
    readonly id: ObjectId;
  } | null;
  readonly reason: string | null;
  /** Changed values. No secrets. */
  readonly before: Readonly<Record<string, unknown>> | null;
  readonly after: Readonly<Record<string, unknown>> | null;
  readonly ip: string | null;
}

/** An audit row without what its security event knows (`makeAuditEntry`). */
export type AuditEntry = Pick<AuditDocument, 'actor' | 'action' | 'reason' | 'before' | 'after' | 'ip'>;

/**
 * One document, so that one write decides that one of them stays. `UserDocument.roles` says who is an
 * administrator. Suspended ones are not listed.
 */
export interface AdministratorsDocument {
  readonly _id: 'administrators';
  readonly members: readonly ObjectId[];
  /** By user id: the call that last took this user out, until they are counted again. */
  readonly leaving?: Readonly<Record<string, { readonly call: ObjectId; readonly at: Date }>>;
}

/** A deleted user of a former system, whom an import must not create again. */
export interface DeletedExternalIdDocument {
  /** `hashExternalId`. */
  readonly _id: string;
  readonly at: Date;
}

/** One of several documents that count one day (UTC), for the overview. */
export interface DailyCountDocument {
  /** `2026-11-22 sign-in password 7`: the last is the shard (`countOnDay`). */
  readonly _id: string;
  readonly day: Date;
  readonly kind: 'sign-in' | 'sign-in-failed' | 'sign-up' | 'active-in-hour' | 'active-in-day';
  /** Empty where there is none. Of active people: the hours or days since they were active before. */
  readonly method: string;
  readonly count: number;
  /** The same by hour (UTC). Missing in documents of earlier versions. */
  readonly hours?: Readonly<Record<string, number>>;
}
