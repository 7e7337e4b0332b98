import type { Filter, ObjectId } from 'mongodb';
import { SEND_WINDOW_SECONDS } from '../../../shared/limits.ts';
import type { RateLimitDocument } from '../../database/service-documents.ts';

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const WINDOW = SEND_WINDOW_SECONDS;

/** By what a counter counts. `countersOf` and `sendingCountersOf` find a person's counters by it. */
type CountedBy =
  /** An email address or a phone number that messages go to. */
  | 'address'
  | 'number'
  /** A number, with the kind of caller before it (`numberKey`). */
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
  /**
   * Mails requested by unknown callers: without a session or known browser of the account. A client address is one IPv4 address or one
   * IPv6 /64, a network an IPv4 /24 or an IPv6 /48.
   */
  'mail-to-address': { by: 'address', points: 5, duration: WINDOW },
  'mail-to-address-day': { by: 'address', points: 20, duration: DAY },
  'mail-from-client': { by: 'nobody', points: 30, duration: WINDOW },
  'mail-from-network': { by: 'nobody', points: 120, duration: WINDOW },
  /** Mails requested by one session or known browser, and all of those of one user. */
  'mail-for-browser': { by: 'browser', points: 5, duration: WINDOW },
  'mail-for-browser-day': { by: 'browser', points: 20, duration: DAY },
  'mail-for-user-day': { by: 'user', points: 100, duration: DAY },
  /** Mails to a new address that a session asks for. The address may belong to anybody. */
  'mail-to-wanted-address': { by: 'address', points: 5, duration: WINDOW },
  'mail-to-wanted-address-day': { by: 'address', points: 10, duration: DAY },
  /** Mails to a user's new addresses. */
  'email-change-for-user': { by: 'user', points: 20, duration: DAY },
  /** Wrong codes of unknown callers for one address or number. After that, their mails contain only the link. */
  'wrong-code-of-subject': { by: 'subject', points: 20, duration: DAY },
  /** The same from one client address and from one network. */
  'wrong-code-from-client': { by: 'nobody', points: 50, duration: WINDOW },
  'wrong-code-from-network': { by: 'nobody', points: 200, duration: WINDOW },
  /** Text messages. */
  'sms-from-client': { by: 'nobody', points: 10, duration: WINDOW },
  'sms-from-network': { by: 'nobody', points: 40, duration: WINDOW },
  'sms-for-browser': { by: 'browser', points: 5, duration: WINDOW },
  'sms-for-browser-day': { by: 'browser', points: 15, duration: DAY },
  'sms-for-user': { by: 'user', points: 10, duration: WINDOW },
  'sms-to-number': { by: 'number-and-asker', points: 3, duration: WINDOW },
  'sms-to-number-day': { by: 'number-and-asker', points: 10, duration: DAY },
  /** To the sender's own verified number: by all sessions and known browsers together. */
  'sms-to-own-number': { by: 'number', points: 9, duration: WINDOW },
  'sms-to-own-number-day': { by: 'number', points: 30, duration: DAY },
  /** To numbers that differ only in their last digits. Fraudsters buy such ranges for the fees. */
  'sms-to-prefix': { by: 'nobody', points: 20, duration: HOUR },
  /**
   * To all numbers, because each message costs money. Three budgets: unknown callers who ask for a verified number, sessions that verify a
   * new number, and messages to the sender's own verified number.
   */
  'sms-of-unknown-callers-hour': { by: 'nobody', points: 100, duration: HOUR },
  'sms-of-unknown-callers-day': { by: 'nobody', points: 1000, duration: DAY },
  'sms-of-sessions-hour': { by: 'nobody', points: 200, duration: HOUR },
  'sms-of-sessions-day': { by: 'nobody', points: 2000, duration: DAY },
  'sms-to-own-numbers-hour': { by: 'nobody', points: 200, duration: HOUR },
  'sms-to-own-numbers-day': { by: 'nobody', points: 2000, duration: DAY },
  /** Codes and failed authentications of OAuth clients. */
  'authorization-codes-of-session': { by: 'browser', points: 100, duration: WINDOW },
  'client-failures-from-address': { by: 'nobody', points: 60, duration: WINDOW },
  /** Wrong codes over all pending sign-ins: from browsers that the account does not know, and from each that it knows. */
  'wrong-second-factor-of-user': { by: 'user', points: 20, duration: DAY },
  'wrong-second-factor-of-browser': { by: 'browser', points: 20, duration: DAY },
  /** Challenges of passkeys. */
  'ceremony-from-client': { by: 'nobody', points: 100, duration: WINDOW },
  'ceremony-from-network': { by: 'nobody', points: 1000, duration: WINDOW },
  'ceremony-of-browser': { by: 'browser', points: 60, duration: WINDOW },
  'ceremony-of-user': { by: 'user', points: 60, duration: WINDOW },
  /** Uploads of pictures. */
  'picture-of-user': { by: 'user', points: 30, duration: HOUR },
  /** Changes of the profile and of own data. Each is told to every webhook endpoint. */
  'profile-of-user': { by: 'user', points: 90, duration: WINDOW },
  /** Changes of endpoints by one service key. Each is mailed to all administrators. */
  'webhook-change-of-key': { by: 'nobody', points: 30, duration: WINDOW },
  /** Tests and replays of one endpoint, so that nobody uses Foyer to flood another server. */
  'webhook-by-hand': { by: 'nobody', points: 60, duration: WINDOW },
  /** Client-side sign-in errors that a browser reports. */
  'log-from-client': { by: 'nobody', points: 30, duration: MINUTE },
  /** WebFinger look-ups, and the client registrations that they cause. */
  'discover-from-client': { by: 'nobody', points: 30, duration: MINUTE },
  'register-from-client': { by: 'nobody', points: 5, duration: HOUR },
  /** New access tokens. Each sends a mail. */
  'access-tokens-for-user': { by: 'user', points: 60, duration: HOUR },
  /** Started device flows, and wrong codes. */
  'device-from-client': { by: 'nobody', points: 30, duration: WINDOW },
  'device-code-of-session': { by: 'browser', points: 5, duration: WINDOW },
  'device-code-of-user': { by: 'user', points: 25, duration: WINDOW },
  /** Requests with an invalid access token. */
  'bad-token-from-client': { by: 'nobody', points: 60, duration: MINUTE },
  /** Checks of provider grants. Each makes several calls to the provider. */
  'grant-check-for-user': { by: 'user', points: 60, duration: WINDOW },
  /** Data exports. Each reads all data of the user. */
  'export-for-user': { by: 'user', points: 10, duration: HOUR },
} as const satisfies Readonly<Record<string, Rule>>;

