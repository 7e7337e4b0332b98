// Over 300 lines: one list of all limits, so that an operator and a reviewer find each.
/** All limits and durations of the specification. Durations have their unit in the name. */

export const SECOND_MS = 1000;
export const MINUTE_MS = 60 * SECOND_MS;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** A session ends after this time without use (OWASP ASVS 7.3.1). */
export const SESSION_MAX_AGE_MS = 30 * DAY_MS;
/** How long a client's session that is bound to a browser session lives before its first refresh. Its token may have been lost on the way. */
export const UNREFRESHED_SESSION_MAX_AGE_MS = 7 * DAY_MS;
/** A session that was last renewed before this time gets a new expiry and a new cookie when it is used. */
export const SESSION_RENEW_AFTER_MS = DAY_MS;
/** A session ends this long after the sign-in, even if it is renewed (OWASP ASVS 7.3.2). */
export const SESSION_ABSOLUTE_MAX_AGE_MS = 365 * DAY_MS;
/** `lastSeenAt` is written at most this often, so that most reads write nothing. */
export const SESSION_LAST_SEEN_EVERY_MS = 5 * MINUTE_MS;
/** A sensitive mutation needs a sign-in or re-authentication no older than this. */
export const SESSION_FRESH_MS = 10 * MINUTE_MS;
/** Bytes of randomness in a session token; only its SHA-256 is stored. */
export const SESSION_TOKEN_BYTES = 32;
/** The lifetime of a signed session token. A service that only checks the signature learns of a revocation this late at most. */
export const SESSION_JWT_MAX_AGE_MS = 5 * MINUTE_MS;
/** How long one key signs session tokens. */
export const SIGNING_KEY_PERIOD_MS = 30 * DAY_MS;
/** How long a key is published before and after it signs. It is far longer than anybody caches a key set or a token. */
export const SIGNING_KEY_OVERLAP_MS = DAY_MS;
/** How long clients may cache the key set. */
export const KEY_SET_MAX_AGE_MS = 5 * MINUTE_MS;
/** How long clients may cache the declared roles and fields. */
export const PUBLISHED_CONFIGURATION_MAX_AGE_MS = 5 * MINUTE_MS;

/** The state, nonce and PKCE cookies, and the intent of a provider flow. */
export const CHECK_COOKIE_MAX_AGE_MS = 900 * SECOND_MS;

/** The link and the code in a sign-in mail. */
export const VERIFICATION_TOKEN_MAX_AGE_MS = DAY_MS;
export const VERIFICATION_CODE_DIGITS = 6;
/** After this many wrong codes the code is dead, but not the link. */
export const VERIFICATION_CODE_MAX_ATTEMPTS = 5;
/** The lifetime of the language cookie. */
export const LOCALE_COOKIE_MAX_AGE_MS = 365 * DAY_MS;
/** How long the page after the deletion of an account can be opened. */
export const GOODBYE_COOKIE_MAX_AGE_MS = 5 * MINUTE_MS;
/** Seconds before the page offers to resend the mail. */
export const RESEND_AFTER_SECONDS = 30;

/**
 * Mails requested by strangers: clients without a session or known browser of the account. To one address within `SEND_WINDOW_SECONDS` and
 * in a day; from one client address (IPv4, or one IPv6 /64) and from one network (IPv4 /24, or IPv6 /48) within `SEND_WINDOW_SECONDS`.
 */
export const STRANGER_MAILS_PER_ADDRESS = 5;
export const STRANGER_MAILS_PER_ADDRESS_AND_DAY = 20;
export const STRANGER_MAILS_PER_CLIENT = 30;
export const STRANGER_MAILS_PER_NETWORK = 120;
/** Mails requested by one session or known browser, and all of those of one user. */
export const MAILS_PER_BROWSER = 5;
export const MAILS_PER_BROWSER_AND_DAY = 20;
export const MAILS_PER_USER_AND_DAY = 100;
/** Mails to a new address that a session asks for. The address may belong to anybody. */
export const WANTED_MAILS_PER_ADDRESS = 5;
export const WANTED_MAILS_PER_ADDRESS_AND_DAY = 10;
export const SEND_WINDOW_SECONDS = 15 * 60;
/** Strangers' wrong codes for one address or number in a day. After that, their mails contain only the link. */
export const WRONG_CODES_PER_SUBJECT_AND_DAY = 20;
/** Strangers' wrong codes from one client address and from one network within `SEND_WINDOW_SECONDS`. */
export const WRONG_CODES_PER_CLIENT = 50;
export const WRONG_CODES_PER_NETWORK = 200;
/**
 * Stored open requests of one address: as many as strangers can make in a day, so that none is removed before it expires, and those of
 * sessions and known browsers.
 */
