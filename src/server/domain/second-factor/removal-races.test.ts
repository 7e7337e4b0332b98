import { describe, expect } from 'vitest';
import { deletionWords } from '../../../locales/en/deletion-words.ts';
import { SECOND_FACTOR_REMOVAL_DELAY_MS } from '../../../shared/limits.ts';
import { appCodeOf } from '../../../testing/app/app-code.ts';
import { mailsOf } from '../../../testing/users/email-changes.ts';
import { testWith } from '../../../testing/app/fixture.ts';
import { askForRemoval, makeStrong, somebodyProtected } from '../../../testing/sign-in/lost-second-factor.ts';
import { rounds } from '../../../testing/faults/fault-rounds.ts';
import { createFaultInjector } from '../../../testing/faults/faults.ts';
import { brokenInvariants } from '../../../testing/faults/invariants.ts';
import type { ActivityKind } from '../../database/activity-documents.ts';
import { runDueJobs } from '../job-runner.ts';
import { requestRemoval, runDueRemovals } from './removal.ts';

const faults = createFaultInjector();
const it = testWith({ faults });

const WAYS = 50;

describe('a removal of the second factors (security.md R1)', () => {
  it(`is stored by one of ${WAYS} parallel commands`, { timeout: 60_000 }, async ({ app }) => {
    const { email, userId } = await somebodyProtected(app);
    const outcomes = await Promise.allSettled(
      Array.from({ length: WAYS }, (_, n) => requestRemoval(app.deps, { email, reason: `Number ${n}` })),
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
    for (let round = 0; round < rounds(2, 40); round++) {
      const { email, userId } = await somebodyProtected(app);
      const token = await askForRemoval(app, email);
      app.mailbox.clear();
      app.advance(SECOND_FACTOR_REMOVAL_DELAY_MS);
      const stop = () => app.client(app.agent()).secondFactor.stopRemoval.mutate({ token });
      const calls = Array.from({ length: 10 }, (_, n) => (n % 2 === 0 ? stop() : runDueRemovals(app.deps)));
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
      const subjects = (await mailsOf(app, email)).map(({ subject }) => subject.replace(/ at .*/, ''));
      expect(subjects).toEqual([
        stopped === 1 ? 'Two-step verification stays on' : 'Two-step verification was turned off',
      ]);
    }
  });

  it('is carried out once by a person and several job runners at once', async ({ app }) => {
    for (let round = 0; round < rounds(1, 30); round++) {
      const { email, agent, userId, secondFactor } = await somebodyProtected(app);
      await askForRemoval(app, email);
      app.advance(SECOND_FACTOR_REMOVAL_DELAY_MS);
      await app.deps.collections.sessions.updateMany(
        { userId },
        { $set: { lastSeenAt: app.deps.now(), authenticatedAt: app.deps.now() } },
      );
      await makeStrong(app, agent);
      await Promise.allSettled([
        secondFactor.removeNow.mutate(),
        ...Array.from({ length: 5 }, () => runDueRemovals(app.deps)),
      ]);
      app.resetClock();
      const kind = 'second-factor-removed';
      expect(await app.deps.collections.activity.countDocuments({ userId, kind })).toBe(1);
      expect((await app.deps.collections.users.findOne({ _id: userId }))?.totp).toBeUndefined();
    }
  });

  it('is ended by one of many parallel calls of its owner', async ({ app }) => {
    for (let round = 0; round < rounds(1, 30); round++) {
      const { email, agent, userId, secondFactor } = await somebodyProtected(app);
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
      const { email, agent, userId, secondFactor } = await somebodyProtected(app);
      const token = await askForRemoval(app, email);
      await makeStrong(app, agent);
      const hold = faults.holdBefore('users.findOneAndUpdate');
      const answer = appCodeOf(secondFactor[late].mutate());
      await hold.reached;
      await app.client(app.agent()).secondFactor.stopRemoval.mutate({ token });
      hold.release();
      expect(await answer).toBe('NOT_FOUND');
      const kind = 'second-factor-removal-stopped';
      expect(await app.deps.collections.activity.countDocuments({ userId, kind })).toBe(1);
      expect((await app.deps.collections.users.findOne({ _id: userId }))?.totp).toHaveLength(1);
    },
  );

  it('leaves nothing on a deleted account', async ({ app }) => {
    for (let round = 0; round < rounds(1, 30); round++) {
      const { email, agent, userId } = await somebodyProtected(app);
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

it('leaves events that say what happened to each person', async ({ app }) => {
  expect(await brokenInvariants(app.db)).toEqual([]);
});
