import { describe, expect } from 'vitest';
import { deletionWords } from '../../../locales/en/deletion-words.ts';
import { appCodeOf, countOutcomes } from '../../../testing/app/app-code.ts';
import { PARALLEL_CALLS, rounds } from '../../../testing/faults/fault-rounds.ts';
import { addAuthenticator, waitForNextCode } from '../../../testing/sign-in/authenticator-apps.ts';
import { enrolUser, type EnrolledUser } from '../../../testing/users/enrolled-user.ts';
import { testWith } from '../../../testing/app/fixture.ts';
import type { HttpAgent } from '../../../testing/app/http-agent.ts';
import {
  aPersonWithPassword,
  OTHER_PASSWORD,
  PASSWORD,
  resetPassword,
} from '../../../testing/sign-in/passwords.ts';
import { endSessionsOf } from '../../../testing/users/sessions.ts';
import { beginSignIn } from '../../../testing/sign-in/second-step.ts';
import type { TestApp } from '../../../testing/app/test-app.ts';
import { createFaultInjector, overtake } from '../../../testing/faults/faults.ts';
import { brokenInvariants } from '../../../testing/faults/invariants.ts';

const faults = createFaultInjector();
const it = testWith({ faults });

/** Counts by status or error code. */
const countStatuses = (calls: readonly Promise<{ status: string }>[]) =>
  countOutcomes(calls.map(async (call) => (await call).status));

/** Stored sessions, and those that the user lists. A session that is not listed gives no access. */
async function sessionsOf(app: TestApp, { userId }: EnrolledUser): Promise<[number, number]> {
  const { users, sessions } = app.deps.collections;
  const listed = (await users.findOne({ _id: userId }))?.sessions ?? [];
  return [await sessions.countDocuments({ userId }), listed.length];
}

describe(`${PARALLEL_CALLS} parallel right answers (security.md 38)`, { timeout: 60_000 }, () => {
  it('to one pending sign-in make one session', async ({ app }) => {
    const person = await enrolUser(app);
    const before = await sessionsOf(app, person);
    const agent = await beginSignIn(app, person.email);
    waitForNextCode(app);
    const code = person.authenticator.code();
    const { session } = app.client(agent);
    const calls = Array.from({ length: PARALLEL_CALLS }, () => session.completeSignIn.mutate({ code }));
    const counts = await countStatuses(calls);
    expect(counts['signed-in']).toBe(1);
    expect((counts['SIGN_IN_EXPIRED'] ?? 0) + (counts['SECOND_FACTOR_INVALID'] ?? 0)).toBe(
      PARALLEL_CALLS - 1,
    );
    expect(await sessionsOf(app, person)).toEqual(before.map((count) => count + 1));
  });

  it('with one code, in as many browsers, make one session', async ({ app }) => {
    const person = await enrolUser(app);
    const before = await sessionsOf(app, person);
    const agents: HttpAgent[] = [];
    for (let n = 0; n < 10; n++) agents.push(await beginSignIn(app, person.email));
    waitForNextCode(app);
    const code = person.authenticator.code();
    const answers = Array.from({ length: PARALLEL_CALLS }, (_, n) => {
      const agent = agents[n % agents.length] ?? app.agent();
      return app.client(agent).session.completeSignIn.mutate({ code });
    });
    expect((await countStatuses(answers))['signed-in']).toBe(1);
    expect(await sessionsOf(app, person)).toEqual(before.map((count) => count + 1));
  });

  it('to one pending sign-in make one session, when they are different factors', async ({ app }) => {
    const person = await enrolUser(app);
    const before = await sessionsOf(app, person);
    const agent = await beginSignIn(app, person.email);
    waitForNextCode(app);
    const { session } = app.client(agent);
    const [one = '', two = ''] = person.recoveryCodes;
    const counts = await countStatuses([
      session.completeSignIn.mutate({ code: person.authenticator.code() }),
      session.completeSignIn.mutate({ recoveryCode: one }),
      session.completeSignIn.mutate({ recoveryCode: two }),
    ]);
    expect(counts).toEqual({ 'signed-in': 1, SIGN_IN_EXPIRED: 2 });
    expect(await sessionsOf(app, person)).toEqual(before.map((count) => count + 1));
  });
});

