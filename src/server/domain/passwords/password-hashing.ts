import { randomBytes } from 'node:crypto';
import os from 'node:os';
import { isDeepStrictEqual } from 'node:util';
import type { Algorithm } from '@node-rs/argon2';
import type { Piscina } from 'piscina';
import { setTimeout as sleepFor } from 'node:timers/promises';
import { entryFile } from '../../process/entry-file.ts';
import type { HashCheck, HashTask } from './password-hash-thread.ts';
import { createBoundedQueue, type QueueState } from '../limits/bounded-queue.ts';
import { GUESS_PADDING_MAX_MS, createGuessCosts } from './guess-costs.ts';
import { kindOfHash } from './imported-hashes.ts';

/** With more in the queue of this process, the answer is 503 `UNAVAILABLE`. */
const PASSWORD_HASHES_WAITING = 100;
const PASSWORD_HASHES_RETRY_AFTER_SECONDS = 2;
/** Checks that cost more than today's have their own queue, because each takes up to a second. */
const COSTLY_HASHES_WAITING = 20;

/** argon2id with OWASP's first recommendation: 19 MiB, two passes, no parallelism. `memoryCost` in KiB. */
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;
// The package declares its algorithms as a `const enum`, which has no value at run time.
const ARGON2ID = 2 as Algorithm.Argon2id;
const ARGON2ID_HASH = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$/;

/** Each thread needs 19 MiB while it hashes. */
const MAX_CONCURRENCY = 8;
const CONCURRENCY = Math.min(os.availableParallelism(), MAX_CONCURRENCY);
const THREAD_IDLE_MS = 60_000;
/** As `nice -n 10`: other requests come first. Where the system refuses it, the priority stays normal. */
const NICE = 10;

/** One pool for the process. Node's own pool has few threads, which files and DNS need. */
let threads: Promise<Piscina<HashTask>> | null = null;

async function onThread<Result extends string | HashCheck>(task: HashTask): Promise<Result> {
  return (await (threads ??= openThreads())).run(task) as Promise<Result>;
}

async function openThreads(): Promise<Piscina<HashTask>> {
  const { Piscina } = await import('piscina');
  const { path, execArgv } = entryFile(new URL('password-hash-thread', import.meta.url));
  return new Piscina({
    filename: path,
    execArgv: [...execArgv],
    minThreads: 0,
    maxThreads: CONCURRENCY + costlyConcurrencyOf(CONCURRENCY),
    idleTimeout: THREAD_IDLE_MS,
    niceIncrement: NICE,
  });
}

/** Costly checks get half as many threads of their own, so that they delay no others. */
function costlyConcurrencyOf(concurrency: number): number {
  return Math.ceil(concurrency / 2);
}

export interface PasswordHashing {
  /** Answers a PHC string. Throws `UNAVAILABLE` with `retryAfter` when too many wait. */
  hash(password: string): Promise<string>;
  /**
   * `stored: null`: does the same work, and answers `false`. Every wrong password takes the same time. Throws
   * `UNAVAILABLE`, also when the caller closed the request before its turn.
   */
  verify(stored: string | null, password: string): Promise<boolean>;
  /** How many checks of current hashes a guess costs now, at any account (`guess-costs.ts`). */
  price(): number;
  /** Whether the hash has former parameters, or the form of another system (`imported-hashes.ts`). */
  isOutdated(stored: string): boolean;
  queueState(): QueueState;
}

interface HashParameters {
  /** KiB. */
  readonly memoryCost: number;
  readonly timeCost: number;
  readonly parallelism: number;
}

export interface HashingOptions extends HashParameters {
  readonly concurrency: number;
  readonly waiting: number;
  readonly sleep: (ms: number) => Promise<unknown>;
}

/** Threads of lower priority, and a bounded number, so that many sign-ins do not slow down other requests. */
export function createPasswordHashing(options: Partial<HashingOptions> = {}): PasswordHashing {
  const {
    concurrency = CONCURRENCY,
    waiting = PASSWORD_HASHES_WAITING,
    sleep = sleepFor,
    ...parameters
  } = { ...PARAMETERS, ...options };
  const retryAfter = PASSWORD_HASHES_RETRY_AFTER_SECONDS;
  const turns = createBoundedQueue({ concurrency, waiting, retryAfter });
  const costlyConcurrency = costlyConcurrencyOf(concurrency);
  const costlyTurns = createBoundedQueue({
    concurrency: costlyConcurrency,
    waiting: COSTLY_HASHES_WAITING,
    retryAfter,
  });
  const costs = createGuessCosts();

  const isCostly = (stored: string) => {
    const { memoryCost, timeCost } = parametersOf(stored);
    return memoryCost === 0 || memoryCost * timeCost > parameters.memoryCost * parameters.timeCost;
  };
  const hasTodaysParameters = (stored: string) => isDeepStrictEqual(parametersOf(stored), parameters);

  // A hash that no password has. Its check costs as much as that of a current hash.
  const nobodys = [
    '',
    'argon2id',
    'v=19',
    `m=${parameters.memoryCost},t=${parameters.timeCost},p=${parameters.parallelism}`,
    unpadded(randomBytes(16)),
    unpadded(randomBytes(32)),
  ].join('$');

  async function check(stored: string, password: string): Promise<HashCheck> {
    const answer = await onThread<HashCheck>({ password, stored });
    costs.add(hasTodaysParameters(stored) ? null : kindOfHash(stored), answer.cpuMs);
    return answer;
  }

  return {
    hash: (password) =>
      turns.take(() => onThread<string>({ password, options: { ...parameters, algorithm: ARGON2ID } })),
    async verify(stored, password) {
      const isInCostlyQueue = stored !== null && isCostly(stored);
      // The waiting jobs that a costly check would have before it.
      const turnsAhead = isInCostlyQueue ? 0 : costlyTurns.state().waiting / costlyConcurrency;
      const { matches, cpuMs } = await (isInCostlyQueue ? costlyTurns : turns).take(async () => {
        // An answer is padded to the cost of a current check, so that cost must be known first.
        if (stored !== null && !hasTodaysParameters(stored) && !costs.knowsOwn())
          await check(nobodys, password);
        return check(stored ?? nobodys, password);
      });
      const isRight = matches && stored !== null;
      const padding = Math.min(costs.paddingMs() * (1 + turnsAhead), GUESS_PADDING_MAX_MS);
      // The padding is outside the queue, so no other check waits for it.
      if (!isRight && cpuMs < padding) await sleep(padding - cpuMs);
      return isRight;
    },
    price: costs.price,
    isOutdated: (stored) => !hasTodaysParameters(stored),
    queueState() {
      const [one, other] = [turns.state(), costlyTurns.state()];
      return {
        running: one.running + other.running,
        waiting: one.waiting + other.waiting,
        refused: one.refused + other.refused,
      };
    },
  };
}

/** Zeros for a hash of another algorithm. */
function parametersOf(stored: string): HashParameters {
  const [, ...numbers] = ARGON2ID_HASH.exec(stored) ?? [];
  const [memoryCost = 0, timeCost = 0, parallelism = 0] = numbers.map(Number);
  return { memoryCost, timeCost, parallelism };
}

/** Base64 without padding, as in PHC strings. */
function unpadded(bytes: Buffer): string {
  return bytes.toString('base64').replaceAll('=', '');
}
