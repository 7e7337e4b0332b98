import ipaddr from 'ipaddr.js';
import type { Db } from 'mongodb';
import { RateLimiterMongo, RateLimiterRes } from 'rate-limiter-flexible';
import type { ErrorCode } from '../../../shared/errors/catalogue.ts';
import { AppError } from '../../app-error.ts';
import type { RateLimitDocument } from '../../database/service-documents.ts';
import {
  counterKey,
  refusingWindows,
  type RATE_LIMITS,
  type RateLimitRule,
  type RuleWindow,
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
  /** Counts one use in each window. Throws `RATE_LIMITED` with `retryAfter` in seconds. */
  consume(...count: RateCount): Promise<void>;
  /** The errors that `consume` would throw, or `null`. One read; counts nothing. */
  refusalsOf(counts: readonly RateCount[]): Promise<readonly (AppError | null)[]>;
  /**
   * Sends one command, which stops at the first refusal and throws like `consume`. `also` comes last. Pass
   * the count of the most callers last: what an earlier count refuses is not counted there.
   */
  consumeAll(counts: readonly RateCount[], also?: readonly CounterWrite[]): Promise<void>;
  /** Gives uses back that were no misuse, and writes `also`, in one command. */
  giveBackAll(counts: readonly RateCount[], also?: readonly CounterWrite[]): Promise<void>;
}

/** `refusal`: the code of the error instead of `RATE_LIMITED`. */
export type RateCount = {
  [Rule in RateLimitRule]: readonly [
    rule: Rule,
    by: keyof (typeof RATE_LIMITS)[Rule]['refusal'],
    key: string,
    refusal?: ErrorCode,
  ];
}[RateLimitRule];

interface WindowCount {
  readonly window: RuleWindow;
  readonly key: string;
  readonly refusal: ErrorCode | undefined;
}

function inWindows([rule, by, key, refusal]: RateCount): WindowCount[] {
  return refusingWindows(rule, by).map((window) => ({ window, key, refusal }));
}

/** Throws like `consume` when one of these is used up, and counts nothing. */
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

/** In the database, so that a limit holds across processes and restarts. */
export function createRateLimits(db: Db): RateLimits {
  const counters = db.collection<RateLimitDocument>('rate_limits');
  async function consume({ window, key, refusal }: WindowCount): Promise<void> {
    try {
      await createLimiter(db, window).consume(key);
    } catch (error) {
      throw error instanceof RateLimiterRes ? rateLimitError(error, refusal) : error;
    }
  }
  return {
    async consume(...count) {
      for (const each of inWindows(count)) await consume(each);
    },
    async refusalsOf(counts) {
      const keysOf = (count: RateCount) => inWindows(count).map(({ window, key }) => counterKey(window, key));
      const rows = await readCounters(counters, counts.flatMap(keysOf));
      return counts.map((count) => {
        for (const { window, key, refusal } of inWindows(count)) {
          const row = rows.get(counterKey(window, key));
          if (row && row.points >= window.points) return rateLimitError(timeLeft(row), refusal);
        }
        return null;
      });
    },
    async consumeAll(counts, also = []) {
      const counted = counts.flatMap(inWindows);
      const writes = counted.map(({ window, key }) =>
        countWrite({ ...window, key: counterKey(window, key) }),
      );
      const done = await writeCounters(counters, [...writes, ...also]);
      // A counter is used up, or a parallel use inserted its row. `consume` of each finds out.
      for (const each of counted.slice(done)) await consume(each);
      await writeUnlimited(counters, also.slice(Math.max(0, done - counted.length)));
    },
    async giveBackAll(counts, also = []) {
      const givenBack = counts
        .flatMap(inWindows)
        .map(({ window, key }) => giveBackWrite(counterKey(window, key)));
      await writeUnlimited(counters, [...givenBack, ...also]);
    },
  };
}

export function timeLeft({ expire }: Pick<RateLimitDocument, 'expire'>): { readonly msBeforeNext: number } {
  return { msBeforeNext: (expire?.getTime() ?? 0) - Date.now() };
}

/** `points` uses of a key within `duration` seconds of the first. */
export function createLimiter(db: Db, { name, points, duration }: RuleWindow): RateLimiterMongo {
  return new RateLimiterMongo({
    storeClient: db.client,
    dbName: db.databaseName,
    tableName: 'rate_limits',
    keyPrefix: name,
    points,
    duration,
    // `indexes.ts` creates the indexes, and `/readyz` checks them.
    disableIndexesCreation: true,
  });
}

export function rateLimitError(
  { msBeforeNext }: Pick<RateLimiterRes, 'msBeforeNext'>,
  refusal?: ErrorCode,
): AppError {
  if (refusal !== undefined) return new AppError(refusal);
  return new AppError('RATE_LIMITED', { retryAfter: Math.max(1, Math.ceil(msBeforeNext / 1000)) });
}

/** An IPv4 address, or an IPv6 /64, which one subscriber has as a whole (RFC 6177, CVE-2026-45364). */
export function addressKey(ip: string | null): string {
  return prefixKey(ip, 32, 64);
}

/** An IPv4 /24 or an IPv6 /48, whose addresses one attacker may have. */
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
