import type { Db } from 'mongodb';
import { RateLimiterRes, type RateLimiterMongo } from 'rate-limiter-flexible';
import {
  GUESS_PAUSE_MAX_SECONDS,
  GUESS_PAUSE_SECONDS,
  PROOF_OF_WORK_LEVELS,
} from '../../../shared/limits.ts';
import type { RequestClient } from '../../dependencies.ts';
import type { KnownAsker } from '../limits/askers.ts';
import type { Strangers } from '../limits/proof-of-work.ts';
import {
  clientKey,
  createGuessLimiter,
  createRoundCounter,
  limitedUntil,
  networkKey,
} from '../limits/rate-limits.ts';
import { roundsKey, type GuessLimit } from '../rules/counters.ts';

const AT_THE_HIGHEST_PRICE = { minimumLevel: PROOF_OF_WORK_LEVELS };

/** Who guesses, before the guess is evaluated. */
export type Guesser =
  /**
   * A stranger: counted by account, by client address and by network. The sum of strangers' guesses is never refused, but a flood needs proofs of
   * work. After ten wrong guesses at an account, each further one needs a proof until the pause is over, so that strangers cannot lock it.
   */
  | {
      readonly kind: 'stranger';
      readonly account: string;
      readonly client: Pick<RequestClient, 'ip' | 'proofOfWork'>;
    }
  /**
   * A known browser or a session of the account. Each has its own counter, so that strangers cannot lock the owner out. All sessions of a user
   * share a wider limit.
   */
  | KnownAsker;

export interface PasswordGuesses {
  /**
   * Counts a guess, then evaluates it, so that parallel guesses cannot pass a limit. A right guess is given back, and so is one that could not be
   * evaluated. Throws `RATE_LIMITED` with `retryAfter` in seconds, `PROOF_OF_WORK_REQUIRED`.
   */
  evaluate(guesser: Guesser, evaluate: () => Promise<boolean>): Promise<boolean>;
  /** Clears the strangers' counter of an account, when its owner has proven themselves in another way. */
  forget(account: string): Promise<void>;
}

interface Count {
  readonly name: GuessLimit;
  readonly limiter: RateLimiterMongo;
  readonly key: string;
}

/** Counters in the database, so that they hold across processes and restarts. */
export function createPasswordGuesses(db: Db, strangers: Strangers): PasswordGuesses {
  const counter = (name: GuessLimit) => {
    const limiter = createGuessLimiter(db, name);
    return (key: string): Count => ({ name, limiter, key });
  };
  const byAccount = counter('guess-account');
  const byAccountAndDay = counter('guess-account-day');
  const byKnown = counter('guess-known');
  const byClient = counter('guess-client');
  const byNetwork = counter('guess-network');
  const byUser = counter('guess-user');
  const rounds = createRoundCounter(db);

  /** Refuses by a read, so that a flood of guesses does not wait for the writes of one counter. */
  async function refuseWhenUsedUp({ limiter, key }: Count): Promise<void> {
    const used = await limiter.get(key);
    if (used && used.consumedPoints > limiter.points) throw limitedUntil(used);
  }

  async function isInPause({ limiter, key }: Count): Promise<boolean> {
    return ((await limiter.get(key))?.consumedPoints ?? 0) > limiter.points;
  }

  /** Counts by one key. The guess that uses up the points makes the pause longer, once. Answers `null`, or the rest of the pause. */
  async function countInRound({ name, limiter, key }: Count): Promise<RateLimiterRes | null> {
    try {
      await limiter.consume(key);
      return null;
    } catch (error) {
      if (!(error instanceof RateLimiterRes)) throw error;
      if (error.consumedPoints !== limiter.points + 1) return error;
      const { consumedPoints: round } = await rounds.consume(roundsKey(name, key));
      const pause = Math.min(GUESS_PAUSE_SECONDS * 2 ** (round - 1), GUESS_PAUSE_MAX_SECONDS);
      return limiter.block(key, pause);
    }
  }

  async function count({ limiter, key }: Count): Promise<void> {
    try {
      await limiter.consume(key);
    } catch (error) {
      throw error instanceof RateLimiterRes ? limitedUntil(error) : error;
    }
  }

  async function clear({ name, limiter, key }: Count): Promise<void> {
    await Promise.all([limiter.delete(key), rounds.delete(roundsKey(name, key))]);
  }

  /** `own`: the counter that a right guess clears. A right guess is given back to all other counters. */
  async function evaluateCounted(
    evaluate: () => Promise<boolean>,
    own: Count,
    counted: readonly Count[],
  ): Promise<boolean> {
    const giveBack = (counts: readonly Count[]) =>
      Promise.all(counts.map(({ limiter, key }) => limiter.reward(key)));
    let right: boolean;
    try {
      right = await evaluate();
    } catch (error) {
      await giveBack(counted);
      throw error;
    }
    if (right) await Promise.all([giveBack(counted.filter((each) => each !== own)), clear(own)]);
    return right;
  }

  return {
    async evaluate(guesser, evaluate) {
      if (guesser.kind !== 'stranger') {
        const own = byKnown(guesser.key);
        const user = guesser.kind === 'session' ? [byUser(guesser.userId)] : [];
        await Promise.all(user.map(refuseWhenUsedUp));
        const pause = await countInRound(own);
        if (pause) throw limitedUntil(pause);
        await Promise.all(user.map(count));
        return evaluateCounted(evaluate, own, [own, ...user]);
      }
      const { account, client } = guesser;
      const own = byAccount(account);
      const shared = [byClient(clientKey(client.ip)), byNetwork(networkKey(client.ip))];
      const ofDay = byAccountAndDay(account);
      await Promise.all([ofDay, ...shared].map(refuseWhenUsedUp));
      const act = { action: 'password', subject: account, client } as const;
      const inPause = await isInPause(own);
      // Before the count: a guess without a proof must not use up the account's guesses.
      await strangers.charge({ ...act, ...(inPause && AT_THE_HIGHEST_PRICE) });
      for (const each of shared) await count(each);
      // A parallel guess may have used up the round meanwhile.
      if (!inPause && (await countInRound(own))) await strangers.charge({ ...act, ...AT_THE_HIGHEST_PRICE });
      await count(ofDay);
      const counted = [...shared, ofDay, ...(inPause ? [] : [own])];
      const right = await evaluateCounted(evaluate, own, counted);
      if (right) await strangers.confirm('password');
      return right;
    },
    async forget(account) {
      const ofDay = byAccountAndDay(account);
      await Promise.all([clear(byAccount(account)), ofDay.limiter.delete(ofDay.key)]);
    },
  };
}
