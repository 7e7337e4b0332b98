import type { Filter, ObjectId } from 'mongodb';
import * as limits from '../../../shared/limits.ts';
import type { RateLimitDocument } from '../../database/service-documents.ts';

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const WINDOW = limits.SEND_WINDOW_SECONDS;

/** By what a counter counts. `countersOf` and `sendingCountersOf` find a person's counters by it. */
type CountedBy =
  /** An email address or a phone number that messages go to. */
  | 'address'
  | 'number'
  /** A number, with the kind of asker before it (`numberKey`). */
  | 'number-and-asker'
  /** An email address or a phone number that codes are guessed for. */
  | 'subject'
  /** The email address of an account whose password is guessed. */
  | 'account'
  /** A user's id. */
  | 'user'
  /** A session of a user, or a browser that the account knows (`browserKey`). */
  | 'browser'
  /** A client address, a network, a prefix of numbers, or everything: nothing that names one person. */
  | 'nobody';

interface Rule {
  readonly by: CountedBy;
  /** So many uses are allowed within `duration` seconds of the first. */
  readonly points: number;
  readonly duration: number;
}

/** The names are stored at the beginning of each key, so a counter keeps its name. */
export const RATE_LIMITS = {
  'mail-to-address': { by: 'address', points: limits.STRANGER_MAILS_PER_ADDRESS, duration: WINDOW },
  'mail-to-address-day': { by: 'address', points: limits.STRANGER_MAILS_PER_ADDRESS_AND_DAY, duration: DAY },
  'mail-from-client': { by: 'nobody', points: limits.STRANGER_MAILS_PER_CLIENT, duration: WINDOW },
  'mail-from-network': { by: 'nobody', points: limits.STRANGER_MAILS_PER_NETWORK, duration: WINDOW },
  'mail-for-browser': { by: 'browser', points: limits.MAILS_PER_BROWSER, duration: WINDOW },
  'mail-for-browser-day': { by: 'browser', points: limits.MAILS_PER_BROWSER_AND_DAY, duration: DAY },
  'mail-for-user-day': { by: 'user', points: limits.MAILS_PER_USER_AND_DAY, duration: DAY },
  'mail-to-wanted-address': { by: 'address', points: limits.WANTED_MAILS_PER_ADDRESS, duration: WINDOW },
  'mail-to-wanted-address-day': {
    by: 'address',
    points: limits.WANTED_MAILS_PER_ADDRESS_AND_DAY,
    duration: DAY,
  },
  'email-change-for-user': { by: 'user', points: limits.EMAIL_CHANGE_MAILS_PER_DAY, duration: DAY },
  'wrong-code-of-subject': { by: 'subject', points: limits.WRONG_CODES_PER_SUBJECT_AND_DAY, duration: DAY },
  'wrong-code-from-client': { by: 'nobody', points: limits.WRONG_CODES_PER_CLIENT, duration: WINDOW },
  'wrong-code-from-network': { by: 'nobody', points: limits.WRONG_CODES_PER_NETWORK, duration: WINDOW },
  'sms-from-client': { by: 'nobody', points: limits.SMS_PER_CLIENT, duration: WINDOW },
  'sms-from-network': { by: 'nobody', points: limits.SMS_PER_NETWORK, duration: WINDOW },
  'sms-for-browser': { by: 'browser', points: limits.SMS_PER_BROWSER, duration: WINDOW },
  'sms-for-browser-day': { by: 'browser', points: limits.SMS_PER_BROWSER_AND_DAY, duration: DAY },
  'sms-for-user': { by: 'user', points: limits.SMS_PER_USER, duration: WINDOW },
  'sms-to-number': { by: 'number-and-asker', points: limits.SMS_PER_NUMBER, duration: WINDOW },
  'sms-to-number-day': { by: 'number-and-asker', points: limits.SMS_PER_NUMBER_AND_DAY, duration: DAY },
  'sms-to-own-number': { by: 'number', points: limits.SMS_PER_OWN_NUMBER, duration: WINDOW },
  'sms-to-own-number-day': { by: 'number', points: limits.SMS_PER_OWN_NUMBER_AND_DAY, duration: DAY },
  'sms-to-prefix': { by: 'nobody', points: limits.SMS_PER_PREFIX_AND_HOUR, duration: HOUR },
  'sms-of-strangers-hour': { by: 'nobody', points: limits.SMS_OF_STRANGERS_PER_HOUR, duration: HOUR },
  'sms-of-strangers-day': { by: 'nobody', points: limits.SMS_OF_STRANGERS_PER_DAY, duration: DAY },
  'sms-of-sessions-hour': { by: 'nobody', points: limits.SMS_OF_SESSIONS_PER_HOUR, duration: HOUR },
  'sms-of-sessions-day': { by: 'nobody', points: limits.SMS_OF_SESSIONS_PER_DAY, duration: DAY },
  'sms-to-own-numbers-hour': { by: 'nobody', points: limits.SMS_TO_OWN_NUMBERS_PER_HOUR, duration: HOUR },
  'sms-to-own-numbers-day': { by: 'nobody', points: limits.SMS_TO_OWN_NUMBERS_PER_DAY, duration: DAY },
  'authorization-codes-of-session': {
    by: 'browser',
    points: limits.AUTHORIZATION_CODES_PER_SESSION,
    duration: WINDOW,
  },
  'client-failures-from-address': {
    by: 'nobody',
    points: limits.CLIENT_FAILURES_PER_ADDRESS,
    duration: WINDOW,
  },
  'wrong-second-factor-of-user': {
    by: 'user',
    points: limits.WRONG_SECOND_FACTORS_PER_USER_AND_DAY,
    duration: DAY,
  },
  'wrong-second-factor-of-browser': {
    by: 'browser',
    points: limits.WRONG_SECOND_FACTORS_PER_BROWSER_AND_DAY,
    duration: DAY,
  },
  'ceremony-from-client': { by: 'nobody', points: limits.CEREMONIES_PER_CLIENT, duration: WINDOW },
  'ceremony-from-network': { by: 'nobody', points: limits.CEREMONIES_PER_NETWORK, duration: WINDOW },
  'ceremony-of-browser': { by: 'browser', points: limits.CEREMONIES_PER_BROWSER, duration: WINDOW },
  'ceremony-of-user': { by: 'user', points: limits.CEREMONIES_PER_USER, duration: WINDOW },
  'picture-of-user': { by: 'user', points: limits.PICTURES_PER_USER_AND_HOUR, duration: HOUR },
  'profile-of-user': { by: 'user', points: limits.PROFILE_CHANGES_PER_USER, duration: WINDOW },
  'webhook-change-of-key': { by: 'nobody', points: limits.WEBHOOK_CHANGES_PER_KEY, duration: WINDOW },
  'webhook-by-hand': { by: 'nobody', points: limits.WEBHOOKS_BY_HAND, duration: WINDOW },
  'log-from-client': { by: 'nobody', points: limits.LOG_REPORTS_PER_MINUTE, duration: MINUTE },
  'discover-from-client': { by: 'nobody', points: limits.DISCOVERIES_PER_MINUTE, duration: MINUTE },
  'register-from-client': {
    by: 'nobody',
    points: limits.DISCOVERED_REGISTRATIONS_PER_HOUR,
    duration: HOUR,
  },
  'access-tokens-for-user': { by: 'user', points: limits.ACCESS_TOKENS_PER_HOUR, duration: HOUR },
  'device-from-client': { by: 'nobody', points: limits.DEVICE_STARTS_PER_CLIENT, duration: WINDOW },
  'device-code-of-session': { by: 'browser', points: limits.DEVICE_CODES_PER_SESSION, duration: WINDOW },
  'device-code-of-user': { by: 'user', points: limits.DEVICE_CODES_PER_USER, duration: WINDOW },
  'bad-token-from-client': { by: 'nobody', points: limits.BAD_ACCESS_TOKENS_PER_MINUTE, duration: MINUTE },
  'grant-check-for-user': { by: 'user', points: limits.GRANT_CHECKS_PER_USER, duration: WINDOW },
  'export-for-user': { by: 'user', points: limits.DATA_EXPORTS_PER_HOUR, duration: HOUR },
} as const satisfies Readonly<Record<string, Rule>>;

