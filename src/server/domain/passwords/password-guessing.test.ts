import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { KNOWN_DEVICE_MAX_AGE_MS, PROOF_OF_WORK_LEVELS, MINUTE_MS } from '../../../shared/limits.ts';
import { RATE_LIMITS } from '../rules/counters.ts';
import type { RateLimitDocument } from '../../database/service-documents.ts';
import type { ErrorData } from '../../../shared/errors/error-data.ts';
import { PROOF_OF_WORK_HEADER, type ProofOfWorkChallenge } from '../../../shared/proof-of-work.ts';
import { solve } from '../../../testing/sign-in/proof-of-work.ts';
import type { HttpAgent } from '../../../testing/app/http-agent.ts';
import { PASSWORD, signUpWithPassword } from '../../../testing/sign-in/passwords.ts';
import { createTestApp, type TestApp } from '../../../testing/app/test-app.ts';
import { rounds } from '../../../testing/faults/fault-rounds.ts';
import { createPasswordGuesses } from './password-guessing.ts';

const { quarter: GUESSES_PER_ACCOUNT } = RATE_LIMITS.password.pause.account;

let direct: TestApp;
let behindProxy: TestApp;
beforeAll(async () => {
  [direct, behindProxy] = await Promise.all([
    createTestApp(),
    createTestApp({ settings: { trustProxy: 1 } }),
  ]);
});
afterAll(() => Promise.all([direct.close(), behindProxy.close()]));
beforeEach(async () => {
  for (const app of [direct, behindProxy]) await app.resetLimits();
});

interface Outcome {
  readonly code: string;
  readonly challenge: ProofOfWorkChallenge | undefined;
  readonly retryAfter: number | undefined;
}

async function guess(
  app: TestApp,
  email: string,
  { password = 'umbrella under the piano', ip = '192.0.2.1', agent = app.agent(), proofOfWork = '' } = {},
): Promise<Outcome> {
  const answer = await agent.postJson(
    '/trpc/password.signIn',
    { email, password },
    { 'x-forwarded-for': ip, ...(proofOfWork !== '' && { [PROOF_OF_WORK_HEADER]: proofOfWork }) },
  );
  const { error } = answer.json() as { error?: { data: ErrorData } };
  return {
    code: error?.data.appCode ?? 'signed in',
    retryAfter: error?.data.retryAfter,
    challenge: error?.data.challenge,
  };
}

/** Sends wrong guesses, 50 at a time. Answers how many were evaluated, and checks the answers of the others. */
async function evaluatedOf(
  total: number,
  app: TestApp,
  refusal: 'RATE_LIMITED' | 'PROOF_OF_WORK_REQUIRED',
  each: (n: number) => { email: string; ip: string },
) {
  const outcomes: Outcome[] = [];
  for (let from = 0; from < total; from += 50) {
    const round = Array.from({ length: 50 }, (_, i) => each(from + i));
    outcomes.push(...(await Promise.all(round.map(({ email, ip }) => guess(app, email, { ip })))));
  }
  const refused = outcomes.filter(({ code }) => code !== 'CredentialsSignin');
  for (const { code, retryAfter } of refused) {
    expect(code).toBe(refusal);
    if (refusal === 'RATE_LIMITED') expect(retryAfter).toBeGreaterThan(0);
  }
  return total - refused.length;
}

const spreadIp = (n: number) => `198.51.${n >> 8}.${n & 255}`;

