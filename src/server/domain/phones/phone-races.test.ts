import { describe, expect } from 'vitest';
import { deletionWords } from '../../../locales/en/deletion-words.ts';
import { createFaultInjector, overtake } from '../../../testing/faults/faults.ts';
import { PARALLEL_CALLS } from '../../../testing/faults/fault-rounds.ts';
import { brokenInvariants } from '../../../testing/faults/invariants.ts';
import { aNumber, verifyNumber } from '../../../testing/sign-in/phones.ts';
import { testWith } from '../../../testing/app/fixture.ts';
import type { TestApp } from '../../../testing/app/test-app.ts';
import { runDueJobs } from '../job-runner.ts';
import { uniqueEmail } from '../../../testing/run/unique-name.ts';

const PATIENCE = { timeout: 120_000 };
const faults = createFaultInjector();
const it = testWith({ faults });

/** The person has not used the code yet. */
async function someoneAsking(app: TestApp, number: string) {
  await app.resetLimits();
  const email = uniqueEmail();
  const agent = await app.signInByMail(email);
  const { phone } = app.client(agent);
  await phone.set.mutate({ phone: number });
  const code = app.phonebox.codeTo(number);
  return { email, agent, phone, verify: () => app.client(agent).phone.verify.mutate({ code }) };
}

const holdersOf = (app: TestApp, number: string) =>
  app.deps.collections.users.find({ 'phone.e164': number }).toArray();

async function timesTold(app: TestApp, email: string): Promise<number> {
  await runDueJobs(app.deps);
  return app.mailbox.messages.filter(({ to, subject }) => to === email && subject.includes('no longer yours'))
    .length;
}

describe('a number that two people verify', () => {
  it('goes to the newer one, and the earlier owner gets one mail', async ({ app }) => {
    const number = aNumber();
    const first = await someoneAsking(app, number);
    await first.verify();
    const second = await someoneAsking(app, number);
    await second.verify();
    expect((await first.phone.get.query()).phone).toBeNull();
    expect(await second.phone.get.query()).toMatchObject({ phone: { e164: number } });
    expect([await timesTold(app, first.email), await timesTold(app, second.email)]).toEqual([1, 0]);
    const { users, activity } = app.deps.collections;
    const user = await users.findOne({ email: first.email });
    const kinds = await activity.distinct('kind', user ? { userId: user._id } : {});
    expect(kinds).toEqual(expect.arrayContaining(['phone-verified', 'phone-taken']));
  });

  it('does not go back to the owner of an older, delayed code', async ({ app }) => {
    const number = aNumber();
    const slow = await someoneAsking(app, number);
    const fast = await someoneAsking(app, number);
    const outcome = await overtake(faults, 'users.findOneAndUpdate', slow.verify, () => {
      // Time has passed, as it would in practice.
      app.advance(5);
      return fast.verify();
    });
    expect(outcome).toBe('CODE_INVALID');
    app.resetClock();
    expect(await fast.phone.get.query()).toMatchObject({ phone: { e164: number } });
    expect((await slow.phone.get.query()).phone).toBeNull();
    expect(await timesTold(app, fast.email)).toBe(0);
  });

  it(
    `has one owner after ${PARALLEL_CALLS} parallel verifications by five people, and each who lost it gets a mail (security.md R1)`,
    PATIENCE,
    async ({ app }) => {
      const number = aNumber();
      const formerOwner = await someoneAsking(app, number);
      await formerOwner.verify();
      const people: Awaited<ReturnType<typeof someoneAsking>>[] = [];
      for (let i = 0; i < 5; i++) people.push(await someoneAsking(app, number));
      const verified = new Set<string>();
      const calls = Array.from({ length: PARALLEL_CALLS }, async (_, way) => {
        const person = people[way % people.length];
        await person?.verify();
        verified.add(person?.email ?? '');
      });
      await Promise.allSettled(calls);
      const holders = await holdersOf(app, number);
      expect(holders).toHaveLength(1);
      for (const { email } of people) {
        const hasLostIt = verified.has(email) && holders[0]?.email !== email;
        expect(await timesTold(app, email)).toBe(hasLostIt ? 1 : 0);
      }
      expect(await timesTold(app, formerOwner.email)).toBe(1);
    },
  );
});

it('a number is free again when its owner is deleted', async ({ app }) => {
  const number = aNumber();
  const first = await someoneAsking(app, number);
  await first.verify();
  await app.client(first.agent).data.deleteAccount.mutate({ confirm: deletionWords });
  const agent = await app.signInByMail(uniqueEmail());
  await verifyNumber(app, agent, number);
  expect(await holdersOf(app, number)).toHaveLength(1);
});

it('leaves events that say what happened to each person', async ({ app }) => {
  expect(await brokenInvariants(app.db)).toEqual([]);
});