export const REQUESTS_KEPT_OF_STRANGERS = STRANGER_MAILS_PER_ADDRESS_AND_DAY;
export const REQUESTS_KEPT_OF_KNOWN = 40;
/** Requests that a browser stores in its cookie. */
export const CODE_REQUESTS_REMEMBERED = 10;
/** Client-side sign-in errors that a browser may report, per client address and minute. */
export const LOG_REPORTS_PER_MINUTE = 30;
export const LOG_REPORT_MAX_BYTES = 4 * 1024;

export const EMAIL_MAX_LENGTH = 254;
export const NAME_MAX_LENGTH = 100;
export const CALLBACK_URL_MAX_LENGTH = 2048;

/** Browsers drop a cookie above this size (RFC 6265 section 6.1). */
export const COOKIE_MAX_BYTES = 4096;

export const TRPC_MAX_BATCH = 20;
export const TRPC_MAX_BODY_BYTES = 64 * 1024;
export const AUTH_MAX_BODY_BYTES = 16 * 1024;

/** The maximum lifetime of an access token is a year, including a leap day. */
export const ACCESS_TOKEN_MAX_AGE_MS = 366 * DAY_MS;
export const ACCESS_TOKEN_MIN_AGE_MS = MINUTE_MS;
/** How long an expired access token stays in the list. */
export const ACCESS_TOKEN_KEPT_MS = 30 * DAY_MS;
/** The scopes that `foyer.config.ts` may declare, and how long their names may be. */
export const OWN_SCOPES_MAX = 50;
export const SCOPE_NAME_MAX_LENGTH = 64;
/** The scopes of one access token: more than there can be. */
export const TOKEN_SCOPES_MAX = 100;
/** Live access tokens of one user, and new ones of one user in an hour. Each new one sends a mail. */
export const ACCESS_TOKENS_PER_USER = 50;
export const ACCESS_TOKENS_PER_HOUR = 60;
/** The last use of an access token is written at most this often. */
export const ACCESS_TOKEN_LAST_USED_EVERY_MS = 5 * MINUTE_MS;
/** Requests with an invalid access token, per client address and minute. */
export const BAD_ACCESS_TOKENS_PER_MINUTE = 60;

/** The authorization code of an OAuth client (RFC 6749, 4.1.2: at most ten minutes). */
export const AUTHORIZATION_CODE_MAX_AGE_MS = MINUTE_MS;
/** A used or expired code is kept for this time, so that a second use of it is noticed. */
export const AUTHORIZATION_CODE_KEPT_MS = DAY_MS;
/** The access token and the ID token of an OAuth client. A service that only checks the signature learns of a revocation this late at most. */
export const CLIENT_TOKEN_MAX_AGE_MS = 5 * MINUTE_MS;
/** A refresh token that was just used gives its successor once more, because the first answer may be lost. */
export const REFRESH_GRACE_MS = 30 * SECOND_MS;
/** The longest lifetime of a client assertion (RFC 7523). */
export const CLIENT_ASSERTION_MAX_AGE_MS = 5 * MINUTE_MS;
/** How far the clock of a client may be off. */
export const CLIENT_ASSERTION_TOLERANCE_MS = 10 * SECOND_MS;
/** When a client asks again while stored data is migrated. */
export const MIGRATION_RETRY_AFTER_SECONDS = 10;
/** The body of a request to an endpoint of OAuth. */
export const OAUTH_MAX_BODY_BYTES = 16 * 1024;
/** Parameters of an authorization request. The whole request is within `CALLBACK_URL_MAX_LENGTH`. */
export const AUTHORIZATION_STATE_MAX_LENGTH = 1024;
export const AUTHORIZATION_NONCE_MAX_LENGTH = 255;
export const AUTHORIZATION_CODES_PER_SESSION = 100;
/** An authorization request that asks for a new sign-in takes one that is younger than its first question. The question counts so long. */
export const AUTHORIZATION_ASKED_MAX_AGE_MS = HOUR_MS;
/** Failed authentications of clients, per client address and `SEND_WINDOW_SECONDS`. */
export const CLIENT_FAILURES_PER_ADDRESS = 60;
export const OAUTH_CLIENTS_MAX = 100;

