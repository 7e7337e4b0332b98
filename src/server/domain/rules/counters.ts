import type { Filter, ObjectId } from 'mongodb';
import { SEND_WINDOW_SECONDS } from '../../../shared/limits.ts';
import type { RateLimitDocument } from '../../database/service-documents.ts';

/** In seconds, from the first use on. A quarter is a quarter of an hour. */
const WINDOWS = { minute: 60, quarter: SEND_WINDOW_SECONDS, hour: 60 * 60, day: 24 * 60 * 60 } as const;

type WindowName = keyof typeof WINDOWS;

type Uses = Readonly<Partial<Record<WindowName, number>>>;

/** `countersOf` and `sendingCountersOf` find a user's counters by it. */
type CountedBy =
  /** An email address or a phone number that messages go to. */
  | 'recipient'
  /** The email address of an account whose password is guessed. */
  | 'account'
  | 'user'
  /** A session of a user, or a browser that the account knows (`browserKey`). */
  | 'browser'
  /** One IPv4 address or one IPv6 /64 (`addressKey`). */
  | 'ip'
  /** An IPv4 /24 or an IPv6 /48 (`networkKey`). */
  | 'network'
  /** Numbers that differ in their last digits only. Fraudsters buy such ranges for the fees. */
  | 'prefix'
  /** All together, under the key `all`. */
  | 'everybody'
  | 'serviceKey'
  | 'endpoint';

/** Acts of all unknown callers together in ten minutes (`unknown-caller-sums.ts`). */
export interface UnknownCallerBound {
  /** Unverified acts that are always free. */
  readonly free: number;
  /** More free acts for each honest one, so that the bound grows with real traffic. */
  readonly perHonest: number;
  readonly freeAtMost: number;
}

interface Rule {
  /** A further use fails until the window is over. */
  readonly refusal: Readonly<Partial<Record<CountedBy, Uses>>>;
  /** Like `refusal`, but doubling each round, up to a day. A proof of work lets an unknown caller go on. */
  readonly pause?: Readonly<Partial<Record<CountedBy, Uses>>>;
  /** Above this, each further act of an unknown caller costs a proof of work. */
  readonly cost?: UnknownCallerBound;
}

/**
 * Decision 023. Unknown callers are counted by `recipient` or `account`, `ip` and `network`; sessions and
 * known browsers by `browser` and `user`.
 */
export const RATE_LIMITS = {
  /** Wrong passwords. Right ones are given back. */
  password: {
    pause: { account: { quarter: 10 }, browser: { quarter: 10 } },
    refusal: { account: { day: 100 }, ip: { quarter: 50 }, network: { quarter: 200 }, user: { quarter: 50 } },
    cost: { free: 2000, perHonest: 0.25, freeAtMost: 25_000 },
  },
  /** Wrong codes of unknown callers. Above a recipient's limit, mails contain only the link. */
  code: {
    refusal: { recipient: { day: 20 }, ip: { quarter: 50 }, network: { quarter: 200 } },
    cost: { free: 500, perHonest: 0.25, freeAtMost: 10_000 },
  },
  /** Wrong authenticator codes: of browsers that the account does not know, and of each known one. */
  'second-factor': { refusal: { user: { day: 20 }, browser: { day: 20 } } },
  /** Wrong codes of the device flow. */
  'user-code': { refusal: { browser: { quarter: 5 }, user: { quarter: 25 } } },
  /** Failed authentications of OAuth clients. */
  'client-secret': { refusal: { ip: { quarter: 60 } } },
  /** Requests with an invalid access token or service key. */
  'bad-token': { refusal: { ip: { minute: 60 } } },

  mail: {
    refusal: {
      recipient: { quarter: 5, day: 20 },
      ip: { quarter: 30 },
      network: { quarter: 120 },
      browser: { quarter: 5, day: 20 },
      user: { day: 100 },
    },
    cost: { free: 2000, perHonest: 0.5, freeAtMost: 50_000 },
  },
  /** Mails that a session asks for to a new address, which may be anybody's. */
  'mail-to-new-address': { refusal: { recipient: { quarter: 5, day: 10 }, user: { day: 20 } } },
  /**
   * Text messages cost money. Of unknown callers; by `browser` and `user` also those of the next two rules.
   */
  text: {
    refusal: {
      recipient: { quarter: 3, day: 10 },
      ip: { quarter: 10 },
      network: { quarter: 40 },
      browser: { quarter: 5, day: 15 },
      user: { quarter: 10 },
      prefix: { hour: 20 },
      everybody: { hour: 100, day: 1000 },
    },
    cost: { free: 50, perHonest: 0.5, freeAtMost: 200 },
  },
  /** Text messages to a number that a session verifies, which may be anybody's. An account costs nothing. */
  'text-to-new-number': {
    refusal: {
      recipient: { quarter: 3, day: 10 },
      ip: { quarter: 10 },
      prefix: { hour: 20 },
      everybody: { hour: 200, day: 2000 },
    },
  },
  /** Text messages of sessions and known browsers to the user's verified number. */
  'text-to-own-number': {
    refusal: {
      recipient: { quarter: 9, day: 30 },
      prefix: { hour: 20 },
      everybody: { hour: 200, day: 2000 },
    },
  },

  'passkey-challenge': {
    refusal: {
      ip: { quarter: 100 },
      network: { quarter: 1000 },
      browser: { quarter: 60 },
      user: { quarter: 60 },
    },
  },
  /** Started device flows, authorization codes, and new access tokens, each of which sends a mail. */
  authorization: { refusal: { ip: { quarter: 30 }, browser: { quarter: 100 }, user: { hour: 60 } } },
  /** Changes of the profile and own data, which every webhook endpoint gets. */
  profile: { refusal: { user: { quarter: 90 } } },
  /** Uploads, which are decoded. */
  picture: { refusal: { user: { hour: 30 } } },
  'data-export': { refusal: { user: { hour: 10 } } },
  /** Changes by one service key, each mailed to all administrators; tests and replays of one endpoint. */
  webhook: { refusal: { serviceKey: { quarter: 30 }, endpoint: { quarter: 60 } } },
  /** WebFinger look-ups, and checks of a user's provider grants. */
  'provider-call': { refusal: { ip: { minute: 30 }, user: { quarter: 60 } } },
  'provider-registration': { refusal: { ip: { hour: 5 } } },
  'error-report': { refusal: { ip: { minute: 30 } } },
} as const satisfies Readonly<Record<string, Rule>>;

