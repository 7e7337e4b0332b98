import { describe, expect } from 'vitest';
import { appCodeOf, countOutcomes } from '../../../testing/app/app-code.ts';
import {
  aUser,
  changeEmail,
  confirmationOf,
  mailsOf,
  undoTokenOf,
} from '../../../testing/users/email-changes.ts';
import { rounds } from '../../../testing/faults/fault-rounds.ts';
import { createFaultInjector } from '../../../testing/faults/faults.ts';
import { brokenInvariants } from '../../../testing/faults/invariants.ts';
import { endSessionsOf } from '../../../testing/users/sessions.ts';
import { testWith } from '../../../testing/app/fixture.ts';
import type { TestApp } from '../../../testing/app/test-app.ts';
import { uniqueEmail } from '../../../testing/run/unique-name.ts';

const WAYS = 50;
const PATIENCE = { timeout: 60_000 };

const faults = createFaultInjector();

const it = testWith({ faults });

const holdersOf = (app: TestApp, email: string) => app.deps.collections.users.countDocuments({ email });
const undo = (app: TestApp, token: string) => app.client(app.agent()).email.undo.mutate({ token });

/** A person who got the mail to this address and has not used it yet. */
async function someoneWanting(app: TestApp, wanted: string) {
  await app.resetLimits();
  const person = await aUser(app);
  await person.email.change.mutate({ email: wanted });
  return { ...person, ...confirmationOf(app, wanted) };
}

/** The number of parallel calls for each outcome: `done` or a code. */
const race = (calls: readonly (() => Promise<unknown>)[]) => countOutcomes(calls.map((call) => call()));

describe('one new address (security.md R1)', () => {
  it(`is confirmed by one of ${WAYS} parallel calls (security.md 8)`, PATIENCE, async ({ app }) => {
    for (let round = 0; round < rounds(1, 20); round++) {
      const wanted = uniqueEmail();
      const { email, token, code, address } = await someoneWanting(app, wanted);
      const ended = await race(
        Array.from({ length: WAYS }, (_, way) =>
          way % 10 === 0
            ? () => email.confirmWithCode.mutate({ code })
            : () => email.confirm.mutate({ token }),
        ),
      );
      expect(ended['done']).toBe(1);
      const user = await app.deps.collections.users.findOne({ email: wanted });
      expect(user?.emailUndos?.map((each) => each.email)).toEqual([address]);
    }
  });

  it('goes to one of two people who prove it in parallel, and the other keeps their old one', async ({
    app,
  }) => {
    for (let round = 0; round < rounds(1, 30); round++) {
      const wanted = uniqueEmail();
      const people = [await someoneWanting(app, wanted), await someoneWanting(app, wanted)];
      const calls = people.map(
        ({ email, token }) =>
          () =>
            email.confirm.mutate({ token }),
      );
      expect(await race(calls)).toEqual({ done: 1, EMAIL_TAKEN: 1 });
      const now = await Promise.all(people.map(({ email }) => email.get.query()));
      expect(now.filter(({ email }) => email === wanted)).toHaveLength(1);
      expect(now.every(({ verified, pending }) => verified && pending === null)).toBe(true);
    }
  });

  it('goes to one user when somebody signs up with it at the same time', async ({ app }) => {
    for (let round = 0; round < rounds(1, 30); round++) {
      const wanted = uniqueEmail();
      const { email, token } = await someoneWanting(app, wanted);
      const newcomer = app.client(app.agent()).session;
      await newcomer.requestLink.mutate({ email: wanted });
      const code = app.mailbox.codeOf(app.mailbox.last(wanted));
      const ended = await race([
        () => email.confirm.mutate({ token }),
        () => newcomer.signInWithCode.mutate({ email: wanted, code }),
      ]);
      // The second one finds the other's request: both have read that mail.
      expect(ended['done']).toBeGreaterThanOrEqual(1);
      expect(await holdersOf(app, wanted)).toBe(1);
    }
  });

  it('is the newest of many parallel requests', async ({ app }) => {
    const { email, address } = await aUser(app);
    const wanted = Array.from({ length: 10 }, uniqueEmail);
    await race(wanted.map((each) => () => email.change.mutate({ email: each })));
    const pending = (await email.get.query()).pending?.email ?? '';
    const ended = await race(
      wanted.map((each) => () => email.confirm.mutate({ token: confirmationOf(app, each).token })),
    );
    expect(ended).toEqual({ done: 1, EMAIL_LINK_INVALID: wanted.length - 1 });
    expect(await holdersOf(app, pending)).toBe(1);
    expect(await holdersOf(app, address)).toBe(0);
  });
});