/** The device flow (RFC 8628): the lifetime of its codes and the polling interval. */
export const DEVICE_CODE_MAX_AGE_MS = 10 * MINUTE_MS;
export const DEVICE_POLL_INTERVAL_SECONDS = 5;
/** Added to the interval for each poll that is too early (RFC 8628, section 3.5). */
export const DEVICE_SLOW_DOWN_SECONDS = 5;
/** The lifetime of an access token from the device flow. */
export const DEVICE_TOKEN_MAX_AGE_MS = 90 * DAY_MS;
/** Device flows started by one client address, and wrong codes of one session and of one user, within `SEND_WINDOW_SECONDS`. */
export const DEVICE_STARTS_PER_CLIENT = 30;
export const DEVICE_CODES_PER_SESSION = 5;
export const DEVICE_CODES_PER_USER = 25;

/** How long a pending provider account waits for the person to verify. */
export const PENDING_LINK_MAX_AGE_MS = 30 * MINUTE_MS;
/** For this time after "Connect", "Don't connect" is refused, because the connection may be running. It is longer than any request. */
export const LINK_CONSENT_RUNS_MS = MINUTE_MS;
export const ACTIVITY_MAX_AGE_MS = 180 * DAY_MS;
/** Data exports of one user in an hour. Each reads all data of the user. */
export const DATA_EXPORTS_PER_HOUR = 10;
/** Checks of provider grants by one user within `SEND_WINDOW_SECONDS`. Each check makes several calls to the provider. */
export const GRANT_CHECKS_PER_USER = 60;
/** After this time a deletion counts as interrupted, and another process continues it. */
export const DELETION_RESUME_AFTER_MS = 10 * SECOND_MS;
/** How long a deleted user's tombstone is kept. It is longer than any request that could still write. */
export const TOMBSTONE_MIN_AGE_MS = 2 * MINUTE_MS;
/** The lifetime of a re-authentication code, in the mail and in the database. */
export const REAUTHENTICATION_CODE_MAX_AGE_MS = 10 * MINUTE_MS;
/** A failed job is retried with growing pauses for about two days, then dropped and logged. */
export const JOB_MAX_ATTEMPTS = 300;
export const JOB_PAUSE_MAX_MS = 10 * MINUTE_MS;
/** A security event of this age was left in the outbox by a crash, so the job runner writes it. */
export const OUTBOX_LEFT_AFTER_MS = 15 * SECOND_MS;
export const JOB_LEASE_MS = MINUTE_MS;
/** For how long `/readyz` relies on a reading of the indexes that found all of them. */
export const INDEX_CHECK_KEPT_MS = 10 * SECOND_MS;
/** The clock of a process is compared with the clock of the database this often. Above the difference, the log warns. */
export const CLOCK_COMPARED_EVERY_MS = MINUTE_MS;
export const CLOCK_DIFFERENCE_MAX_MS = 5 * SECOND_MS;
/** The metrics count so many jobs and deliveries at most, so that a scrape during a backlog stays cheap. */
export const JOBS_COUNTED_MAX = 1000;
/** The metrics ask the database at most this often. */
export const METRICS_READ_EVERY_MS = 5 * SECOND_MS;
/** Then they are answered without what the database knows. */
export const METRICS_READ_WITHIN_MS = SECOND_MS;
/** Rows that one search for orphaned rows reads, and the time between two complete searches. */
export const SWEEP_BATCH = 500;
export const SWEEP_EVERY_MS = 10 * MINUTE_MS;
/** A process that runs a database migration renews its lease within this time. Otherwise another process takes over. */
export const MIGRATION_LEASE_MS = MINUTE_MS;

/** Limits of calls to an identity provider. */
export const PROVIDER_TIMEOUT_MS = 3500;
export const PROVIDER_MAX_ANSWER_BYTES = 256 * 1024;
export const CLIENT_ASSERTION_MAX_AGE_SECONDS = 60;
export const PROVIDER_CACHE_ENTRIES = 100;
/** How long a key is trusted after the provider removed it from its key set, while the provider answers. */
export const PROVIDER_KEY_TRUST_MS = 10 * MINUTE_MS;
/** How long an expired discovery document or key set is used while the provider does not answer. */
export const PROVIDER_STALE_MAX_MS = DAY_MS;
/** WebFinger look-ups per client address and minute, and client registrations that it may cause in an hour. */
export const DISCOVERIES_PER_MINUTE = 30;
export const DISCOVERED_REGISTRATIONS_PER_HOUR = 5;
/** The number of discovered providers. Above it, unused ones are removed. */
export const DISCOVERED_PROVIDERS_MAX = 100;

