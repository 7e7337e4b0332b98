import { describe, expect } from 'vitest';
import { appCodeOf, countOutcomes, countParallel } from '../../../testing/app/app-code.ts';
import { mailsOf } from '../../../testing/app/mails.ts';
import {
  signedInByMail,
  changeEmail,
  confirmationOf,
  undoTokenOf,
} from '../../../testing/users/email-changes.ts';
import { PARALLEL_CALLS, rounds } from '../../../testing/faults/fault-rounds.ts';
import { makeAdministrator } from '../../../testing/users/administrators.ts';
import { createFaultInjector, overtake } from '../../../testing/faults/faults.ts';
import { brokenInvariants } from '../../../testing/faults/invariants.ts';
import { aPersonWithPassword, PASSWORD, resetLinkOf } from '../../../testing/sign-in/passwords.ts';
import { testWith } from '../../../testing/app/fixture.ts';
import type { TestApp } from '../../../testing/app/test-app.ts';
import { uniqueEmail } from '../../../testing/run/unique-name.ts';

const PATIENCE = { timeout: 60_000 };
const faults = createFaultInjector();
const it = testWith({ faults });
const userOf = (app: TestApp, email: string) => app.deps.collections.users.findOne({ email });
const holdersOf = (app: TestApp, email: string) => app.deps.collections.users.countDocuments({ email });
const undo = (app: TestApp, token: string) => app.client(app.agent()).email.undo.mutate({ token });

/** The person has not used the mail yet. */
async function someoneWanting(app: TestApp, wanted: string) {
  await app.resetLimits();
  const person = await signedInByMail(app);
  await person.email.change.mutate({ email: wanted });
  return { ...person, ...confirmationOf(app, wanted) };
}

