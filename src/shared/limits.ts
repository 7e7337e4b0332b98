/** Limits that several modules share. `server/domain/rules/counters.ts` has the rate limits. */

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
export const LOG_REPORT_MAX_BYTES = 4 * 1024;
/** After it, the answer is 503 `UNAVAILABLE`, within 3 s. One operation takes no longer either. */
export const DATABASE_TIMEOUT_MS = 2500;
/** Most failovers take some seconds, and the next request waits for the database, too. */
export const DATABASE_RETRY_AFTER_SECONDS = 1;
export const MIGRATION_RETRY_AFTER_SECONDS = 10;
export const KEY_SET_MAX_AGE_MS = 5 * MINUTE_MS;
export const PUBLISHED_CONFIGURATION_MAX_AGE_MS = 5 * MINUTE_MS;

// Sessions

/** A session ends after this time without use (OWASP ASVS 7.3.1). */
export const SESSION_MAX_AGE_MS = 30 * DAY_MS;
/** A use renews a session that was last renewed before this time, and its cookie. */
export const SESSION_RENEW_AFTER_MS = DAY_MS;
/** A session ends this long after the sign-in, even if it is renewed (OWASP ASVS 7.3.2). */
export const SESSION_ABSOLUTE_MAX_AGE_MS = 365 * DAY_MS;
export const SESSION_FRESH_MS = 10 * MINUTE_MS;
/** A new session above the limit ends the oldest. */
export const SESSIONS_PER_USER = 100;
export const PROOFS_PER_SESSION = 10;

// Sign-in

/** The state, nonce and PKCE cookies, and the intent of a provider flow. */
export const CHECK_COOKIE_MAX_AGE_MS = 900 * SECOND_MS;
/** The link and the code in a sign-in mail. */
export const VERIFICATION_TOKEN_MAX_AGE_MS = DAY_MS;
export const VERIFICATION_CODE_DIGITS = 6;
/** More wrong codes end the code, but not the link. */
export const VERIFICATION_CODE_MAX_ATTEMPTS = 5;
export const RESEND_AFTER_SECONDS = 30;
export const PENDING_LINK_MAX_AGE_MS = 30 * MINUTE_MS;
export const KNOWN_DEVICE_MAX_AGE_MS = 365 * DAY_MS;
/** After it, the invited person asks for a link. */
export const INVITATION_MAX_AGE_MS = 7 * DAY_MS;
export const PROVIDER_TIMEOUT_MS = 3500;
export const PROVIDER_CACHE_ENTRIES = 100;

// Proof of work

export const PROOF_OF_WORK_MAX_AGE_MS = 5 * MINUTE_MS;
export const PROOF_OF_WORK_LEVELS = 4;

// Passwords

/** In code points after NFC (NIST SP 800-63B-4: 15 as the only factor; nothing is truncated). */
export const PASSWORD_MIN_LENGTH = 15;
export const PASSWORD_MAX_LENGTH = 256;
export const PASSWORD_RESET_MAX_AGE_MS = HOUR_MS;
/** The review lists additions within this time before the reset. */
export const SECURITY_REVIEW_PERIOD_MS = 30 * DAY_MS;

// Profiles and addresses

export const EMAIL_MAX_LENGTH = 254;
export const NAME_MAX_LENGTH = 100;
/** How long the mail to the former address can undo a change. */
export const EMAIL_UNDO_MAX_AGE_MS = 7 * DAY_MS;
/** Each change of address that can be undone reserves an address. */
export const EMAIL_UNDOS_MAX = 5;
export const PHONE_INPUT_MAX_LENGTH = 250;
export const PHONE_CODE_MAX_AGE_MS = 10 * MINUTE_MS;
/** An uploaded picture, or one from an identity provider. */
export const PICTURE_MAX_BYTES = 2 * 1024 * 1024;
export const PICTURE_TYPES: readonly string[] = ['image/png', 'image/jpeg', 'image/webp'];
/** The pixels of each side, at most. */
export const PICTURE_SIZE = 512;

// Second factors and passkeys

export const TRUSTED_BROWSER_MAX_AGE_MS = 30 * DAY_MS;
export const TOTP_STEP_SECONDS = 30;
export const TOTP_ENROLMENT_MAX_AGE_MS = 15 * MINUTE_MS;
export const AUTHENTICATOR_APPS_PER_USER = 5;
export const RECOVERY_CODES = 10;
/** A mail tells the owner when so few are left. */
export const RECOVERY_CODES_FEW = 2;
/** How long the owner can stop the operator's removal of the second factors. */
export const SECOND_FACTOR_REMOVAL_DELAY_MS = DAY_MS;
export const PASSKEYS_PER_USER = 20;
export const PASSKEY_NAME_MAX_LENGTH = 60;
export const CEREMONY_MAX_AGE_MS = 15 * MINUTE_MS;
/** A key of 4,096 bits has about 530 bytes. Every read of a session reads them all. */
export const PASSKEY_PUBLIC_KEY_MAX_BYTES = 1024;

// Access tokens, OAuth clients and devices

export const ACCESS_TOKENS_PER_USER = 50;
export const SCOPE_NAME_MAX_LENGTH = 64;
export const OAUTH_CLIENTS_MAX = 100;
/** How long a first question counts: the sign-in that it asks for must be younger. */
export const AUTHORIZATION_ASKED_MAX_AGE_MS = HOUR_MS;
export const DEVICE_CODE_MAX_AGE_MS = 10 * MINUTE_MS;
export const DEVICE_TOKEN_MAX_AGE_MS = 90 * DAY_MS;

// Administration

export const REASON_MAX_LENGTH = 200;
/** The longest period of the overview. The period before it is read, too. */
export const OVERVIEW_DAYS_MAX = 90;
/** How long an expired service key is listed. */
export const SERVICE_KEY_KEPT_MS = 30 * DAY_MS;
/** How long an import does not bring a deleted person back. */
export const DELETED_EXTERNAL_ID_KEPT_MS = 730 * DAY_MS;
/** The bounds of one call. */
export const IMPORT_BATCH_SIZE = 500;
export const IMPORT_MAX_BODY_BYTES = 1024 * 1024;

/** Each file of a brand. The first page waits for the logo. */
export const BRAND_FILE_MAX_BYTES = 200_000;
/** A draft of a brand: seven files in base64, and its words. */
export const BRAND_DRAFT_MAX_BODY_BYTES = 2 * 1024 * 1024;
export const IMPORTED_HASH_MAX_LENGTH = 1024;
/** How long one process runs a job alone. */
export const JOB_LEASE_MS = MINUTE_MS;
/** The metrics stop counting here, so that a scrape during a backlog stays cheap. */
export const JOBS_COUNTED_MAX = 1000;
export const FAILED_JOBS_LISTED_MAX = 200;

// Events and webhooks

/** The time since the event got its position. */
export const EVENTS_KEPT_MS = 30 * DAY_MS;
/** Events are numbered in partitions, so that no document is written by every event. */
export const EVENT_PARTITIONS = 16;
export const WEBHOOK_URL_MAX_LENGTH = 2000;
export const WEBHOOK_DESCRIPTION_MAX_LENGTH = 100;
export const WEBHOOK_TIMEOUT_MS = 15 * SECOND_MS;
/** An endpoint without any success for so long is disabled. */
export const WEBHOOK_FAILING_MAX_MS = 5 * DAY_MS;
/** One process sends a delivery alone for so long. No request takes longer. */
export const DELIVERY_LEASE_MS = MINUTE_MS;
