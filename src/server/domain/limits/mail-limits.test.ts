import { describe, expect } from 'vitest';
import { SESSION_FRESH_MS } from '../../../shared/limits.ts';
import { RATE_LIMITS } from '../rules/counters.ts';
import { UNKNOWN_CALLER_SUM_MEMORY_MS } from './unknown-caller-sums.ts';
import { appCodeOf, outcomeOf } from '../../../testing/app/app-code.ts';
import type { HttpAgent } from '../../../testing/app/http-agent.ts';
import {
  aPersonWithPassword,
  OTHER_PASSWORD,
  PASSWORD,
  resetLinkOf,
} from '../../../testing/sign-in/passwords.ts';
import { flood } from '../../../testing/sign-in/proof-of-work.ts';
import { testWith } from '../../../testing/app/fixture.ts';
import { rounds } from '../../../testing/faults/fault-rounds.ts';
import type { TestApp } from '../../../testing/app/test-app.ts';
import { uniqueEmail, uniqueIp } from '../../../testing/run/unique-name.ts';
import { aSignedInUser } from '../../../testing/users/signed-in-users.ts';

const it = testWith({ settings: { trustProxy: 1 } });

/** All calls that request a mail without a session. Each answers `sent` or the refusal's code. */
const DOORS = {
  'session.requestLink': (email: string, ip: string, agent: HttpAgent) =>
    post(agent, ip, 'session.requestLink', { email }),
  'password.signUp': (email: string, ip: string, agent: HttpAgent) =>
    post(agent, ip, 'password.signUp', { email, password: PASSWORD, name: 'Ada' }),
  'password.requestReset': (email: string, ip: string, agent: HttpAgent) =>
    post(agent, ip, 'password.requestReset', { email }),
  'the form of Auth.js': async (email: string, ip: string, agent: HttpAgent) => {
    const { csrfToken } = (await agent.request('/auth/csrf')).json() as { csrfToken: string };
    const headers = { 'x-forwarded-for': ip };
    const { location } = await agent.postForm('/auth/signin/email', { email, csrfToken }, headers);
    const page = new URL(location ?? '');
    return page.pathname === '/check-email' ? 'sent' : page.searchParams.get('error');
  },
};
type Door = keyof typeof DOORS;
const EVERY_DOOR = Object.keys(DOORS) as Door[];

async function post(agent: HttpAgent, ip: string, procedure: string, input: object) {
  const answer = await agent.postJson(`/trpc/${procedure}`, input, { 'x-forwarded-for': ip });
  const { error } = answer.json() as { error?: { data: { appCode: string } } };
  return error?.data.appCode ?? 'sent';
}

const ask = (app: TestApp, door: Door, email: string, { ip = uniqueIp(), agent = app.agent() } = {}) =>
  DOORS[door](email, ip, agent);

/** Requests mails from many networks until one is refused. */
async function floodAddress(app: TestApp, email: string, door: Door = 'session.requestLink') {
  for (let n = 0; n < RATE_LIMITS.mail.refusal.recipient.quarter; n++)
    expect(await ask(app, door, email)).toBe('sent');
  expect(await ask(app, door, email)).toBe('RATE_LIMITED');
}

