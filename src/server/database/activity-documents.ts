import type { ObjectId } from 'mongodb';
import type { Addition } from './security-review-documents.ts';

export type ActivityKind =
  | 'sign-in'
  | 'sign-in-failed'
  | 'sign-out'
  | 're-authentication'
  | 're-authentication-failed'
  | 'session-revoked'
  | 'sessions-revoked'
  | 'account-linked'
  | 'account-unlinked'
  | 'password-set'
  | 'password-changed'
  | 'password-reset'
  | 'password-removed'
  | 'security-review-due'
  | 'security-review-finished'
  | 'phone-verified'
  | 'phone-removed'
  | 'phone-taken'
  | 'email-change-requested'
  | 'email-added'
  | 'email-changed'
  | 'email-change-undone'
  | 'access-token-created'
  | 'access-token-revoked'
  | 'data-exported'
  | 'account-deleted'
  | 'unproven-methods-removed';

/** What happened to a user's account: appended, never changed but for the `count` of failed tries. */
export interface ActivityDocument {
  readonly _id: ObjectId;
  readonly userId: ObjectId;
  readonly kind: ActivityKind;
  /** The method or provider that it was about. */
  readonly method: string | null;
  /** How the person knows what it was about: their name at the provider, a token's name. Rows of before have no such field. */
  readonly label?: string | null;
  /** How many times within the hour from `at`: of failed tries alone. */
  readonly count?: number;
  readonly ip: string | null;
  readonly userAgent: string | null;
  readonly at: Date;
}

/**
 * What a deciding write puts onto the user beside what it decides, so that no crash loses it: the line of the activity and the mails that
 * tell it. It is taken off again once both are written down.
 */
export interface SecurityEvent {
  /** Also the activity row's; the ids of the mails' jobs follow from it. */
  readonly _id: ObjectId;
  readonly kind: ActivityKind;
  readonly method: string | null;
  readonly label: string | null;
  readonly ip: string | null;
  readonly userAgent: string | null;
  readonly at: Date;
  /** Addresses that were proven when it was decided. */
  readonly mailTo: readonly string[];
  /** Of `security-review-due`: what the mail lists. */
  readonly additions?: readonly Addition[];
}
