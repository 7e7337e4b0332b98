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
/** A signed token about a session, for a service that cannot ask us: what was revoked is known there this late at most. */
export const SESSION_JWT_MAX_AGE_MS = 5 * MINUTE_MS;
/** How long one key signs those. */
export const SIGNING_KEY_PERIOD_MS = 30 * DAY_MS;
/** How long a key is published before it signs and after it has signed: far longer than anybody keeps a key set or a token. */
export const SIGNING_KEY_OVERLAP_MS = DAY_MS;
/** How long others may keep the key set without asking. */
export const KEY_SET_MAX_AGE_MS = 5 * MINUTE_MS;

/** State, nonce and PKCE cookies, and the intent that a provider flow was started with. */
export const CHECK_COOKIE_MAX_AGE_MS = 900 * SECOND_MS;

/** The link and the code in a sign-in mail. */
export const VERIFICATION_TOKEN_MAX_AGE_MS = DAY_MS;
export const VERIFICATION_CODE_DIGITS = 6;
/** Wrong codes after which the code (not the link) is dead. */
export const VERIFICATION_CODE_MAX_ATTEMPTS = 5;
/** How long a browser keeps the language that was chosen in it. */
export const LOCALE_COOKIE_MAX_AGE_MS = 365 * DAY_MS;
/** Seconds before the page offers to send the mail again. */
export const RESEND_AFTER_SECONDS = 30;

/**
 * Mails that strangers asked for: clients without a session or known browser of the account. To one address within `SEND_WINDOW_SECONDS` and in
 * a day; from one client address (IPv4, or one IPv6 /64) and from one network (IPv4 /24, or IPv6 /48) within `SEND_WINDOW_SECONDS`.
 */
export const STRANGER_MAILS_PER_ADDRESS = 5;
export const STRANGER_MAILS_PER_ADDRESS_AND_DAY = 20;
export const STRANGER_MAILS_PER_CLIENT = 30;
export const STRANGER_MAILS_PER_NETWORK = 120;
/** Mails that one session or known browser asked for, and all of those of one user. */
export const MAILS_PER_BROWSER = 5;
export const MAILS_PER_BROWSER_AND_DAY = 20;
export const MAILS_PER_USER_AND_DAY = 100;
/** Mails to an address that people want to have: whoever asks is in a session, and the address may be anybody's. */
export const WANTED_MAILS_PER_ADDRESS = 5;
export const WANTED_MAILS_PER_ADDRESS_AND_DAY = 10;
export const SEND_WINDOW_SECONDS = 15 * 60;
/** Wrong codes of strangers for one address or number in a day; then their mails hold the link only. */
export const WRONG_CODES_PER_SUBJECT_AND_DAY = 20;
/** Wrong codes of strangers from one client address and from one network within `SEND_WINDOW_SECONDS`. */
export const WRONG_CODES_PER_CLIENT = 50;
export const WRONG_CODES_PER_NETWORK = 200;
/**
 * Open requests that are kept of one address: as many as strangers can make in a day, so that none of theirs is displaced before it expires,
 * and those of sessions and known browsers.
 */
export const REQUESTS_KEPT_OF_STRANGERS = STRANGER_MAILS_PER_ADDRESS_AND_DAY;
export const REQUESTS_KEPT_OF_KNOWN = 40;
/** Requests that a browser remembers in its cookie. */
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

/** An access token lives a year at most, the leap day included, and at least long enough to be used. */
export const ACCESS_TOKEN_MAX_AGE_MS = 366 * DAY_MS;
export const ACCESS_TOKEN_MIN_AGE_MS = MINUTE_MS;
/** How long an expired one stays in its owner's list. */
export const ACCESS_TOKEN_KEPT_MS = 30 * DAY_MS;
/** Living ones of one user, and new ones of one user in an hour, each of which is told by mail. */
export const ACCESS_TOKENS_PER_USER = 50;
export const ACCESS_TOKENS_PER_HOUR = 60;
/** When and from where it was used is written at most this often. */
export const ACCESS_TOKEN_LAST_USED_EVERY_MS = 5 * MINUTE_MS;
/** Requests with a token that is not one, or no more, per client address and minute; then they are told to wait. */
export const BAD_ACCESS_TOKENS_PER_MINUTE = 60;

/** A program that signs in by a browser somewhere else (RFC 8628): how long its codes last, and how often it may ask. */
export const DEVICE_CODE_MAX_AGE_MS = 10 * MINUTE_MS;
export const DEVICE_POLL_INTERVAL_SECONDS = 5;
/** By how much the pause grows each time that it is not kept to (RFC 8628, section 3.5). */
export const DEVICE_SLOW_DOWN_SECONDS = 5;
/** The access token that it gets. */
export const DEVICE_TOKEN_MAX_AGE_MS = 90 * DAY_MS;
/** Programs that begin from one client address, and wrong codes of one session and of one user, within `SEND_WINDOW_SECONDS`. */
export const DEVICE_STARTS_PER_CLIENT = 30;
export const DEVICE_CODES_PER_SESSION = 5;
export const DEVICE_CODES_PER_USER = 25;

