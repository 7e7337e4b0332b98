import { describe, expect } from 'vitest';
import { deletionWords } from '../../../locales/en/deletion-words.ts';
import { SECOND_FACTOR_REMOVAL_DELAY_MS } from '../../../shared/limits.ts';
import { userAt } from '../../../testing/users/signed-in-users.ts';
import { appCodeOf } from '../../../testing/app/app-code.ts';
import { addAuthenticator } from '../../../testing/sign-in/authenticator-apps.ts';
import { mailsOf, subjectsTo } from '../../../testing/app/mails.ts';
import { changeEmail, undoTokenOf } from '../../../testing/users/email-changes.ts';
import { testWith } from '../../../testing/app/fixture.ts';
import {
  askForRemoval,
  makeStrong,
  runAfterDelay,
  aProtectedPerson,
  stopTokenOf,
} from '../../../testing/sign-in/lost-second-factor.ts';
import type { TestApp } from '../../../testing/app/test-app.ts';
import { uniqueEmail } from '../../../testing/run/unique-name.ts';
import { PARALLEL_CALLS, rounds } from '../../../testing/faults/fault-rounds.ts';
import { createFaultInjector, overtake } from '../../../testing/faults/faults.ts';
import { brokenInvariants } from '../../../testing/faults/invariants.ts';
import type { ActivityKind } from '../../database/activity-documents.ts';
import type { StoredProof } from '../../database/second-factor-documents.ts';
import { runDueJobs } from '../job-runner.ts';
import { listRemovals, requestRemoval, runDueRemovals } from './removal.ts';

const faults = createFaultInjector();
const it = testWith({ faults });
const stop = (app: TestApp, token: string) =>
  app.client(app.agent()).secondFactor.stopRemoval.mutate({ token });
const ask = (app: TestApp, email: string) => requestRemoval(app.deps, { email, reason: 'Lost phone' });

const GONE = ['totp', 'recoveryCodes', 'trustedBrowsers', 'secondFactorRemoval'] as const;

