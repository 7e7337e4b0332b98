import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { reportFigures, rounds } from '../../../testing/faults/fault-rounds.ts';
import { createFaultInjector } from '../../../testing/faults/faults.ts';
import { brokenInvariants } from '../../../testing/faults/invariants.ts';
import { aNumber, verifyNumber } from '../../../testing/app/phones.ts';
import { createTestApp, type TestApp } from '../../../testing/app/test-app.ts';
import { runDueJobs } from '../job-runner.ts';

const WAYS = 50;

const faults = createFaultInjector();
let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ faults });
});
afterAll(() => app.close());
beforeEach(async () => {
  await Promise.all(['rate_limits', 'jobs'].map((name) => app.db.collection(name).deleteMany({})));
  app.mailbox.clear();
});

const unique = () => Math.random().toString(36).slice(2);

/** Somebody who holds a code to this number and has not given it back yet. */
async function someoneAsking(number: string) {
  await app.db.collection('rate_limits').deleteMany({});
  const email = `${unique()}@example.test`;
  const agent = await app.signInByMail(email);
  const { phone } = app.client(agent);
  await phone.set.mutate({ phone: number });
  const code = app.phonebox.codeTo(number);
  return { email, agent, phone, verify: () => app.client(agent).phone.verify.mutate({ code }) };
}

const holdersOf = (number: string) => app.deps.collections.users.find({ 'phone.e164': number }).toArray();

/** How often a mail told an address that its number is gone. */
async function timesTold(email: string): Promise<number> {
  await runDueJobs(app.deps);
  return app.mailbox.messages.filter(({ to, subject }) => to === email && subject.includes('no longer yours'))
    .length;
}

describe('a number that two people prove', () => {
  it('is the newer one’s, and the earlier holder is told once', async () => {
    const number = aNumber();
    const first = await someoneAsking(number);
    await first.verify();
    const second = await someoneAsking(number);
    await second.verify();
    expect((await first.phone.get.query()).phone).toBeNull();
    expect(await second.phone.get.query()).toMatchObject({ phone: { e164: number } });
    expect([await timesTold(first.email), await timesTold(second.email)]).toEqual([1, 0]);
    const { users, activity } = app.deps.collections;
    const user = await users.findOne({ email: first.email });
    const kinds = await activity.distinct('kind', user ? { userId: user._id } : {});
    expect(kinds).toEqual(expect.arrayContaining(['phone-verified', 'phone-taken']));
  });

  it('is not taken back by an older proof that was held up', async () => {
    const number = aNumber();
    const slow = await someoneAsking(number);
    const fast = await someoneAsking(number);
    const hold = faults.holdBefore('users.findOneAndUpdate');
    const outcome = slow.verify().then(
      () => 'done',
      (error: { data?: { appCode?: string } }) => error.data?.appCode,
    );
    await hold.reached;
    // Its clock has run on, as it would have.
    app.advance(5);
    await fast.verify();
    hold.release();
    expect(await outcome).toBe('CODE_INVALID');
    app.resetClock();
    expect(await fast.phone.get.query()).toMatchObject({ phone: { e164: number } });
    expect((await slow.phone.get.query()).phone).toBeNull();
    expect(await timesTold(fast.email)).toBe(0);
  });

  it(`has one holder after ${WAYS} verifications by two people at once`, { timeout: 120_000 }, async () => {
    const counts = { rounds: 0, 'holders beside the one': 0 };
    for (; counts.rounds < rounds(2, 20); counts.rounds++) {
      const number = aNumber();
      const people = [await someoneAsking(number), await someoneAsking(number)];
      const calls = Array.from({ length: WAYS / 2 }, () => people.map(({ verify }) => verify())).flat();
      await Promise.allSettled(calls);
      const holders = await holdersOf(number);
      expect(holders).toHaveLength(1);
      counts['holders beside the one'] += holders.length - 1;
    }
    expect(await brokenInvariants(app.db)).toEqual([]);
    reportFigures('verifications of one number', counts);
  });

  it('has one holder after ten people prove it at once, and whoever had it and lost it is told (security.md R1)', async () => {
    const number = aNumber();
    const before = await someoneAsking(number);
    await before.verify();
    const people = [];
    for (let i = 0; i < 10; i++) people.push(await someoneAsking(number));
    const outcomes = await Promise.allSettled(people.map(({ verify }) => verify()));
    const holders = await holdersOf(number);
    expect(holders).toHaveLength(1);
    for (const [i, { email }] of people.entries()) {
      const lost = outcomes[i]?.status === 'fulfilled' && holders[0]?.email !== email;
      expect(await timesTold(email)).toBe(lost ? 1 : 0);
    }
    expect(await timesTold(before.email)).toBe(1);
  });

  it('is not given to somebody whose sessions ended while they gave the code back', async () => {
    const number = aNumber();
    const { email, agent, verify } = await someoneAsking(number);
    const hold = faults.holdBefore('users.findOneAndUpdate');
    const outcome = verify().catch((error: { data?: { appCode?: string } }) => error.data?.appCode);
    await hold.reached;
    await app.deps.collections.users.updateOne({ email }, { $set: { sessions: [] } });
    hold.release();
    expect(await outcome).toBe('SessionRequired');
    expect(await holdersOf(number)).toEqual([]);
    expect(await app.client(agent).session.get.query()).toBeNull();
  });

  it('… nor when its owner has just signed out all other devices', async () => {
    const number = aNumber();
    const { email, verify } = await someoneAsking(number);
    const owner = await app.signInByMail(email);
    const hold = faults.holdBefore('users.findOneAndUpdate');
    const outcome = verify().catch((error: { data?: { appCode?: string } }) => error.data?.appCode);
    await hold.reached;
    await app.client(owner).session.revokeOthers.mutate();
    hold.release();
    expect(await outcome).toBe('SessionRequired');
    expect(await holdersOf(number)).toEqual([]);
    expect(await app.client(owner).session.get.query()).not.toBeNull();
  });
});

it('a number is free again when its holder is deleted', async () => {
  const number = aNumber();
  const first = await someoneAsking(number);
  await first.verify();
  await app.deps.collections.users.deleteOne({ email: first.email });
  const agent = await app.signInByMail(`${unique()}@example.test`);
  await verifyNumber(app, agent, number);
  expect(await holdersOf(number)).toHaveLength(1);
});
