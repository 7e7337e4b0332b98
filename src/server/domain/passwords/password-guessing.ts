import type { Db } from 'mongodb';
import { RateLimiterRes, type RateLimiterMongo } from 'rate-limiter-flexible';
import { PROOF_OF_WORK_LEVELS } from '../../../shared/limits.ts';
import type { RequestContext } from '../rules/request-context.ts';
import type { KnownCaller } from '../limits/callers.ts';
import type { RateLimitDocument } from '../../database/service-documents.ts';
import {
  clearWrite,
  countWrite,
  giveBackWrite,
  readCounters,
  writeCounters,
  writeUnlimited,
  type CounterWrite,
} from '../limits/counter-writes.ts';
import type { UnknownCallers } from '../limits/proof-of-work.ts';
import type { PasswordHashing } from './password-hashing.ts';
import { addressKey, createLimiter, rateLimitError, networkKey, timeLeft } from '../limits/rate-limits.ts';
import { counterKey, PAUSE_ROUNDS, RATE_LIMITS, ruleWindow, type RuleWindow } from '../rules/counters.ts';

const GUESS_PAUSE_MAX_SECONDS = 24 * 60 * 60;
const AT_THE_HIGHEST_PRICE = { minimumLevel: PROOF_OF_WORK_LEVELS };

export type Guesser =
  /**
   * Counted by account, IP address and network. The sum of all is never refused, but a flood needs proofs of
   * work. After ten wrong guesses at an account, a guess needs a proof until the pause is over, so that
   * nobody can lock it. A guess also needs a proof when those of its address or network have cost the whole
   * limit (`PasswordHashing.price`).
   */
  | {
      readonly kind: 'unknown';
      readonly account: string;
      readonly requestContext: Pick<RequestContext, 'ip' | 'proofOfWork'>;
    }
  /** Each has a counter of its own, so that unknown callers cannot lock the owner out. */
  | KnownCaller;

export interface PasswordGuesses {
  /**
   * A guess is counted before it is evaluated, so that parallel guesses cannot pass a limit. A right guess,
   * or one that was not evaluated, is given back. Throws `RATE_LIMITED` (`retryAfter` in seconds),
   * `PROOF_OF_WORK_REQUIRED`.
   */
  evaluate(guesser: Guesser, evaluate: () => Promise<boolean>): Promise<boolean>;
  /** Clears the unknown callers' counter, when the owner is verified in another way. */
  forget(account: string): Promise<void>;
}

/** The counters that still count, by key. */
type Rows = ReadonlyMap<string, RateLimitDocument>;

interface Count {
  readonly window: RuleWindow;
  readonly limiter: RateLimiterMongo;
  readonly key: string;
}