export type RateLimitRule = keyof typeof RATE_LIMITS;

const RULES: Readonly<Record<RateLimitRule, Rule>> = RATE_LIMITS;

/** What unknown callers pay for in a flood. */
export const UNKNOWN_CALLER_BOUNDS = {
  password: RATE_LIMITS.password.cost,
  code: RATE_LIMITS.code.cost,
  mail: RATE_LIMITS.mail.cost,
  text: RATE_LIMITS.text.cost,
} as const;

export interface RuleWindow {
  /** The beginning of each stored key. */
  readonly name: string;
  /** Uses that are allowed within `duration` seconds of the first. */
  readonly points: number;
  readonly duration: number;
}

export function ruleWindow(
  rule: RateLimitRule,
  by: CountedBy,
  window: WindowName,
  points: number,
): RuleWindow {
  return { name: `${rule}-${by}-${window}`, points, duration: WINDOWS[window] };
}

/** The shortest first. */
export function refusingWindows(rule: RateLimitRule, by: CountedBy): RuleWindow[] {
  return windowsBy(rule, RULES[rule].refusal, by);
}

function windowsBy(rule: RateLimitRule, limits: Rule['refusal'], by: CountedBy): RuleWindow[] {
  const uses = Object.entries(limits[by] ?? {}) as [WindowName, number][];
  return uses.map(([window, points]) => ruleWindow(rule, by, window, points));
}

/** Counts the pauses of another counter for seven days. Its key ends with the key of that counter. */
export const PAUSE_ROUNDS: RuleWindow = {
  name: 'pause-rounds',
  points: Number.MAX_SAFE_INTEGER,
  duration: 7 * WINDOWS.day,
};

/** As `rate-limiter-flexible` spells it. */
export function counterKey({ name }: Pick<RuleWindow, 'name'>, key: string): string {
  return `${name}:${key}`;
}

/** Counts a session or a known browser of a user. Ids have no dot. */
export function browserKey(userId: string, sessionOrDeviceId: string): string {
  return `${userId}.${sessionOrDeviceId}`;
}

/** The keys of the counters. A counter with a pause has another one, for the rounds of the pause. */
function keysBy(by: CountedBy, key: string): string[] {
  return (Object.keys(RULES) as RateLimitRule[]).flatMap((rule) => {
    const { refusal, pause = {} } = RULES[rule];
    const refusing = windowsBy(rule, refusal, by).map((window) => counterKey(window, key));
    const pausing = windowsBy(rule, pause, by).map((window) => counterKey(window, key));
    return [...refusing, ...pausing, ...pausing.map((each) => counterKey(PAUSE_ROUNDS, each))];
  });
}

/** Of what this user did, and of guesses at their password. */
export function countersOf({
  userId,
  email,
}: {
  readonly userId: ObjectId;
  readonly email: string | null;
}): Filter<RateLimitDocument> {
  const id = userId.toHexString();
  const ofAccount = email === null ? [] : keysBy('account', email);
  const ofBrowsers = keysBy('browser', browserKey(id, ''));
  return {
    $or: [
      { key: { $in: [...keysBy('user', id), ...ofAccount] } },
      ...ofBrowsers.map((beginning) => ({ key: { $regex: `^${beginning.replaceAll('.', '\\.')}` } })),
    ],
  };
}

/** Of messages to this address and number. They survive a deletion, so that a new account resets no limit. */
export function sendingCountersOf({
  email,
  e164,
}: {
  readonly email: string | null;
  readonly e164: string | null;
}): Filter<RateLimitDocument> {
  const recipients = [email, e164].filter((each) => each !== null);
  return { key: { $in: recipients.flatMap((each) => keysBy('recipient', each)) } };
}

export function unknownCallerSumKey(action: string, slot: number, shard: number): string {
  return `${unknownCallerSumBeginning(action)}${slot}:${shard}`;
}

export function unknownCallerSumBeginning(action: string): string {
  return `unknown-callers:${action}:`;
}

export function usedProofKey(signature: string): string {
  return `proof-of-work:${signature}`;
}
