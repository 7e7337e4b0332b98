import ipaddr from 'ipaddr.js';
import type { Db } from 'mongodb';
import { RateLimiterMongo, RateLimiterRes } from 'rate-limiter-flexible';
import * as limits from '../../../shared/limits.ts';
import { AppError } from '../../app-error.ts';

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const WINDOW = limits.SEND_WINDOW_SECONDS;

const RULES = {
  'mail-to-address': { points: limits.STRANGER_MAILS_PER_ADDRESS, duration: WINDOW },
  'mail-to-address-day': { points: limits.STRANGER_MAILS_PER_ADDRESS_AND_DAY, duration: DAY },
  'mail-from-client': { points: limits.STRANGER_MAILS_PER_CLIENT, duration: WINDOW },
  'mail-from-network': { points: limits.STRANGER_MAILS_PER_NETWORK, duration: WINDOW },
  'mail-for-browser': { points: limits.MAILS_PER_BROWSER, duration: WINDOW },
  'mail-for-browser-day': { points: limits.MAILS_PER_BROWSER_AND_DAY, duration: DAY },
  'mail-for-user-day': { points: limits.MAILS_PER_USER_AND_DAY, duration: DAY },
  'mail-to-wanted-address': { points: limits.WANTED_MAILS_PER_ADDRESS, duration: WINDOW },
  'mail-to-wanted-address-day': { points: limits.WANTED_MAILS_PER_ADDRESS_AND_DAY, duration: DAY },
  'email-change-for-user': { points: limits.EMAIL_CHANGE_MAILS_PER_DAY, duration: DAY },
  'wrong-code-of-subject': { points: limits.WRONG_CODES_PER_SUBJECT_AND_DAY, duration: DAY },
  'wrong-code-from-client': { points: limits.WRONG_CODES_PER_CLIENT, duration: WINDOW },
  'wrong-code-from-network': { points: limits.WRONG_CODES_PER_NETWORK, duration: WINDOW },
  'sms-from-client': { points: limits.SMS_PER_CLIENT, duration: WINDOW },
  'sms-from-network': { points: limits.SMS_PER_NETWORK, duration: WINDOW },
  'sms-for-browser': { points: limits.SMS_PER_BROWSER, duration: WINDOW },
  'sms-for-browser-day': { points: limits.SMS_PER_BROWSER_AND_DAY, duration: DAY },
  'sms-for-user': { points: limits.SMS_PER_USER, duration: WINDOW },
  'sms-to-number': { points: limits.SMS_PER_NUMBER, duration: WINDOW },
  'sms-to-number-day': { points: limits.SMS_PER_NUMBER_AND_DAY, duration: DAY },
  'sms-to-own-number': { points: limits.SMS_PER_OWN_NUMBER, duration: WINDOW },
  'sms-to-own-number-day': { points: limits.SMS_PER_OWN_NUMBER_AND_DAY, duration: DAY },
  'sms-to-prefix': { points: limits.SMS_PER_PREFIX_AND_HOUR, duration: HOUR },
  'sms-of-strangers-hour': { points: limits.SMS_OF_STRANGERS_PER_HOUR, duration: HOUR },
  'sms-of-strangers-day': { points: limits.SMS_OF_STRANGERS_PER_DAY, duration: DAY },
  'sms-of-sessions-hour': { points: limits.SMS_OF_SESSIONS_PER_HOUR, duration: HOUR },
  'sms-of-sessions-day': { points: limits.SMS_OF_SESSIONS_PER_DAY, duration: DAY },
  'sms-to-own-numbers-hour': { points: limits.SMS_TO_OWN_NUMBERS_PER_HOUR, duration: HOUR },
  'sms-to-own-numbers-day': { points: limits.SMS_TO_OWN_NUMBERS_PER_DAY, duration: DAY },
  'picture-of-user': { points: limits.PICTURES_PER_USER_AND_HOUR, duration: HOUR },
  'log-from-client': { points: limits.LOG_REPORTS_PER_MINUTE, duration: MINUTE },
  'discover-from-client': { points: limits.DISCOVERIES_PER_MINUTE, duration: MINUTE },
  'register-from-client': { points: limits.DISCOVERED_REGISTRATIONS_PER_HOUR, duration: HOUR },
  'access-tokens-for-user': { points: limits.ACCESS_TOKENS_PER_HOUR, duration: HOUR },
  'device-from-client': { points: limits.DEVICE_STARTS_PER_CLIENT, duration: WINDOW },
  'device-code-of-session': { points: limits.DEVICE_CODES_PER_SESSION, duration: WINDOW },
  'device-code-of-user': { points: limits.DEVICE_CODES_PER_USER, duration: WINDOW },
  'bad-token-from-client': { points: limits.BAD_ACCESS_TOKENS_PER_MINUTE, duration: MINUTE },
  'grant-check-for-user': { points: limits.GRANT_CHECKS_PER_USER, duration: WINDOW },
  'export-for-user': { points: limits.DATA_EXPORTS_PER_HOUR, duration: HOUR },
} as const;