/** The counters are in the database, so that they hold across processes and restarts. */
export function createPasswordGuesses(
  db: Db,
  unknownCallers: UnknownCallers,
  hashing: Pick<PasswordHashing, 'price'>,
): PasswordGuesses {
  const { pause: pausing, refusal } = RATE_LIMITS.password;
  const counter = (window: RuleWindow) => {
    const limiter = createLimiter(db, window);
    return (key: string): Count => ({ window, limiter, key });
  };
  const byAccount = counter(ruleWindow('password', 'account', 'quarter', pausing.account.quarter));
  const byAccountAndDay = counter(ruleWindow('password', 'account', 'day', refusal.account.day));
  const byKnown = counter(ruleWindow('password', 'browser', 'quarter', pausing.browser.quarter));
  const byAddress = counter(ruleWindow('password', 'ip', 'quarter', refusal.ip.quarter));
  const byNetwork = counter(ruleWindow('password', 'network', 'quarter', refusal.network.quarter));
  const byUser = counter(ruleWindow('password', 'user', 'quarter', refusal.user.quarter));
  const rounds = createLimiter(db, PAUSE_ROUNDS);
  const counters = db.collection<RateLimitDocument>('rate_limits');
  const storedKey = ({ window, key }: Count) => counterKey(window, key);

  const readRows = (counts: readonly Count[]) => readCounters(counters, counts.map(storedKey));

  const usesOf = (rows: Rows, counted: Count) => rows.get(storedKey(counted))?.points ?? 0;

  /** Decides by the rows that were read, so that a flood does not wait for the writes of one counter. */
  function refuseUsedUp(rows: Rows, counts: readonly Count[]): void {
    for (const each of counts) {
      const row = rows.get(storedKey(each));
      if (row && row.points > each.window.points) throw rateLimitError(timeLeft(row));
    }
  }

  /**
   * Counts in one command, which stops at the first key that is used up. Answers how many writes were done,
   * with those of `also`.
   */
  function countTogether(counts: readonly Count[], also: readonly CounterWrite[] = []): Promise<number> {
    const writes = counts.map((each) => countWrite({ ...each.window, key: storedKey(each) }));
    return writeCounters(counters, [...writes, ...also]);
  }

  /**
   * The guess that uses up the points of a round makes the next pause longer, once. Answers the rest of the
   * pause, or `null`.
   */
  async function countInRound(counted: Count): Promise<RateLimiterRes | null> {
    const { window, limiter, key } = counted;
    try {
      await limiter.consume(key);
      return null;
    } catch (error) {
      if (!(error instanceof RateLimiterRes)) throw error;
      if (error.consumedPoints !== limiter.points + 1) return error;
      const { consumedPoints: round } = await rounds.consume(storedKey(counted));
      const pause = Math.min(window.duration * 2 ** (round - 1), GUESS_PAUSE_MAX_SECONDS);
      return limiter.block(key, pause);
    }
  }

  async function count({ limiter, key }: Count): Promise<void> {
    try {
      await limiter.consume(key);
    } catch (error) {
      throw error instanceof RateLimiterRes ? rateLimitError(error) : error;
    }
  }

  const keysOf = (counted: Count) => [storedKey(counted), counterKey(PAUSE_ROUNDS, storedKey(counted))];

  /** A right guess clears `own`, is given back to the other counters, and writes `honest`, in one command. */
  async function evaluateCounted(
    evaluate: () => Promise<boolean>,
    own: Count,
    counted: readonly Count[],
    honest: () => Promise<readonly CounterWrite[]> = () => Promise.resolve([]),
  ): Promise<boolean> {
    const givenBack = (counts: readonly Count[]) => counts.map((each) => giveBackWrite(storedKey(each)));
    let right: boolean;
    try {
      right = await evaluate();
    } catch (error) {
      await writeUnlimited(counters, givenBack(counted));
      throw error;
    }
    if (right) {
      const others = counted.filter((each) => each !== own);
      await writeUnlimited(counters, [
        ...givenBack(others),
        ...keysOf(own).map(clearWrite),
        ...(await honest()),
      ]);
    }
    return right;
  }

  return {
    async evaluate(guesser, evaluate) {
      if (guesser.kind !== 'unknown') {
        const own = byKnown(guesser.key);
        const user = guesser.kind === 'session' ? [byUser(guesser.userId)] : [];
        if (user.length > 0) refuseUsedUp(await readRows(user), user);
        const done = await countTogether([own, ...user]);
        const pause = done === 0 ? await countInRound(own) : null;
        if (pause) throw rateLimitError(pause);
        for (const each of user.slice(Math.max(0, done - 1))) await count(each);
        return evaluateCounted(evaluate, own, [own, ...user]);
      }
      const { account, requestContext } = guesser;
      const own = byAccount(account);
      const shared = [byAddress(addressKey(requestContext.ip)), byNetwork(networkKey(requestContext.ip))];
      const ofDay = byAccountAndDay(account);
      const rows = await readRows([own, ofDay, ...shared]);
      refuseUsedUp(rows, [ofDay, ...shared]);
      const price = hashing.price();
      const act = { action: 'password', subject: account, requestContext, cost: price } as const;
      const inPause = usesOf(rows, own) > own.window.points;
      const isCostSpent = shared.some((each) => {
        const { points } = each.window;
        // An address or network without a guess left is refused below.
        return usesOf(rows, each) < points && usesOf(rows, each) * price >= points;
      });
      // Before the count: a guess without a proof must not use up the account's guesses.
      const actWrite = await unknownCallers.admit({
        ...act,
        ...((inPause || isCostSpent) && AT_THE_HIGHEST_PRICE),
      });
      const counts = [...shared, ...(inPause ? [] : [own]), ofDay];
      const done = await countTogether(counts, [actWrite]);
      // A counter is used up, or a parallel guess inserted its row. Counting each one alone finds out which.
      if (done <= counts.length) await writeUnlimited(counters, [actWrite]);
      for (const each of counts.slice(done)) {
        if (each !== own) await count(each);
        // A parallel guess may have used up the round meanwhile.
        else if (await countInRound(own)) await unknownCallers.charge({ ...act, ...AT_THE_HIGHEST_PRICE });
      }
      return evaluateCounted(evaluate, own, counts, async () => [
        await unknownCallers.honestWrite('password', price),
      ]);
    },
    async forget(account) {
      const keys = [...keysOf(byAccount(account)), storedKey(byAccountAndDay(account))];
      // The driver repeats a `deleteOne` after a failover, but not a `deleteMany`.
      await counters.bulkWrite(keys.map((key) => ({ deleteOne: { filter: { key } } })));
    },
  };
}
