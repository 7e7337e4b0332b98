import { describe, expect } from 'vitest';
import { deletionWords } from '../../../locales/en/deletion-words.ts';
import { DAY_MS, HOUR_MS } from '../../../shared/limits.ts';
import { PENDING_SIGN_IN_MAX_AGE_MS } from './pending-sign-ins.ts';
import { RATE_LIMITS } from '../rules/counters.ts';
import { appCodeOf } from '../../../testing/app/app-code.ts';
import { waitForNextCode } from '../../../testing/sign-in/authenticator-apps.ts';
import { completeIn, enrolUser, type EnrolledUser } from '../../../testing/users/enrolled-user.ts';
import { it } from '../../../testing/app/fixture.ts';
import type { HttpAgent } from '../../../testing/app/http-agent.ts';
import { createPasskey } from '../../../testing/sign-in/passkeys.ts';
import { PASSWORD } from '../../../testing/sign-in/passwords.ts';
import { wrongCode } from '../../../testing/sign-in/phones.ts';
import type { TestApp } from '../../../testing/app/test-app.ts';
import { runDueJobs } from '../job-runner.ts';

/** Gives the first factor. Answers the browser, which waits for the second one. */
async function passFirstFactor(
  app: TestApp,
  { email }: EnrolledUser,
  agent = app.agent(),
): Promise<HttpAgent> {
  await app.client(agent).password.signIn.mutate({ email, password: PASSWORD });
  return agent;
}

const answerWrongly = (app: TestApp, agent: HttpAgent, { authenticator }: EnrolledUser) =>
  appCodeOf(app.client(agent).session.completeSignIn.mutate({ code: wrongCode(authenticator.code()) }));

async function answerWronglyFiveTimes(
  app: TestApp,
  agent: HttpAgent,
  person: EnrolledUser,
): Promise<string[]> {
  const codes: string[] = [];
  for (let n = 0; n < 5; n++) codes.push(await answerWrongly(app, agent, person));
  return codes;
}

/** A browser that the account knows, without a session. */
async function knownBrowser(app: TestApp, { home }: EnrolledUser): Promise<HttpAgent> {
  await app.client(home).session.signOut.mutate();
  return home;
}

/** The mails and the rows of activity about a first factor that was passed. */
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
    const agent = await passFirstFactor(app, person);
    expect(await answerWronglyFiveTimes(app, agent, person)).toEqual([
      ...Array.from({ length: 4 }, () => 'SECOND_FACTOR_INVALID'),
      'SIGN_IN_EXPIRED',
    ]);
    expect(agent.cookies.has('foyer.pending-sign-in')).toBe(false);
    expect(await app.client(agent).session.pending.query()).toBeNull();
    expect(await appCodeOf(completeIn(app, agent, person))).toBe('SIGN_IN_EXPIRED');
    expect(await app.client(agent).session.get.query()).toBeNull();
  });

  it('are checked five times also when 50 come at once', async ({ app }) => {
    const person = await enrolUser(app);
    const agent = await passFirstFactor(app, person);
    const codes = await Promise.all(Array.from({ length: 50 }, () => answerWrongly(app, agent, person)));
    expect(codes.filter((code) => code === 'SECOND_FACTOR_INVALID')).toHaveLength(4);
    expect(codes.filter((code) => code === 'SIGN_IN_EXPIRED')).toHaveLength(46);
  });

  it('of a recovery code and of a passkey count among the five', async ({ app }) => {
    const person = await enrolUser(app);
    const passkey = await createPasskey(app, person.home);
    const agent = await passFirstFactor(app, person);
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
      await answerWronglyFiveTimes(app, await passFirstFactor(app, person), person);
    const otherPerson = await passFirstFactor(app, person);
    expect(await appCodeOf(completeIn(app, otherPerson, person))).toBe('RATE_LIMITED');

    // Recovery codes and passkeys are not guessed, so they still work there.
    const [recoveryCode = ''] = person.recoveryCodes;
    const { session } = app.client(otherPerson);
    expect(await session.completeSignIn.mutate({ recoveryCode })).toMatchObject({ status: 'signed-in' });
    const other = await passFirstFactor(app, person);
    const { options } = await app.client(other).session.beginPasskey.mutate({ purpose: 'second-factor' });
    expect(
      await app.client(other).session.completeSignIn.mutate({ passkey: passkey.get(options) }),
    ).toMatchObject({ status: 'signed-in', session: { aal: 2 } });
    // A browser that the account knows has a count of its own.
    const known = await passFirstFactor(app, person, await knownBrowser(app, person));
    expect(await completeIn(app, known, person)).toMatchObject({ status: 'signed-in' });
  });

  it('in a browser that the account knows are counted apart', async ({ app }) => {
    const person = await enrolUser(app);
    const known = await knownBrowser(app, person);
    for (let wrong = 0; wrong < RATE_LIMITS['second-factor'].refusal.browser.day; wrong += 5)
      await answerWronglyFiveTimes(app, await passFirstFactor(app, person, known), person);
    await passFirstFactor(app, person, known);
    expect(await appCodeOf(completeIn(app, known, person))).toBe('RATE_LIMITED');
    const other = await passFirstFactor(app, person);
    expect(await completeIn(app, other, person)).toMatchObject({ status: 'signed-in' });
  });

  it('are in the activity, those of a verification with their session', async ({ app }) => {
    const person = await enrolUser(app);
    await answerWrongly(app, await passFirstFactor(app, person), person);
    await app.client(person.older).session.reauthenticate.mutate({ method: 'password', password: PASSWORD });
    await answerWrongly(app, person.older, person);
    const { activity } = app.deps.collections;
    const rows = () => activity.find({ userId: person.userId, method: 'totp', count: 1 }).toArray();
    await expect.poll(async () => (await rows()).length).toBe(2);
    const kinds = (await rows()).map(
      ({ kind, sessionId }) => `${kind} ${sessionId === undefined ? 'outside' : 'in a session'}`,
    );
    expect(kinds.toSorted()).toEqual(['re-authentication-failed in a session', 'sign-in-failed outside']);
  });
});