describe('wrong guesses, 50 at once (security.md 5)', { timeout: 60_000 }, () => {
  it('at one account with a spoofed X-Forwarded-For: ten are evaluated', async () => {
    const evaluated = await evaluatedOf(50, direct, 'PROOF_OF_WORK_REQUIRED', (n) => ({
      email: 'one@example.test',
      ip: spreadIp(n),
    }));
    expect(evaluated).toBe(GUESSES_PER_ACCOUNT);
  });

  it('at 100 accounts with a spoofed X-Forwarded-For: it is one client, and 50 are', async () => {
    const evaluated = await evaluatedOf(100, direct, 'RATE_LIMITED', (n) => ({
      email: `a${n}@example.test`,
      ip: spreadIp(n),
    }));
    expect(evaluated).toBe(RATE_LIMITS.password.refusal.ip.quarter);
  });

  it('at one account from 50 addresses behind a trusted proxy: ten are', async () => {
    const evaluated = await evaluatedOf(50, behindProxy, 'PROOF_OF_WORK_REQUIRED', (n) => ({
      email: 'one@example.test',
      ip: spreadIp(n),
    }));
    expect(evaluated).toBe(GUESSES_PER_ACCOUNT);
  });

  it('at 100 accounts from one IPv6 /64: it is one client (CVE-2026-45364)', async () => {
    const evaluated = await evaluatedOf(100, behindProxy, 'RATE_LIMITED', (n) => ({
      email: `c${n}@example.test`,
      ip: `2001:db8:1:2:${n.toString(16)}::1`,
    }));
    expect(evaluated).toBe(RATE_LIMITS.password.refusal.ip.quarter);
  });

  const networks: [string, (n: number) => string][] = [
    ['IPv4 /24', (n) => `203.0.113.${n % 250}`],
    ['IPv6 /48', (n) => `2001:db8:3:${n.toString(16)}::1`],
  ];
  it.each(networks.slice(0, rounds(1, 2)))(
    'at 250 accounts from one %s: it is one network, and 200 are',
    async (network, ipOf) => {
      const evaluated = await evaluatedOf(250, behindProxy, 'RATE_LIMITED', (n) => ({
        email: `${network.slice(0, 4)}-${n}@example.test`,
        ip: ipOf(n),
      }));
      expect(evaluated).toBe(RATE_LIMITS.password.refusal.network.quarter);
    },
  );

  it('by the procedure use up those by the form of Auth.js, and the other way round', async () => {
    const byForm = async (email: string) => {
      const agent = direct.agent();
      const { csrfToken } = (await agent.request('/auth/csrf')).json() as { csrfToken: string };
      const fields = { email, password: 'umbrella under the piano', csrfToken };
      const { location } = await agent.postForm('/auth/callback/credentials', fields);
      return new URL(location ?? '').searchParams.get('error') ?? 'signed in';
    };
    const [first, second] = ['by-procedure@example.test', 'by-form@example.test'];
    for (let n = 0; n < GUESSES_PER_ACCOUNT; n++) {
      expect((await guess(direct, first)).code).toBe('CredentialsSignin');
      expect(await byForm(second)).toBe('CredentialsSignin');
    }
    expect(await byForm(first)).toBe('PROOF_OF_WORK_REQUIRED');
    expect((await guess(direct, second)).code).toBe('PROOF_OF_WORK_REQUIRED');
  });
});

