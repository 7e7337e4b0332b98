import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  GUESSES_PER_ACCOUNT,
  GUESSES_PER_CLIENT,
  GUESS_PAUSE_SECONDS,
  KNOWN_DEVICE_MAX_AGE_MS,
} from '../../shared/limits.ts';
import type { HttpAgent } from '../../testing/http-agent.ts';
import { PASSWORD, signUpWithPassword } from '../../testing/passwords.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import { createPasswordGuesses } from './password-guessing.ts';

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
  for (const app of [direct, behindProxy]) await app.db.collection('rate_limits').deleteMany({});
});

interface Outcome {
  readonly code: string;
  readonly retryAfter: number | undefined;
}

async function guess(
  app: TestApp,
  email: string,
  { password = 'umbrella under the piano', ip = '192.0.2.1', agent = app.agent() } = {},
): Promise<Outcome> {
  const answer = await agent.postJson(
    '/trpc/password.signIn',
    { email, password },
    { 'x-forwarded-for': ip },
  );
  const { error } = answer.json() as { error?: { data: { appCode: string; retryAfter?: number } } };
  return { code: error?.data.appCode ?? 'signed in', retryAfter: error?.data.retryAfter };
}

/** Wrong guesses, 50 at once; answers how many were evaluated. What the others were told is checked. */
async function evaluatedOf(total: number, app: TestApp, each: (n: number) => { email: string; ip: string }) {
  const outcomes: Outcome[] = [];
  for (let from = 0; from < total; from += 50) {
    const round = Array.from({ length: 50 }, (_, i) => each(from + i));
    outcomes.push(...(await Promise.all(round.map(({ email, ip }) => guess(app, email, { ip })))));
  }
  const refused = outcomes.filter(({ code }) => code !== 'CredentialsSignin');
  for (const { code, retryAfter } of refused) {
    expect(code).toBe('RATE_LIMITED');
    expect(retryAfter).toBeGreaterThan(0);
  }
  return total - refused.length;
}

const spreadIp = (n: number) => `198.51.${n >> 8}.${n & 255}`;

describe('wrong guesses, 50 at once (security.md 5)', { timeout: 60_000 }, () => {
  it('at one account with a spoofed X-Forwarded-For: ten are evaluated', async () => {
    const evaluated = await evaluatedOf(150, direct, (n) => ({ email: 'one@example.test', ip: spreadIp(n) }));
    expect(evaluated).toBe(GUESSES_PER_ACCOUNT);
  });

  it('at 150 accounts with a spoofed X-Forwarded-For: it is one client, and 50 are', async () => {
    const evaluated = await evaluatedOf(150, direct, (n) => ({
      email: `a${n}@example.test`,
      ip: spreadIp(n),
    }));
    expect(evaluated).toBe(GUESSES_PER_CLIENT);
  });

  it('500 at one account from 500 addresses behind a trusted proxy: ten are', async () => {
    const evaluated = await evaluatedOf(500, behindProxy, (n) => ({
      email: 'one@example.test',
      ip: spreadIp(n),
    }));
    expect(evaluated).toBe(GUESSES_PER_ACCOUNT);
  });

  it('at 150 accounts from one IPv6 /64: it is one client (CVE-2026-45364)', async () => {
    const evaluated = await evaluatedOf(150, behindProxy, (n) => ({
      email: `c${n}@example.test`,
      ip: `2001:db8:1:2:${n.toString(16)}::1`,
    }));
    expect(evaluated).toBe(GUESSES_PER_CLIENT);
  });
});

