import { describe, expect, vi } from 'vitest';
import { UNKNOWN_CALLER_SUM_MEMORY_MS } from '../limits/unknown-caller-sums.ts';
import { RATE_LIMITS } from '../rules/counters.ts';
import type { HttpAgent } from '../../../testing/app/http-agent.ts';
import { aNumber, verifyNumber, wrongCode } from '../../../testing/sign-in/phones.ts';
import { flood } from '../../../testing/sign-in/proof-of-work.ts';
import { testWith } from '../../../testing/app/fixture.ts';
import type { TestApp } from '../../../testing/app/test-app.ts';
import { rounds } from '../../../testing/faults/fault-rounds.ts';
import { addressKey, networkKey } from '../limits/rate-limits.ts';
import { identifierOf } from '../rules/verification-identifiers.ts';
import { uniqueEmail, uniqueIp } from '../../../testing/run/unique-name.ts';
import { aSignedInUser } from '../../../testing/users/signed-in-users.ts';

const it = testWith({ settings: { trustProxy: 1, phoneSignIn: true } });
const forget = (app: TestApp, key: RegExp = /./) => app.db.collection('rate_limits').deleteMany({ key });
it.beforeEach(({ app }) => forget(app));

async function call(agent: HttpAgent, procedure: string, input: object, ip = uniqueIp()): Promise<string> {
  const answer = await agent.postJson(`/trpc/${procedure}`, input, { 'x-forwarded-for': ip });
  const { error } = answer.json() as { error?: { data: { appCode: string } } };
  return error?.data.appCode ?? 'done';
}

/** Requests a mail. Answers its code, or `null` when it has only a link. */
async function ask(app: TestApp, email: string, agent: HttpAgent): Promise<string | null> {
  expect(await call(agent, 'session.requestLink', { email })).toBe('done');
  const mail = app.mailbox.last(email);
  expect(app.mailbox.linkOf(mail)).toContain('/confirm');
  return /^\d{6}$/m.exec(mail.text)?.[0] ?? null;
}
const enter = (email: string, code: string, agent: HttpAgent, ip?: string) =>
  call(agent, 'session.signInWithCode', { email, code }, ip);

/** Unknown callers use up the tries of an address for today. Answers how many codes were compared. */
async function useUpCodes(app: TestApp, email: string): Promise<number> {
  let compared = 0;
  for (let request = 0; request < 5; request++) {
    await forget(app, /^mail-recipient-quarter:/);
    const agent = app.agent();
    const code = await ask(app, email, agent);
    if (code === null) return compared;
    for (let n = 0; n < 5; n++) await enter(email, wrongCode(code), agent);
    compared += 5;
  }
  return compared;
}

describe('wrong codes of unknown callers for one address', () => {
  it('have a daily limit, and then the mails contain only a working link', async ({ app }) => {
    const email = uniqueEmail();
    await app.signInByMail(email);
    await forget(app);
    expect(await useUpCodes(app, email)).toBe(RATE_LIMITS.code.refusal.recipient.day);
    const agent = app.agent();
    await forget(app, /^mail-recipient-quarter:/);
    expect(await ask(app, email, agent)).toBeNull();
    const mail = app.mailbox.last(email);
    expect(mail.text).toContain('There is no code in this mail');
    expect(mail.html).toContain('There is no code in this mail');
    const token = app.mailbox.tokenOf(mail);
    expect(await call(agent, 'session.confirmLink', { email, token })).toBe('done');
  });

  it('change neither the owner’s code on a known browser nor its tries', async ({ app }) => {
    const { email, agent: owner } = await aSignedInUser(app);
    await forget(app);
    await useUpCodes(app, email);
    const code = (await ask(app, email, owner)) ?? '';
    for (let n = 0; n < 4; n++) expect(await enter(email, wrongCode(code), owner)).toBe('CODE_INVALID');
    expect(await enter(email, code, owner)).toBe('done');
  });

  it('do not include right codes and codes without an open request', async ({ app }) => {
    const email = uniqueEmail();
    for (let n = 0; n < RATE_LIMITS.code.refusal.recipient.day + 2; n++)
      expect(await enter(email, '123456', app.agent())).toBe('CODE_OTHER_BROWSER');
    const agent = app.agent();
    expect(await enter(email, (await ask(app, email, agent)) ?? '', agent)).toBe('done');
    const counted = { key: /^code-/, points: { $gt: 0 } };
    expect(await app.deps.collections.rateLimits.countDocuments(counted)).toBe(0);
  });

  it('are counted before they are compared: 60 parallel codes do not pass the limit', async ({ app }) => {
    const email = uniqueEmail();
    const requests: { agent: HttpAgent; code: string }[] = [];
    for (let n = 0; n < 12; n++) {
      await forget(app, /^mail-recipient-quarter:/);
      const agent = app.agent();
      requests.push({ agent, code: (await ask(app, email, agent)) ?? '' });
    }
    const tries = requests.flatMap(({ agent, code }) =>
      Array.from({ length: 5 }, () => enter(email, wrongCode(code), agent)),
    );
    await Promise.all(tries);
    const identifier = identifierOf('sign-in', email);
    const row = await app.deps.collections.verificationTokens.findOne({ identifier });
    const compared = row?.requests?.reduce((sum, { attempts }) => sum + attempts, 0);
    expect(compared).toBe(RATE_LIMITS.code.refusal.recipient.day);
  });
});

