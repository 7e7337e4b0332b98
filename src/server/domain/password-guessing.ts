import type { Db } from 'mongodb';
import { RateLimiterRes, type RateLimiterMongo } from 'rate-limiter-flexible';
import {
  DAY_MS,
  GUESSES_PER_ACCOUNT,
  GUESSES_PER_CLIENT,
  GUESS_PAUSE_MAX_SECONDS,
  GUESS_PAUSE_SECONDS,
  SECOND_MS,
} from '../../shared/limits.ts';
import type { RequestClient } from '../dependencies.ts';
import type { Strangers } from './proof-of-work.ts';
import { clientKey, createLimiter, limitedUntil } from './rate-limits.ts';

/** Rounds of guesses are remembered for so long: the next round's pause is twice as long. */
const ROUNDS_SECONDS = (7 * DAY_MS) / SECOND_MS;

/** Who guesses, as far as that is known before the guess is evaluated. */
export type Guesser =
  /** Anybody: counted by the account they ask for and by their address. In sum they are never refused, but a flood raises the price. */
  | {
      readonly kind: 'stranger';
      readonly account: string;
      readonly client: Pick<RequestClient, 'ip' | 'proofOfWork'>;
    }
  /**
   * A browser that this account knows, or a session of it: counted by itself alone, so that strangers who use up the other limits do
   * not keep the owner out. `key` names it together with its account.
   */
  | { readonly kind: 'known'; readonly key: string };

export interface PasswordGuesses {
  /**
   * Counts a guess, then evaluates it: counted first, so that guesses at once cannot outrun a limit. A right one is taken out of the count
   * again, and so is one that could not be evaluated. Throws `RATE_LIMITED` with `retryAfter` in seconds, `PROOF_OF_WORK_REQUIRED`.
   */
  evaluate(guesser: Guesser, evaluate: () => Promise<boolean>): Promise<boolean>;
  /** Lets strangers try this account again: its owner has proven themselves in another way. */
  forget(account: string): Promise<void>;
}

interface Count {
  readonly limiter: RateLimiterMongo;
  readonly key: string;
}

/** Counters in the database, so that they hold across processes and restarts. */
export function createPasswordGuesses(db: Db, strangers: Strangers): PasswordGuesses {
  const byAccount = createLimiter(db, 'guess-account', GUESSES_PER_ACCOUNT, GUESS_PAUSE_SECONDS);
  const byKnown = createLimiter(db, 'guess-known', GUESSES_PER_ACCOUNT, GUESS_PAUSE_SECONDS);
  const byClient = createLimiter(db, 'guess-client', GUESSES_PER_CLIENT, GUESS_PAUSE_SECONDS);
  const rounds = createLimiter(db, 'guess-rounds', Number.MAX_SAFE_INTEGER, ROUNDS_SECONDS);

  /** What is refused anyway is refused by a read: a flood of strangers' guesses does not queue up for the write of one counter. */
  async function refuseWhenUsedUp({ limiter, key }: Count): Promise<void> {
    const used = await limiter.get(key);
    if (used && used.consumedPoints > limiter.points) throw limitedUntil(used);
  }

  /** Counts by one key; whoever uses up its points makes the pause longer, once. */
  async function countBackingOff({ limiter, key }: Count): Promise<void> {
    try {
      await limiter.consume(key);
    } catch (error) {
      if (!(error instanceof RateLimiterRes)) throw error;
      if (error.consumedPoints !== limiter.points + 1) throw limitedUntil(error);
      const { consumedPoints: round } = await rounds.consume(`${limiter.keyPrefix}:${key}`);
      const pause = Math.min(GUESS_PAUSE_SECONDS * 2 ** (round - 1), GUESS_PAUSE_MAX_SECONDS);
      throw limitedUntil(await limiter.block(key, pause));
    }
  }

  async function count({ limiter, key }: Count): Promise<void> {
    try {
      await limiter.consume(key);
    } catch (error) {
      throw error instanceof RateLimiterRes ? limitedUntil(error) : error;
    }
  }

  async function clear({ limiter, key }: Count): Promise<void> {
    await Promise.all([limiter.delete(key), rounds.delete(`${limiter.keyPrefix}:${key}`)]);
  }

  /** `own` is the count of who is guessed at, which a right guess clears; of the shared ones it only takes itself out. */
  async function evaluateCounted(
    evaluate: () => Promise<boolean>,
    own: Count,
    shared: readonly Count[],
  ): Promise<boolean> {
    const giveBack = (counts: readonly Count[]) =>
      Promise.all(counts.map(({ limiter, key }) => limiter.reward(key)));
    let right: boolean;
    try {
      right = await evaluate();
    } catch (error) {
      await giveBack([own, ...shared]);
      throw error;
    }
    if (right) await Promise.all([giveBack(shared), clear(own)]);
    return right;
  }

  return {
    async evaluate(guesser, evaluate) {
      if (guesser.kind === 'known') {
        const own = { limiter: byKnown, key: guesser.key };
        await countBackingOff(own);
        return evaluateCounted(evaluate, own, []);
      }
      const { account, client } = guesser;
      const own = { limiter: byAccount, key: account };
      const network = { limiter: byClient, key: clientKey(client.ip) };
      await Promise.all([own, network].map(refuseWhenUsedUp));
      // Before the account's own count: guesses that pay nothing must not use it up.
      await strangers.charge({ action: 'password', subject: account, client });
      await count(network);
      await countBackingOff(own);
      const right = await evaluateCounted(evaluate, own, [network]);
      if (right) await strangers.confirm('password');
      return right;
    },
    forget: (account) => clear({ limiter: byAccount, key: account }),
  };
}