/** How long a request waits for the database in total; the answer is then 503 `UNAVAILABLE`, within 3 s. One operation takes no longer either. */
export const DATABASE_TIMEOUT_MS = 2500;
/** After a request has waited that long in vain, the others do not wait. One in each such time does, so that the database's return is noticed. */
export const DATABASE_TRIED_AGAIN_AFTER_MS = SECOND_MS;
/** What `Retry-After` of that answer says. Most failovers take some seconds; a request waits for the database, too. */
export const DATABASE_RETRY_AFTER_SECONDS = 1;
/** How long a page waits for the registered identity providers before it shows the known ones. */
export const PROVIDER_LIST_WAIT_MS = 200;

/** The length of a password, in code points after NFC (NIST SP 800-63B-4: 15 if it is the only factor; nothing is truncated). */
export const PASSWORD_MIN_LENGTH = 15;
export const PASSWORD_MAX_LENGTH = 256;
/** The lifetime of a password reset link. */
export const PASSWORD_RESET_MAX_AGE_MS = HOUR_MS;

/** Guesses at one account by unknown browsers, before a pause that doubles with every round. */
export const GUESSES_PER_ACCOUNT = 10;
/** Strangers' guesses at one account in a day. Guesses during a pause cost the highest proof of work. */
export const GUESSES_PER_ACCOUNT_AND_DAY = 100;
export const GUESS_PAUSE_SECONDS = 15 * 60;
export const GUESS_PAUSE_MAX_SECONDS = 24 * 60 * 60;
/** Wrong guesses from one client address (IPv6: one /64) within `GUESS_PAUSE_SECONDS`, for all accounts together. */
export const GUESSES_PER_CLIENT = 50;
/** The same from one network (IPv4 /24, IPv6 /48). */
export const GUESSES_PER_NETWORK = 200;
/** Wrong guesses of all sessions of one user within `GUESS_PAUSE_SECONDS`; one session has `GUESSES_PER_ACCOUNT`. */
export const GUESSES_PER_USER = 50;
/**
 * What all strangers together may do before each act costs a proof of work (reasons: `docs/decisions/023-proof-of-work.md`). `free` acts
 * within the window that proved not honest, and `perProven` more for each honest one.
 */
export const STRANGER_ACTS = {
  password: { free: 2000, perProven: 0.25, freeAtMost: 25_000 },
  code: { free: 500, perProven: 0.25, freeAtMost: 10_000 },
  mail: { free: 2000, perProven: 0.5, freeAtMost: 50_000 },
  text: { free: 50, perProven: 0.5, freeAtMost: 200 },
} as const;
export const STRANGER_SUM_WINDOW_MS = 10 * MINUTE_MS;
/** The window rolls by steps of this length. */
export const STRANGER_SUM_SLOT_MS = MINUTE_MS;
/** Documents over which one minute of a sum is spread. */
export const STRANGER_SUM_SHARDS = 16;
/** How long a process uses the sum that it has read. It adds its own acts meanwhile. */
export const STRANGER_SUM_MEMORY_MS = SECOND_MS;
/** A challenge must be answered within this time. */
export const PROOF_OF_WORK_MAX_AGE_MS = 5 * MINUTE_MS;
/** Iterations of PBKDF2 with SHA-256 for each counter that is tried. */
export const PROOF_OF_WORK_COST = 2000;
/** At level 1 the counter is below this number. It doubles with each level. */
export const PROOF_OF_WORK_COUNTERS = 500;
export const PROOF_OF_WORK_LEVELS = 4;
export const PROOF_OF_WORK_HEADER_MAX_LENGTH = 2048;

/** How long an account knows a browser after a sign-in with a password, and how many accounts a browser stores. */
export const KNOWN_DEVICE_MAX_AGE_MS = 365 * DAY_MS;
export const KNOWN_DEVICE_MAX_ACCOUNTS = 5;
/** A first sign-in this soon after the account was created sends no mail. */
export const FIRST_SIGN_IN_WITHIN_MS = 10 * MINUTE_MS;