describe('a removal of the second factors (security.md R1)', () => {
  it(`is stored by one of ${PARALLEL_CALLS} parallel commands`, { timeout: 60_000 }, async ({ app }) => {
    const { email, userId } = await aProtectedPerson(app);
    const outcomes = await Promise.allSettled(
      Array.from({ length: PARALLEL_CALLS }, (_, n) =>
        requestRemoval(app.deps, { email, reason: `Number ${n}` }),
      ),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const mails = (await mailsOf(app, email)).filter(({ subject }) => subject.includes('will be turned off'));
    expect(mails).toHaveLength(1);
    const kind = 'second-factor-removal-requested';
    expect(await app.deps.collections.activity.countDocuments({ userId, kind })).toBe(1);
  });

  it('is either stopped or carried out when both happen at once, and the mails say which', async ({
    app,
  }) => {
    for (let round = 0; round < rounds(1, 30); round++) {
      const { email, userId } = await aProtectedPerson(app);
      const token = await askForRemoval(app, email);
      app.mailbox.clear();
      app.advance(SECOND_FACTOR_REMOVAL_DELAY_MS);
      const calls = Array.from({ length: 10 }, (_, n) =>
        n % 2 === 0 ? stop(app, token) : runDueRemovals(app.deps),
      );
      const outcomes = await Promise.allSettled(calls);
      const stopped = outcomes.filter(
        (outcome) => outcome.status === 'fulfilled' && outcome.value !== undefined,
      ).length;
      await runDueJobs(app.deps);
      app.resetClock();
      const user = await app.deps.collections.users.findOne({ _id: userId });
      expect(user?.secondFactorRemoval).toBeUndefined();
      expect([0, 1]).toContain(stopped);
      expect(user?.totp?.length ?? 0).toBe(stopped);
      const subjects = (await subjectsTo(app, email)).map((subject) => subject.replace(/ at .*/, ''));
      expect(subjects).toEqual([
        stopped === 1 ? 'Two-step verification stays on' : 'Two-step verification was turned off',
      ]);
    }
  });

  it('is ended by one of many parallel calls of its owner', async ({ app }) => {
    for (let round = 0; round < rounds(1, 30); round++) {
      const { email, agent, userId, secondFactor } = await aProtectedPerson(app);
      const token = await askForRemoval(app, email);
      await makeStrong(app, agent);
      const outcomes = await Promise.allSettled(
        Array.from({ length: 20 }, (_, n) => {
          if (n % 3 === 0) return secondFactor.stopRemoval.mutate({ token });
          return n % 3 === 1 ? secondFactor.cancelRemoval.mutate() : secondFactor.removeNow.mutate();
        }),
      );
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      const kinds: ActivityKind[] = ['second-factor-removal-stopped', 'second-factor-removed'];
      expect(await app.deps.collections.activity.countDocuments({ userId, kind: { $in: kinds } })).toBe(1);
    }
  });

  it.for(['cancelRemoval', 'removeNow'] as const)(
    'is not ended again by a late %s after it was stopped',
    async (late, { app }) => {
      const { email, agent, userId, secondFactor } = await aProtectedPerson(app);
      const token = await askForRemoval(app, email);
      await makeStrong(app, agent);
      const outcome = await overtake(
        faults,
        'users.findOneAndUpdate',
        () => secondFactor[late].mutate(),
        () => stop(app, token),
      );
      expect(outcome).toBe('NOT_FOUND');
      const kind = 'second-factor-removal-stopped';
      expect(await app.deps.collections.activity.countDocuments({ userId, kind })).toBe(1);
      expect((await app.deps.collections.users.findOne({ _id: userId }))?.totp).toHaveLength(1);
    },
  );

  it('leaves nothing on a deleted account', async ({ app }) => {
    for (let round = 0; round < rounds(1, 30); round++) {
      const { email, agent, userId } = await aProtectedPerson(app);
      await askForRemoval(app, email);
      await makeStrong(app, agent);
      const { data } = app.client(agent);
      await Promise.allSettled([
        data.deleteAccount.mutate({ confirm: deletionWords }),
        app.client(agent).secondFactor.removeNow.mutate(),
        app.client(agent).secondFactor.cancelRemoval.mutate(),
      ]);
      const tombstone = await app.deps.collections.users.findOne({ _id: userId });
      expect(tombstone?.deletedAt).toBeInstanceOf(Date);
      for (const field of ['totp', 'recoveryCodes', 'passkeys', 'secondFactorRemoval'])
        expect(tombstone).not.toHaveProperty(field);
    }
  });
});

// The tests below change people by hand, without events.
it('leaves events that say what happened to each person', async ({ app }) => {
  expect(await brokenInvariants(app.db)).toEqual([]);
});

describe('a removal by the operator (security.md 42)', () => {
  it('waits 24 hours, then removes all second factors but passkeys, and the password alone signs in', async ({
    app,
  }) => {
    const { email, password, secondFactor } = await aProtectedPerson(app);
    const signIn = () => app.client(app.agent()).password.signIn.mutate({ email, password });
    await askForRemoval(app, email, 'Lost phone, ticket 7');
    expect(await secondFactor.get.query()).toMatchObject({
      isOn: true,
      removal: { reason: 'Lost phone, ticket 7' },
    });
    app.advance(SECOND_FACTOR_REMOVAL_DELAY_MS - 1000);
    await runDueJobs(app.deps);
    app.resetClock();
    expect((await userAt(app, email)).totp).toHaveLength(1);
    expect((await signIn()).status).toBe('second-factor');

    await runAfterDelay(app);
    const user = await userAt(app, email);
    for (const field of GONE) expect(user).not.toHaveProperty(field);
    expect(user.passkeys).toHaveLength(1);
    expect((await signIn()).status).toBe('signed-in');
    expect(await secondFactor.get.query()).toMatchObject({ isOn: false, passkeys: 1, removal: null });
    expect(await subjectsTo(app, email)).toContainEqual(
      expect.stringMatching(/^Two-step verification was turned off/),
    );
    const { events } = await app.client(await app.signInByMail(email)).activity.list.query();
    expect(events.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(['second-factor-removal-requested', 'second-factor-removed']),
    );
  });

  it('is mailed to the address and to every former one that can still be restored, with the reason and the link', async ({
    app,
  }) => {
    const { email: former, agent } = await aProtectedPerson(app);
    await makeStrong(app, agent);
    const email = uniqueEmail();
    await changeEmail(app, agent, email);
    await mailsOf(app, email);
    app.mailbox.clear();
    const { mailTo } = await ask(app, email);
    expect(mailTo.toSorted()).toEqual([email, former].toSorted());
    for (const address of [email, former]) {
      const [mail, ...others] = await mailsOf(app, address);
      expect(others).toEqual([]);
      expect(mail?.subject).toMatch(/^Two-step verification will be turned off at /);
      expect(mail?.text.replaceAll('\n', ' ')).toContain('with this reason: “Lost phone”');
    }
    // The link to the former address stops it, too.
    await stop(app, await stopTokenOf(app, former));
    expect((await userAt(app, email)).secondFactorRemoval).toBeUndefined();
  });

  it('is refused for an address that nobody has verified, without a second factor, and while one waits', async ({
    app,
  }) => {
    await expect(ask(app, uniqueEmail())).rejects.toThrow('Nobody has verified the address');
    const { email, userId } = await aProtectedPerson(app);
    const setVerified = (emailVerified: Date | null) =>
      app.deps.collections.users.updateOne({ _id: userId }, { $set: { emailVerified } });
    await setVerified(null);
    await expect(ask(app, email)).rejects.toThrow('Nobody has verified the address');
    await setVerified(new Date());
    await ask(app, email);
    await expect(ask(app, email)).rejects.toThrow('waits already');
    const plain = uniqueEmail();
    await app.signInByMail(plain);
    await expect(ask(app, plain)).rejects.toThrow('has no authenticator app and no recovery codes');
  });

  it('removes and tells nothing when the person has removed the second factors meanwhile', async ({
    app,
  }) => {
    const { email, userId } = await aProtectedPerson(app);
    await askForRemoval(app, email);
    await app.deps.collections.users.updateOne({ _id: userId }, { $unset: { totp: '', recoveryCodes: '' } });
    app.mailbox.clear();
    await runAfterDelay(app);
    expect((await userAt(app, email)).secondFactorRemoval).toBeUndefined();
    expect(await subjectsTo(app, email)).toEqual([]);
  });

  it('ends when the person sets up a new authenticator app, which stays', async ({ app }) => {
    const { email, agent, userId } = await aProtectedPerson(app);
    await makeStrong(app, agent);
    await askForRemoval(app, email);
    const { id } = await addAuthenticator(app, agent);
    await runAfterDelay(app);
    const user = await app.deps.collections.users.findOne({ _id: userId });
    expect(user?.secondFactorRemoval).toBeUndefined();
    expect(user?.totp?.map((each) => each.id.toHexString())).toContain(id);
  });

  it('ends with the account', async ({ app }) => {
    const { email, agent, userId } = await aProtectedPerson(app);
    const token = await askForRemoval(app, email);
    await makeStrong(app, agent);
    await app.client(agent).data.deleteAccount.mutate({ confirm: deletionWords });
    expect(await appCodeOf(stop(app, token))).toBe('REMOVAL_LINK_INVALID');
    await runAfterDelay(app);
    expect(await app.deps.collections.users.findOne({ _id: userId })).toBeNull();
  });

  it('ends when the owner gets a former address back', async ({ app }) => {
    const { email: former, agent } = await aProtectedPerson(app);
    await makeStrong(app, agent);
    const email = uniqueEmail();
    await changeEmail(app, agent, email);
    await askForRemoval(app, email);
    await app.client(app.agent()).email.undo.mutate({ token: await undoTokenOf(app, former) });
    expect((await userAt(app, former)).secondFactorRemoval).toBeUndefined();
  });

  it('is listed with its reason, the next one first', async ({ app }) => {
    const [first, second] = [await aProtectedPerson(app), await aProtectedPerson(app)];
    await ask(app, first.email);
    app.advance(1000);
    await ask(app, second.email);
    const emails = (await listRemovals(app.deps)).map(({ email }) => email);
    expect(emails.filter((email) => [first.email, second.email].includes(email))).toEqual([
      first.email,
      second.email,
    ]);
  });
});

describe('stopping a removal', () => {
  it('needs only the link of the mail, works once, and keeps all second factors', async ({ app }) => {
    const { email } = await aProtectedPerson(app);
    const token = await askForRemoval(app, email);
    const wrong = `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`;
    expect(await appCodeOf(stop(app, wrong))).toBe('REMOVAL_LINK_INVALID');
    expect(await stop(app, token)).toEqual({ stopped: true });
    expect(await appCodeOf(stop(app, token))).toBe('REMOVAL_LINK_INVALID');
    await runAfterDelay(app);
    const user = await userAt(app, email);
    expect(user.totp).toHaveLength(1);
    expect(user.recoveryCodes?.hashes).toHaveLength(2);
    expect(user.trustedBrowsers).toHaveLength(1);
    expect(await subjectsTo(app, email)).toContainEqual(
      expect.stringMatching(/^Two-step verification stays on/),
    );
    expect(app.logLines.map(({ event }) => event)).toContain('auth.second-factor-removal-stopped');
    expect(JSON.stringify(app.logLines)).not.toContain(token);
  });

  it('does not stop a later removal with the link of an earlier one', async ({ app }) => {
    const { email } = await aProtectedPerson(app);
    const token = await askForRemoval(app, email);
    await stop(app, token);
    await askForRemoval(app, email);
    expect(await appCodeOf(stop(app, token))).toBe('REMOVAL_LINK_INVALID');
    expect((await userAt(app, email)).secondFactorRemoval).toBeDefined();
  });

  it('works in a session at level 1, and answers NOT_FOUND when none waits', async ({ app }) => {
    const { email, secondFactor } = await aProtectedPerson(app);
    expect(await appCodeOf(secondFactor.cancelRemoval.mutate())).toBe('NOT_FOUND');
    await askForRemoval(app, email);
    expect(await secondFactor.cancelRemoval.mutate()).toMatchObject({ isOn: true, removal: null });
    const nobody = app.client(app.agent()).secondFactor;
    expect(await appCodeOf(nobody.cancelRemoval.mutate())).toBe('SessionRequired');
  });
});

describe('cutting a removal short', () => {
  it('needs another second factor, and neither a password nor a mail is enough', async ({ app }) => {
    const { email, agent, secondFactor, userId } = await aProtectedPerson(app);
    await askForRemoval(app, email);
    expect(await appCodeOf(secondFactor.removeNow.mutate())).toBe('SECOND_FACTOR_REQUIRED');
    const at = app.deps.now();
    const $each: StoredProof[] = [
      { method: 'password', factor: 'knowledge', at },
      { method: 'email-code', factor: 'inbox', at },
    ];
    await app.deps.collections.sessions.updateMany({ userId }, { $push: { proofs: { $each } } });
    expect(await appCodeOf(secondFactor.removeNow.mutate())).toBe('SECOND_FACTOR_REQUIRED');
    await makeStrong(app, agent);
    expect(await secondFactor.removeNow.mutate()).toMatchObject({ isOn: false, removal: null, passkeys: 1 });
    const user = await userAt(app, email);
    for (const field of GONE) expect(user).not.toHaveProperty(field);
    expect(await appCodeOf(secondFactor.removeNow.mutate())).toBe('NOT_FOUND');
  });

  it('removes nothing when the operator has not asked for a removal', async ({ app }) => {
    const { email, agent, secondFactor } = await aProtectedPerson(app);
    await makeStrong(app, agent);
    expect(await appCodeOf(secondFactor.removeNow.mutate())).toBe('NOT_FOUND');
    expect((await userAt(app, email)).totp).toHaveLength(1);
  });
});