describe('while unknown callers guess', () => {
  const useUp = (app: TestApp, email: string) =>
    Promise.all(Array.from({ length: GUESSES_PER_ACCOUNT + 5 }, () => guess(app, email)));

  it('the owner signs in on a known browser, but nobody with another account’s device cookie (security.md 5)', async () => {
    const email = 'owner@example.test';
    await signUpWithPassword(direct, email);
    await signUpWithPassword(direct, 'other@example.test');
    const [known, others] = [direct.agent(), direct.agent()];
    expect((await guess(direct, email, { password: PASSWORD, agent: known })).code).toBe('signed in');
    expect((await guess(direct, 'other@example.test', { password: PASSWORD, agent: others })).code).toBe(
      'signed in',
    );
    await useUp(direct, email);
    await useUp(direct, 'all@example.test');

    const tries = { otherPerson: direct.agent(), others, forged: forge(known), known };
    const outcomes = Object.entries(tries).map(async ([name, agent]) => [
      name,
      (await guess(direct, email, { password: PASSWORD, agent })).code,
    ]);
    expect(Object.fromEntries(await Promise.all(outcomes))).toEqual({
      otherPerson: 'PROOF_OF_WORK_REQUIRED',
      others: 'PROOF_OF_WORK_REQUIRED',
      forged: 'PROOF_OF_WORK_REQUIRED',
      known: 'signed in',
    });
  });

  function forge(known: HttpAgent): HttpAgent {
    const agent = direct.agent();
    const [userId, deviceId, expires] = (known.cookies.get('foyer.device') ?? '').split('.');
    agent.cookies.set('foyer.device', `${userId}.${deviceId}.${expires}.${'A'.repeat(43)}`);
    return agent;
  }

  it('a known browser has ten tries, and is known for a year after its last sign-in', async () => {
    const email = 'stolen@example.test';
    await signUpWithPassword(direct, email);
    const agent = direct.agent();
    await guess(direct, email, { password: PASSWORD, agent });
    const outcomes = await Promise.all(Array.from({ length: 15 }, () => guess(direct, email, { agent })));
    expect(outcomes.filter(({ code }) => code === 'CredentialsSignin')).toHaveLength(GUESSES_PER_ACCOUNT);
    // These tries do not count for unknown callers: other browsers can still sign in.
    expect((await guess(direct, email, { password: PASSWORD })).code).toBe('signed in');

    await direct.resetLimits();
    await useUp(direct, email);
    direct.advance(KNOWN_DEVICE_MAX_AGE_MS + 1000);
    expect((await guess(direct, email, { password: PASSWORD, agent })).code).toBe('PROOF_OF_WORK_REQUIRED');
    direct.resetClock();
    expect((await guess(direct, email, { password: PASSWORD, agent })).code).toBe('signed in');
  });

  it('a browser becomes known by a sign-up, a sign-in by mail and a first password', async () => {
    const email = 'ways@example.test';
    const signedUp = await signUpWithPassword(direct, email);
    const byMail = await direct.signInByMail(email);
    const other = 'set-later@example.test';
    const firstSet = await direct.signInByMail(other);
    await direct.client(firstSet).password.set.mutate({ password: PASSWORD });
    await Promise.all([useUp(direct, email), useUp(direct, other)]);
    for (const [agent, account] of [
      [signedUp, email],
      [byMail, email],
      [firstSet, other],
    ] as const)
      expect((await guess(direct, account, { password: PASSWORD, agent })).code).toBe('signed in');
  });

  it('a browser can be known to several accounts', async () => {
    const agent = direct.agent();
    const emails = ['family-a@example.test', 'family-b@example.test'];
    for (const email of emails) {
      await signUpWithPassword(direct, email);
      await guess(direct, email, { password: PASSWORD, agent });
    }
    for (const email of emails) {
      await useUp(direct, email);
      expect((await guess(direct, email, { password: PASSWORD, agent })).code).toBe('signed in');
      await direct.resetLimits();
    }
  });

  it('an unknown account has the limits of a known one (security.md 6)', async () => {
    await signUpWithPassword(behindProxy, 'exists@example.test');
    const [known, unknown] = await Promise.all(
      ['exists@example.test', 'exists-not@example.test'].map((email, i) =>
        Promise.all(
          Array.from(
            { length: 15 },
            async () => (await guess(behindProxy, email, { ip: `203.0.113.${i}` })).code,
          ),
        ),
      ),
    );
    expect(known?.toSorted()).toEqual(unknown?.toSorted());
    expect(known).toContain('PROOF_OF_WORK_REQUIRED');
  });
});

describe(
  'an account that unknown callers have guessed at ten times (security.md 5)',
  { timeout: 90_000 },
  () => {
    const rowOf = (rule: string, email: string) =>
      direct.db.collection<RateLimitDocument>('rate_limits').findOne({ key: `${rule}:${email}` });

    /** The header with a solved challenge for a guess. */
    async function payFor(email: string): Promise<string> {
      const { challenge } = await guess(direct, email);
      if (!challenge) throw new Error('the guess was free, or refused');
      expect(challenge.parameters.data.level).toBe(PROOF_OF_WORK_LEVELS);
      return solve(challenge);
    }

    it('lets a new browser sign in with the hardest challenge, without a flood', async () => {
      const email = 'not-closed@example.test';
      await signUpWithPassword(direct, email);
      for (let n = 0; n < GUESSES_PER_ACCOUNT + 5; n++) await guess(direct, email);
      const proofOfWork = await payFor(email);
      expect((await guess(direct, email, { password: PASSWORD, proofOfWork })).code).toBe('signed in');
      // A right password ends the pause.
      expect((await guess(direct, email)).code).toBe('CredentialsSignin');
    });

    it('counts guesses with a solved challenge per day, and others not at all', async () => {
      const email = 'paid@example.test';
      for (let n = 0; n < GUESSES_PER_ACCOUNT + 5; n++) await guess(direct, email);
      expect(await rowOf('password-account-day', email)).toMatchObject({ points: GUESSES_PER_ACCOUNT });
      const inPause = await rowOf('password-account-quarter', email);
      const proofOfWork = await payFor(email);
      expect((await guess(direct, email, { proofOfWork })).code).toBe('CredentialsSignin');
      expect(await rowOf('password-account-day', email)).toMatchObject({ points: GUESSES_PER_ACCOUNT + 1 });
      expect(await rowOf('password-account-quarter', email)).toEqual(inPause);
    });

    it('accepts at most a hundred guesses a day, even with solved challenges', async () => {
      const email = 'hundred@example.test';
      const setGuesses = (points: number) =>
        direct.db
          .collection('rate_limits')
          .updateOne({ key: `password-account-day:${email}` }, { $set: { points } });
      for (let n = 0; n < GUESSES_PER_ACCOUNT; n++) await guess(direct, email);
      await guess(direct, email);
      const proofOfWork = await payFor(email);
      await setGuesses(RATE_LIMITS.password.refusal.account.day);
      expect(await guess(direct, email, { proofOfWork })).toMatchObject({ code: 'RATE_LIMITED' });
      const { code, retryAfter } = await guess(direct, email);
      expect(code).toBe('RATE_LIMITED');
      expect(retryAfter).toBeGreaterThan(0);
      expect(RATE_LIMITS.password.refusal.account.day).toBeLessThanOrEqual(100);
    });
  },
);

