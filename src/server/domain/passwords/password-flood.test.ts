import { describe, expect } from 'vitest';
import { PASSWORD, signUpWithPassword } from '../../../testing/sign-in/passwords.ts';
import {
  anAct,
  chargeOf,
  flood,
  solve,
  UnknownCallerProcesses,
} from '../../../testing/sign-in/proof-of-work.ts';
import { rounds } from '../../../testing/faults/fault-rounds.ts';
import { testWith } from '../../../testing/app/fixture.ts';
import type { TestApp } from '../../../testing/app/test-app.ts';
import { MINUTE_MS } from '../../../shared/limits.ts';
import { RATE_LIMITS } from '../rules/counters.ts';
import type { ErrorData } from '../../../shared/errors/error-data.ts';
import { PROOF_OF_WORK_HEADER } from '../../../shared/proof-of-work.ts';
import { AppError } from '../../app-error.ts';
import { createPasswordGuesses } from './password-guessing.ts';

const it = testWith({ settings: { trustProxy: 1 } });
const ACCOUNTS = rounds(200, 400);

let testNumber = 0;
it.beforeEach(({ app }) => {
  // A process reads the sum once a second, so each test has minutes of its own.
  testNumber++;
  app.advance(testNumber * 10 * MINUTE_MS);
});

async function signIn(
  app: TestApp,
  email: string,
  { password = PASSWORD, agent = app.agent(), proofOfWork = '', ip = '192.0.2.1' } = {},
): Promise<{ code: string; data: ErrorData | undefined; status: number }> {
  const answer = await agent.postJson(
    '/trpc/password.signIn',
    { email, password },
    { 'x-forwarded-for': ip, ...(proofOfWork === '' ? {} : { [PROOF_OF_WORK_HEADER]: proofOfWork }) },
  );
  const { error } = answer.json() as { error?: { data: ErrorData } };
  return { code: error?.data.appCode ?? 'signed in', data: error?.data, status: answer.status };
}

const floodOfGuesses = (app: TestApp) =>
  flood(app.deps.collections, 'password', 1.5 * RATE_LIMITS.password.cost.free, {
    at: app.deps.now().getTime(),
  });

describe('a flood of guesses at many accounts (security.md 5)', { timeout: 120_000 }, () => {
  it(`at ${ACCOUNTS} accounts makes unknown callers solve a challenge above the limit and refuses nobody`, async ({
    app,
  }) => {
    const processes = new UnknownCallerProcesses(app.deps.collections);
    const guesses = createPasswordGuesses(app.db, processes.start({ bounds: {} }), app.deps.passwordHashing);
    const free = ACCOUNTS / 2;
    await processes.flood('password', RATE_LIMITS.password.cost.free - free);
    const outcomes: string[] = [];
    const guess = async (n: number) => {
      const requestContext = { ip: `2001:${n.toString(16)}::1`, proofOfWork: null };
      const account = `account-${n}@example.test`;
      try {
        await guesses.evaluate({ kind: 'unknown', account, requestContext }, () => Promise.resolve(false));
        outcomes.push('evaluated');
      } catch (error) {
        outcomes.push(error instanceof AppError ? error.code : String(error));
      }
    };
    for (let from = 0; from < ACCOUNTS; from += 50)
      await Promise.all(Array.from({ length: 50 }, (_, i) => guess(from + i)));
    expect(new Set(outcomes)).toEqual(new Set(['evaluated', 'PROOF_OF_WORK_REQUIRED']));
    const evaluated = outcomes.filter((outcome) => outcome === 'evaluated');
    expect(evaluated.length).toBeGreaterThanOrEqual(free);
    // Parallel guesses may all see the last free place.
    expect(evaluated.length).toBeLessThan(free + 50);
  });

  it('needs no challenge from a known browser or a session', async ({ app }) => {
    const email = 'owner@example.test';
    const known = await signUpWithPassword(app, email);
    await floodOfGuesses(app);
    app.advance(3 * MINUTE_MS);
    await floodOfGuesses(app);
    expect((await signIn(app, email)).code).toBe('PROOF_OF_WORK_REQUIRED');
    expect((await signIn(app, email, { agent: known })).code).toBe('signed in');
    const wrong = await signIn(app, email, { agent: known, password: 'umbrella under the piano' });
    expect(wrong.code).toBe('CredentialsSignin');
    await app.client(known).session.reauthenticate.mutate({ method: 'password', password: PASSWORD });
  });

  it('signs a new browser in with a solved challenge, once', async ({ app }) => {
    const email = 'newcomer@example.test';
    await signUpWithPassword(app, email);
    await floodOfGuesses(app);
    const refused = await signIn(app, email);
    expect(refused).toMatchObject({ code: 'PROOF_OF_WORK_REQUIRED', status: 428 });
    if (!refused.data?.challenge) throw new Error('no challenge');
    const proofOfWork = await solve(refused.data.challenge);
    expect((await signIn(app, 'other@example.test', { proofOfWork })).code).toBe('PROOF_OF_WORK_REQUIRED');
    expect((await signIn(app, email, { proofOfWork })).code).toBe('signed in');
    expect((await signIn(app, email, { proofOfWork })).code).toBe('PROOF_OF_WORK_REQUIRED');
  });

  it('answers unknown and known addresses the same (security.md 6)', async ({ app }) => {
    await signUpWithPassword(app, 'exists@example.test');
    await floodOfGuesses(app);
    const shapeOf = async (email: string) => {
      const { code, status, data } = await signIn(app, email);
      const { parameters } = data?.challenge ?? {};
      return { code, status, keys: Object.keys({ ...data, ...parameters }), level: parameters?.data.level };
    };
    expect(await shapeOf('exists@example.test')).toEqual(await shapeOf('exists-not@example.test'));
  });
});

describe('honest typing errors (security.md 5)', { timeout: 120_000 }, () => {
  it('in 10,000 sign-ins a minute, one of ten wrong, cause no challenge', async ({ app }) => {
    const { unknownCallers, collections, now } = app.deps;
    // Other processes made them, except those of this one.
    const elsewhere = 10_000 - ACCOUNTS;
    await flood(collections, 'password', elsewhere, { at: now().getTime(), honest: 0.9 * elsewhere });
    const outcomes: unknown[] = [];
    const signInOnce = async (n: number) => {
      outcomes.push(await chargeOf(unknownCallers, anAct(null, { subject: `person-${n}@example.test` })));
      if (n % 10 !== 0) await unknownCallers.confirm('password');
    };
    for (let from = 0; from < ACCOUNTS; from += 50)
      await Promise.all(Array.from({ length: 50 }, (_, i) => signInOnce(from + i)));
    expect(outcomes).toEqual(Array.from({ length: ACCOUNTS }, () => null));
  });

  it('in 10,000 sign-ins a minute cause no challenge in the tenth minute either', async ({ app }) => {
    const now = app.deps.now().getTime();
    for (let minute = 0; minute < 10; minute++) {
      const at = now - minute * MINUTE_MS;
      await flood(app.deps.collections, 'password', 11_000, { at, honest: 10_000 });
    }
    expect(await chargeOf(app.deps.unknownCallers)).toBeNull();
  });
});
