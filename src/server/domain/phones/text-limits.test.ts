import { describe, expect, vi } from 'vitest';
import { SESSION_FRESH_MS } from '../../../shared/limits.ts';
import { UNKNOWN_CALLER_SUM_MEMORY_MS } from '../limits/unknown-caller-sums.ts';
import type { HttpAgent } from '../../../testing/app/http-agent.ts';
import { aNumber, verifyNumber } from '../../../testing/sign-in/phones.ts';
import { flood } from '../../../testing/sign-in/proof-of-work.ts';
import { testWith } from '../../../testing/app/fixture.ts';
import type { TestApp } from '../../../testing/app/test-app.ts';
import { RATE_LIMITS } from '../rules/counters.ts';
import { uniqueEmail, uniqueIp } from '../../../testing/run/unique-name.ts';

const it = testWith({
  settings: { trustProxy: 1, phoneSignIn: true },
  // High enough for these tests, so that only a flood needs proofs of work.
  unknownCallerBounds: { text: { free: 5000, perHonest: 0.5, freeAtMost: 5000 } },
});
const forget = (app: TestApp, key: RegExp = /./) => app.db.collection('rate_limits').deleteMany({ key });
it.beforeEach(async ({ app }) => {
  await forget(app);
});

async function call(agent: HttpAgent, procedure: string, input: object): Promise<string> {
  const headers = { 'x-forwarded-for': uniqueIp() };
  const answer = await agent.postJson(`/trpc/${procedure}`, input, headers);
  const { error } = answer.json() as { error?: { data: { appCode: string } } };
  return error?.data.appCode ?? 'done';
}

async function owner(app: TestApp) {
  const agent = await app.signInByMail(uniqueEmail());
  const number = aNumber();
  await verifyNumber(app, agent, number);
  await forget(app);
  app.phonebox.clear();
  return { agent, number };
}

const signInAs = (agent: HttpAgent, phone: string) => call(agent, 'session.requestPhoneCode', { phone });
const verifyNew = (agent: HttpAgent) => call(agent, 'phone.set', { phone: aNumber() });
const reauthenticate = (agent: HttpAgent) => call(agent, 'session.reauthenticate', { method: 'phone' });

const pointsOf = async (app: TestApp, key: RegExp) => {
  const rows = await app.deps.collections.rateLimits.find({ key }).toArray();
  return rows.reduce((sum, { points }) => sum + points, 0);
};

describe('numbers without an owner', () => {
  it('do not count as sent: 50 requests for them change no sum and no prefix counter', async ({ app }) => {
    const { number } = await owner(app);
    const asked = await Promise.all(Array.from({ length: 50 }, () => signInAs(app.agent(), aNumber())));
    expect(new Set(asked)).toEqual(new Set(['done']));
    expect(app.phonebox.tries).toBe(0);
    expect(await pointsOf(app, /^text-.*(everybody|prefix)-/)).toBe(0);
    expect(await signInAs(app.agent(), number)).toBe('done');
    await vi.waitUntil(() => app.phonebox.tries === 1);
    expect(await pointsOf(app, /^text-everybody-hour/)).toBe(1);
  });

  it('have the same answers as verified ones while the limits are used up', async ({ app }) => {
    const { number } = await owner(app);
    await useUp(app, 'text', 'hour');
    expect(await signInAs(app.agent(), number)).toBe('RATE_LIMITED');
    expect(await signInAs(app.agent(), aNumber())).toBe('RATE_LIMITED');
  });
});

async function useUp(
  app: TestApp,
  rule: 'text' | 'text-to-new-number' | 'text-to-own-number',
  window: 'hour' | 'day',
) {
  await app.deps.rateLimits.consume(rule, 'everybody', 'all');
  const { matchedCount } = await app.deps.collections.rateLimits.updateOne(
    { key: `${rule}-everybody-${window}:all` },
    { $set: { points: RATE_LIMITS[rule].refusal.everybody[window] } },
  );
  expect(matchedCount).toBe(1);
}

describe('the limits in sum (security.md 11)', () => {
  it.for([
    ['text', ['another person']],
    ['text-to-new-number', ['session with a new number']],
    ['text-to-own-number', ['known browser', 'session with its own number']],
  ] as const)('of %s hold, and stop nobody who draws on another budget', async ([rule, refused], { app }) => {
    for (const window of ['hour', 'day'] as const) {
      await forget(app);
      const { agent, number } = await owner(app);
      await useUp(app, rule, window);
      const asked = {
        'another person': await signInAs(app.agent(), number),
        'known browser': await signInAs(agent, number),
        'session with a new number': await verifyNew(agent),
        'session with its own number': await reauthenticate(agent),
      };
      const refusedIn = Object.entries(asked).filter(([, outcome]) => outcome === 'RATE_LIMITED');
      expect([window, refusedIn.map(([who]) => who)]).toEqual([window, refused]);
    }
  });
});

describe('messages to one number', () => {
  it('of unknown callers do not block the owner’s, from a known browser or a session', async ({ app }) => {
    const { agent, number } = await owner(app);
    for (let n = 0; n < RATE_LIMITS.text.refusal.recipient.quarter; n++)
      expect(await signInAs(app.agent(), number)).toBe('done');
    expect(await signInAs(app.agent(), number)).toBe('RATE_LIMITED');
    expect(await signInAs(agent, number)).toBe('done');
    await app.ageSignIn(agent, SESSION_FRESH_MS + 1000);
    expect(await reauthenticate(agent)).toBe('done');
  });

  it('of a stolen session do not block the owner’s other session', async ({ app }) => {
    const { agent: stolen, number } = await owner(app);
    const other = app.agent();
    await signInAs(other, number);
    await vi.waitUntil(() => app.phonebox.tries === 1);
    const code = app.phonebox.codeTo(number);
    await call(other, 'session.signInWithPhoneCode', { phone: number, code });
    for (let n = 0; n < RATE_LIMITS.text.refusal.browser.quarter; n++)
      expect(await reauthenticate(stolen)).toBe('done');
    expect(await reauthenticate(stolen)).toBe('RATE_LIMITED');
    expect(await reauthenticate(other)).toBe('done');
  });
});

it('during a flood, an unknown caller’s text message needs a proof of work for known and unknown numbers, and an owner’s does not', async ({
  app,
}) => {
  const { agent, number } = await owner(app);
  await flood(app.deps.collections, 'text', 1_000_000);
  app.advance(10 * UNKNOWN_CALLER_SUM_MEMORY_MS);
  expect(await signInAs(app.agent(), number)).toBe('PROOF_OF_WORK_REQUIRED');
  expect(await signInAs(app.agent(), aNumber())).toBe('PROOF_OF_WORK_REQUIRED');
  expect(await signInAs(agent, number)).toBe('done');
  expect(await verifyNew(agent)).toBe('done');
});
