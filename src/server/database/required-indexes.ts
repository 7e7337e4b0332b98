import {
  DELETED_EXTERNAL_ID_KEPT_MS,
  EVENTS_KEPT_MS,
  SERVICE_KEY_KEPT_MS,
  DAY_MS,
  HOUR_MS,
} from '../../shared/limits.ts';
import type { Collections } from './collections.ts';
import { ANY_DATE, ANY_TEXT, expiring, lookUp, unique, type RequiredIndex } from './index-plan.ts';
import { USER_INDEXES } from './user-indexes.ts';

/** How long an expired access token stays in the list. */
const ACCESS_TOKEN_KEPT_MS = 30 * DAY_MS;
/** A used or expired code is kept for this time, so that a second use of it is noticed. */
const AUTHORIZATION_CODE_KEPT_MS = DAY_MS;
const ACTIVITY_MAX_AGE_MS = 180 * DAY_MS;
/** An expired pending sign-in is kept so long, so that its owner can be told of it. */
const PENDING_SIGN_IN_KEPT_MS = HOUR_MS;
/** How long the audit log and the daily counts are kept. */
const AUDIT_MAX_AGE_MS = 730 * DAY_MS;
const DAILY_COUNTS_KEPT_MS = 400 * DAY_MS;
/** How long a job that was given up is listed. */
export const FAILED_JOB_KEPT_MS = 30 * DAY_MS;
const DELIVERIES_KEPT_MS = 30 * DAY_MS;