describe('the owner is told that somebody passed the first factor', () => {
  it('at once after five wrong answers, and once in a day', async ({ app }) => {
    const person = await enrolUser(app);
    await answerWronglyFiveTimes(app, await passFirstFactor(app, person), person);
    expect(await notices(app, person)).toEqual([1, 1]);
    await answerWronglyFiveTimes(app, await passFirstFactor(app, person), person);
    expect(await notices(app, person)).toEqual([1, 1]);
    app.advance(DAY_MS);
    await answerWronglyFiveTimes(app, await passFirstFactor(app, person), person);
    expect(await notices(app, person)).toEqual([2, 2]);
  });

  it('when a pending sign-in of an unknown browser expires, and once for several', async ({ app }) => {
    const person = await enrolUser(app);
    await Promise.all([passFirstFactor(app, person), passFirstFactor(app, person)]);
    expect(await notices(app, person)).toEqual([0, 0]);
    app.advance(PENDING_SIGN_IN_MAX_AGE_MS);
    await Promise.all([runDueJobs(app.deps), runDueJobs(app.deps)]);
    expect(await notices(app, person)).toEqual([1, 1]);
  });

  it('not when the sign-in was finished', async ({ app }) => {
    const person = await enrolUser(app);
    await completeIn(app, await passFirstFactor(app, person), person);
    app.advance(HOUR_MS);
    expect(await notices(app, person)).toEqual([0, 0]);
  });

  it('not when a browser that the account knows gives up', async ({ app }) => {
    const person = await enrolUser(app);
    await passFirstFactor(app, person, await knownBrowser(app, person));
    app.advance(HOUR_MS);
    expect(await notices(app, person)).toEqual([0, 0]);
  });

  it('not after the account was deleted', async ({ app }) => {
    const person = await enrolUser(app);
    await passFirstFactor(app, person);
    await app.client(person.home).data.deleteAccount.mutate({ confirm: deletionWords });
    app.advance(HOUR_MS);
    expect(await notices(app, person)).toEqual([0, 0]);
  });
});

it('a pending sign-in expires after ten minutes', async ({ app }) => {
  const person = await enrolUser(app);
  const agent = await passFirstFactor(app, person);
  app.advance(PENDING_SIGN_IN_MAX_AGE_MS);
  expect(await app.client(agent).session.pending.query()).toBeNull();
  waitForNextCode(app);
  expect(await answerWrongly(app, agent, person)).toBe('SIGN_IN_EXPIRED');
});