/** Passwords in the queue to be hashed in one process. Above it, the answer is 503 `UNAVAILABLE`. */
export const PASSWORD_HASHES_WAITING = 100;
export const PASSWORD_HASHES_RETRY_AFTER_SECONDS = 2;
/** Checks of hashes that cost more than today's wait in a queue of their own, because each takes up to a second. */
export const COSTLY_HASHES_WAITING = 20;
/** What a guess costs (`docs/decisions/066-price-of-a-guess.md`): the last checks of one kind of hash, and for how long a kind counts after its last check. */
export const GUESS_COST_SAMPLES = 20;
export const GUESS_COST_KEPT_MS = HOUR_MS;
/** A wrong answer waits no longer. The most expensive imported hash needs about a second (decision 035), and more on a slow machine. */
export const GUESS_PADDING_MAX_MS = 3000;
/** The part of one check in the average cost. */
export const GUESS_PRICE_WEIGHT = 0.05;

/** Phone numbers: digits after the calling code, digits of the calling code, and characters of the input. */
export const PHONE_MIN_DIGITS = 2;
export const PHONE_MAX_DIGITS = 17;
export const PHONE_CALLING_CODE_MAX_DIGITS = 3;
export const PHONE_INPUT_MAX_LENGTH = 250;
/** The lifetime of a code, in the text message and in the database. */
export const PHONE_CODE_MAX_AGE_MS = 10 * MINUTE_MS;

/** Text messages within `SEND_WINDOW_SECONDS`: to one number, for one session or known browser, for one user, and for one client address. */
export const SMS_PER_NUMBER = 3;
export const SMS_PER_BROWSER = 5;
export const SMS_PER_BROWSER_AND_DAY = 15;
export const SMS_PER_USER = 10;
export const SMS_PER_CLIENT = 10;
export const SMS_PER_NETWORK = 40;
/** To the sender's own verified number: by all sessions and known browsers together. */
export const SMS_PER_OWN_NUMBER = 9;
export const SMS_PER_NUMBER_AND_DAY = 10;
export const SMS_PER_OWN_NUMBER_AND_DAY = 30;
/** To numbers that differ only in their last digits, in an hour. Fraudsters buy such ranges for the fees. */
export const SMS_PREFIX_OPEN_DIGITS = 4;
export const SMS_PER_PREFIX_AND_HOUR = 20;
/**
 * To all numbers, because each message costs money. Three budgets: strangers who ask for a verified number, sessions that verify a new
 * number, and messages to the asker's own verified number.
 */
export const SMS_OF_STRANGERS_PER_HOUR = 100;
export const SMS_OF_STRANGERS_PER_DAY = 1000;
export const SMS_OF_SESSIONS_PER_HOUR = 200;
export const SMS_OF_SESSIONS_PER_DAY = 2000;
export const SMS_TO_OWN_NUMBERS_PER_HOUR = 200;
export const SMS_TO_OWN_NUMBERS_PER_DAY = 2000;
export const SMS_GATEWAY_TIMEOUT_MS = 5 * SECOND_MS;
/** The pauses before a failed message is retried. They are short, because a person waits. */
export const SMS_RETRY_PAUSES_MS = [200, 800] as const;

/** Live sessions of one user. A new one above the limit ends the oldest. */
export const SESSIONS_PER_USER = 100;
/** Sessions of one OAuth client that one session authorized: those that end with it, and those that stay. A new one above the limit ends one that was not used for longest. */
export const BOUND_SESSIONS_PER_CLIENT = 5;
export const STAYING_SESSIONS_PER_CLIENT = 10;
/** Sessions in a list; events in a page of the activity, by default and at most. */
export const SESSIONS_LISTED_MAX = 100;
export const ACTIVITY_PAGE_SIZE = 25;
export const ACTIVITY_PAGE_MAX_SIZE = 100;