export type RateLimitRule = keyof typeof RULES;

/** The names of the counters. A stored key is the name, a colon, and what the counter counts by. */
export const RATE_LIMIT_RULES = Object.keys(RULES) as RateLimitRule[];

export interface RateLimits {
  /** Counts one use. Throws `RATE_LIMITED` with `retryAfter` in seconds when the rule's points are used up. */
  consume(rule: RateLimitRule, key: string): Promise<void>;
  /** Throws like `consume` when the rule's points are used up, and counts nothing. */
  check(rule: RateLimitRule, key: string): Promise<void>;
  /** Gives one use back, when it turned out to be no misuse. */
  giveBack(rule: RateLimitRule, key: string): Promise<void>;
}

/** One use to count. */
export type RateCount = readonly [rule: RateLimitRule, key: string];

export async function checkAll(
  deps: { readonly rateLimits: RateLimits },
  counts: readonly RateCount[],
): Promise<void> {
  await Promise.all(counts.map(([rule, key]) => deps.rateLimits.check(rule, key)));
}

/** Pass the widest limit last: a use that a narrow limit refuses is then not counted by the wide one. */
export async function consumeAll(
  deps: { readonly rateLimits: RateLimits },
  counts: readonly RateCount[],
): Promise<void> {
  for (const [rule, key] of counts) await deps.rateLimits.consume(rule, key);
}

/** Counters in the database, so that a limit holds across processes and restarts. */
export function createRateLimits(db: Db): RateLimits {
  const limiters = new Map(
    Object.entries(RULES).map(([rule, { points, duration }]) => [
      rule,
      createLimiter(db, rule, points, duration),
    ]),
  );
  return {
    async consume(rule, key) {
      try {
        await limiters.get(rule)?.consume(key);
      } catch (error) {
        throw error instanceof RateLimiterRes ? limitedUntil(error) : error;
      }
    },
    async check(rule, key) {
      const used = await limiters.get(rule)?.get(key);
      if (used && used.consumedPoints >= RULES[rule].points) throw limitedUntil(used);
    },
    async giveBack(rule, key) {
      await limiters.get(rule)?.reward(key);
    },
  };
}

/** One rule's counters: `points` uses of a key within `duration` seconds of the first. */
export function createLimiter(db: Db, rule: string, points: number, duration: number): RateLimiterMongo {
  return new RateLimiterMongo({
    storeClient: db.client,
    dbName: db.databaseName,
    tableName: 'rate_limits',
    keyPrefix: rule,
    points,
    duration,
    // `indexes.ts` creates the indexes, and `/readyz` checks them.
    disableIndexesCreation: true,
  });
}

/** The error of a used-up counter. */
export function limitedUntil({ msBeforeNext }: Pick<RateLimiterRes, 'msBeforeNext'>): AppError {
  return new AppError('RATE_LIMITED', { retryAfter: Math.max(1, Math.ceil(msBeforeNext / 1000)) });
}

/**
 * The counter key of a client address: an IPv4 address, or the /64 of an IPv6 address, because one subscriber has a whole /64 (RFC 6177).
 * Counting single IPv6 addresses would be no limit (CVE-2026-45364).
 */
export function clientKey(ip: string | null): string {
  return prefixKey(ip, 32, 64);
}

/** The counter key of the client's network, whose addresses one attacker may have: an IPv4 /24 or an IPv6 /48. */
export function networkKey(ip: string | null): string {
  return prefixKey(ip, 24, 48);
}

function prefixKey(ip: string | null, ipv4Bits: number, ipv6Bits: number): string {
  if (ip === null || !ipaddr.isValid(ip)) return 'unknown';
  const address = ipaddr.process(ip);
  if (address instanceof ipaddr.IPv4) {
    const [a, b, c] = address.octets;
    return ipv4Bits === 32 ? address.toString() : `${[a, b, c].join('.')}.0/${ipv4Bits}`;
  }
  const parts = address.parts.slice(0, ipv6Bits / 16).map((part) => part.toString(16));
  return `${parts.join(':')}::/${ipv6Bits}`;
}