describe('an undo', () => {
  it(`happens in one of ${WAYS} parallel calls`, PATIENCE, async ({ app }) => {
    const { agent, address } = await aUser(app);
    await changeEmail(app, agent, uniqueEmail());
    const token = await undoTokenOf(app, address);
    const ended = await race(Array.from({ length: WAYS }, () => () => undo(app, token)));
    expect(ended).toEqual({ done: 1, EMAIL_UNDO_INVALID: WAYS - 1 });
  });

  it('wins over a change that is confirmed at the same time', PATIENCE, async ({ app }) => {
    for (let round = 0; round < rounds(2, 50); round++) {
      await app.resetLimits();
      const { agent, address, email } = await aUser(app);
      await changeEmail(app, agent, uniqueEmail());
      const token = await undoTokenOf(app, address);
      const wanted = uniqueEmail();
      await email.change.mutate({ email: wanted });
      const next = confirmationOf(app, wanted).token;
      const ended = await race([() => undo(app, token), () => email.confirm.mutate({ token: next })]);
      expect(ended['done']).toBeGreaterThanOrEqual(1);
      expect([await holdersOf(app, address), await holdersOf(app, wanted)]).toEqual([1, 0]);
      expect(await email.get.query().catch(() => null)).toBeNull();
    }
  });

  it('reads again when the address changes between its read and its write', async ({ app }) => {
    const { agent, address, email } = await aUser(app);
    await changeEmail(app, agent, uniqueEmail());
    const token = await undoTokenOf(app, address);
    const wanted = uniqueEmail();
    await email.change.mutate({ email: wanted });
    const hold = faults.holdBefore('users.findOneAndUpdate');
    const undone = undo(app, token);
    await hold.reached;
    await email.confirm.mutate({ token: confirmationOf(app, wanted).token });
    hold.release();
    expect(await undone).toEqual({ email: address });
    expect([await holdersOf(app, address), await holdersOf(app, wanted)]).toEqual([1, 0]);
    // The mail goes to the last owner, not to the owner at the first look-up.
    expect((await mailsOf(app, wanted)).at(-1)?.subject).toContain('was undone');
  });
});

describe('a parallel sign-in', () => {
  /** A sign-in by a mailed code, held before its session is made. */
  async function heldSignIn(app: TestApp, email: string) {
    const { session } = app.client(app.agent());
    await session.requestLink.mutate({ email });
    const code = app.mailbox.codeOf(app.mailbox.last(email));
    const hold = faults.holdBefore('sessions.insertOne');
    const outcome = appCodeOf(session.signInWithCode.mutate({ email, code }));
    await hold.reached;
    return { session, outcome, release: hold.release };
  }

  it('with the changed address is ended by the undo', async ({ app }) => {
    const { agent, address } = await aUser(app);
    const taken = uniqueEmail();
    await changeEmail(app, agent, taken);
    const token = await undoTokenOf(app, address);
    const thief = await heldSignIn(app, taken);
    await undo(app, token);
    thief.release();
    expect(await thief.outcome).toBe('Verification');
    expect(await thief.session.get.query()).toBeNull();
  });

  it('with the old address is ended by the change', async ({ app }) => {
    const { agent, address } = await aUser(app);
    const entering = await heldSignIn(app, address);
    await changeEmail(app, agent, uniqueEmail());
    entering.release();
    expect(await entering.outcome).toBe('Verification');
  });

  it('is not confirmed by a session that ends at the same time', async ({ app }) => {
    const wanted = uniqueEmail();
    const { email, token, address } = await someoneWanting(app, wanted);
    const hold = faults.holdBefore('users.findOneAndUpdate');
    const confirming = email.confirm.mutate({ token });
    await hold.reached;
    await endSessionsOf(app.deps, address);
    hold.release();
    expect(await appCodeOf(confirming)).toBe('SessionRequired');
    expect([await holdersOf(app, address), await holdersOf(app, wanted)]).toEqual([1, 0]);
  });
});

it('leaves events that say what happened to each person', async ({ app }) => {
  expect(await brokenInvariants(app.db)).toEqual([]);
});
