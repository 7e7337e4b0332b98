import { describe, expect } from 'vitest';
import { deletionWords } from '../../../locales/en/deletion-words.ts';
import { DAY_MS, HOUR_MS } from '../../../shared/limits.ts';
import { PENDING_SIGN_IN_MAX_AGE_MS } from './pending-sign-ins.ts';
import { RATE_LIMITS } from '../rules/counters.ts';
import { appCodeOf } from '../../../testing/app/app-code.ts';
import { PARALLEL_CALLS } from '../../../testing/faults/fault-rounds.ts';
import { waitForNextCode } from '../../../testing/sign-in/authenticator-apps.ts';
import { completeIn, enrolUser, type EnrolledUser } from '../../../testing/users/enrolled-user.ts';
import { it } from '../../../testing/app/fixture.ts';
import type { HttpAgent } from '../../../testing/app/http-agent.ts';
import { createPasskey } from '../../../testing/sign-in/passkeys.ts';
import { OTHER_PASSWORD, PASSWORD, resetPassword } from '../../../testing/sign-in/passwords.ts';
import { beginSignIn } from '../../../testing/sign-in/second-step.ts';
import { storeSecondFactors } from '../../../testing/sign-in/lost-second-factor.ts';
import { uniqueEmail } from '../../../testing/run/unique-name.ts';
import { findOrCreateUserByVerifiedEmail } from '../users/users.ts';
import { wrongCode } from '../../../testing/sign-in/phones.ts';
import type { TestApp } from '../../../testing/app/test-app.ts';
import { runDueJobs } from '../job-runner.ts';
import { NO_REQUEST } from '../rules/request-context.ts';

const PENDING = 'foyer.pending-sign-in';

const answerWrongly = (app: TestApp, agent: HttpAgent, { authenticator }: EnrolledUser) =>
  appCodeOf(app.client(agent).session.completeSignIn.mutate({ code: wrongCode(authenticator.code()) }));

async function answerWronglyFiveTimes(app: TestApp, agent: HttpAgent, person: EnrolledUser) {
  const codes: string[] = [];
  for (let n = 0; n < 5; n++) codes.push(await answerWrongly(app, agent, person));
  return codes;
}

/** A browser that the account knows, without a session. */
async function knownBrowser(app: TestApp, { home }: EnrolledUser): Promise<HttpAgent> {
  await app.client(home).session.signOut.mutate();
  return home;
}

/** Counts the mails and activity rows about a first factor that was passed. */
async function notices(app: TestApp, { email, userId }: EnrolledUser): Promise<[number, number]> {
  await runDueJobs(app.deps);
  const mails = app.mailbox.messages.filter(
    ({ to, subject }) => to === email && subject.includes('passed the first step'),
  );
  const rows = await app.deps.collections.activity.countDocuments({ userId, kind: 'first-factor-passed' });
  return [mails.length, rows];
}