describe('wrong codes of unknown callers from one place', () => {
  /** Answers how many codes were compared. */
  async function guessFrom(app: TestApp, ipOf: (n: number) => string, requests: number): Promise<number> {
    let compared = 0;
    for (let from = 0; from < requests; from += 10) {
      const round = Array.from({ length: Math.min(10, requests - from) }, async (_, i) => {
        const [email, agent] = [uniqueEmail(), app.agent()];
        const code = wrongCode((await ask(app, email, agent)) ?? '');
        for (let n = 0; n < 5; n++) {
          const outcome = await enter(email, code, agent, ipOf(from + i));
          if (outcome === 'CODE_INVALID' || outcome === 'CODE_DEAD') compared += 1;
          else expect(outcome).toBe('RATE_LIMITED');
        }
      });
      await Promise.all(round);
    }
    return compared;
  }

  const places: [string, number, (n: number) => string, number][] = [
    ['one IPv6 /64', 12, (n) => `2001:db8:9:1::${n}`, RATE_LIMITS.code.refusal.ip.quarter],
    ['one IPv4 /24', 42, (n) => `203.0.113.${n}`, RATE_LIMITS.code.refusal.network.quarter],
    ['one IPv4 address', 12, () => '192.0.2.9', RATE_LIMITS.code.refusal.ip.quarter],
    ['one IPv6 /48', 42, (n) => `2001:db8:10:${n}::1`, RATE_LIMITS.code.refusal.network.quarter],
  ];
  it.for(places.slice(0, rounds(1, 4)))(
    'are bounded from %s, whatever the addresses',
    async ([_what, requests, ipOf, bound], { app }) => {
      expect(await guessFrom(app, ipOf, requests)).toBe(bound);
    },
  );

  it('do not block a known browser there', async ({ app }) => {
    const { email, agent: owner } = await aSignedInUser(app);
    await guessFrom(app, () => '192.0.2.10', 12);
    const code = (await ask(app, email, owner)) ?? '';
    expect(await enter(email, code, owner, '192.0.2.10')).toBe('done');
  });
});

it('above the limit in sum, an unknown caller’s code needs a proof of work and a known browser’s does not', async ({
  app,
}) => {
  const { email, agent: owner } = await aSignedInUser(app);
  await forget(app);
  const otherPerson = app.agent();
  const code = (await ask(app, email, otherPerson)) ?? '';
  const own = (await ask(app, email, owner)) ?? '';
  await flood(app.deps.collections, 'code', 1_000_000);
  app.advance(10 * UNKNOWN_CALLER_SUM_MEMORY_MS);
  expect(await enter(email, code, otherPerson)).toBe('PROOF_OF_WORK_REQUIRED');
  expect(await enter(email, own, owner)).toBe('done');
});

it('after too many wrong codes for a number, unknown callers get no text message and a known browser does', async ({
  app,
}) => {
  const owner = await app.signInByMail(uniqueEmail());
  const number = aNumber();
  await verifyNumber(app, owner, number);
  await forget(app);
  app.phonebox.clear();
  for (let request = 0; request < RATE_LIMITS.code.refusal.recipient.day / 5; request++) {
    await forget(app, /^text-recipient-quarter:/);
    const agent = app.agent();
    expect(await call(agent, 'session.requestPhoneCode', { phone: number })).toBe('done');
    await vi.waitUntil(() => app.phonebox.messages.length === request + 1);
    const code = wrongCode(app.phonebox.codeTo(number));
    for (let n = 0; n < 5; n++) await call(agent, 'session.signInWithPhoneCode', { phone: number, code });
  }
  await forget(app, /^text-/);
  expect(await call(app.agent(), 'session.requestPhoneCode', { phone: number })).toBe('RATE_LIMITED');
  const sent = app.phonebox.messages.length;
  expect(await call(owner, 'session.requestPhoneCode', { phone: number })).toBe('done');
  await vi.waitUntil(() => app.phonebox.messages.length === sent + 1);
  const code = app.phonebox.codeTo(number);
  expect(await call(owner, 'session.signInWithPhoneCode', { phone: number, code })).toBe('done');
});

it.each([
  ['192.0.2.77', '192.0.2.77', '192.0.2.0/24'],
  ['::ffff:192.0.2.77', '192.0.2.77', '192.0.2.0/24'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64', '2001:db8:1::/48'],
  ['nonsense', 'unknown', 'unknown'],
  [null, 'unknown', 'unknown'],
])('the counters of %s are of its /64 or address, and its /48 or /24', (ip, client, network) => {
  expect([addressKey(ip), networkKey(ip)]).toEqual([client, network]);
});