describe('the limits (security.md 5)', () => {
  it('double the pause after each round of guesses', async () => {
    const email = 'backing-off@example.test';
    const rows = direct.db.collection<RateLimitDocument>('rate_limits');
    const pauses: number[] = [];
    for (let round = 0; round < 4; round++) {
      const outcomes: Outcome[] = [];
      for (let i = 0; i <= GUESSES_PER_ACCOUNT; i++) outcomes.push(await guess(direct, email));
      expect(outcomes.filter(({ code }) => code === 'CredentialsSignin')).toHaveLength(GUESSES_PER_ACCOUNT);
      expect(outcomes.at(-1)?.code).toBe('PROOF_OF_WORK_REQUIRED');
      const row = await rows.findOne({ key: `password-account-quarter:${email}` });
      pauses.push(((row?.expire?.getTime() ?? 0) - Date.now()) / (15 * MINUTE_MS));
      await rows.updateMany({ key: /^password-(account-quarter|ip)/ }, { $set: { expire: new Date(0) } });
    }
    // In lengths of the first pause. A busy machine may be some seconds late.
    expect(pauses.map((pause) => Math.ceil(pause))).toEqual([1, 2, 4, 8]);
  });

  it('are shared by processes and survive restarts', async () => {
    const email = 'restart@example.test';
    const otherPerson = {
      kind: 'unknown',
      account: email,
      requestOrigin: { ip: '192.0.2.9', proofOfWork: null },
    } as const;
    const wrong = () => Promise.resolve(false);
    const aProcess = () =>
      createPasswordGuesses(direct.db, direct.deps.unknownCallers, direct.deps.passwordHashing);
    const processes = Array.from({ length: 3 }, aProcess);
    const tries = await Promise.allSettled(
      processes.flatMap((each) => Array.from({ length: 10 }, () => each.evaluate(otherPerson, wrong))),
    );
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(GUESSES_PER_ACCOUNT);
    const restarted = aProcess();
    await expect(restarted.evaluate(otherPerson, wrong)).rejects.toMatchObject({
      code: 'PROOF_OF_WORK_REQUIRED',
    });
  });

  it('do not count right guesses and guesses that could not be evaluated', async () => {
    const guesses = createPasswordGuesses(direct.db, direct.deps.unknownCallers, direct.deps.passwordHashing);
    const otherPerson = {
      kind: 'unknown',
      account: 'right@example.test',
      requestOrigin: { ip: '192.0.2.10', proofOfWork: null },
    } as const;
    const away = () => Promise.reject(new Error('no place to hash'));
    for (let i = 0; i < RATE_LIMITS.password.refusal.ip.quarter + 5; i++) {
      expect(await guesses.evaluate(otherPerson, () => Promise.resolve(true))).toBe(true);
      await expect(guesses.evaluate(otherPerson, away)).rejects.toThrow('no place to hash');
    }
    const rows = await direct.db
      .collection('rate_limits')
      .find({ key: /^(password|pause-rounds)-?/ })
      .toArray();
    expect(rows.filter(({ points }) => points !== 0)).toEqual([]);
  });
});