describe('wrong answers in the second step', () => {
  it('end the pending sign-in with the fifth, and then the right code does nothing', async ({ app }) => {
    const person = await enrolUser(app);
    const agent = await beginSignIn(app, person.email);
    expect(await answerWronglyFiveTimes(app, agent, person)).toEqual([
      ...Array.from({ length: 4 }, () => 'SECOND_FACTOR_INVALID'),
      'SIGN_IN_EXPIRED',
    ]);
    expect(agent.cookies.has(PENDING)).toBe(false);
    expect(await app.client(agent).session.pending.query()).toBeNull();
    expect(await appCodeOf(completeIn(app, agent, person))).toBe('SIGN_IN_EXPIRED');
    expect(await app.client(agent).session.get.query()).toBeNull();
  });

  it('are checked five times also when many come at once', async ({ app }) => {
    const person = await enrolUser(app);
    const agent = await beginSignIn(app, person.email);
    const codes = await Promise.all(
      Array.from({ length: PARALLEL_CALLS }, () => answerWrongly(app, agent, person)),
    );
    expect(codes.filter((code) => code === 'SECOND_FACTOR_INVALID')).toHaveLength(4);
    expect(codes.filter((code) => code === 'SIGN_IN_EXPIRED')).toHaveLength(PARALLEL_CALLS - 4);
  });

  it('of a recovery code and of a passkey count among the five', async ({ app }) => {
    const person = await enrolUser(app);
    const passkey = await createPasskey(app, person.home);
    const agent = await beginSignIn(app, person.email);
    const { session } = app.client(agent);
    const triesLeft = async () => (await session.pending.query())?.triesLeft;
    const recoveryCode = '0'.repeat(24);
    expect(await appCodeOf(session.completeSignIn.mutate({ recoveryCode }))).toBe('SECOND_FACTOR_INVALID');
    expect(await triesLeft()).toBe(4);
    const { options } = await session.beginPasskey.mutate({ purpose: 'second-factor' });
    const answer = passkey.get(options, { userVerified: false });
    expect(await appCodeOf(session.completeSignIn.mutate({ passkey: answer }))).toBe('PASSKEY_INVALID');
    expect(await triesLeft()).toBe(3);
  });

  it('are counted per person and day over all browsers that the account does not know', async ({ app }) => {
    const person = await enrolUser(app);
    const passkey = await createPasskey(app, person.home);
    for (let wrong = 0; wrong < RATE_LIMITS['second-factor'].refusal.user.day; wrong += 5)
      await answerWronglyFiveTimes(app, await beginSignIn(app, person.email), person);
    const otherPerson = await beginSignIn(app, person.email);
    expect(await appCodeOf(completeIn(app, otherPerson, person))).toBe('RATE_LIMITED');

    // Recovery codes and passkeys are not guessed, so they still work there.
    const [recoveryCode = ''] = person.recoveryCodes;
    const { session } = app.client(otherPerson);
    expect(await session.completeSignIn.mutate({ recoveryCode })).toMatchObject({ status: 'signed-in' });
    const other = await beginSignIn(app, person.email);
    const { options } = await app.client(other).session.beginPasskey.mutate({ purpose: 'second-factor' });
    const byPasskey = await app
      .client(other)
      .session.completeSignIn.mutate({ passkey: passkey.get(options) });
    expect(byPasskey).toMatchObject({ status: 'signed-in', session: { aal: 2 } });
    // A browser that the account knows has a count of its own.
    const known = await beginSignIn(app, person.email, { agent: await knownBrowser(app, person) });
    expect(await completeIn(app, known, person)).toMatchObject({ status: 'signed-in' });
  });

  it('in a browser that the account knows are counted apart', async ({ app }) => {
    const person = await enrolUser(app);
    const known = await knownBrowser(app, person);
    for (let wrong = 0; wrong < RATE_LIMITS['second-factor'].refusal.browser.day; wrong += 5)
      await answerWronglyFiveTimes(app, await beginSignIn(app, person.email, { agent: known }), person);
    await beginSignIn(app, person.email, { agent: known });
    expect(await appCodeOf(completeIn(app, known, person))).toBe('RATE_LIMITED');
    const other = await beginSignIn(app, person.email);
    expect(await completeIn(app, other, person)).toMatchObject({ status: 'signed-in' });
  });

  it('are in the activity, those of a verification with their session', async ({ app }) => {
    const person = await enrolUser(app);
    await answerWrongly(app, await beginSignIn(app, person.email), person);
    await app.client(person.older).session.reauthenticate.mutate({ method: 'password', password: PASSWORD });
    await answerWrongly(app, person.older, person);
    const { activity } = app.deps.collections;
    const rows = async () => {
      const found = await activity.find({ userId: person.userId, method: 'totp', count: 1 }).toArray();
      return found
        .map(({ kind, sessionId }) => `${kind} ${sessionId ? 'in a session' : 'outside'}`)
        .toSorted();
    };
    await expect.poll(rows).toEqual(['re-authentication-failed in a session', 'sign-in-failed outside']);
  });
});

