import { expect } from 'vitest';
import { runDueJobs } from '../../server/domain/job-runner.ts';
import { SECURITY_EVENT_UNSETTLED_AFTER_MS } from '../../shared/limits.ts';
import type { HttpAgent } from '../app/http-agent.ts';
import type { MakeFlow } from './mail-kill-flows.ts';
import type { TestApp } from '../app/test-app.ts';

/** What people do with their sessions, for being killed in the middle. */
export function sessionFlows(app: TestApp): Readonly<Record<string, MakeFlow>> {
  const isIn = async (agent: HttpAgent) => (await app.client(agent).session.get.query()) !== null;

  /** Somebody on two devices. */
  async function twice(person: string) {
    const email = `${person}@example.test`;
    const theirs = await app.signInByMail(email);
    return { email, theirs, mine: await app.signInByMail(email) };
  }

  return {
    async 'session.revoke'(person) {
      const { mine, theirs } = await twice(person);
      const { session } = app.client(mine);
      const id = (await session.list.query()).find(({ current }) => !current)?.id ?? '';
      return {
        step: () => session.revoke.mutate({ id }),
        async recover() {
          // Done already, its reply lost: there is nothing to be found any more.
          await session.revoke.mutate({ id }).catch(() => null);
          expect([await isIn(mine), await isIn(theirs)]).toEqual([true, false]);
          expect(await session.list.query()).toHaveLength(1);
        },
      };
    },

    async 'session.revokeOthers'(person) {
      const { email, mine, theirs } = await twice(person);
      const { session } = app.client(mine);
      const { users, activity } = app.deps.collections;
      return {
        step: () => session.revokeOthers.mutate(),
        async recover() {
          const decided = (await users.findOne({ email }))?.otherSessionsEnded !== undefined;
          // From the one write on, whatever became of the rows.
          expect(await isIn(theirs)).toBe(!decided);
          await session.revokeOthers.mutate();
          expect([await isIn(mine), await isIn(theirs)]).toEqual([true, false]);
          expect(await session.list.query()).toHaveLength(1);

          app.advance(2 * SECURITY_EVENT_UNSETTLED_AFTER_MS);
          await runDueJobs(app.deps);
          app.resetClock();
          const user = await users.findOne({ email });
          if (!user) throw new Error('the user is gone');
          expect(user.announcements ?? []).toEqual([]);
          const told = await activity.countDocuments({ userId: user._id, kind: 'sessions-revoked' });
          expect(told).toBe(decided ? 2 : 1);
        },
      };
    },
  };
}