describe('unknown callers who ask for mails to one address (security.md 11)', () => {
  it.for(EVERY_DOOR.slice(0, rounds(2, Infinity)))(
    'share one counter for all procedures: after %s has used it up, all refuse',
    async (door, { app }) => {
      const email = uniqueEmail();
      await floodAddress(app, email, door);
      for (const other of EVERY_DOOR)
        expect([other, await ask(app, other, email)]).toEqual([other, 'RATE_LIMITED']);
    },
  );

  it.for(EVERY_DOOR)('do not block the owner’s mail by %s on a known browser', async (door, { app }) => {
    const { email, agent } = await aSignedInUser(app);
    await app.client(agent).session.signOut.mutate();
    await app.resetLimits();
    await floodAddress(app, email);
    expect(await ask(app, door, email, { agent })).toBe('sent');
  });

  it('do not block a signed-in owner’s re-authentication, and the owner does not block theirs', async ({
    app,
  }) => {
    const { email, agent } = await aSignedInUser(app);
    await app.resetLimits();
    await floodAddress(app, email);
    await app.ageSignIn(agent, SESSION_FRESH_MS + 1000);
    const { session } = app.client(agent);
    await session.reauthenticate.mutate({ method: 'email' });
    const code = app.mailbox.codeOf(app.mailbox.last(email));
    expect(await session.reauthenticate.mutate({ method: 'code', code })).toMatchObject({ status: 'fresh' });

    await app.resetLimits();
    for (let n = 0; n < RATE_LIMITS.mail.refusal.browser.quarter; n++)
      await session.reauthenticate.mutate({ method: 'email' });
    expect(await appCodeOf(session.reauthenticate.mutate({ method: 'email' }))).toBe('RATE_LIMITED');
    expect(await ask(app, 'session.requestLink', email)).toBe('sent');
  });

  it('do not invalidate the owner’s unused code, link or reset link', async ({ app }) => {
    const { email, agent } = await aPersonWithPassword(app);
    await app.resetLimits();
    await ask(app, 'password.requestReset', email, { agent });
    const reset = resetLinkOf(app, email);
    await ask(app, 'session.requestLink', email, { agent });
    const code = app.mailbox.codeOf(app.mailbox.last(email));
    await floodAddress(app, email);
    await app.resetLimits();
    await floodAddress(app, email, 'password.requestReset');
    const signedIn = await app.client(agent).session.signInWithCode.mutate({ email, code });
    expect(signedIn).toMatchObject({ session: { user: { email } } });
    await app.client(app.agent()).password.reset.mutate({ ...reset, password: OTHER_PASSWORD });
  });

  it('have a daily limit, and the owner has another', async ({ app }) => {
    const { email, agent } = await aSignedInUser(app);
    await app.resetLimits();
    const aQuarterLater = () =>
      app.db.collection('rate_limits').deleteMany({ key: /^mail-recipient-quarter:/ });
    for (let n = 0; n < RATE_LIMITS.mail.refusal.recipient.day; n++) {
      await aQuarterLater();
      expect(await ask(app, 'session.requestLink', email)).toBe('sent');
    }
    await aQuarterLater();
    expect(await ask(app, 'session.requestLink', email)).toBe('RATE_LIMITED');
    expect(await ask(app, 'session.requestLink', email, { agent })).toBe('sent');
  });
});

describe('unknown callers of one network (security.md 11)', () => {
  const networks: [string, (n: number) => string][] = [
    ['an IPv4 /24', (n) => `192.0.2.${n}`],
    ['an IPv6 /48', (n) => `2001:db8:7:${n.toString(16)}::1`],
  ];
  it.for(networks.slice(0, rounds(1, 2)))(
    'are counted together: %s gets four times what one client gets, and the owner is not counted',
    async ([_what, ipOf], { app }) => {
      const { email, agent } = await aSignedInUser(app);
      const outcomes: (string | null)[] = [];
      for (let n = 0; n <= RATE_LIMITS.mail.refusal.network.quarter; n += 20) {
        const round = Array.from({ length: 20 }, (_, i) =>
          ask(app, 'session.requestLink', uniqueEmail(), { ip: ipOf(n + i) }),
        );
        outcomes.push(...(await Promise.all(round)));
      }
      expect(outcomes.filter((outcome) => outcome === 'sent')).toHaveLength(
        RATE_LIMITS.mail.refusal.network.quarter,
      );
      expect(await ask(app, 'session.requestLink', email, { ip: ipOf(1), agent })).toBe('sent');
    },
  );
});

describe('a stolen session', () => {
  it('uses up its own mails, not those of the owner’s other sessions', async ({ app }) => {
    const email = uniqueEmail();
    const [stolen, owner] = [await app.signInByMail(email), await app.signInByMail(email)];
    await app.resetLimits();
    const code = (agent: HttpAgent) =>
      outcomeOf(
        app
          .client(agent)
          .session.reauthenticate.mutate({ method: 'email' })
          .then(() => 'sent'),
      );
    for (let n = 0; n < RATE_LIMITS.mail.refusal.browser.quarter; n++)
      expect(await code(stolen)).toBe('sent');
    expect(await code(stolen)).toBe('RATE_LIMITED');
    expect(await code(owner)).toBe('sent');
    // The limit of all sessions of a user together is wider than the limit of one.
    expect(RATE_LIMITS.mail.refusal.user.day).toBeGreaterThanOrEqual(
      4 * RATE_LIMITS.mail.refusal.browser.day,
    );
  });
});

describe('during a flood of mails', () => {
  it('an unknown caller’s mail needs a proof of work in every procedure, the owner’s on a known browser and in a session does not', async ({
    app,
  }) => {
    const { email, agent } = await aSignedInUser(app);
    await app.resetLimits();
    await flood(app.deps.collections, 'mail', 1_000_000);
    app.advance(10 * UNKNOWN_CALLER_SUM_MEMORY_MS);
    try {
      for (const door of EVERY_DOOR)
        expect([door, await ask(app, door, email)]).toEqual([door, 'PROOF_OF_WORK_REQUIRED']);
      for (const door of EVERY_DOOR)
        expect([door, await ask(app, door, email, { agent })]).toEqual([door, 'sent']);
    } finally {
      app.resetClock();
    }
  });
});
