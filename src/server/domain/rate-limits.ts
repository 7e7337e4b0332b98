import ipaddr from 'ipaddr.js';
import type { Db } from 'mongodb';
import { RateLimiterMongo, RateLimiterRes } from 'rate-limiter-flexible';
import {
  ACCESS_TOKENS_PER_HOUR,
  BAD_ACCESS_TOKENS_PER_MINUTE,
  DATA_EXPORTS_PER_HOUR,
  DEVICE_CODES_PER_USER,
  DEVICE_STARTS_PER_CLIENT,
  DISCOVERED_REGISTRATIONS_PER_HOUR,
  DISCOVERIES_PER_MINUTE,
  GRANT_CHECKS_PER_USER,
  EMAIL_CHANGE_MAILS_PER_DAY,
  LOG_REPORTS_PER_MINUTE,
  PICTURES_PER_USER_AND_HOUR,
  SENDS_PER_ADDRESS,
  SENDS_PER_CLIENT,
  SEND_WINDOW_SECONDS,
  SMS_IN_SUM_PER_HOUR,
  SMS_PER_CLIENT,
  SMS_PER_NUMBER,
  SMS_PER_PREFIX_AND_HOUR,
  SMS_PER_USER,
} from '../../shared/limits.ts';
import { AppError } from '../app-error.ts';

const RULES = {
  'mail-to-address': { points: SENDS_PER_ADDRESS, duration: SEND_WINDOW_SECONDS },
  'mail-from-client': { points: SENDS_PER_CLIENT, duration: SEND_WINDOW_SECONDS },
  'email-change-for-user': { points: EMAIL_CHANGE_MAILS_PER_DAY, duration: 24 * 60 * 60 },
  'sms-to-number': { points: SMS_PER_NUMBER, duration: SEND_WINDOW_SECONDS },
  'sms-to-prefix': { points: SMS_PER_PREFIX_AND_HOUR, duration: 60 * 60 },
  'sms-for-user': { points: SMS_PER_USER, duration: SEND_WINDOW_SECONDS },
  'sms-from-client': { points: SMS_PER_CLIENT, duration: SEND_WINDOW_SECONDS },
  'sms-in-sum': { points: SMS_IN_SUM_PER_HOUR, duration: 60 * 60 },
  'picture-of-user': { points: PICTURES_PER_USER_AND_HOUR, duration: 60 * 60 },
  'log-from-client': { points: LOG_REPORTS_PER_MINUTE, duration: 60 },
  'discover-from-client': { points: DISCOVERIES_PER_MINUTE, duration: 60 },
  'register-from-client': { points: DISCOVERED_REGISTRATIONS_PER_HOUR, duration: 60 * 60 },
  'access-tokens-for-user': { points: ACCESS_TOKENS_PER_HOUR, duration: 60 * 60 },
  'device-from-client': { points: DEVICE_STARTS_PER_CLIENT, duration: SEND_WINDOW_SECONDS },
  'device-code-of-user': { points: DEVICE_CODES_PER_USER, duration: SEND_WINDOW_SECONDS },
  'bad-token-from-client': { points: BAD_ACCESS_TOKENS_PER_MINUTE, duration: 60 },
  'grant-check-for-user': { points: GRANT_CHECKS_PER_USER, duration: SEND_WINDOW_SECONDS },
  'export-for-user': { points: DATA_EXPORTS_PER_HOUR, duration: 60 * 60 },
} as const;

export type RateLimitRule = keyof typeof RULES;

/** The counters' names: with a colon and what is counted by, their keys. */
export const RATE_LIMIT_RULES = Object.keys(RULES) as RateLimitRule[];

export interface RateLimits {
  /** Counts one use. Throws `RATE_LIMITED` with `retryAfter` in seconds when the rule's points are used up. */
  consume(rule: RateLimitRule, key: string): Promise<void>;
  /** Takes one use back: what was counted before it was known to be no misuse. */
  giveBack(rule: RateLimitRule, key: string): Promise<void>;
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
    // indexes.ts makes them, and /readyz checks them.
    disableIndexesCreation: true,
  });
}

/** What a used-up counter answers to whoever comes. */
export function limitedUntil({ msBeforeNext }: Pick<RateLimiterRes, 'msBeforeNext'>): AppError {
  return new AppError('RATE_LIMITED', { retryAfter: Math.max(1, Math.ceil(msBeforeNext / 1000)) });
}

/**
 * The key under which a client address is counted: an IPv4 address as it is, an IPv6 address by its /64, which one subscriber
 * has to themselves (RFC 6177); counted singly it would be no limit at all (CVE-2026-45364).
 */
export function clientKey(ip: string | null): string {
  if (ip === null || !ipaddr.isValid(ip)) return 'unknown';
  const address = ipaddr.process(ip);
  if (address.kind() === 'ipv4') return address.toString();
  return `${(address as ipaddr.IPv6).parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(':')}::/64`;
}