/** Counters of wrong passwords (`password-guessing.ts`), which have pauses that grow. */
export const GUESS_LIMITS = {
  'guess-account': {
    by: 'account',
    points: limits.GUESSES_PER_ACCOUNT,
    duration: limits.GUESS_PAUSE_SECONDS,
  },
  'guess-account-day': { by: 'account', points: limits.GUESSES_PER_ACCOUNT_AND_DAY, duration: DAY },
  'guess-known': { by: 'browser', points: limits.GUESSES_PER_ACCOUNT, duration: limits.GUESS_PAUSE_SECONDS },
  'guess-client': { by: 'nobody', points: limits.GUESSES_PER_CLIENT, duration: limits.GUESS_PAUSE_SECONDS },
  'guess-network': {
    by: 'nobody',
    points: limits.GUESSES_PER_NETWORK,
    duration: limits.GUESS_PAUSE_SECONDS,
  },
  'guess-user': { by: 'user', points: limits.GUESSES_PER_USER, duration: limits.GUESS_PAUSE_SECONDS },
} as const satisfies Readonly<Record<string, Rule>>;

/** How often the pause of another counter began: its key holds that counter's key. It forgets after seven days. */
export const GUESS_ROUNDS = { name: 'guess-rounds', duration: 7 * DAY } as const;

