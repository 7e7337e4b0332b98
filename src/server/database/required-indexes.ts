import {
  DELETED_EXTERNAL_ID_KEPT_MS,
  EVENTS_KEPT_MS,
  SERVICE_KEY_KEPT_MS,
  DAY_MS,
  HOUR_MS,
} from '../../shared/limits.ts';
import type { Collections } from './collections.ts';
import type { RequiredIndex } from './index-plan.ts';
import { USER_INDEXES } from './user-indexes.ts';

const ACCESS_TOKEN_KEPT_MS = 30 * DAY_MS;
/** A used or expired code is kept for this time, so that a second use of it is noticed. */
const AUTHORIZATION_CODE_KEPT_MS = DAY_MS;
const ACTIVITY_MAX_AGE_MS = 180 * DAY_MS;
/** An expired pending sign-in is kept so long, so that its owner can be told of it. */
const PENDING_SIGN_IN_KEPT_MS = HOUR_MS;
/** Also of the daily counts. */
const AUDIT_MAX_AGE_MS = 730 * DAY_MS;
const DAILY_COUNTS_KEPT_MS = 400 * DAY_MS;
export const FAILED_JOB_KEPT_MS = 30 * DAY_MS;
const DELIVERIES_KEPT_MS = 30 * DAY_MS;