/** An uploaded picture, or one from an identity provider. */
export const PICTURE_MAX_BYTES = 2 * 1024 * 1024;
export const PICTURE_TYPES: readonly string[] = ['image/png', 'image/jpeg', 'image/webp'];
/** The decoded size, 6,000 by 4,000. A file of two megabytes can claim far more. */
export const PICTURE_MAX_PIXELS = 24_000_000;
/** The stored picture: a square with at most this many pixels a side. */
export const PICTURE_SIZE = 512;
export const PICTURE_DECODING_TIMEOUT_SECONDS = 5;
/** Pictures in the queue to be decoded in one process. Above it, the answer is 503 `UNAVAILABLE`. */
export const PICTURES_WAITING = 20;
export const PICTURES_RETRY_AFTER_SECONDS = 2;
/** Uploads of one user. */
export const PICTURES_PER_USER_AND_HOUR = 30;
/** Changes of the profile and of own data by one user within `SEND_WINDOW_SECONDS`. Each is told to every webhook endpoint. */
export const PROFILE_CHANGES_PER_USER = 90;
/** How long a browser or a proxy may cache a picture after it was replaced. */
export const PICTURE_CACHED_MS = DAY_MS;
/** The maximum length of a picture's URL at an identity provider. */
export const PICTURE_ADDRESS_MAX_LENGTH = 2048;
/** The first sign-in in each such period fetches the picture of a provider again, because its URL may stay the same after a change. */
export const PROVIDER_PICTURE_MAX_AGE_MS = 7 * DAY_MS;
/** How long a failed fetch of a picture is not repeated. */
export const PROVIDER_PICTURE_PAUSE_MS = 10 * MINUTE_MS;
/** A picture of this age without any reference was left by an interrupted change. */
export const PICTURE_SETTLED_AFTER_MS = 10 * MINUTE_MS;

/** How long the link in the mail to the former address can undo a change of address. */
export const EMAIL_UNDO_MAX_AGE_MS = 7 * DAY_MS;

/** The security review after a password reset lists additions within this time before it. */
export const SECURITY_REVIEW_PERIOD_MS = 30 * DAY_MS;
/** A user's changes of address that can still be undone. Each reserves an address. */
export const EMAIL_UNDOS_MAX = 5;
/** Mails to a user's new addresses in a day. */
export const EMAIL_CHANGE_MAILS_PER_DAY = 20;

/** A sign-in that waits for its second factor. */
export const PENDING_SIGN_IN_MAX_AGE_MS = 10 * MINUTE_MS;
/** An expired one is kept so long, so that its owner can be told of it. */
export const PENDING_SIGN_IN_KEPT_MS = HOUR_MS;
export const PENDING_SIGN_IN_TRIES = 5;
/** A person is told once in this time that somebody passed the first factor only. */
export const FIRST_FACTOR_NOTICE_EVERY_MS = DAY_MS;
/** The newest proofs of a session are stored. */
export const PROOFS_PER_SESSION = 10;
/** Wrong codes of one person in a day over all pending sign-ins, from browsers that the account does not know, and from each that it knows. */
export const WRONG_SECOND_FACTORS_PER_USER_AND_DAY = 20;
export const WRONG_SECOND_FACTORS_PER_BROWSER_AND_DAY = 20;
/** How long a trusted browser is not asked for the second factor. */
export const TRUSTED_BROWSER_MAX_AGE_MS = 30 * DAY_MS;
export const TRUSTED_BROWSERS_PER_USER = 10;

/** Time-based codes (RFC 6238): the step, the digits, and how many steps an app's clock may drift in all. */
export const TOTP_STEP_SECONDS = 30;
export const TOTP_DIGITS = 6;
export const TOTP_MAX_DRIFT_STEPS = 4;
export const TOTP_ENROLMENT_MAX_AGE_MS = 15 * MINUTE_MS;
export const AUTHENTICATOR_APPS_PER_USER = 5;
export const RECOVERY_CODES = 10;
/** A mail tells the owner when so few recovery codes are left. */
export const RECOVERY_CODES_FEW = 2;
/** How long the owner can stop a removal of the second factors by the operator. */
export const SECOND_FACTOR_REMOVAL_DELAY_MS = DAY_MS;
/** Its reason, which the owner reads. */
export const SECOND_FACTOR_REMOVAL_REASON_MAX_LENGTH = 200;

