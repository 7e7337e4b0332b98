import { request } from 'node:http';
import { hashSync } from 'bcryptjs';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { KNOWN_DEVICE_MAX_AGE_MS, PROOF_OF_WORK_LEVELS, MINUTE_MS } from '../../../shared/limits.ts';
import { RATE_LIMITS } from '../rules/counters.ts';
import type { RateLimitDocument } from '../../database/service-documents.ts';
import type { ErrorData } from '../../../shared/errors/error-data.ts';
import { PROOF_OF_WORK_HEADER, type ProofOfWorkChallenge } from '../../../shared/proof-of-work.ts';
import { solve } from '../../../testing/sign-in/proof-of-work.ts';
import type { HttpAgent } from '../../../testing/app/http-agent.ts';
import { PASSWORD, signUpWithPassword } from '../../../testing/sign-in/passwords.ts';
import { createTestApp, type TestApp } from '../../../testing/app/test-app.ts';
import { uniqueEmail, uniqueIp } from '../../../testing/run/unique-name.ts';
import { createPasswordGuesses } from './password-guessing.ts';

const PER_ACCOUNT = RATE_LIMITS.password.pause.account.quarter;
const PER_CLIENT = RATE_LIMITS.password.refusal.ip.quarter;
const PER_NETWORK = RATE_LIMITS.password.refusal.network.quarter;

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

/** Sends 50 guesses at a time. Answers how many were evaluated, and checks the other answers. */
async function evaluatedOf(
  total: number,
  app: TestApp,
  refusal: 'RATE_LIMITED' | 'PROOF_OF_WORK_REQUIRED',
  each: (n: number) => { email: string; ip: string },
) {
  const outcomes: Outcome[] = [];
  for (let from = 0; from < total; from += 50) {
    const round = Array.from({ length: Math.min(50, total - from) }, (_, i) => each(from + i));
    outcomes.push(...(await Promise.all(round.map(({ email, ip }) => guess(app, email, { ip })))));
  }
  const refused = outcomes.filter(({ code }) => code !== 'CredentialsSignin');
  for (const { code, retryAfter } of refused) {
    expect(code).toBe(refusal);
    if (refusal === 'RATE_LIMITED') expect(retryAfter).toBeGreaterThan(0);
  }
  return total - refused.length;
}

const oneAccount = () => 'one@example.test';
const manyAccounts = uniqueEmail;
const spreadIp = (n: number) => `198.51.${n >> 8}.${n & 255}`;
const slash64 = (n: number) => `2001:db8:1:2:${n.toString(16)}::1`;
const slash24 = (n: number) => `203.0.113.${n % 250}`;

describe('wrong guesses, 50 at once (security.md 5)', { timeout: 60_000 }, () => {
  it.each<[string, () => TestApp, () => string, (n: number) => string, number]>([
    // The header of an unknown caller says nothing, so it is one caller.
    ['at many accounts with a spoofed X-Forwarded-For', () => direct, manyAccounts, spreadIp, PER_CLIENT],
    ['at one account from many addresses', () => behindProxy, oneAccount, spreadIp, PER_ACCOUNT],
    ['from one IPv6 /64 (CVE-2026-45364)', () => behindProxy, manyAccounts, slash64, PER_CLIENT],
    ['from one IPv4 /24', () => behindProxy, manyAccounts, slash24, PER_NETWORK],
  ])('%s are evaluated up to the limit', async (_what, app, emailOf, ipOf, limit) => {
    const refusal = emailOf === oneAccount ? 'PROOF_OF_WORK_REQUIRED' : 'RATE_LIMITED';
    const each = (n: number) => ({ email: emailOf(), ip: ipOf(n) });
    expect(await evaluatedOf(limit + 50, app(), refusal, each)).toBe(limit);
  });
});