describe('the owner is told that somebody passed the first factor', () => {
  it('at once after five wrong answers, and once in a day', async ({ app }) => {
    const person = await enrolUser(app);
    await answerWronglyFiveTimes(app, await beginSignIn(app, person.email), person);
    expect(await notices(app, person)).toEqual([1, 1]);
    await answerWronglyFiveTimes(app, await beginSignIn(app, person.email), person);
    expect(await notices(app, person)).toEqual([1, 1]);
    app.advance(DAY_MS);
    await answerWronglyFiveTimes(app, await beginSignIn(app, person.email), person);
    expect(await notices(app, person)).toEqual([2, 2]);
  });

  it('when a pending sign-in of an unknown browser expires, and once for several', async ({ app }) => {
    const person = await enrolUser(app);
    await Promise.all([beginSignIn(app, person.email), beginSignIn(app, person.email)]);
    expect(await notices(app, person)).toEqual([0, 0]);
    app.advance(PENDING_SIGN_IN_MAX_AGE_MS);
    await Promise.all([runDueJobs(app.deps), runDueJobs(app.deps)]);
    expect(await notices(app, person)).toEqual([1, 1]);
  });

  it.for<[string, (app: TestApp, person: EnrolledUser) => Promise<unknown>]>([
    [
      'the sign-in was finished',
      async (app, person) => completeIn(app, await beginSignIn(app, person.email), person),
    ],
    [
      'a browser that the account knows gives up',
      async (app, person) => beginSignIn(app, person.email, { agent: await knownBrowser(app, person) }),
    ],
    [
      'the account was deleted afterwards',
      async (app, { email, home }) => {
        await beginSignIn(app, email);
        await app.client(home).data.deleteAccount.mutate({ confirm: deletionWords });
      },
    ],
  ])('not when %s', async ([, happen], { app }) => {
    const person = await enrolUser(app);
    await happen(app, person);
    app.advance(HOUR_MS);
    expect(await notices(app, person)).toEqual([0, 0]);
  });
});

it('a pending sign-in expires after ten minutes', async ({ app }) => {
  const person = await enrolUser(app);
  const agent = await beginSignIn(app, person.email);
  app.advance(PENDING_SIGN_IN_MAX_AGE_MS);
  expect(await app.client(agent).session.pending.query()).toBeNull();
  waitForNextCode(app);
  expect(await answerWrongly(app, agent, person)).toBe('SIGN_IN_EXPIRED');
});

describe('CVE-2026-18963 of Keycloak: steps out of order', () => {
  it('a second factor without a first one signs nobody in', async ({ app }) => {
    const { authenticator, recoveryCodes } = await enrolUser(app);
    const { session } = app.client(app.agent());
    const [recoveryCode = ''] = recoveryCodes;
    waitForNextCode(app);
    for (const call of [
      session.completeSignIn.mutate({ code: authenticator.code() }),
      session.completeSignIn.mutate({ recoveryCode }),
      session.beginPasskey.mutate({ purpose: 'second-factor' }),
    ])
      expect(await appCodeOf(call)).toBe('SIGN_IN_EXPIRED');
  });

  it('a pending sign-in is used once, and its cookie opens nothing', async ({ app }) => {
    const person = await enrolUser(app);
    const agent = await beginSignIn(app, person.email);
    const secret = agent.cookies.get(PENDING) ?? '';
    const thief = app.agent();
    thief.cookies.set('foyer.session', secret);
    expect(await app.client(thief).session.get.query()).toBeNull();
    await completeIn(app, agent, person);
    thief.cookies.set(PENDING, secret);
    expect(await appCodeOf(completeIn(app, thief, person))).toBe('SIGN_IN_EXPIRED');
  });

  it('a challenge for a sign-in does not answer the second step', async ({ app }) => {
    const person = await enrolUser(app);
    const passkey = await createPasskey(app, person.home);
    const agent = await beginSignIn(app, person.email);
    const { session } = app.client(agent);
    const { options } = await session.beginPasskey.mutate();
    const answered = session.completeSignIn.mutate({ passkey: passkey.get(options) });
    expect(await appCodeOf(answered)).toBe('PASSKEY_INVALID');
  });
});