describe('one new address (security.md R1)', () => {
  it(`is confirmed by one of ${PARALLEL_CALLS} parallel calls (security.md 8)`, PATIENCE, async ({ app }) => {
    for (let round = 0; round < rounds(1, 30); round++) {
      const wanted = uniqueEmail();
      const { email, token, code, address } = await someoneWanting(app, wanted);
      const ended = await countParallel((way) =>
        way % 10 === 0 ? email.confirmWithCode.mutate({ code }) : email.confirm.mutate({ token }),
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
      const calls = people.map(({ email, token }) => email.confirm.mutate({ token }));
      expect(await countOutcomes(calls)).toEqual({ done: 1, EMAIL_TAKEN: 1 });
      const now = await Promise.all(people.map(({ email }) => email.get.query()));
      expect(now.filter(({ email }) => email === wanted)).toHaveLength(1);
      expect(now.every(({ verified, pending }) => verified && pending === null)).toBe(true);
    }
  });

  it('goes to one user when somebody signs up with it at the same time', async ({ app }) => {
    for (let round = 0; round < rounds(1, 30); round++) {
      const wanted = uniqueEmail();
      const { email, token } = await someoneWanting(app, wanted);
      const agent = app.agent();
      const { code } = await app.requestMail(wanted, agent);
      const newcomer = app.client(agent).session;
      const ended = await countOutcomes([
        email.confirm.mutate({ token }),
        newcomer.signInWithCode.mutate({ email: wanted, code }),
      ]);
      // Both have read that mail, so the second one finds the request of the first one.
      expect(ended['done']).toBeGreaterThanOrEqual(1);
      expect(await holdersOf(app, wanted)).toBe(1);
    }
  });

  it('stays with somebody who proves it right before it would be taken from them', async ({ app }) => {
    const wanted = uniqueEmail();
    const { email, token } = await someoneWanting(app, wanted);
    const { client } = await makeAdministrator(app);
    await client.users.create.mutate({ email: wanted, emailVerified: false });
    const outcome = await overtake(
      faults,
      'users.updateOne',
      () => email.confirm.mutate({ token }),
      () => app.signInByMail(wanted),
    );
    expect(outcome).toBe('EMAIL_TAKEN');
    expect((await userOf(app, wanted))?.emailVerified).not.toBeNull();
  });

  it('is the newest of many parallel requests', async ({ app }) => {
    const { email, address } = await signedInByMail(app);
    const wanted = Array.from({ length: 10 }, uniqueEmail);
    await countOutcomes(wanted.map((each) => email.change.mutate({ email: each })));
    const pending = (await email.get.query()).pending?.email ?? '';
    const ended = await countOutcomes(
      wanted.map((each) => email.confirm.mutate({ token: confirmationOf(app, each).token })),
    );
    expect(ended).toEqual({ done: 1, EMAIL_LINK_INVALID: wanted.length - 1 });
    expect(await holdersOf(app, pending)).toBe(1);
    expect(await holdersOf(app, address)).toBe(0);
  });
});

describe('an undo', () => {
  it(`happens in one of ${PARALLEL_CALLS} parallel calls`, PATIENCE, async ({ app }) => {
    const { agent, address } = await signedInByMail(app);
    await changeEmail(app, agent, uniqueEmail());
    const token = await undoTokenOf(app, address);
    expect(await countParallel(() => undo(app, token))).toEqual({
      done: 1,
      EMAIL_UNDO_INVALID: PARALLEL_CALLS - 1,
    });
  });

  it('wins over a change that is confirmed at the same time', PATIENCE, async ({ app }) => {
    for (let round = 0; round < rounds(2, 30); round++) {
      await app.resetLimits();
      const { agent, address, email } = await signedInByMail(app);
      await changeEmail(app, agent, uniqueEmail());
      const token = await undoTokenOf(app, address);
      const wanted = uniqueEmail();
      await email.change.mutate({ email: wanted });
      const next = confirmationOf(app, wanted).token;
      const ended = await countOutcomes([undo(app, token), email.confirm.mutate({ token: next })]);
      expect(ended['done']).toBeGreaterThanOrEqual(1);
      expect([await holdersOf(app, address), await holdersOf(app, wanted)]).toEqual([1, 0]);
      expect(await email.get.query().catch(() => null)).toBeNull();
    }
  });

  it('reads again when the address changes between its read and its write', async ({ app }) => {
    const { agent, address, email } = await signedInByMail(app);
    await changeEmail(app, agent, uniqueEmail());
    const token = await undoTokenOf(app, address);
    const wanted = uniqueEmail();
    await email.change.mutate({ email: wanted });
    const outcome = await overtake(
      faults,
      'users.findOneAndUpdate',
      () => undo(app, token),
      () => email.confirm.mutate({ token: confirmationOf(app, wanted).token }),
    );
    expect(outcome).toBe('done');
    expect([await holdersOf(app, address), await holdersOf(app, wanted)]).toEqual([1, 0]);
    // The mail does not go to the owner at the first look-up.
    expect((await mailsOf(app, wanted)).at(-1)?.subject).toContain('was undone');
  });
});

describe('a parallel sign-in', () => {
  /** Signs in by a mailed code, and acts before the session is made. */
  async function overtakeSignIn(app: TestApp, email: string, meanwhile: () => Promise<unknown>) {
    const agent = app.agent();
    const { code } = await app.requestMail(email, agent);
    const { session } = app.client(agent);
    const signIn = () => session.signInWithCode.mutate({ email, code });
    expect(await overtake(faults, 'sessions.insertOne', signIn, meanwhile)).toBe('Verification');
    expect(await session.get.query()).toBeNull();
  }

  it('with the changed address is ended by the undo', async ({ app }) => {
    const { agent, address } = await signedInByMail(app);
    const taken = uniqueEmail();
    await changeEmail(app, agent, taken);
    const token = await undoTokenOf(app, address);
    await overtakeSignIn(app, taken, () => undo(app, token));
  });

  it('with the old address is ended by the change', async ({ app }) => {
    const { agent, address } = await signedInByMail(app);
    await overtakeSignIn(app, address, () => changeEmail(app, agent, uniqueEmail()));
  });
});

// The tests below change people by hand, without events.
it('leaves events that say what happened to each person', async ({ app }) => {
  expect(await brokenInvariants(app.db)).toEqual([]);
});

describe('the address before', () => {
  it('does not sign in any more, and other browsers stay signed in', async ({ app }) => {
    const { email: address, agent } = await aPersonWithPassword(app);
    const elsewhere = await app.signInByMail(address);
    const otherPerson = app.client(app.agent());
    await app.resetLimits();
    await otherPerson.password.requestReset.mutate({ email: address });
    const reset = resetLinkOf(app, address);
    await otherPerson.session.requestLink.mutate({ email: address });
    const mail = app.mailbox.last(address);
    const [token, code] = [app.mailbox.tokenOf(mail), app.mailbox.codeOf(mail)];
    const wanted = uniqueEmail();
    await changeEmail(app, agent, wanted);

    const { session, password } = otherPerson;
    expect(await appCodeOf(session.confirmLink.mutate({ email: address, token }))).toBe('Verification');
    expect(await appCodeOf(session.signInWithCode.mutate({ email: address, code }))).toBe('CODE_INVALID');
    const choose = password.reset.mutate({ ...reset, password: 'a kettle of brass bees' });
    expect(await appCodeOf(choose)).toBe('RESET_LINK_INVALID');
    const signIn = password.signIn.mutate({ email: address, password: PASSWORD });
    expect(await appCodeOf(signIn)).toBe('CredentialsSignin');
    expect((await app.client(elsewhere).session.get.query())?.user.email).toBe(wanted);
    await password.signIn.mutate({ email: wanted, password: PASSWORD });
  });

  it('does not make a session fresh by a code that it received', async ({ app }) => {
    const { agent, address, session } = await signedInByMail(app);
    await session.reauthenticate.mutate({ method: 'email' });
    const code = app.mailbox.codeOf(app.mailbox.last(address));
    await changeEmail(app, agent, uniqueEmail());
    expect(await appCodeOf(session.reauthenticate.mutate({ method: 'code', code }))).toBe('CODE_INVALID');
  });
});

describe('a first address', () => {
  async function withoutAddress(app: TestApp) {
    const person = await signedInByMail(app);
    const { users } = app.deps.collections;
    const user = await userOf(app, person.address);
    const without = { $unset: { email: '' }, $set: { emailVerified: null } } as const;
    await users.updateOne({ email: person.address }, without);
    return { ...person, userId: user?._id };
  }

  it('is added the same way, and there is nothing to undo', async ({ app }) => {
    const { agent, email, password, userId } = await withoutAddress(app);
    expect(await email.get.query()).toEqual({ email: null, verified: false, pending: null });
    const wanted = uniqueEmail();
    await changeEmail(app, agent, wanted);
    expect(await email.get.query()).toEqual({ email: wanted, verified: true, pending: null });
    expect(await password.get.query()).toMatchObject({ canSet: true });
    expect((await mailsOf(app, wanted)).map(({ subject }) => subject)).toEqual([
      expect.stringContaining('Confirm your address'),
      expect.stringContaining('This is your address'),
    ]);
    const user = await userOf(app, wanted);
    expect(user?._id).toEqual(userId);
    expect(user?.emailUndos ?? []).toEqual([]);
    const elsewhere = await app.signInByMail(wanted);
    expect((await app.client(elsewhere).session.get.query())?.user.id).toBe(userId?.toHexString());
  });

  it('can be the unverified one of the user', async ({ app }) => {
    const { agent, address, email } = await signedInByMail(app);
    await app.deps.collections.users.updateOne({ email: address }, { $set: { emailVerified: null } });
    expect(await email.get.query()).toEqual({ email: address, verified: false, pending: null });
    await changeEmail(app, agent, address);
    expect(await email.get.query()).toEqual({ email: address, verified: true, pending: null });
  });
});

it('stores tokens and codes only as hashes (security.md 9)', async ({ app }) => {
  const { agent, address, email } = await signedInByMail(app);
  const [first, second] = [uniqueEmail(), uniqueEmail()];
  await changeEmail(app, agent, first);
  await email.change.mutate({ email: second });
  const { token, code } = confirmationOf(app, second);
  const undoToken = await undoTokenOf(app, address);
  const stored = await Promise.all((await app.db.collections()).map((each) => each.find().toArray()));
  const text = JSON.stringify(stored);
  for (const secret of [token, undoToken, `"${code}"`]) expect(text).not.toContain(secret);
});
