import { pbkdf2 } from 'node:crypto';
import { promisify } from 'node:util';
import { pino } from 'pino';
import type { ProofOfWorkChallenge } from '../../shared/proof-of-work.ts';
import type { Collections } from '../../server/database/collections.ts';
import { AppError } from '../../server/app-error.ts';
import {
  createUnknownCallers,
  type ChargedAct,
  type UnknownCallerDependencies,
  type UnknownCallers,
} from '../../server/domain/limits/proof-of-work.ts';
import {
  UNKNOWN_CALLER_SUM_SLOT_MS,
  UNKNOWN_CALLER_SUM_WINDOW_MS,
  type UnknownCallerAction,
} from '../../server/domain/limits/unknown-caller-sums.ts';
import { unknownCallerSumKey } from '../../server/domain/rules/counters.ts';

const derive = promisify(pbkdf2);

/** Solves a challenge without the library that made it. Returns the header. */
export async function solve(challenge: ProofOfWorkChallenge): Promise<string> {
  const { nonce, salt, cost, keyLength, keyPrefix } = challenge.parameters;
  const password = Buffer.concat([Buffer.from(nonce, 'hex'), Buffer.alloc(4)]);
  for (let counter = 0; ; counter++) {
    password.writeUInt32BE(counter, password.length - 4);
    const key = await derive(password, Buffer.from(salt, 'hex'), cost, keyLength, 'sha256');
    const derivedKey = key.toString('hex');
    if (derivedKey.startsWith(keyPrefix)) return encode({ challenge, solution: { counter, derivedKey } });
  }
}

export function encode(solved: unknown): string {
  return Buffer.from(JSON.stringify(solved)).toString('base64');
}

export function decode(header: string): {
  challenge: ProofOfWorkChallenge;
  solution: { counter: number; derivedKey: string };
} {
  return JSON.parse(Buffer.from(header, 'base64').toString()) as ReturnType<typeof decode>;
}

/** Writes acts that other processes counted. `honest` of them were honest. */
export async function flood(
  { rateLimits }: Pick<Collections, 'rateLimits'>,
  action: UnknownCallerAction,
  acts: number,
  { at = Date.now(), honest = 0 } = {},
): Promise<void> {
  const slot = Math.floor(at / UNKNOWN_CALLER_SUM_SLOT_MS);
  await rateLimits.updateOne(
    { key: unknownCallerSumKey(action, slot, 0) },
    {
      $inc: { points: acts, honest },
      $setOnInsert: {
        expire: new Date((slot + 1) * UNKNOWN_CALLER_SUM_SLOT_MS + UNKNOWN_CALLER_SUM_WINDOW_MS),
      },
    },
    { upsert: true },
  );
}

/** The number of acts without a challenge, for passwords and mails in tests. */
export const FREE = 20;
export const BOUND = { free: FREE, perHonest: 0.5, freeAtMost: 40 };

/** Processes with a shared database and clock. Each has its own copy of the sums. */
export class UnknownCallerProcesses {
  clock = Date.now();
  readonly #collections: Collections;

  constructor(collections: Collections) {
    this.#collections = collections;
  }

  start(more: Partial<UnknownCallerDependencies> = {}): UnknownCallers {
    return createUnknownCallers({
      collections: this.#collections,
      settings: { authSecret: 'a secret for tests alone, long enough to be one', previousAuthSecret: null },
      now: () => new Date(this.clock),
      log: pino({ level: 'silent' }),
      bounds: { password: BOUND, mail: BOUND },
      ...more,
    });
  }

  flood(action: UnknownCallerAction, acts: number, at = this.clock): Promise<void> {
    return flood(this.#collections, action, acts, { at });
  }
}

export function anAct(proofOfWork: string | null = null, more: Partial<ChargedAct> = {}): ChargedAct {
  return { action: 'password', subject: 'somebody@example.test', requestContext: { proofOfWork }, ...more };
}

/** The challenge for an act, or `null` when the act needs none. */
export async function chargeOf(
  unknownCallers: UnknownCallers,
  act = anAct(),
): Promise<ProofOfWorkChallenge | null> {
  try {
    await unknownCallers.charge(act);
    return null;
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'PROOF_OF_WORK_REQUIRED' || !error.challenge)
      throw error;
    return error.challenge;
  }
}

export async function challengeOf(
  unknownCallers: UnknownCallers,
  act = anAct(),
): Promise<ProofOfWorkChallenge> {
  const challenge = await chargeOf(unknownCallers, act);
  if (!challenge) throw new Error('the act was free');
  return challenge;
}