describe('while unknown callers guess', () => {
  const useUp = (email: string) =>
    Promise.all(Array.from({ length: PER_ACCOUNT + 5 }, () => guess(direct, email)));
  const signIn = async (email: string, agent = direct.agent()) =>
    (await guess(direct, email, { password: PASSWORD, agent })).code;

  it('the owner signs in on a known browser, but nobody with another account’s device cookie (security.md 5)', async () => {
    const email = 'owner@example.test';
    const known = await signUpWithPassword(direct, email);
    const others = await signUpWithPassword(direct, 'other@example.test');
    await useUp(email);
    await useUp('all@example.test');

    for (const agent of [direct.agent(), others, forge(known)])
      expect(await signIn(email, agent)).toBe('PROOF_OF_WORK_REQUIRED');
    expect(await signIn(email, known)).toBe('signed in');
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
    await signIn(email, agent);
    const outcomes = await Promise.all(Array.from({ length: 15 }, () => guess(direct, email, { agent })));
    expect(outcomes.filter(({ code }) => code === 'CredentialsSignin')).toHaveLength(PER_ACCOUNT);
    // These do not count for unknown callers: other browsers can still sign in.
    expect(await signIn(email)).toBe('signed in');

    await direct.resetLimits();
    await useUp(email);
    direct.advance(KNOWN_DEVICE_MAX_AGE_MS + 1000);
    expect(await signIn(email, agent)).toBe('PROOF_OF_WORK_REQUIRED');
    direct.resetClock();
    expect(await signIn(email, agent)).toBe('signed in');
  });

  it('a browser can be known to several accounts', async () => {
    const agent = direct.agent();
    const emails = ['family-a@example.test', 'family-b@example.test'];
    for (const email of emails) {
      await signUpWithPassword(direct, email);
      await signIn(email, agent);
    }
    for (const email of emails) {
      await useUp(email);
      expect(await signIn(email, agent)).toBe('signed in');
      await direct.resetLimits();
    }
  });

  it('an unknown account has the limits of a known one (security.md 6)', async () => {
    await signUpWithPassword(behindProxy, 'exists@example.test');
    const codesOf = async (email: string, from: string) => {
      const guesses = Array.from({ length: 15 }, () => guess(behindProxy, email, { ip: from }));
      return (await Promise.all(guesses)).map(({ code }) => code).toSorted();
    };
    const known = await codesOf('exists@example.test', '203.0.113.0');
    expect(known).toEqual(await codesOf('exists-not@example.test', '203.0.113.1'));
    expect(known).toContain('PROOF_OF_WORK_REQUIRED');
  });
});