/** A provider sign-in that waits for the person to show who they are. */
export const PENDING_LINK_MAX_AGE_MS = 30 * MINUTE_MS;
/** So long after "Connect" a "Don't connect" is refused: the connection may be under way. Longer than any request takes. */
export const LINK_CONSENT_RUNS_MS = MINUTE_MS;
export const ACTIVITY_MAX_AGE_MS = 180 * DAY_MS;
/** Exports of one user in an hour: each reads all that there is. */
export const DATA_EXPORTS_PER_HOUR = 10;
/** How often one user may have a provider asked about a connection, within `SEND_WINDOW_SECONDS`: each call has us make several. */
export const GRANT_CHECKS_PER_USER = 60;
/** A deletion that its request has not finished by then was interrupted, and somebody else goes on. */
export const DELETION_RESUME_AFTER_MS = 10 * SECOND_MS;
/** How long a deleted user's tombstone stands: longer than any request that was under way may still write. */
export const TOMBSTONE_MIN_AGE_MS = 2 * MINUTE_MS;
/** A code that re-authenticates, in the mail and in the database. */
export const REAUTHENTICATION_CODE_MAX_AGE_MS = 10 * MINUTE_MS;
/** A job is tried again with growing pauses, about two days in all, then given up and logged. */
export const JOB_MAX_ATTEMPTS = 300;
export const JOB_PAUSE_MAX_MS = 10 * MINUTE_MS;
/** A security event this old was left by a crash: the job runner settles it. */
export const SECURITY_EVENT_UNSETTLED_AFTER_MS = 15 * SECOND_MS;
export const JOB_LEASE_MS = MINUTE_MS;
/** Rows that one look for orphaned rows reads, and how long after a pass over all of them the next one begins. */
export const SWEEP_BATCH = 500;
export const SWEEP_EVERY_MS = 10 * MINUTE_MS;
/** A process that runs a database migration writes at least this often that it goes on; else another process takes it over. */
export const MIGRATION_LEASE_MS = MINUTE_MS;

/** Calls to an identity provider. */
export const PROVIDER_TIMEOUT_MS = 3500;
export const PROVIDER_MAX_ANSWER_BYTES = 256 * 1024;
export const CLIENT_ASSERTION_MAX_AGE_SECONDS = 60;
export const PROVIDER_CACHE_ENTRIES = 100;
/** A key that a provider has taken out of its key set is trusted so long at most, while the provider answers. */
export const PROVIDER_KEY_TRUST_MS = 10 * MINUTE_MS;
/** A kept discovery document or key set stands in this long after it ran out while the provider cannot be asked. */
export const PROVIDER_STALE_MAX_MS = DAY_MS;
/** WebFinger look-ups per client address and minute, and providers that it may have us register with in an hour. */
export const DISCOVERIES_PER_MINUTE = 30;
export const DISCOVERED_REGISTRATIONS_PER_HOUR = 5;
/** Providers that people's addresses led to; beyond it, ones that nobody uses make room. */
export const DISCOVERED_PROVIDERS_MAX = 100;

/** How long a request waits for the database in all; the answer is then 503 `UNAVAILABLE`, within 3 s. One operation takes no longer either. */
export const DATABASE_TIMEOUT_MS = 2500;
/** How long a page waits for the registered identity providers before it shows those that are known. */
export const PROVIDER_LIST_WAIT_MS = 200;

/** A password, in code points after NFC (NIST SP 800-63B-4: 15 where it is the only factor; nothing is cut off). */
export const PASSWORD_MIN_LENGTH = 15;
export const PASSWORD_MAX_LENGTH = 256;
/** The link that lets a person choose a new password. */
export const PASSWORD_RESET_MAX_AGE_MS = HOUR_MS;

/** Guesses at one account by browsers that it does not know: so many, then a pause that doubles with every round. */
export const GUESSES_PER_ACCOUNT = 10;
/** All guesses of strangers at one account in a day. Those within a pause cost the highest proof of work. */
export const GUESSES_PER_ACCOUNT_AND_DAY = 100;
export const GUESS_PAUSE_SECONDS = 15 * 60;
export const GUESS_PAUSE_MAX_SECONDS = 24 * 60 * 60;
/** Wrong guesses from one client address (IPv6: one /64) within `GUESS_PAUSE_SECONDS`, whatever the accounts. */
export const GUESSES_PER_CLIENT = 50;
/** The same from one network (IPv4 /24, IPv6 /48). */
export const GUESSES_PER_NETWORK = 200;
/** Wrong guesses of all sessions of one user within `GUESS_PAUSE_SECONDS`; one session has `GUESSES_PER_ACCOUNT`. */
export const GUESSES_PER_USER = 50;
/**
 * What strangers may do in all before each act costs a proof of work (`docs/decisions/023-proof-of-work.md` has the reasons). `free` acts that did
 * not turn out honest within the window, and `perProven` more for each that did.
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
/** For how long a process goes by the sum that it has read. It adds its own acts meanwhile. */
export const STRANGER_SUM_MEMORY_MS = SECOND_MS;
/** A challenge must be answered within this time. */
export const PROOF_OF_WORK_MAX_AGE_MS = 5 * MINUTE_MS;
/** Iterations of PBKDF2 with SHA-256 for each counter that is tried. */
export const PROOF_OF_WORK_COST = 2000;
/** At level 1 the counter is below this; it doubles with each level. */
export const PROOF_OF_WORK_COUNTERS = 500;
export const PROOF_OF_WORK_LEVELS = 4;
export const PROOF_OF_WORK_HEADER_MAX_LENGTH = 2048;