export const REQUIRED_INDEXES: { readonly [K in keyof Collections]: readonly RequiredIndex[] } = {
  users: USER_INDEXES,
  accounts: [
    {
      // Finds a picture that is not fetched yet by its id.
      name: 'picture_text',
      key: { pictureId: 1 },
      options: { partialFilterExpression: { pictureId: { $gt: '' } } },
    },
    {
      name: 'provider_account_unique',
      key: { provider: 1, providerAccountId: 1 },
      options: { unique: true },
    },
    { name: 'user', key: { userId: 1 }, options: {} },
  ],
  sessions: [
    { name: 'token_unique', key: { sessionToken: 1 }, options: { unique: true } },
    { name: 'user', key: { userId: 1 }, options: {} },
    { name: 'expires_ttl', key: { expires: 1 }, options: { expireAfterSeconds: 0 } },
  ],
  accessTokens: [
    { name: 'token_unique', key: { tokenHash: 1 }, options: { unique: true } },
    { name: 'user', key: { userId: 1 }, options: {} },
    {
      name: 'expires_ttl',
      key: { expires: 1 },
      options: { expireAfterSeconds: ACCESS_TOKEN_KEPT_MS / 1000 },
    },
  ],
  deviceAuthorizations: [
    { name: 'device_code_unique', key: { deviceCodeHash: 1 }, options: { unique: true } },
    { name: 'user_code_unique', key: { userCodeHash: 1 }, options: { unique: true } },
    { name: 'user', key: { 'approval.userId': 1 }, options: {} },
    { name: 'expires_ttl', key: { expires: 1 }, options: { expireAfterSeconds: 0 } },
  ],
  authorizationCodes: [
    { name: 'code_unique', key: { codeHash: 1 }, options: { unique: true } },
    { name: 'user', key: { userId: 1 }, options: {} },
    {
      name: 'expires_ttl',
      key: { expires: 1 },
      options: { expireAfterSeconds: AUTHORIZATION_CODE_KEPT_MS / 1000 },
    },
  ],
  // Found by `_id`, the hash of client and `jti`.
  clientAssertions: [{ name: 'expires_ttl', key: { expires: 1 }, options: { expireAfterSeconds: 0 } }],
  verificationTokens: [
    // One row per identifier: a new request changes it in one write.
    { name: 'identifier_unique', key: { identifier: 1 }, options: { unique: true } },
    { name: 'expires_ttl', key: { expires: 1 }, options: { expireAfterSeconds: 0 } },
  ],
  signingKeys: [
    { name: 'period_unique', key: { period: 1 }, options: { unique: true } },
    { name: 'expires_ttl', key: { expires: 1 }, options: { expireAfterSeconds: 0 } },
  ],
  formerSecrets: [{ name: 'expires_ttl', key: { expires: 1 }, options: { expireAfterSeconds: 0 } }],
  pendingLinks: [
    { name: 'secret_unique', key: { secretHash: 1 }, options: { unique: true } },
    { name: 'email', key: { email: 1 }, options: {} },
    { name: 'expires_ttl', key: { expires: 1 }, options: { expireAfterSeconds: 0 } },
  ],
  pendingSignIns: [
    { name: 'secret_unique', key: { secretHash: 1 }, options: { unique: true } },
    { name: 'user', key: { userId: 1 }, options: {} },
    {
      name: 'expires_ttl',
      key: { expires: 1 },
      options: { expireAfterSeconds: PENDING_SIGN_IN_KEPT_MS / 1000 },
    },
  ],
  // Found by `_id`, the hash of the challenge.
  ceremonies: [
    { name: 'user', key: { userId: 1 }, options: {} },
    { name: 'expires_ttl', key: { expires: 1 }, options: { expireAfterSeconds: 0 } },
  ],
  jobs: [
    { name: 'run_at', key: { runAt: 1 }, options: {} },
    // Finds the few jobs that were given up.
    {
      name: 'failed_at_ttl',
      key: { failedAt: 1 },
      options: {
        expireAfterSeconds: FAILED_JOB_KEPT_MS / 1000,
        partialFilterExpression: { failedAt: { $gt: new Date(0) } },
      },
    },
    { name: 'user', key: { userId: 1 }, options: {} },
  ],
  activity: [
    { name: 'user_at_id', key: { userId: 1, at: -1, _id: -1 }, options: {} },
    // For lists of some kinds only.
    { name: 'user_kind_at_id', key: { userId: 1, kind: 1, at: -1, _id: -1 }, options: {} },
    { name: 'at_ttl', key: { at: 1 }, options: { expireAfterSeconds: ACTIVITY_MAX_AGE_MS / 1000 } },
  ],
  pictures: [
    { name: 'user', key: { userId: 1 }, options: {} },
    {
      name: 'unsettled',
      key: { checkDueSince: 1 },
      options: { partialFilterExpression: { checkDueSince: { $gt: new Date(0) } } },
    },
  ],
  identityProviders: [
    // Of two processes that register one issuer at once, one wins.
    { name: 'issuer_unique', key: { issuer: 1 }, options: { unique: true } },
  ],
  providerIssuers: [],
  migrations: [],
  sweeps: [],
  maintenance: [],
  serviceKeys: [
    { name: 'key_unique', key: { keyHash: 1 }, options: { unique: true } },
    {
      // Bounds the number of keys that work.
      name: 'slot_unique_number',
      key: { slot: 1 },
      options: { unique: true, partialFilterExpression: { slot: { $gte: 0 } } },
    },
    {
      // Finds the few keys with audit rows that a crash left.
      name: 'unwritten_audit_at_any_date',
      key: { 'unwrittenAudit.at': 1 },
      options: { partialFilterExpression: { 'unwrittenAudit.at': { $gt: new Date(0) } } },
    },
    // An expired or revoked key is listed for a month.
    { name: 'expires_ttl', key: { expires: 1 }, options: { expireAfterSeconds: SERVICE_KEY_KEPT_MS / 1000 } },
  ],
  audit: [
    { name: 'at_id', key: { at: -1, _id: -1 }, options: {} },
    { name: 'action_at_id', key: { action: 1, at: -1, _id: -1 }, options: {} },
    { name: 'subject_at_id', key: { 'subject.id': 1, at: -1, _id: -1 }, options: {} },
    { name: 'administrator_at_id', key: { 'actor.userId': 1, at: -1, _id: -1 }, options: {} },
    { name: 'service_key_at_id', key: { 'actor.keyId': 1, at: -1, _id: -1 }, options: {} },
    { name: 'at_ttl', key: { at: 1 }, options: { expireAfterSeconds: AUDIT_MAX_AGE_MS / 1000 } },
  ],
  administrators: [],
  dailyCounts: [
    { name: 'day_ttl', key: { day: 1 }, options: { expireAfterSeconds: DAILY_COUNTS_KEPT_MS / 1000 } },
  ],
  deletedExternalIds: [
    { name: 'at_ttl', key: { at: 1 }, options: { expireAfterSeconds: DELETED_EXTERNAL_ID_KEPT_MS / 1000 } },
  ],
  events: [
    {
      // Decides which event has a position, so that two processes never give it twice.
      name: 'partition_position_unique_number',
      key: { partition: 1, position: 1 },
      options: { unique: true, partialFilterExpression: { position: { $gt: 0 } } },
    },
    {
      name: 'unnumbered',
      key: { unnumbered: 1, partition: 1, _id: 1 },
      options: { partialFilterExpression: { unnumbered: true } },
    },
    { name: 'subject_position', key: { subject: 1, position: 1 }, options: {} },
    { name: 'at', key: { at: 1, _id: 1 }, options: {} },
    {
      // An event does not expire before it has a position.
      name: 'numbered_at_ttl',
      key: { numberedAt: 1 },
      options: {
        expireAfterSeconds: EVENTS_KEPT_MS / 1000,
        partialFilterExpression: { numberedAt: { $gt: new Date(0) } },
      },
    },
  ],
  eventPartitions: [],
  webhookEndpoints: [
    {
      // Bounds the number of endpoints.
      name: 'slot_unique_number',
      key: { slot: 1 },
      options: { unique: true, partialFilterExpression: { slot: { $gte: 0 } } },
    },
    {
      // Finds the few endpoints with audit rows that a crash left.
      name: 'unwritten_audit_at_any_date',
      key: { 'unwrittenAudit.at': 1 },
      options: { partialFilterExpression: { 'unwrittenAudit.at': { $gt: new Date(0) } } },
    },
  ],
  deliveries: [
    {
      name: 'endpoint_due_at_any_date',
      key: { endpointId: 1, dueAt: 1 },
      options: { partialFilterExpression: { dueAt: { $gt: new Date(0) } } },
    },
    { name: 'endpoint_created_at_id', key: { endpointId: 1, createdAt: -1, _id: -1 }, options: {} },
    {
      name: 'endpoint_state_created_at_id',
      key: { endpointId: 1, state: 1, createdAt: -1, _id: -1 },
      options: {},
    },
    // Finds the answers that a deletion empties.
    { name: 'subject', key: { subject: 1 }, options: {} },
    {
      name: 'created_at_ttl',
      key: { createdAt: 1 },
      options: { expireAfterSeconds: DELIVERIES_KEPT_MS / 1000 },
    },
  ],
  rateLimits: [
    { name: 'key_unique', key: { key: 1 }, options: { unique: true } },
    { name: 'expire_ttl', key: { expire: 1 }, options: { expireAfterSeconds: 0 } },
  ],
};
