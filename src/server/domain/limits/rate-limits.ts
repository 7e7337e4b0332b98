import ipaddr from 'ipaddr.js';
import type { Db } from 'mongodb';
import { RateLimiterMongo, RateLimiterRes } from 'rate-limiter-flexible';
import type { ErrorCode } from '../../../shared/errors/catalogue.ts';
import { AppError } from '../../app-error.ts';
import type { RateLimitDocument } from '../../database/service-documents.ts';
import {
  counterKey,
  GUESS_LIMITS,
  GUESS_ROUNDS,
  RATE_LIMITS,
  type GuessLimit,
  type RateLimitRule,
} from '../rules/counters.ts';
import {
  countWrite,
  giveBackWrite,
  readCounters,
  writeCounters,
  writeUnlimited,
  type CounterWrite,
} from './counter-writes.ts';

export interface RateLimits {
  /** Counts one use. Throws `RATE_LIMITED` with `retryAfter` in seconds when the rule's points are used up. */
  consume(rule: RateLimitRule, key: string): Promise<void>;
  /** For each of these, the error that `consume` would throw because its points are used up, or `null`. It is one read, and counts nothing. */
  refusalsOf(counts: readonly RateCount[]): Promise<readonly (AppError | null)[]>;
  /**
   * Counts one use of each, in this order, until one is used up: it throws like `consume`. It is one command, and so is `also`, which no limit
   * refuses and which comes last. Pass the widest limit last: a use that a narrow limit refuses is then not counted by the wide one.
   */
  consumeAll(counts: readonly RateCount[], also?: readonly CounterWrite[]): Promise<void>;
  /** Gives one use of each back, when it turned out to be no misuse, and writes `also`, in one command. */
  giveBackAll(counts: readonly RateCount[], also?: readonly CounterWrite[]): Promise<void>;
}

/** One use to count. `refusal`: the code of the error instead of `RATE_LIMITED`. */
export type RateCount = readonly [rule: RateLimitRule, key: string, refusal?: ErrorCode];

/** Throws like `consume` when the points of one of these are used up, and counts nothing. */
export async function checkAll(
  deps: { readonly rateLimits: RateLimits },
  counts: readonly RateCount[],
): Promise<void> {
  throwFirst(await deps.rateLimits.refusalsOf(counts));
}

export function throwFirst(refusals: readonly (AppError | null)[]): void {
  const refusal = refusals.find((each) => each !== null);
  if (refusal) throw refusal;
}

/** Counters in the database, so that a limit holds across processes and restarts. */
export function createRateLimits(db: Db): RateLimits {
  const counters = db.collection<RateLimitDocument>('rate_limits');
  const limiters = new Map(
    Object.entries(RATE_LIMITS).map(([rule, { points, duration }]) => [
      rule,
      createLimiter(db, rule, points, duration),
    ]),
  );
  async function consume([rule, key, refusal]: RateCount): Promise<void> {
    try {
      await limiters.get(rule)?.consume(key);
    } catch (error) {
      throw error instanceof RateLimiterRes ? limitedUntil(error, refusal) : error;
    }
  }
  return {
    consume: (rule, key) => consume([rule, key]),
    async refusalsOf(counts) {
      const rows = await readCounters(
        counters,
        counts.map(([rule, key]) => counterKey(rule, key)),
      );
      return counts.map(([rule, key, refusal]) => {
        const row = rows.get(counterKey(rule, key));
        return row && row.points >= RATE_LIMITS[rule].points ? limitedUntil(timeLeft(row), refusal) : null;
      });
    },
    async consumeAll(counts, also = []) {
      const counted = counts.map(([rule, key]) =>
        countWrite({ ...RATE_LIMITS[rule], key: counterKey(rule, key) }),
      );
      const done = await writeCounters(counters, [...counted, ...also]);
      // One has no room, or a parallel use inserted its row: each alone finds out.
      for (const count of counts.slice(done)) await consume(count);
      await writeUnlimited(counters, also.slice(Math.max(0, done - counts.length)));
    },
    async giveBackAll(counts, also = []) {
      const givenBack = counts.map(([rule, key]) => giveBackWrite(counterKey(rule, key)));
      await writeUnlimited(counters, [...givenBack, ...also]);
    },
  };
}

/** How long a counter that was read still counts. */
export function timeLeft({ expire }: Pick<RateLimitDocument, 'expire'>): { readonly msBeforeNext: number } {
  return { msBeforeNext: (expire?.getTime() ?? 0) - Date.now() };
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
export function limitedUntil(
  { msBeforeNext }: Pick<RateLimiterRes, 'msBeforeNext'>,
  refusal?: ErrorCode,
): AppError {
  if (refusal !== undefined) return new AppError(refusal);
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
