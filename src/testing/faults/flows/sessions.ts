import { expect } from 'vitest';
import type { Flows, FlowWorld } from './flow-world.ts';

export function sessionFlows(world: FlowWorld): Flows {
  const { app, addressOf, signInByCode, signUp, isIn, userOf, countActivity, mailsTo } = world;

  async function signInTwice(person: string) {
    const email = addressOf(person);
    const otherDevice = await signUp(person);
    return { email, otherDevice, thisDevice: await signUp(person) };
  }

  return {
    async 'session.revoke'(person) {
      const { thisDevice, otherDevice } = await signInTwice(person);
      const { session } = app.client(thisDevice);
      const id = (await session.list.query()).find(({ current }) => !current)?.id ?? '';
      return {
        step: () => session.revoke.mutate({ id }),
        repeats: true,
        async recover() {
          expect([await isIn(thisDevice), await isIn(otherDevice)]).toEqual([true, false]);
          expect(await session.list.query()).toHaveLength(1);
        },
      };
    },

    'sign-in that replaces a session': async (person) => signInByCode(person, await signUp(person)),

    async 'session.revokeOthers'(person) {
      const { email, thisDevice, otherDevice } = await signInTwice(person);
      const { session } = app.client(thisDevice);
      return {
        step: () => session.revokeOthers.mutate(),
        async recover() {
          const decided = (await userOf(email)).otherSessionsEnded !== undefined;
          // One write decides, whether or not the rows were removed.
          expect(await isIn(otherDevice)).toBe(!decided);
          await session.revokeOthers.mutate();
          expect([await isIn(thisDevice), await isIn(otherDevice)]).toEqual([true, false]);
          expect(await session.list.query()).toHaveLength(1);
          expect(await countActivity(email, 'sessions-revoked')).toBe(decided ? 2 : 1);
        },
      };
    },

    async 'sign-in on a new device'(person) {
      const email = addressOf(person);
      await signUp(person);
      const agent = app.agent();
      return {
        ...(await signInByCode(person, agent)),
        async afterJobs() {
          const hasSession = agent.cookies.has('foyer.session');
          // The first row is of the sign-up.
          const told = [(await countActivity(email, 'sign-in')) - 1, mailsTo(email, 'New sign-in').length];
          if (hasSession) expect(told).toEqual([1, 1]);
          return hasSession;
        },
      };
    },
  };
}
