import { createHmac, randomInt } from 'node:crypto';
import type { Challenge, Payload } from 'altcha-lib/types';
import { ObjectId } from 'mongodb';
import type { Log } from '../../log/log-lines.ts';
import { z } from 'zod';
import { MINUTE_MS, PROOF_OF_WORK_MAX_AGE_MS, SECOND_MS } from '../../../shared/limits.ts';
import type { ProofOfWorkChallenge } from '../../../shared/proof-of-work.ts';
import { AppError } from '../../app-error.ts';
import type { Collections } from '../../database/collections.ts';
import { insertOnce } from '../../database/insert-once.ts';
import type { RequestContext } from '../rules/request-context.ts';
import type { KeyPurpose } from '../../crypto/secret-purposes.ts';
import { deriveKey } from '../../crypto/secrets.ts';
import type { Settings } from '../../settings/settings.ts';
import { createUnknownCallerSums, type UnknownCallerAction } from './unknown-caller-sums.ts';
import { UNKNOWN_CALLER_BOUNDS, usedProofKey, type UnknownCallerBound } from '../rules/counters.ts';
import { writeUnlimited, type CounterWrite } from './counter-writes.ts';

/** Iterations of PBKDF2 with SHA-256 for each tried counter. */
export const PROOF_OF_WORK_COST = 2000;
/** At level 1 the counter is below this number. It doubles with each level. */
export const PROOF_OF_WORK_COUNTERS = 500;
const PROOF_OF_WORK_HEADER_MAX_LENGTH = 2048;

/** `subject`: the address or the number. */
export interface ChargedAct {
  readonly action: UnknownCallerAction;
  readonly subject: string;
  readonly requestContext: Pick<RequestContext, 'proofOfWork'>;
  /** The level without a flood, when the free acts for this subject are used up. */
  readonly minimumLevel?: number;
  /** How many acts this one counts as. Default: 1. */
  readonly cost?: number;
}

/**
 * An unknown caller has no session and no device cookie of the account. The sum of unknown callers' acts is
 * never refused; above a bound, each act needs a proof of work (decision 023).
 */
export interface UnknownCallers {
  /** Throws `PROOF_OF_WORK_REQUIRED` with a challenge. Send the returned write before the act. */
  admit(act: ChargedAct): Promise<CounterWrite>;
  /** Like `admit`, and counts the act at once. */
  charge(act: ChargedAct): Promise<void>;
  /** Counted acts were honest: a right password, a used code or link. The writes raise the bound. */
  honestWrites(...actions: readonly UnknownCallerAction[]): Promise<CounterWrite[]>;
  /** For one act that was counted with this cost. */
  honestWrite(action: UnknownCallerAction, cost: number): Promise<CounterWrite>;
  /** Like `honestWrites`, but writes at once. */
  confirm(action: UnknownCallerAction): Promise<void>;
  /** 0: no proof is needed. Each level from 1 on needs twice the work of the level below. */
  levelOf(action: UnknownCallerAction): Promise<number>;
}

export interface UnknownCallerDependencies {
  readonly collections: Pick<Collections, 'rateLimits'>;
  readonly settings: Pick<Settings, 'authSecret' | 'previousAuthSecret'>;
  readonly now: () => Date;
  readonly log: Log;
  /** For tests, which cannot make thousands of acts. */
  readonly bounds?: Partial<Readonly<Record<UnknownCallerAction, UnknownCallerBound>>>;
}

const ALGORITHM = 'PBKDF2/SHA-256';
const KEY_BYTES = 32;

const hex = z
  .string()
  .regex(/^[0-9a-f]+$/)
  .max(128);
/** altcha-lib signs exactly these fields, so no others are allowed. */
const solvedChallenge = z.strictObject({
  challenge: z.strictObject({
    parameters: z.strictObject({
      algorithm: z.literal(ALGORITHM),
      nonce: hex,
      salt: hex,
      cost: z.literal(PROOF_OF_WORK_COST),
      keyLength: z.literal(KEY_BYTES),
      keyPrefix: hex,
      keySignature: hex,
      expiresAt: z.int(),
      data: z.strictObject({ action: z.string(), boundTo: z.string(), level: z.int() }),
    }),
    signature: hex,
  }),
  solution: z.object({ counter: z.int(), derivedKey: hex }),
}) satisfies z.ZodType<Payload>;

type SolvedChallenge = z.infer<typeof solvedChallenge>;

