import { randomBytes } from 'node:crypto';
import os from 'node:os';
import type { Algorithm } from '@node-rs/argon2';
import type { Piscina } from 'piscina';
import { PASSWORD_HASHES_RETRY_AFTER_SECONDS, PASSWORD_HASHES_WAITING } from '../../../shared/limits.ts';
import { entryFile } from '../../entry-file.ts';
import type { HashTask } from './password-hash-thread.ts';
import { createBoundedQueue } from '../../bounded-queue.ts';

/** argon2id by OWASP's first choice: 19 MiB, two passes, one lane. `memoryCost` in KiB. */
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;
// The package declares its algorithms as a `const enum`, which has no value at run time.
const ARGON2ID = 2 as Algorithm.Argon2id;
/** How its PHC string begins. */
const ARGON2ID_HASH = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$/;

/** Each holds 19 MiB while it hashes. */
const MAX_LANES = 8;
const LANES = Math.min(os.availableParallelism(), MAX_LANES);
/** A thread is there from the first password on, until none came for so long. */
const THREAD_IDLE_MS = 60_000;
/** As `nice -n 10`: whoever is signed in already goes first. Where it cannot be had, the threads are equal. */
const NICE = 10;

/** The process's own threads, however many use them: Node's few are for files and names. */
let threads: Promise<Piscina<HashTask, string | boolean>> | null = null;

async function onThread(task: HashTask): Promise<string | boolean> {
  return (await (threads ??= openThreads())).run(task);
}

async function openThreads(): Promise<Piscina<HashTask, string | boolean>> {
  const { Piscina } = await import('piscina');
  const { path, execArgv } = entryFile(new URL('password-hash-thread', import.meta.url));
  return new Piscina({
    filename: path,
    execArgv: [...execArgv],
    minThreads: 0,
    maxThreads: LANES,
    idleTimeout: THREAD_IDLE_MS,
    niceIncrement: NICE,
  });
}

export interface PasswordHashing {
  /** A PHC string, with its parameters and salt. Throws `UNAVAILABLE` with `retryAfter` when too many wait. */
  hash(password: string): Promise<string>;
  /** With `null`, for nobody's password: the same work, and `false`. Throws `UNAVAILABLE` likewise. */
  verify(stored: string | null, password: string): Promise<boolean>;
  /** Whether a stored hash is weaker than what is made now. */
  isOutdated(stored: string): boolean;
}

export interface HashingOptions {
  /** KiB. */
  readonly memoryCost: number;
  readonly timeCost: number;
  readonly parallelism: number;
  /** How many are hashed at once. */
  readonly lanes: number;
  /** How many may wait for that. */
  readonly waiting: number;
}

/**
 * Hashes passwords outside the event loop, a bounded number at once and on threads of lower priority, so that however many sign in,
 * whoever is signed in already does not wait for them.
 */
export function createPasswordHashing(options: Partial<HashingOptions> = {}): PasswordHashing {
  const { lanes = LANES, waiting = PASSWORD_HASHES_WAITING, ...parameters } = { ...PARAMETERS, ...options };
  const turns = createBoundedQueue({ lanes, waiting, retryAfter: PASSWORD_HASHES_RETRY_AFTER_SECONDS });

  // Nobody knows what it is the hash of, since it is of nothing.
  const nobodys = [
    '',
    'argon2id',
    'v=19',
    `m=${parameters.memoryCost},t=${parameters.timeCost},p=${parameters.parallelism}`,
    unpadded(randomBytes(16)),
    unpadded(randomBytes(32)),
  ].join('$');

  return {
    hash: (password) =>
      turns.take(async () =>
        String(await onThread({ password, options: { ...parameters, algorithm: ARGON2ID } })),
      ),
    verify: (stored, password) =>
      turns.take(
        async () => (await onThread({ password, stored: stored ?? nobodys })) === true && stored !== null,
      ),
    isOutdated(stored) {
      const [, ...made] = ARGON2ID_HASH.exec(stored) ?? [];
      const [memoryCost = 0, timeCost = 0, parallelism = 0] = made.map(Number);
      return (
        memoryCost < parameters.memoryCost ||
        timeCost < parameters.timeCost ||
        parallelism < parameters.parallelism
      );
    },
  };
}

/** Base64 as PHC strings have it. */
function unpadded(bytes: Buffer): string {
  return bytes.toString('base64').replaceAll('=', '');
}
