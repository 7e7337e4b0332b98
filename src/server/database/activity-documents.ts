import type { ObjectId } from 'mongodb';
import type { ACTIVITY_GROUPS, ActivityGroup } from '../../shared/activity-groups.ts';
import type { AuditEntry } from './administration-documents.ts';
import type { OutboxEvent } from './event-documents.ts';
import type { Addition } from './security-review-documents.ts';

export type ActivityKind = (typeof ACTIVITY_GROUPS)[ActivityGroup][number];

/** Rows are only added; only the `count` of failed attempts changes. */
export interface ActivityDocument {
  readonly _id: ObjectId;
  readonly userId: ObjectId;
  readonly kind: ActivityKind;
  /** A sign-in method or provider. Two steps are joined: `password + totp`. */
  readonly method: string | null;
  /** The name at the provider, the name of a token or passkey, or how many recovery codes are left. */
  readonly label: string | null;
  /** Failed attempts within the hour from `at`. Only for failed attempts. */
  readonly count?: number;
  readonly ip: string | null;
  readonly userAgent: string | null;
  /** The session in which it was done, or that it made. */
  readonly sessionId?: ObjectId;
  readonly at: Date;
}

/** A deciding write stores it, so that no crash loses it, until its rows, mails and events are written. */
export interface SecurityEvent {
  /** Also the id of the activity row. The ids of the mail jobs derive from it. */
  readonly _id: ObjectId;
  /** `null`: no row in the activity and no mail. */
  readonly kind: ActivityKind | null;
  readonly method: string | null;
  readonly label: string | null;
  readonly ip: string | null;
  readonly userAgent: string | null;
  readonly sessionId?: ObjectId;
  readonly at: Date;
  /** Addresses that were verified at the decision; with `account-created`, the invited one. */
  readonly mailTo: readonly string[];
  /** Listed in the mail of `security-review-due`. */
  readonly additions?: readonly Addition[];
  readonly audit?: AuditEntry;
  readonly events: readonly OutboxEvent[];
}