/** What the owner does at level 2 while a completion runs. */
const CHANGES: Readonly<Record<string, (app: TestApp, person: EnrolledUser) => Promise<unknown>>> = {
  'a change of the password': (app, { home }) =>
    app.client(home).password.change.mutate({ current: PASSWORD, password: OTHER_PASSWORD }),
  'a reset of the password': (app, { email }) => resetPassword(app, email),
  'signing out all others': (app, { home }) => app.client(home).session.revokeOthers.mutate(),
  'the deletion of the account': (app, { home }) =>
    app.client(home).data.deleteAccount.mutate({ confirm: deletionWords }),
  async 'the removal of the factor'(app, { home }) {
    const { secondFactor } = app.client(home);
    const [authenticatorApp] = (await secondFactor.get.query()).authenticatorApps;
    return secondFactor.removeTotp.mutate({ id: authenticatorApp?.id ?? '' });
  },
};

describe('a completion that is overtaken', { timeout: 60_000 }, () => {
  it.for(Object.entries(CHANGES))(
    'by %s before its deciding write makes no session',
    async ([, change], { app }) => {
      const person = await enrolUser(app);
      const agent = await beginSignIn(app, person.email);
      waitForNextCode(app);
      const code = person.authenticator.code();
      const outcome = await overtake(
        faults,
        // `makeSession` decides with it, after the code was used up and the pending sign-in was taken.
        'users.findOneAndUpdate',
        () => app.client(agent).session.completeSignIn.mutate({ code }),
        () => change(app, person),
      );
      expect(outcome).toBe('SIGN_IN_EXPIRED');
      expect([agent.cookies.has('foyer.session'), agent.cookies.has('foyer.device')]).toEqual([false, false]);
      expect(await app.client(agent).session.get.query()).toBeNull();
      const [stored, listed] = await sessionsOf(app, person);
      expect(stored).toBe(listed);
    },
  );

  const endingChanges = Object.entries(CHANGES).filter(([name]) => name !== 'the removal of the factor');
  it.for(endingChanges.slice(0, rounds(1, Infinity)))(
    'by %s before it begins uses no recovery code up',
    async ([, change], { app }) => {
      const person = await enrolUser(app);
      const agent = await beginSignIn(app, person.email);
      await change(app, person);
      const [recoveryCode = ''] = person.recoveryCodes;
      const completion = app.client(agent).session.completeSignIn.mutate({ recoveryCode });
      expect(await appCodeOf(completion)).toBe('SIGN_IN_EXPIRED');
      const user = await app.deps.collections.users.findOne({ _id: person.userId });
      if (!user?.deletedAt) expect(user?.recoveryCodes?.hashes).toHaveLength(10);
    },
  );
});

it('a direct sign-in that an enrolment overtakes makes no session', async ({ app }) => {
  const { email, agent: home } = await aPersonWithPassword(app);
  const agent = app.agent();
  const outcome = await overtake(
    faults,
    'users.findOneAndUpdate',
    () => app.client(agent).password.signIn.mutate({ email, password: PASSWORD }),
    () => addAuthenticator(app, home),
  );
  expect(outcome).toBe('CredentialsSignin');
  expect([agent.cookies.has('foyer.session'), agent.cookies.has('foyer.device')]).toEqual([false, false]);
  const user = await app.deps.collections.users.findOne({ email });
  expect(user?.sessions).toHaveLength(1);
  expect(await app.deps.collections.sessions.countDocuments({ userId: user?._id ?? '' } as object)).toBe(1);
  await beginSignIn(app, email, { agent });
  expect(await app.client(agent).session.get.query()).toBeNull();
});

it.for<[string, (app: TestApp, person: EnrolledUser) => Promise<unknown>]>([
  ['the end of its session', (app, { home }) => app.client(home).session.revokeOthers.mutate()],
  [
    'an end of its session that was killed before the row was removed',
    async (app, { email }) => {
      // Two reads, and the write that decides.
      faults.arm('killed', 3);
      await endSessionsOf(app.deps, email).catch(() => null);
      faults.disarm();
      expect((await app.deps.collections.users.findOne({ email }))?.sessions).toEqual([]);
    },
  ],
])('a verification that is overtaken by %s makes nothing fresh', async ([, end], { app }) => {
  const person = await enrolUser(app);
  const { older, userId } = person;
  const proofs = () => app.deps.collections.sessions.distinct('proofs.method', { userId });
  await app.client(older).session.reauthenticate.mutate({ method: 'password', password: PASSWORD });
  waitForNextCode(app);
  const code = person.authenticator.code();
  const outcome = await overtake(
    faults,
    'pending_sign_ins.findOneAndDelete',
    () => app.client(older).session.completeSignIn.mutate({ code }),
    () => end(app, person),
  );
  expect(outcome).toBe('SessionRequired');
  expect(await proofs()).not.toContain('password');
});

it('leaves events that say what happened to each person', async ({ app }) => {
  expect(await brokenInvariants(app.db)).toEqual([]);
});
