import ipaddr from 'ipaddr.js';
import type { Db } from 'mongodb';
import { RateLimiterMongo, RateLimiterRes } from 'rate-limiter-flexible';
import { AppError } from '../../app-error.ts';
import {
  GUESS_LIMITS,
  GUESS_ROUNDS,
  RATE_LIMITS,
  type GuessLimit,
  type RateLimitRule,
} from '../rules/counters.ts';

export interface RateLimits {
  /** Counts one use. Throws `RATE_LIMITED` with `retryAfter` in seconds when the rule's points are used up. */
  consume(rule: RateLimitRule, key: string): Promise<void>;
  /** Throws like `consume` when the rule's points are used up, and counts nothing. */
  check(rule: RateLimitRule, key: string): Promise<void>;
  /** Takes one use back: what was counted before it was known to be no misuse. */
  giveBack(rule: RateLimitRule, key: string): Promise<void>;
}

/** A use to be counted. */
export type RateCount = readonly [rule: RateLimitRule, key: string];

export async function checkAll(
  deps: { readonly rateLimits: RateLimits },
  counts: readonly RateCount[],
): Promise<void> {
  await Promise.all(counts.map(([rule, key]) => deps.rateLimits.check(rule, key)));
}

/** The widest limit comes last, so that what a narrow one refuses does not use it up. */
export async function consumeAll(
  deps: { readonly rateLimits: RateLimits },
  counts: readonly RateCount[],
): Promise<void> {
  for (const [rule, key] of counts) await deps.rateLimits.consume(rule, key);
}

/** Counters in the database, so that a limit holds across processes and restarts. */
export function createRateLimits(db: Db): RateLimits {
  const limiters = new Map(
    Object.entries(RATE_LIMITS).map(([rule, { points, duration }]) => [
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
      if (used && used.consumedPoints >= RATE_LIMITS[rule].points) throw limitedUntil(used);
    },
    async giveBack(rule, key) {
      await limiters.get(rule)?.reward(key);
    },
  };
}

/** The counters of wrong passwords of one kind. */
export function createGuessLimiter(db: Db, name: GuessLimit): RateLimiterMongo {
  const { points, duration } = GUESS_LIMITS[name];
  return createLimiter(db, name, points, duration);
}

/** The counters of the rounds of all kinds of guesses. They have no limit. */
export function createRoundCounter(db: Db): RateLimiterMongo {
  return createLimiter(db, GUESS_ROUNDS.name, Number.MAX_SAFE_INTEGER, GUESS_ROUNDS.duration);
}

/** `points` uses of a key within `duration` seconds of the first. */
function createLimiter(db: Db, rule: string, points: number, duration: number): RateLimiterMongo {
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
  return prefixKey(ip, 32, 64);
}

/** The key of the network around it, by whose addresses one client could multiply its tries: an IPv4 /24 or an IPv6 /48. */
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
