import { expect } from 'vitest';
import { runDueJobs } from '../../server/domain/job-runner.ts';
import { OUTBOX_LEFT_AFTER_MS } from '../../server/domain/activity/security-events.ts';
import type { HttpAgent } from '../app/http-agent.ts';
import type { MakeFlow } from './mail-kill-flows.ts';
import type { TestApp } from '../app/test-app.ts';

/** Flows with sessions, which the tests kill at each step. */
export function sessionFlows(app: TestApp): Readonly<Record<string, MakeFlow>> {
  const isIn = async (agent: HttpAgent) => (await app.client(agent).session.get.query()) !== null;

  /** A person who is signed in on two devices. */
  async function signInTwice(person: string) {
    const email = `${person}@example.test`;
    const otherDevice = await app.signInByMail(email);
    return { email, otherDevice, thisDevice: await app.signInByMail(email) };
  }

  return {
    async 'session.revoke'(person) {
      const { thisDevice, otherDevice } = await signInTwice(person);
      const { session } = app.client(thisDevice);
      const id = (await session.list.query()).find(({ current }) => !current)?.id ?? '';
      return {
        step: () => session.revoke.mutate({ id }),
        async recover() {
          // It was already done and only the reply was lost: the session does not exist any more.
          await session.revoke.mutate({ id }).catch(() => null);
          expect([await isIn(thisDevice), await isIn(otherDevice)]).toEqual([true, false]);
          expect(await session.list.query()).toHaveLength(1);
        },
      };
    },

    async 'sign-in that replaces a session'(person) {
      const email = `${person}@example.test`;
      const agent = await app.signInByMail(email);
      const { session } = app.client(agent);
      await session.requestLink.mutate({ email });
      const code = app.mailbox.codeOf(app.mailbox.last(email));
      return {
        step: () => session.signInWithCode.mutate({ email, code }),
        async recover() {
          await app.signInByMail(email, agent);
          expect(await isIn(agent)).toBe(true);
        },
      };
    },

    async 'session.revokeOthers'(person) {
      const { email, thisDevice, otherDevice } = await signInTwice(person);
      const { session } = app.client(thisDevice);
      const { users, activity } = app.deps.collections;
      return {
        step: () => session.revokeOthers.mutate(),
        async recover() {
          const decided = (await users.findOne({ email }))?.otherSessionsEnded !== undefined;
          // The one write decides, whether or not the rows were removed.
          expect(await isIn(otherDevice)).toBe(!decided);
          await session.revokeOthers.mutate();
          expect([await isIn(thisDevice), await isIn(otherDevice)]).toEqual([true, false]);
          expect(await session.list.query()).toHaveLength(1);

          app.advance(2 * OUTBOX_LEFT_AFTER_MS);
          await runDueJobs(app.deps);
          app.resetClock();
          const user = await users.findOne({ email });
          if (!user) throw new Error('the user is gone');
          expect(user.outbox ?? []).toEqual([]);
          const activityRows = await activity.countDocuments({ userId: user._id, kind: 'sessions-revoked' });
          expect(activityRows).toBe(decided ? 2 : 1);
        },
      };
    },
  };
}
