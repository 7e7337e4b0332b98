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
