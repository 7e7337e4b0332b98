/**
 * Limits and durations that several modules share. Durations have their unit in the name. A limit of one module stands at its top, and
 * `server/domain/rules/counters.ts` has the rate limits.
 */

// Units

export const SECOND_MS = 1000;
export const MINUTE_MS = 60 * SECOND_MS;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

// Requests

export const TRPC_MAX_BATCH = 20;
export const CALLBACK_URL_MAX_LENGTH = 2048;
/** The window of most rate limits. */
export const SEND_WINDOW_SECONDS = 15 * 60;
/** A report of a sign-in error that only the browser saw. */
export const LOG_REPORT_MAX_BYTES = 4 * 1024;
/** How long a request waits for the database in total; the answer is then 503 `UNAVAILABLE`, within 3 s. One operation takes no longer either. */
export const DATABASE_TIMEOUT_MS = 2500;
/** What `Retry-After` of that answer says. Most failovers take some seconds; a request waits for the database, too. */
export const DATABASE_RETRY_AFTER_SECONDS = 1;
/** When a caller asks again while stored data is migrated. */
export const MIGRATION_RETRY_AFTER_SECONDS = 10;
/** How long callers may cache the key set. */
export const KEY_SET_MAX_AGE_MS = 5 * MINUTE_MS;
/** How long callers may cache the declared roles and fields. */
export const PUBLISHED_CONFIGURATION_MAX_AGE_MS = 5 * MINUTE_MS;

// Sessions

/** A session ends after this time without use (OWASP ASVS 7.3.1). */
export const SESSION_MAX_AGE_MS = 30 * DAY_MS;
/** A session that was last renewed before this time gets a new expiry and a new cookie when it is used. */
export const SESSION_RENEW_AFTER_MS = DAY_MS;
/** A session ends this long after the sign-in, even if it is renewed (OWASP ASVS 7.3.2). */
export const SESSION_ABSOLUTE_MAX_AGE_MS = 365 * DAY_MS;
/** A sensitive mutation needs a sign-in or re-authentication no older than this. */
export const SESSION_FRESH_MS = 10 * MINUTE_MS;
/** Live sessions of one user. A new one above the limit ends the oldest. */
export const SESSIONS_PER_USER = 100;
/** The newest proofs of a session are stored. */
export const PROOFS_PER_SESSION = 10;

// Sign-in

/** The state, nonce and PKCE cookies, and the intent of a provider flow. */
export const CHECK_COOKIE_MAX_AGE_MS = 900 * SECOND_MS;
/** The link and the code in a sign-in mail. */
export const VERIFICATION_TOKEN_MAX_AGE_MS = DAY_MS;
export const VERIFICATION_CODE_DIGITS = 6;
/** After this many wrong codes the code is dead, but not the link. */
export const VERIFICATION_CODE_MAX_ATTEMPTS = 5;
/** Seconds before the page offers to resend the mail. */
export const RESEND_AFTER_SECONDS = 30;
/** How long a pending provider account waits for the person to verify. */
export const PENDING_LINK_MAX_AGE_MS = 30 * MINUTE_MS;
/** How long an account knows a browser after a sign-in with a password. */
export const KNOWN_DEVICE_MAX_AGE_MS = 365 * DAY_MS;
/** How long the link of an invitation works. After it, the invited person asks for a link by themselves. */
export const INVITATION_MAX_AGE_MS = 7 * DAY_MS;
export const PROVIDER_TIMEOUT_MS = 3500;
export const PROVIDER_CACHE_ENTRIES = 100;

// Proof of work

/** A challenge must be answered within this time. */
export const PROOF_OF_WORK_MAX_AGE_MS = 5 * MINUTE_MS;
export const PROOF_OF_WORK_LEVELS = 4;

// Passwords

/** The length of a password, in code points after NFC (NIST SP 800-63B-4: 15 if it is the only factor; nothing is truncated). */
export const PASSWORD_MIN_LENGTH = 15;
export const PASSWORD_MAX_LENGTH = 256;
/** The lifetime of a password reset link. */
export const PASSWORD_RESET_MAX_AGE_MS = HOUR_MS;
/** The security review after a password reset lists additions within this time before it. */
export const SECURITY_REVIEW_PERIOD_MS = 30 * DAY_MS;

// Profiles and addresses