/** How long a browser that signed in with a password is known to that account, and how many accounts it remembers. */
export const KNOWN_DEVICE_MAX_AGE_MS = 365 * DAY_MS;
export const KNOWN_DEVICE_MAX_ACCOUNTS = 5;
/** A first sign-in so soon after the account was made is nothing that its owner is told of by mail. */
export const FIRST_SIGN_IN_WITHIN_MS = 10 * MINUTE_MS;

/** Passwords that wait to be hashed in one process; beyond, the answer is 503 `UNAVAILABLE`. */
export const PASSWORD_HASHES_WAITING = 100;
export const PASSWORD_HASHES_RETRY_AFTER_SECONDS = 2;

/** Phone numbers: digits after the calling code, digits of the calling code, and characters of the input. */
export const PHONE_MIN_DIGITS = 2;
export const PHONE_MAX_DIGITS = 17;
export const PHONE_CALLING_CODE_MAX_DIGITS = 3;
export const PHONE_INPUT_MAX_LENGTH = 250;
/** The code in a text message, in the message and in the database. */
export const PHONE_CODE_MAX_AGE_MS = 10 * MINUTE_MS;

/** Text messages within `SEND_WINDOW_SECONDS`: to one number, for one session or known browser, for one user, and for one client address. */
export const SMS_PER_NUMBER = 3;
export const SMS_PER_BROWSER = 5;
export const SMS_PER_BROWSER_AND_DAY = 15;
export const SMS_PER_USER = 10;
export const SMS_PER_CLIENT = 10;
export const SMS_PER_NETWORK = 40;
/** To a number that is the asker's own: by all sessions and known browsers together. */
export const SMS_PER_OWN_NUMBER = 9;
export const SMS_PER_NUMBER_AND_DAY = 10;
export const SMS_PER_OWN_NUMBER_AND_DAY = 30;
/** To numbers that differ in their last digits alone (a range bought for the fees), in an hour. */
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
/** Pauses before a message that failed is tried again; a person waits meanwhile. */
export const SMS_RETRY_PAUSES_MS = [200, 800] as const;

/** Live sessions of one user; a newer one ends the oldest. */
export const SESSIONS_PER_USER = 100;
/** Sessions in a list, and events in a page of the activity unless another size is asked for, and at most. */
export const SESSIONS_LISTED_MAX = 100;
export const ACTIVITY_PAGE_SIZE = 25;
export const ACTIVITY_PAGE_MAX_SIZE = 100;

/** A picture as it comes: from a person, or from their identity provider. */
export const PICTURE_MAX_BYTES = 2 * 1024 * 1024;
export const PICTURE_TYPES: readonly string[] = ['image/png', 'image/jpeg', 'image/webp'];
/** What it decodes to, 6,000 by 4,000; two megabytes can claim to be far more. */
export const PICTURE_MAX_PIXELS = 24_000_000;
/** A picture as it is kept: a square of this many pixels a side at most. */
export const PICTURE_SIZE = 512;
export const PICTURE_DECODING_TIMEOUT_SECONDS = 5;
/** Pictures that wait to be decoded in one process; beyond, the answer is 503 `UNAVAILABLE`. */
export const PICTURES_WAITING = 20;
export const PICTURES_RETRY_AFTER_SECONDS = 2;
/** Uploads of one user. */
export const PICTURES_PER_USER_AND_HOUR = 30;
/** How long a browser or a proxy may show a picture that has been replaced. */
export const PICTURE_CACHED_MS = DAY_MS;
/** The address at an identity provider; longer ones are not taken. */
export const PICTURE_ADDRESS_MAX_LENGTH = 2048;
/** A picture of a provider is fetched anew by the first sign-in of each such period: its address often stays when it changes. */
export const PROVIDER_PICTURE_MAX_AGE_MS = 7 * DAY_MS;
/** After a picture could not be fetched from a provider, how long nobody tries again. */
export const PROVIDER_PICTURE_PAUSE_MS = 10 * MINUTE_MS;
/** A picture that nothing points to after this long is what an interrupted change has left. */
export const PICTURE_SETTLED_AFTER_MS = 10 * MINUTE_MS;

/** For how long a changed e-mail address can be put back by the link that the old one got. */
export const EMAIL_UNDO_MAX_AGE_MS = 7 * DAY_MS;

/** After a reset of the password the owner is shown what was added to the account since so long before it. */
export const SECURITY_REVIEW_PERIOD_MS = 30 * DAY_MS;
/** Changes of one user that can still be undone, at most: each keeps an address from everybody else. */
export const EMAIL_UNDOS_MAX = 5;
/** Mails to addresses that one user wants to have, in a day. */
export const EMAIL_CHANGE_MAILS_PER_DAY = 20;
