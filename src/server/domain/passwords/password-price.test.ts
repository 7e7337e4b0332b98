import { hashSync } from 'bcryptjs';
import { describe, expect } from 'vitest';
import { PROOF_OF_WORK_LEVELS } from '../../../shared/limits.ts';
import { RATE_LIMITS } from '../rules/counters.ts';
import type { ProofOfWorkChallenge } from '../../../shared/proof-of-work.ts';
import { signUpWithPassword } from '../../../testing/sign-in/passwords.ts';
import { FREE, solve, UnknownCallerProcesses } from '../../../testing/sign-in/proof-of-work.ts';
import { testWith } from '../../../testing/app/fixture.ts';
import { rounds } from '../../../testing/faults/fault-rounds.ts';
import type { TestApp } from '../../../testing/app/test-app.ts';
import { AppError } from '../../app-error.ts';
import type { UnknownCallerDependencies } from '../limits/proof-of-work.ts';
import { createPasswordGuesses } from './password-guessing.ts';

const MANY = { free: 1_000_000, perHonest: 0, freeAtMost: 1_000_000 };
// A thread's CPU time has steps of some milliseconds, so the cheap hashes of other tests would cost nothing.
const it = testWith({ unknownCallerBounds: { password: MANY }, productHashing: true });
const PRICE = 9;

async function sumOf(app: TestApp): Promise<number> {
  const rows = await app.deps.collections.rateLimits.find({ key: /^unknown-callers:password:/ }).toArray();
  return rows.reduce((sum, { points }) => sum + points, 0);
}

interface Guess {
  readonly ip: string;
  readonly right?: boolean;
  readonly proofOfWork?: string;
}

/**
 * A guess costs as much as nine of the current kind. The answered function guesses: `null`, or its challenge.
 */
function startProcess(
  app: TestApp,
  bounds?: UnknownCallerDependencies['bounds'],
): (n: number, guess: Guess) => Promise<ProofOfWorkChallenge | null> {
  const unknownCallers = new UnknownCallerProcesses(app.deps.collections).start(bounds ? { bounds } : {});
  const guesses = createPasswordGuesses(app.db, unknownCallers, { price: () => PRICE });
  return async (n, { ip, right = false, proofOfWork = null }) => {
    const requestContext = { ip, proofOfWork };
    try {
      const guesser = { kind: 'unknown', account: `account-${n}@example.test`, requestContext } as const;
      await guesses.evaluate(guesser, () => Promise.resolve(right));
      return null;
    } catch (error) {
      if (error instanceof AppError && error.challenge) return error.challenge;
      throw error;
    }
  };
}

describe('the price of a guess (security.md 5, 6)', () => {
  it('is the same for every kind of account, and above 1 after checks of imported hashes', async ({
    app,
  }) => {
    const imported = hashSync('of a former system', 10);
    const { passwordHashing } = app.deps;
    // The first checks of a thread take longer.
    for (let n = 0; n < 5; n++) await passwordHashing.verify(null, 'a guess');
    for (let n = 0; n < 20; n++) await passwordHashing.verify(imported, 'a guess');
    const accounts = ['unknown', 'without-password', 'own', 'imported'];
    await app.signInByMail('without-password@example.test');
    await signUpWithPassword(app, 'own@example.test');
    const email = 'imported@example.test';
    await signUpWithPassword(app, email);
    await app.deps.collections.users.updateOne({ email }, { $set: { 'password.hash': imported } });
    for (const kind of accounts) {
      await app.resetLimits();
      const price = passwordHashing.price();
      expect([kind, price > 1]).toEqual([kind, true]);
      const input = { email: `${kind}@example.test`, password: 'a guess' };
      const { status } = await app.agent().postJson('/trpc/password.signIn', input);
      expect([kind, status, await sumOf(app)]).toEqual([kind, 401, price]);
    }
  });

  it('counts in the sum of all unknown callers', async ({ app }) => {
    const guess = startProcess(app);
    const free = Math.ceil(FREE / PRICE);
    for (let n = 0; n < free; n++) expect(await guess(n, { ip: `198.51.${n}.1` })).toBeNull();
    expect(await guess(free, { ip: '198.51.100.1' })).not.toBeNull();
  });

  it('is given back to the sum for a right password', async ({ app }) => {
    const guess = startProcess(app);
    for (let n = 0; n < FREE; n++) expect(await guess(n, { ip: `198.51.${n}.1`, right: true })).toBeNull();
  });

  const places = [
    ['client', () => '192.0.2.1', RATE_LIMITS.password.refusal.ip.quarter],
    ['network', (n: number) => `192.0.2.${n}`, RATE_LIMITS.password.refusal.network.quarter],
  ] as const;
  it.for(places.slice(0, rounds(1, 2)))(
    'makes a %s solve a challenge for each guess above the cost of its free ones, and refuses it no sooner',
    async ([, ipOf, points], { app }) => {
      const guess = startProcess(app, { password: MANY });
      const free = Math.ceil(points / PRICE);
      for (let n = 0; n < free; n++) expect(await guess(n, { ip: ipOf(n) })).toBeNull();
      const challenge = await guess(free, { ip: ipOf(free) });
      if (!challenge) throw new Error('the guess was free');
      expect(challenge.parameters.data.level).toBe(PROOF_OF_WORK_LEVELS);
      expect(await guess(free, { ip: ipOf(free), proofOfWork: await solve(challenge) })).toBeNull();
    },
  );
});