/** The required indexes: what must be unique, what look-ups need, and what expires. */
export const REQUIRED_INDEXES: { readonly [K in keyof Collections]: readonly RequiredIndex[] } = {
  users: USER_INDEXES,
  accounts: [
    // Finds a picture that is not fetched yet by its id.
    lookUp('picture_text', { pictureId: 1 }, { pictureId: ANY_TEXT }),
    unique('provider_account_unique', { provider: 1, providerAccountId: 1 }),
    lookUp('user', { userId: 1 }),
  ],
  sessions: [
    unique('token_unique', { sessionToken: 1 }),
    lookUp('user', { userId: 1 }),
    expiring('expires_ttl', 'expires'),
  ],
  accessTokens: [
    unique('token_unique', { tokenHash: 1 }),
    lookUp('user', { userId: 1 }),
    expiring('expires_ttl', 'expires', ACCESS_TOKEN_KEPT_MS),
  ],
  deviceAuthorizations: [
    unique('device_code_unique', { deviceCodeHash: 1 }),
    unique('user_code_unique', { userCodeHash: 1 }),
    lookUp('user', { 'approval.userId': 1 }),
    expiring('expires_ttl', 'expires'),
  ],
  authorizationCodes: [
    unique('code_unique', { codeHash: 1 }),
    lookUp('user', { userId: 1 }),
    expiring('expires_ttl', 'expires', AUTHORIZATION_CODE_KEPT_MS),
  ],
  // Found by `_id`, the hash of client and `jti`.
  clientAssertions: [expiring('expires_ttl', 'expires')],
  verificationTokens: [
    // One row per identifier: a new request changes it in one write.
    unique('identifier_unique', { identifier: 1 }),
    expiring('expires_ttl', 'expires'),
  ],
  signingKeys: [unique('period_unique', { period: 1 }), expiring('expires_ttl', 'expires')],
  // Found by `_id`, the name of the key.
  formerSecrets: [expiring('expires_ttl', 'expires')],
  pendingLinks: [
    unique('secret_unique', { secretHash: 1 }),
    lookUp('email', { email: 1 }),
    expiring('expires_ttl', 'expires'),
  ],
  pendingSignIns: [
    unique('secret_unique', { secretHash: 1 }),
    lookUp('user', { userId: 1 }),
    expiring('expires_ttl', 'expires', PENDING_SIGN_IN_KEPT_MS),
  ],
  // Found by `_id`, the hash of the challenge.
  ceremonies: [lookUp('user', { userId: 1 }), expiring('expires_ttl', 'expires')],
  jobs: [
    lookUp('run_at', { runAt: 1 }),
    // Finds the jobs that were given up, which are few.
    expiring('failed_at_ttl', 'failedAt', FAILED_JOB_KEPT_MS, { failedAt: ANY_DATE }),
    lookUp('user', { userId: 1 }),
  ],
  activity: [
    lookUp('user_at_id', { userId: 1, at: -1, _id: -1 }),
    // For lists of some kinds only, which may be rare.
    lookUp('user_kind_at_id', { userId: 1, kind: 1, at: -1, _id: -1 }),
    expiring('at_ttl', 'at', ACTIVITY_MAX_AGE_MS),
  ],
  pictures: [
    lookUp('user', { userId: 1 }),
    lookUp('unsettled', { checkDueSince: 1 }, { checkDueSince: ANY_DATE }),
  ],
  identityProviders: [
    // One registration per issuer: of two processes that register it at once, one wins.
    unique('issuer_unique', { issuer: 1 }),
  ],
  // Found by `_id`, the provider's id.
  providerIssuers: [],
  // Found by `_id`, the migration's number.
  migrations: [],
  // Three documents, found by `_id`.
  sweeps: [],
  // Three documents, found by `_id`.
  maintenance: [],
  serviceKeys: [
    unique('key_unique', { keyHash: 1 }),
    // Bounds the number of keys that work.
    unique('slot_unique_number', { slot: 1 }, { slot: { $gte: 0 } }),
    // Finds the few keys with rows of the audit log that a crash left.
    lookUp('unwritten_audit_at_any_date', { 'unwrittenAudit.at': 1 }, { 'unwrittenAudit.at': ANY_DATE }),
    // An expired or revoked key is listed for a month.
    expiring('expires_ttl', 'expires', SERVICE_KEY_KEPT_MS),
  ],
  audit: [
    lookUp('at_id', { at: -1, _id: -1 }),
    lookUp('action_at_id', { action: 1, at: -1, _id: -1 }),
    lookUp('subject_at_id', { 'subject.id': 1, at: -1, _id: -1 }),
    lookUp('administrator_at_id', { 'actor.userId': 1, at: -1, _id: -1 }),
    lookUp('service_key_at_id', { 'actor.keyId': 1, at: -1, _id: -1 }),
    expiring('at_ttl', 'at', AUDIT_MAX_AGE_MS),
  ],
  // One document, found by `_id`.
  administrators: [],
  dailyCounts: [expiring('day_ttl', 'day', DAILY_COUNTS_KEPT_MS)],
  // Found by `_id`.
  deletedExternalIds: [expiring('at_ttl', 'at', DELETED_EXTERNAL_ID_KEPT_MS)],
  events: [
    // Decides which event has a position, so that two processes never give it twice.
    unique('partition_position_unique_number', { partition: 1, position: 1 }, { position: { $gt: 0 } }),
    // Finds the few events without a position.
    lookUp('unnumbered', { unnumbered: 1, partition: 1, _id: 1 }, { unnumbered: true }),
    lookUp('subject_position', { subject: 1, position: 1 }),
    // Finds the events of a time range.
    lookUp('at', { at: 1, _id: 1 }),
    // An event does not expire before it has a position.
    expiring('numbered_at_ttl', 'numberedAt', EVENTS_KEPT_MS, { numberedAt: ANY_DATE }),
  ],
  // Found by `_id`, the number of the partition.
  eventPartitions: [],
  webhookEndpoints: [
    // Bounds the number of endpoints.
    unique('slot_unique_number', { slot: 1 }, { slot: { $gte: 0 } }),
    // Finds the few endpoints with rows of the audit log that a crash left.
    lookUp('unwritten_audit_at_any_date', { 'unwrittenAudit.at': 1 }, { 'unwrittenAudit.at': ANY_DATE }),
  ],
  deliveries: [
    // Finds what is due for an endpoint.
    lookUp('endpoint_due_at_any_date', { endpointId: 1, dueAt: 1 }, { dueAt: ANY_DATE }),
    lookUp('endpoint_created_at_id', { endpointId: 1, createdAt: -1, _id: -1 }),
    lookUp('endpoint_state_created_at_id', { endpointId: 1, state: 1, createdAt: -1, _id: -1 }),
    // Finds the answers that a deletion empties.
    lookUp('subject', { subject: 1 }),
    expiring('created_at_ttl', 'createdAt', DELIVERIES_KEPT_MS),
  ],
  rateLimits: [unique('key_unique', { key: 1 }), expiring('expire_ttl', 'expire')],
};
