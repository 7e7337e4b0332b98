/** Every figure the specification fixes, named once. Durations carry their unit in the name. */

export const SECOND_MS = 1000;
export const MINUTE_MS = 60 * SECOND_MS;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** A session unused for this long is dead (OWASP ASVS 7.3.1). */
export const SESSION_MAX_AGE_MS = 30 * DAY_MS;
/** A used session older than this since its last renewal gets a new expiry and a new cookie. */
export const SESSION_RENEW_AFTER_MS = DAY_MS;
/** However often it is renewed, a session ends this long after sign-in (OWASP ASVS 7.3.2). */
export const SESSION_ABSOLUTE_MAX_AGE_MS = 365 * DAY_MS;
/** `lastSeenAt` is written at most this often, so that reading stays reading. */
export const SESSION_LAST_SEEN_EVERY_MS = 5 * MINUTE_MS;
/** A sensitive mutation needs a sign-in or re-authentication no older than this. */
export const SESSION_FRESH_MS = 10 * MINUTE_MS;
/** Bytes of randomness in a session token; only its SHA-256 is stored. */
export const SESSION_TOKEN_BYTES = 32;

/** State, nonce and PKCE cookies, and the intent that a provider flow was started with. */
export const CHECK_COOKIE_MAX_AGE_MS = 900 * SECOND_MS;

/** The link and the code in a sign-in mail. */
export const VERIFICATION_TOKEN_MAX_AGE_MS = DAY_MS;
export const VERIFICATION_CODE_DIGITS = 6;
/** Wrong codes after which the code (not the link) is dead. */
export const VERIFICATION_CODE_MAX_ATTEMPTS = 5;
/** Seconds before the page offers to send the mail again. */
export const RESEND_AFTER_SECONDS = 30;

/** Sign-in mails per address, and per client address, within `SEND_WINDOW_SECONDS`. */
export const SENDS_PER_ADDRESS = 5;
export const SENDS_PER_CLIENT = 30;
export const SEND_WINDOW_SECONDS = 15 * 60;
/** Client-side sign-in errors that a browser may report, per client address and minute. */
export const LOG_REPORTS_PER_MINUTE = 30;
export const LOG_REPORT_MAX_BYTES = 4 * 1024;

export const EMAIL_MAX_LENGTH = 254;
export const NAME_MAX_LENGTH = 100;
export const IMAGE_URL_MAX_LENGTH = 2048;
export const CALLBACK_URL_MAX_LENGTH = 2048;

/** Browsers drop a cookie above this size (RFC 6265 section 6.1). */
export const COOKIE_MAX_BYTES = 4096;

export const TRPC_MAX_BATCH = 20;
export const TRPC_MAX_BODY_BYTES = 64 * 1024;
export const AUTH_MAX_BODY_BYTES = 16 * 1024;

/** A provider sign-in that waits for the person to show who they are. */
export const PENDING_LINK_MAX_AGE_MS = 30 * MINUTE_MS;
export const ACTIVITY_MAX_AGE_MS = 180 * DAY_MS;
/** A code that re-authenticates, in the mail and in the database. */
export const REAUTHENTICATION_CODE_MAX_AGE_MS = 10 * MINUTE_MS;
/** A job is tried again with growing pauses, about a day in all, then given up and logged. */
export const JOB_MAX_ATTEMPTS = 12;
export const JOB_LEASE_MS = MINUTE_MS;

/** Calls to an identity provider. */
export const PROVIDER_TIMEOUT_MS = 3500;
export const PROVIDER_MAX_ANSWER_BYTES = 256 * 1024;
export const CLIENT_ASSERTION_MAX_AGE_SECONDS = 60;
export const PROVIDER_CACHE_ENTRIES = 100;

/** A database operation that takes longer has failed; the answer is 503 `UNAVAILABLE`. */
export const DATABASE_TIMEOUT_MS = 2500;