describe('while strangers guess', { timeout: 30_000 }, () => {
  const useUp = (app: TestApp, email: string) =>
    Promise.all(Array.from({ length: GUESSES_PER_ACCOUNT + 5 }, () => guess(app, email)));

  it('the owner enters on a browser that the account knows, and nobody with somebody else’s (security.md 5)', async () => {
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

    const tries = { stranger: direct.agent(), others, forged: forge(known), known };
    const outcomes = Object.entries(tries).map(async ([name, agent]) => [
      name,
      (await guess(direct, email, { password: PASSWORD, agent })).code,
    ]);
    expect(Object.fromEntries(await Promise.all(outcomes))).toEqual({
      stranger: 'RATE_LIMITED',
      others: 'RATE_LIMITED',
      forged: 'RATE_LIMITED',
      known: 'signed in',
    });
  });

  function forge(known: HttpAgent): HttpAgent {
    const agent = direct.agent();
    const [userId, deviceId, expires] = (known.cookies.get('foyer.device') ?? '').split('.');
    agent.cookies.set('foyer.device', `${userId}.${deviceId}.${expires}.${'A'.repeat(43)}`);
    return agent;
  }

  it('a browser that is known gets ten tries too, and no longer than a year after its last sign-in', async () => {
    const email = 'stolen@example.test';
    await signUpWithPassword(direct, email);
    const agent = direct.agent();
    await guess(direct, email, { password: PASSWORD, agent });
    const outcomes = await Promise.all(Array.from({ length: 15 }, () => guess(direct, email, { agent })));
    expect(outcomes.filter(({ code }) => code === 'CredentialsSignin')).toHaveLength(GUESSES_PER_ACCOUNT);
    // Its own tries are no strangers': elsewhere the account is open.
    expect((await guess(direct, email, { password: PASSWORD })).code).toBe('signed in');

    await direct.db.collection('rate_limits').deleteMany({});
    await useUp(direct, email);
    direct.advance(KNOWN_DEVICE_MAX_AGE_MS + 1000);
    expect((await guess(direct, email, { password: PASSWORD, agent })).code).toBe('RATE_LIMITED');
    direct.resetClock();
    expect((await guess(direct, email, { password: PASSWORD, agent })).code).toBe('signed in');
  });

  it('a browser is known by whatever signed in there: by the sign-up, the mail, the first password', async () => {
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

  it('a browser is known to several accounts', async () => {
    const agent = direct.agent();
    const emails = ['family-a@example.test', 'family-b@example.test'];
    for (const email of emails) {
      await signUpWithPassword(direct, email);
      await guess(direct, email, { password: PASSWORD, agent });
    }
    for (const email of emails) {
      await useUp(direct, email);
      expect((await guess(direct, email, { password: PASSWORD, agent })).code).toBe('signed in');
      await direct.db.collection('rate_limits').deleteMany({});
    }
  });

  it('an unknown account is limited like a known one (security.md 6)', async () => {
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
    expect(known).toContain('RATE_LIMITED');
  });
});

describe('the limits', { timeout: 30_000 }, () => {
  it('back off: every round of guesses is followed by a pause twice as long', async () => {
    const pauses: number[] = [];
    for (let round = 0; round < 4; round++) {
      const outcomes: Outcome[] = [];
      for (let i = 0; i <= GUESSES_PER_ACCOUNT; i++)
        outcomes.push(await guess(direct, 'backing-off@example.test'));
      expect(outcomes.filter(({ code }) => code === 'CredentialsSignin')).toHaveLength(GUESSES_PER_ACCOUNT);
      pauses.push(outcomes.at(-1)?.retryAfter ?? 0);
      await direct.db
        .collection('rate_limits')
        .updateMany({ key: /^guess-(account|client)/ }, { $set: { expire: new Date(0) } });
    }
    expect(pauses).toEqual([1, 2, 4, 8].map((times) => times * GUESS_PAUSE_SECONDS));
  });

  it('hold across processes and restarts', async () => {
    const email = 'restart@example.test';
    const stranger = {
      kind: 'stranger',
      account: email,
      client: { ip: '192.0.2.9', proofOfWork: null },
    } as const;
    const wrong = () => Promise.resolve(false);
    const aProcess = () => createPasswordGuesses(direct.db, direct.deps.strangers);
    const processes = Array.from({ length: 3 }, aProcess);
    const tries = await Promise.allSettled(
      processes.flatMap((each) => Array.from({ length: 10 }, () => each.evaluate(stranger, wrong))),
    );
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(GUESSES_PER_ACCOUNT);
    const restarted = aProcess();
    await expect(restarted.evaluate(stranger, wrong)).rejects.toMatchObject({ code: 'RATE_LIMITED' });
  });

  it('do not count what was right, or what could not be evaluated', async () => {
    const guesses = createPasswordGuesses(direct.db, direct.deps.strangers);
    const stranger = {
      kind: 'stranger',
      account: 'right@example.test',
      client: { ip: '192.0.2.10', proofOfWork: null },
    } as const;
    const away = () => Promise.reject(new Error('no place to hash'));
    for (let i = 0; i < GUESSES_PER_CLIENT + 5; i++) {
      expect(await guesses.evaluate(stranger, () => Promise.resolve(true))).toBe(true);
      await expect(guesses.evaluate(stranger, away)).rejects.toThrow('no place to hash');
    }
    const rows = await direct.db
      .collection('rate_limits')
      .find({ key: /^guess/ })
      .toArray();
    expect(rows.filter(({ points }) => points !== 0)).toEqual([]);
  });
});