export const EMAIL_MAX_LENGTH = 254;
export const NAME_MAX_LENGTH = 100;
/** How long the link in the mail to the former address can undo a change of address. */
export const EMAIL_UNDO_MAX_AGE_MS = 7 * DAY_MS;
/** A user's changes of address that can still be undone. Each reserves an address. */
export const EMAIL_UNDOS_MAX = 5;
/** Characters of a phone number as it is typed. */
export const PHONE_INPUT_MAX_LENGTH = 250;
/** The lifetime of a code, in the text message and in the database. */
export const PHONE_CODE_MAX_AGE_MS = 10 * MINUTE_MS;
/** An uploaded picture, or one from an identity provider. */
export const PICTURE_MAX_BYTES = 2 * 1024 * 1024;
export const PICTURE_TYPES: readonly string[] = ['image/png', 'image/jpeg', 'image/webp'];
/** The stored picture: a square with at most this many pixels a side. */
export const PICTURE_SIZE = 512;

// Second factors and passkeys

/** How long a trusted browser is not asked for the second factor. */
export const TRUSTED_BROWSER_MAX_AGE_MS = 30 * DAY_MS;
/** The step of time-based codes (RFC 6238). */
export const TOTP_STEP_SECONDS = 30;
export const TOTP_ENROLMENT_MAX_AGE_MS = 15 * MINUTE_MS;
export const AUTHENTICATOR_APPS_PER_USER = 5;
export const RECOVERY_CODES = 10;
/** A mail tells the owner when so few recovery codes are left. */
export const RECOVERY_CODES_FEW = 2;
/** How long the owner can stop a removal of the second factors by the operator. */
export const SECOND_FACTOR_REMOVAL_DELAY_MS = DAY_MS;
export const PASSKEYS_PER_USER = 20;
export const PASSKEY_NAME_MAX_LENGTH = 60;
/** How long a challenge of a passkey works. */
export const CEREMONY_MAX_AGE_MS = 15 * MINUTE_MS;
/** A key of 4,096 bits has about 530 bytes. Every read of a session reads them all. */
export const PASSKEY_PUBLIC_KEY_MAX_BYTES = 1024;

// Access tokens, OAuth clients and devices

/** Live access tokens of one user. */
export const ACCESS_TOKENS_PER_USER = 50;
export const SCOPE_NAME_MAX_LENGTH = 64;
export const OAUTH_CLIENTS_MAX = 100;
/** An authorization request that asks for a new sign-in takes one that is younger than its first question. The question counts so long. */
export const AUTHORIZATION_ASKED_MAX_AGE_MS = HOUR_MS;
/** The lifetime of the codes of the device flow (RFC 8628). */
export const DEVICE_CODE_MAX_AGE_MS = 10 * MINUTE_MS;
/** The lifetime of an access token from the device flow. */
export const DEVICE_TOKEN_MAX_AGE_MS = 90 * DAY_MS;

// Administration

/** A reason of an administrator or an application. */
export const REASON_MAX_LENGTH = 200;
/** How long an expired service key is listed. */
export const SERVICE_KEY_KEPT_MS = 30 * DAY_MS;
/** How long an import does not bring a deleted person back. */
export const DELETED_EXTERNAL_ID_KEPT_MS = 730 * DAY_MS;
/** An import of people: how many a call takes, and how long its body may be. */
export const IMPORT_BATCH_SIZE = 500;
export const IMPORT_MAX_BODY_BYTES = 1024 * 1024;
export const IMPORTED_HASH_MAX_LENGTH = 1024;
/** How long one process runs a job alone. */
export const JOB_LEASE_MS = MINUTE_MS;
/** The metrics count so many jobs and deliveries at most, so that a scrape during a backlog stays cheap. */
export const JOBS_COUNTED_MAX = 1000;
export const FAILED_JOBS_LISTED_MAX = 200;

// Events and webhooks

/** How long an event is kept since it got its position. */
export const EVENTS_KEPT_MS = 30 * DAY_MS;
/** Events are numbered in so many partitions, so that no document is written by every event. */
export const EVENT_PARTITIONS = 16;
export const WEBHOOK_URL_MAX_LENGTH = 2000;
export const WEBHOOK_DESCRIPTION_MAX_LENGTH = 100;
export const WEBHOOK_TIMEOUT_MS = 15 * SECOND_MS;
/** After so long without any success an endpoint is disabled. */
export const WEBHOOK_FAILING_MAX_MS = 5 * DAY_MS;
/** How long one process sends a delivery alone. Longer than a request may take. */
export const DELIVERY_LEASE_MS = MINUTE_MS;