/** Passkeys (WebAuthn). */
export const PASSKEYS_PER_USER = 20;
export const PASSKEY_NAME_MAX_LENGTH = 60;
/** How long the browser may take, and how long a challenge works. Autofill waits while the page is open. */
export const PASSKEY_TIMEOUT_MS = 5 * MINUTE_MS;
export const CEREMONY_MAX_AGE_MS = 15 * MINUTE_MS;
/** The cookie that binds challenges to a browser. */
export const PASSKEY_COOKIE_MAX_AGE_MS = DAY_MS;
/** A key of 4,096 bits has about 530 bytes. Every read of a session reads them all. */
export const PASSKEY_PUBLIC_KEY_MAX_BYTES = 1024;
/** Challenges within `SEND_WINDOW_SECONDS` for one client address, for its network, for one browser that an account knows, and for one user. */
export const CEREMONIES_PER_CLIENT = 100;
export const CEREMONIES_PER_NETWORK = 1000;
export const CEREMONIES_PER_BROWSER = 60;
export const CEREMONIES_PER_USER = 60;

/** People, roles and their administration. */
export const PEOPLE_PAGE_SIZE = 25;
export const PEOPLE_PAGE_MAX_SIZE = 100;
/** How long the end of an administrator may take. After it, somebody who is still one is counted again. */
export const ADMINISTRATOR_LEAVES_WITHIN_MS = MINUTE_MS;
/** The ids of `users.getMany`. */
export const PEOPLE_READ_AT_ONCE = 100;
/** How long the link of an invitation works. After it, the invited person asks for a link by themselves. */
export const INVITATION_MAX_AGE_MS = 7 * DAY_MS;
/** A reason of an administrator or an application. */
export const REASON_MAX_LENGTH = 200;
/** All own fields of a person together, as JSON. */
export const OWN_DATA_MAX_BYTES = 8 * 1024;
/** How long `admit` and `claims` of `foyer.config.ts` may take. */
export const HOOK_TIMEOUT_MS = 2 * SECOND_MS;
export const SERVICE_KEYS_MAX = 50;
export const SERVICE_KEY_MIN_AGE_MS = HOUR_MS;
export const SERVICE_KEY_MAX_AGE_MS = 365 * DAY_MS;
export const SERVICE_KEY_LAST_USED_EVERY_MS = 5 * MINUTE_MS;
export const ALLOWED_ADDRESSES_PER_KEY = 20;
/** Calls of one service key that read or write many rows: how many one process runs at once, and how many wait. Above it, the answer is 429 `RATE_LIMITED`. */
export const HEAVY_CALLS_AT_ONCE = 2;
export const HEAVY_CALLS_WAITING = 100;
export const HEAVY_CALLS_RETRY_AFTER_SECONDS = 2;
export const AUDIT_PAGE_SIZE = 25;
export const AUDIT_PAGE_MAX_SIZE = 100;
/** How long an administrator may act as another person. */
export const IMPERSONATION_MAX_AGE_MS = HOUR_MS;
/** How long an expired service key is listed, and the audit log and the daily counts are kept. */
export const SERVICE_KEY_KEPT_MS = 30 * DAY_MS;
export const AUDIT_MAX_AGE_MS = 730 * DAY_MS;
export const DAILY_COUNTS_KEPT_MS = 400 * DAY_MS;
/** Documents over which each count of a day is spread. */
export const DAILY_COUNT_SHARDS = 16;
/** How long an import does not bring a deleted person back. */
export const DELETED_EXTERNAL_ID_KEPT_MS = 730 * DAY_MS;
/** How long a job that was given up is listed, and how many are listed. */
export const FAILED_JOB_KEPT_MS = 30 * DAY_MS;
export const FAILED_JOBS_LISTED_MAX = 200;
/** The days of the overview, today included. */
export const OVERVIEW_DAYS = 30;

/** Import of people: how many a call takes, and how long its body may be. */
export const IMPORT_BATCH_SIZE = 500;
export const IMPORT_MAX_BODY_BYTES = 1024 * 1024;
/** How many people one call of `users.export` answers. */
export const EXPORT_PAGE_SIZE = 500;
/**
 * Parameters of imported password hashes. Whoever types a password makes the server do this work, so a hash that costs more is refused
 * (reasons: `docs/decisions/035-import.md`).
 */
export const IMPORTED_HASH_MAX_LENGTH = 1024;
/** 128 MiB for the table of scrypt or the memory of argon2, and less than one MiB for the blocks of scrypt. */
export const IMPORTED_HASH_MAX_MEMORY_BYTES = 129 * 1024 * 1024;
/** scrypt: r * p. Blocks that need no large table still need time (RFC 7914, section 6). */
export const IMPORTED_SCRYPT_MAX_BLOCKS = 1024;
/** scrypt and argon2: the memory times the passes over it. */
export const IMPORTED_HASH_MAX_WORK_BYTES = 512 * 1024 * 1024;
export const IMPORTED_BCRYPT_MAX_COST = 14;
/** PBKDF2: the iterations times the blocks of the result (RFC 8018, section 5.2). */
export const IMPORTED_PBKDF2_MAX_ITERATIONS = 2_000_000;