describe(
  'an account that unknown callers have guessed at ten times (security.md 5)',
  { timeout: 90_000 },
  () => {
    const rowOf = (rule: string, email: string) =>
      direct.db.collection<RateLimitDocument>('rate_limits').findOne({ key: `${rule}:${email}` });

    async function payFor(email: string): Promise<string> {
      const { challenge } = await guess(direct, email);
      if (!challenge) throw new Error('the guess was free, or refused');
      expect(challenge.parameters.data.level).toBe(PROOF_OF_WORK_LEVELS);
      return solve(challenge);
    }

    it('lets a new browser sign in with the hardest challenge, without a flood', async () => {
      const email = 'not-closed@example.test';
      await signUpWithPassword(direct, email);
      for (let n = 0; n < PER_ACCOUNT + 5; n++) await guess(direct, email);
      const proofOfWork = await payFor(email);
      expect((await guess(direct, email, { password: PASSWORD, proofOfWork })).code).toBe('signed in');
      // A right password ends the pause.
      expect((await guess(direct, email)).code).toBe('CredentialsSignin');
    });

    it('counts guesses with a solved challenge per day, and others not at all', async () => {
      const email = 'paid@example.test';
      for (let n = 0; n < PER_ACCOUNT + 5; n++) await guess(direct, email);
      expect(await rowOf('password-account-day', email)).toMatchObject({ points: PER_ACCOUNT });
      const inPause = await rowOf('password-account-quarter', email);
      const proofOfWork = await payFor(email);
      expect((await guess(direct, email, { proofOfWork })).code).toBe('CredentialsSignin');
      expect(await rowOf('password-account-day', email)).toMatchObject({ points: PER_ACCOUNT + 1 });
      expect(await rowOf('password-account-quarter', email)).toEqual(inPause);
    });

    it('accepts at most a hundred guesses a day, even with solved challenges', async () => {
      const email = 'hundred@example.test';
      for (let n = 0; n <= PER_ACCOUNT; n++) await guess(direct, email);
      const proofOfWork = await payFor(email);
      const key = `password-account-day:${email}`;
      const { day } = RATE_LIMITS.password.refusal.account;
      await direct.db.collection('rate_limits').updateOne({ key }, { $set: { points: day } });
      expect(await guess(direct, email, { proofOfWork })).toMatchObject({ code: 'RATE_LIMITED' });
      const refused = { code: 'RATE_LIMITED', retryAfter: expect.any(Number) };
      expect(await guess(direct, email)).toMatchObject(refused);
      expect(day).toBeLessThanOrEqual(100);
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
      for (let i = 0; i <= PER_ACCOUNT; i++) outcomes.push(await guess(direct, email));
      expect(outcomes.filter(({ code }) => code === 'CredentialsSignin')).toHaveLength(PER_ACCOUNT);
      expect(outcomes.at(-1)?.code).toBe('PROOF_OF_WORK_REQUIRED');
      const row = await rows.findOne({ key: `password-account-quarter:${email}` });
      pauses.push(((row?.expire?.getTime() ?? 0) - Date.now()) / (15 * MINUTE_MS));
      await rows.updateMany({ key: /^password-(account-quarter|ip)/ }, { $set: { expire: new Date(0) } });
    }
    // Counted in first pauses. A busy machine may be some seconds slow.
    expect(pauses.map((pause) => Math.ceil(pause))).toEqual([1, 2, 4, 8]);
  });

  const startProcess = () =>
    createPasswordGuesses(direct.db, direct.deps.unknownCallers, direct.deps.passwordHashing);
  const guesserOf = (account: string) =>
    ({ kind: 'unknown', account, requestContext: { ip: uniqueIp(), proofOfWork: null } }) as const;

  it('are shared by processes and survive restarts', async () => {
    const guesser = guesserOf('restart@example.test');
    const wrong = () => Promise.resolve(false);
    const tries = Array.from({ length: 3 }, startProcess).flatMap((each) =>
      Array.from({ length: 10 }, () => each.evaluate(guesser, wrong)),
    );
    const settled = await Promise.allSettled(tries);
    expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(PER_ACCOUNT);
    const restarted = startProcess().evaluate(guesser, wrong);
    await expect(restarted).rejects.toMatchObject({ code: 'PROOF_OF_WORK_REQUIRED' });
  });

  it('do not count right guesses and guesses that could not be evaluated', async () => {
    const guesses = startProcess();
    const guesser = guesserOf('right@example.test');
    const away = () => Promise.reject(new Error('no place to hash'));
    for (let i = 0; i < PER_CLIENT + 5; i++) {
      expect(await guesses.evaluate(guesser, () => Promise.resolve(true))).toBe(true);
      await expect(guesses.evaluate(guesser, away)).rejects.toThrow('no place to hash');
    }
    const rows = direct.db.collection('rate_limits').find({ key: /^(password|pause-rounds)-?/ });
    expect((await rows.toArray()).filter(({ points }) => points !== 0)).toEqual([]);
  });

  it('do not count a guess whose caller has gone, which is not checked', { timeout: 90_000 }, async () => {
    const emails = Array.from({ length: 8 }, uniqueEmail);
    const slow = hashSync('of a former system', 4).replace('$2b$04', '$2b$13');
    for (const email of emails) await signUpWithPassword(direct, email);
    const { users, rateLimits } = direct.deps.collections;
    await users.updateMany({ email: { $in: emails } }, { $set: { 'password.hash': slow } });
    const state = () => direct.deps.passwordHashing.queueState();
    const headers = { 'content-type': 'application/json', origin: direct.origin };
    const sent = emails.map((email) => {
      const url = `${direct.origin}/trpc/password.signIn`;
      const each = request(url, { method: 'POST', headers, agent: false }).on('error', () => {});
      each.end(JSON.stringify({ email, password: PASSWORD }));
      return each;
    });
    await vi.waitUntil(() => state().running + state().waiting === emails.length);
    const { running } = state();
    expect(running).toBeLessThan(emails.length);
    for (const each of sent) each.destroy();
    await vi.waitUntil(() => state().waiting === 0);
    await vi.waitUntil(() => state().running === 0, { timeout: 30_000 });
    const counted = { key: /^password-account-quarter:/, points: { $gt: 0 } };
    await vi.waitFor(async () => expect(await rateLimits.find(counted).toArray()).toHaveLength(running));
  });
});