describe('CVE-2026-9087 of Keycloak: a proof that is not bound to the person', () => {
  it('the second factors of somebody else do not finish a sign-in', async ({ app }) => {
    const person = await enrolUser(app);
    const other = await enrolUser(app);
    const passkey = await createPasskey(app, other.home);
    const agent = await beginSignIn(app, person.email);
    const { session } = app.client(agent);
    const [recoveryCode = ''] = other.recoveryCodes;
    expect(await appCodeOf(completeIn(app, agent, other))).toBe('SECOND_FACTOR_INVALID');
    expect(await appCodeOf(session.completeSignIn.mutate({ recoveryCode }))).toBe('SECOND_FACTOR_INVALID');
    const { options } = await session.beginPasskey.mutate({ purpose: 'second-factor' });
    await createPasskey(app, person.home);
    const theirs = passkey.get({ ...options, allowCredentials: [] });
    expect(await appCodeOf(session.completeSignIn.mutate({ passkey: theirs }))).toBe('PASSKEY_UNKNOWN');
    expect(await session.get.query()).toBeNull();
  });

  it('a verification is finished in the browser of its session only', async ({ app }) => {
    const person = await enrolUser(app);
    await app.client(person.older).session.reauthenticate.mutate({ method: 'password', password: PASSWORD });
    const planted = person.older.cookies.get(PENDING) ?? '';
    for (const browser of [app.agent(), person.home]) {
      browser.cookies.set(PENDING, planted);
      expect(await appCodeOf(completeIn(app, browser, person))).toBe('SessionRequired');
    }
    expect(await app.client(person.older).session.get.query()).toMatchObject({ aal: 1 });
    expect(await completeIn(app, person.older, person)).toMatchObject({ status: 'fresh' });
  });
});

it('CVE-2026-37982 of Keycloak: a mailed link that is replayed begins no second sign-in', async ({ app }) => {
  const person = await enrolUser(app);
  const { email, userId } = person;
  const agent = app.agent();
  const { session } = app.client(agent);
  const { token } = await app.requestMail(email, agent);
  await session.confirmLink.mutate({ email, token });
  const thief = app.agent();
  const replay = () => app.client(thief).session.confirmLink.mutate({ email, token });
  expect(await appCodeOf(replay())).toBe('Verification');
  await completeIn(app, agent, person);
  expect(await appCodeOf(replay())).toBe('Verification');
  expect(thief.cookies.has(PENDING)).toBe(false);
  expect(await app.deps.collections.pendingSignIns.countDocuments({ userId })).toBe(0);
});

it('the password of a reset waits for the second factor (security.md 39)', async ({ app }) => {
  const person = await enrolUser(app);
  const { email } = person;
  await resetPassword(app, email);
  const agent = await beginSignIn(app, email, { password: OTHER_PASSWORD });
  expect(await app.client(agent).session.get.query()).toBeNull();
  expect(await completeIn(app, agent, person)).toMatchObject({ status: 'signed-in' });
});

it('a sign-up that waited sets no password of a person who has a second factor meanwhile', async ({
  app,
}) => {
  const email = uniqueEmail();
  const agent = app.agent();
  const { password, session } = app.client(agent);
  await password.signUp.mutate({ email, password: PASSWORD, name: 'Mallory' });
  const code = app.mailbox.codeOf(app.mailbox.last(email));
  // A sign-in by mail would also use up the mail of the sign-up.
  const { user } = await findOrCreateUserByVerifiedEmail(app.deps, email, NO_REQUEST);
  await storeSecondFactors(app, user._id, email);
  const answer = await session.signInWithCode.mutate({ email, code });
  expect(answer).toEqual({ status: 'second-factor', callbackUrl: '/second-factor' });
  const after = await app.deps.collections.users.findOne({ _id: user._id });
  expect([after?.password, after?.name]).toEqual([undefined, null]);
});
