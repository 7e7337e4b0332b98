import { randomBytes } from 'node:crypto';
import os from 'node:os';
import { hash, parseOptions, verify, type Algorithm } from '@node-rs/argon2';
import { PASSWORD_HASHES_RETRY_AFTER_SECONDS, PASSWORD_HASHES_WAITING } from '../../shared/limits.ts';
import { createTurns } from './turns.ts';

/** argon2id by OWASP's first choice: 19 MiB, two passes, one lane. `memoryCost` in KiB. */
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;
// The package declares its algorithms as a `const enum`, which has no value at run time.
const ARGON2ID = 2 as Algorithm.Argon2id;

/** Node's thread pool has four threads; one stays free for everything else that needs it, as name look-ups. */
const MAX_LANES = 3;

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
  /** How many are hashed at once: a core is left to everything else. */
  readonly lanes: number;
  /** How many may wait for that. */
  readonly waiting: number;
}

/**
 * Hashes passwords outside the event loop, a bounded number at once, so that however many sign in, whoever is signed in already
 * does not wait for them.
 */
export function createPasswordHashing(options: Partial<HashingOptions> = {}): PasswordHashing {
  const {
    lanes = Math.max(1, Math.min(os.availableParallelism() - 1, MAX_LANES)),
    waiting = PASSWORD_HASHES_WAITING,
    ...parameters
  } = { ...PARAMETERS, ...options };
  const turns = createTurns({ lanes, waiting, retryAfter: PASSWORD_HASHES_RETRY_AFTER_SECONDS });

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
    hash: (password) => turns.take(() => hash(password, { ...parameters, algorithm: ARGON2ID })),
    verify: (stored, password) =>
      turns.take(async () => (await verify(stored ?? nobodys, password)) && stored !== null),
    isOutdated(stored) {
      const { algorithm, memoryCost, timeCost, parallelism } = parseOptions(stored);
      return (
        algorithm !== ARGON2ID ||
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