export function createUnknownCallers(deps: UnknownCallerDependencies): UnknownCallers {
  const sums = createUnknownCallerSums({ ...deps, bounds: { ...UNKNOWN_CALLER_BOUNDS, ...deps.bounds } });
  const { authSecret, previousAuthSecret } = deps.settings;
  // Challenges of the previous `AUTH_SECRET` stay valid.
  const secrets = previousAuthSecret === null ? [authSecret] : [authSecret, previousAuthSecret];

  async function makeChallenge(act: ChargedAct, level: number): Promise<ProofOfWorkChallenge> {
    const { createChallenge, deriveKey: derive } = await loadAltcha();
    const challenge = await createChallenge({
      algorithm: ALGORITHM,
      cost: PROOF_OF_WORK_COST,
      keyLength: KEY_BYTES,
      counter: randomInt(PROOF_OF_WORK_COUNTERS * 2 ** (level - 1)),
      expiresAt: Math.ceil((deps.now().getTime() + PROOF_OF_WORK_MAX_AGE_MS) / SECOND_MS),
      data: { action: act.action, boundTo: bindingOf(act, authSecret), level },
      deriveKey: derive,
      ...signingSecrets(authSecret),
    });
    return challenge as Challenge & ProofOfWorkChallenge;
  }

  /** Whether a challenge for exactly this act was solved. A solution counts once. */
  async function isPaid(act: ChargedAct, level: number): Promise<boolean> {
    const solved = readSolved(act.requestContext.proofOfWork);
    if (!solved) return false;
    const { parameters, signature } = solved.challenge;
    const expires = parameters.expiresAt * SECOND_MS;
    if (expires <= deps.now().getTime()) return false;
    // The level may have risen during the work, so one level below is enough.
    if (parameters.data.level < level - 1) return false;
    const secret = secrets.find((each) => parameters.data.boundTo === bindingOf(act, each));
    if (secret === undefined) return false;
    const { verifySolution, deriveKey: derive } = await loadAltcha();
    const result = await verifySolution({ ...solved, deriveKey: derive, ...signingSecrets(secret) });
    return result.verified && (await takeOnce(signature, expires));
  }

  /** The unique index decides which of several requests with one challenge is the first. */
  function takeOnce(signature: string, expires: number): Promise<boolean> {
    return insertOnce(deps.collections.rateLimits, {
      _id: new ObjectId(),
      key: usedProofKey(signature),
      points: 1,
      // A minute longer than the challenge, for processes whose clocks differ.
      expire: new Date(expires + MINUTE_MS),
    });
  }

  async function admit(act: ChargedAct): Promise<CounterWrite> {
    const level = Math.max(await sums.levelOf(act.action), act.minimumLevel ?? 0);
    if (level > 0 && !(await isPaid(act, level)))
      throw new AppError('PROOF_OF_WORK_REQUIRED', { challenge: await makeChallenge(act, level) });
    // Only admitted acts count. Otherwise requests without a proof would raise the level for everybody.
    return sums.actWrite(act.action, act.cost ?? 1);
  }
  const write = (writes: readonly CounterWrite[]) => writeUnlimited(deps.collections.rateLimits, writes);
  const honestWrites = (...actions: readonly UnknownCallerAction[]) =>
    Promise.all(actions.map((action) => sums.honestWrite(action, 1)));

  return {
    admit,
    charge: async (act) => write([await admit(act)]),
    honestWrites,
    honestWrite: sums.honestWrite,
    confirm: async (action) => write(await honestWrites(action)),
    levelOf: sums.levelOf,
  };
}

/** Loaded with the first flood. */
async function loadAltcha() {
  const [{ createChallenge, verifySolution }, { deriveKey: derive }] = await Promise.all([
    import('altcha-lib'),
    import('altcha-lib/algorithms/pbkdf2'),
  ]);
  return { createChallenge, verifySolution, deriveKey: derive };
}

function signingSecrets(authSecret: string) {
  const secretFor = (purpose: KeyPurpose) => Buffer.from(deriveKey(authSecret, purpose)).toString('base64');
  return {
    hmacSignatureSecret: secretFor('proof of work'),
    hmacKeySignatureSecret: secretFor('proof of work solution'),
  };
}

/** An HMAC, so that a challenge does not show the address that it is for. */
function bindingOf({ action, subject }: Pick<ChargedAct, 'action' | 'subject'>, authSecret: string): string {
  return createHmac('sha256', deriveKey(authSecret, 'proof of work subject'))
    .update(`${action}\n${subject}`)
    .digest('base64url');
}

function readSolved(header: string | null): SolvedChallenge | null {
  if (header === null || header.length > PROOF_OF_WORK_HEADER_MAX_LENGTH) return null;
  try {
    const json: unknown = JSON.parse(Buffer.from(header, 'base64').toString('utf8'));
    return solvedChallenge.safeParse(json).data ?? null;
  } catch {
    return null;
  }
}