/** Events and webhooks. */
/** Since an event got its position. */
export const EVENTS_KEPT_MS = 30 * DAY_MS;
/** Events are numbered in so many partitions, so that no document is written by every event. */
export const EVENT_PARTITIONS = 16;
/** How long one process numbers a partition alone. */
export const EVENT_LEASE_MS = 10 * SECOND_MS;
/** How many events of a partition are numbered by one write. */
export const EVENTS_NUMBERED_AT_ONCE = 500;
/** How often events are looked for that another process stored and did not number. */
export const EVENTS_LOOKED_FOR_EVERY_MS = SECOND_MS;
export const EVENTS_PAGE_SIZE = 100;
export const EVENTS_PAGE_MAX_SIZE = 1000;
export const WEBHOOKS_MAX = 20;
export const WEBHOOK_URL_MAX_LENGTH = 2000;
export const WEBHOOK_DESCRIPTION_MAX_LENGTH = 100;
/** How long a replaced secret signs beside the new one. */
export const WEBHOOK_SECRET_OVERLAP_MS = DAY_MS;
export const WEBHOOK_TIMEOUT_MS = 15 * SECOND_MS;
/** What is sent at most (Standard Webhooks, "payload size"). */
export const WEBHOOK_BODY_MAX_BYTES = 20 * 1024;
/** How much of an answer is kept. */
export const WEBHOOK_ANSWER_KEPT_BYTES = 4 * 1024;
/** The pauses between the attempts of a delivery (Standard Webhooks, "retry schedule"). The first attempt follows at once. */
export const WEBHOOK_PAUSES_MS = [
  5 * SECOND_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
  14 * HOUR_MS,
  20 * HOUR_MS,
  24 * HOUR_MS,
] as const;
/** After so long without any success an endpoint is disabled. */
export const WEBHOOK_FAILING_MAX_MS = 5 * DAY_MS;
/** How long one process sends a delivery alone. Longer than a request may take. */
export const DELIVERY_LEASE_MS = MINUTE_MS;
/** How many requests one process sends to one endpoint at once. */
export const DELIVERIES_AT_ONCE = 4;
export const DELIVERIES_KEPT_MS = 30 * DAY_MS;
export const DELIVERIES_PAGE_SIZE = 25;
export const DELIVERIES_PAGE_MAX_SIZE = 100;
/** How many requests of a delivery are kept to be shown. */
export const DELIVERY_ATTEMPTS_KEPT = 20;
/** The last attempts of a delivery whose answers are stored. */
export const DELIVERY_ANSWERS_KEPT = 5;
/** Changes of endpoints by one service key within `SEND_WINDOW_SECONDS`. Each is mailed to all administrators. */
export const WEBHOOK_CHANGES_PER_KEY = 30;
/** Tests and replays of one endpoint within `SEND_WINDOW_SECONDS`, so that nobody uses Foyer to flood another server. */
export const WEBHOOKS_BY_HAND = 60;
/** How many replays of time ranges wait at one endpoint at most. */
export const REPLAYS_WAITING_MAX = 3;
/** How many events a replay of a time range sends at most. */
export const REPLAY_EVENTS_MAX = 10_000;
/** How many deliveries that were given up one call sends again. */
export const REPLAY_FAILED_MAX = 1000;
/** How old a webhook may be when it is verified (Standard Webhooks, "timestamp"). */
export const WEBHOOK_TOLERANCE_MS = 5 * MINUTE_MS;

/** The headers of a request, with its first line. Node's parser counts them. A browser's cookies and a JSON Web Token have room. */
export const HEADERS_MAX_BYTES = 16_384;
/** The headers of a request must arrive within this time. */
export const HEADERS_TIMEOUT_MS = 10_000;
/** A complete request, with its body, must arrive within this time. */
export const REQUEST_TIMEOUT_MS = 30_000;
/**
 * Longer than proxies keep an idle connection (nginx 60 s, Traefik 90 s, Caddy 120 s), so that they close it. If the server closed it, a request could
 * meet the end of its connection and be lost.
 */
export const KEEP_ALIVE_TIMEOUT_MS = 130_000;