/** Guesses at one account before a pause, which doubles with every round. */
export const GUESSES_PER_ACCOUNT = 10;
/** The window in which guesses are counted, and the first pause. */
export const GUESS_PAUSE_SECONDS = 15 * 60;

/** Counters of wrong passwords (`password-guessing.ts`), which have pauses that grow. */
export const GUESS_LIMITS = {
  'guess-account': { by: 'account', points: GUESSES_PER_ACCOUNT, duration: GUESS_PAUSE_SECONDS },
  /** Guesses during a pause cost the highest proof of work. */
  'guess-account-day': { by: 'account', points: 100, duration: DAY },
  'guess-known': { by: 'browser', points: GUESSES_PER_ACCOUNT, duration: GUESS_PAUSE_SECONDS },
  /** Wrong guesses at all accounts together. */
  'guess-client': { by: 'nobody', points: 50, duration: GUESS_PAUSE_SECONDS },
  'guess-network': { by: 'nobody', points: 200, duration: GUESS_PAUSE_SECONDS },
  /** Wrong guesses of all sessions of one user. One session has `guess-known`. */
  'guess-user': { by: 'user', points: 50, duration: GUESS_PAUSE_SECONDS },
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

const CALLERS = ['unknown', 'session'] as const;

/** By what text messages to a number are counted when unknown callers and sessions have separate limits. */
export function numberKey(caller: (typeof CALLERS)[number], e164: string): string {
  return `${caller}:${e164}`;
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
          ...CALLERS.flatMap((caller) => keysBy('number-and-asker', numberKey(caller, e164))),
        ];
  return { key: { $in: [...ofAddress, ...ofNumber] } };
}

/** One part of a sum of unknown callers' acts (`unknown-caller-sums.ts`). */
export function unknownCallerSumKey(action: string, slot: number, shard: number): string {
  return `${unknownCallerSumBeginning(action)}${slot}:${shard}`;
}

/** What all parts of a sum begin with. */
export function unknownCallerSumBeginning(action: string): string {
  return `unknown-callers:${action}:`;
}

/** A solved challenge that was used (`proof-of-work.ts`). */
export function usedProofKey(signature: string): string {
  return `proof-of-work:${signature}`;
}