export type RateLimitRule = keyof typeof RATE_LIMITS;
export type GuessLimit = keyof typeof GUESS_LIMITS;
type CounterName = RateLimitRule | GuessLimit;

/** How `rate-limiter-flexible` spells the key of a counter. */
export function counterKey(name: CounterName | typeof GUESS_ROUNDS.name, key: string): string {
  return `${name}:${key}`;
}

/** By what the rounds of another counter are counted. */
export function roundsKey(name: GuessLimit, key: string): string {
  return counterKey(name, key);
}

/** By what a session or a known browser of a user is counted. Ids have no dot. */
export function browserKey(userId: string, sessionOrDeviceId: string): string {
  return `${userId}.${sessionOrDeviceId}`;
}

const ASKERS = ['stranger', 'session'] as const;

/** By what text messages to a number are counted when strangers and sessions have separate limits. */
export function numberKey(asker: (typeof ASKERS)[number], e164: string): string {
  return `${asker}:${e164}`;
}

function countersBy(by: CountedBy): CounterName[] {
  const limitsOfAll: Readonly<Record<CounterName, Rule>> = { ...RATE_LIMITS, ...GUESS_LIMITS };
  return (Object.keys(limitsOfAll) as CounterName[]).filter((name) => limitsOfAll[name].by === by);
}

/** The key of a counter, and for a counter of guesses that of its rounds. */
function keysOf(name: CounterName, key: string): string[] {
  const own = counterKey(name, key);
  return Object.hasOwn(GUESS_LIMITS, name) ? [own, counterKey(GUESS_ROUNDS.name, own)] : [own];
}

/** Counters of what this person did, and of guesses at their password. */
export function countersOf({
  userId,
  email,
}: {
  readonly userId: ObjectId;
  readonly email: string | null;
}): Filter<RateLimitDocument> {
  const id = userId.toHexString();
  const ofUser = countersBy('user').flatMap((name) => keysOf(name, id));
  const ofAccount = email === null ? [] : countersBy('account').flatMap((name) => keysOf(name, email));
  const ofBrowsers = countersBy('browser').flatMap((name) => keysOf(name, browserKey(id, '')));
  return {
    $or: [
      { key: { $in: [...ofUser, ...ofAccount] } },
      ...ofBrowsers.map((beginning) => ({ key: { $regex: `^${beginning.replaceAll('.', '\\.')}` } })),
    ],
  };
}

/** Counters of messages to this address and number. They survive a deletion, so that a new account does not reset the limits. */
export function sendingCountersOf({
  email,
  e164,
}: {
  readonly email: string | null;
  readonly e164: string | null;
}): Filter<RateLimitDocument> {
  const keysBy = (by: CountedBy, key: string) => countersBy(by).flatMap((name) => keysOf(name, key));
  const ofAddress = email === null ? [] : [...keysBy('address', email), ...keysBy('subject', email)];
  const ofNumber =
    e164 === null
      ? []
      : [
          ...keysBy('number', e164),
          ...keysBy('subject', e164),
          ...ASKERS.flatMap((asker) => keysBy('number-and-asker', numberKey(asker, e164))),
        ];
  return { key: { $in: [...ofAddress, ...ofNumber] } };
}

/** One part of a sum of strangers' acts (`stranger-sums.ts`). */
export function strangerSumKey(action: string, slot: number, shard: number): string {
  return `${strangerSumBeginning(action)}${slot}:${shard}`;
}

/** What all parts of a sum begin with. */
export function strangerSumBeginning(action: string): string {
  return `strangers:${action}:`;
}

/** A solved challenge that was used (`proof-of-work.ts`). */
export function usedProofKey(signature: string): string {
  return `proof-of-work:${signature}`;
}
