import { expect } from 'vitest';
import type { HttpAgent } from '../../app/http-agent.ts';
import type { Flows, FlowWorld } from './flow-world.ts';
import { aNumber, verifyNumber } from '../../sign-in/phones.ts';

export function phoneFlows(world: FlowWorld): Flows {
  const { app, addressOf, signUp, runJobsLater, mailsTo, reauthenticateByCode } = world;
  const numberOf = async (agent: HttpAgent) => (await app.client(agent).phone.get.query()).phone?.e164;

  async function withOpenCode(person: string, number: string) {
    const agent = await signUp(person);
    await app.client(agent).phone.set.mutate({ phone: number });
    const code = app.phonebox.codeTo(number);
    return { agent, verify: () => app.client(agent).phone.verify.mutate({ code }) };
  }

  return {
    async 'phone.set'(person) {
      const agent = await signUp(person);
      const number = aNumber();
      return {
        step: () => app.client(agent).phone.set.mutate({ phone: number }),
        async recover() {
          await verifyNumber(app, agent, number);
          expect(await numberOf(agent)).toBe(number);
        },
      };
    },

    async 'phone.verify'(person) {
      const number = aNumber();
      const { agent, verify } = await withOpenCode(person, number);
      return {
        tells: { kind: 'phone-verified', mail: 'A phone number was added' },
        step: verify,
        async recover() {
          if ((await numberOf(agent)) === undefined) await verifyNumber(app, agent, number);
          expect(await numberOf(agent)).toBe(number);
        },
      };
    },

    async 'phone.verify of a number that another had'(person) {
      const number = aNumber();
      const earlier = addressOf(`${person}-earlier`);
      const holder = await app.signInByMail(earlier);
      await verifyNumber(app, holder, number);
      const { agent, verify } = await withOpenCode(person, number);
      return {
        step: verify,
        async recover() {
          if ((await numberOf(agent)) === undefined) await verifyNumber(app, agent, number);
          await runJobsLater();
          expect([await numberOf(agent), await numberOf(holder)]).toEqual([number, undefined]);
          expect(mailsTo(earlier, 'no longer yours')).toHaveLength(1);
        },
      };
    },

    async 'phone.remove'(person) {
      const agent = await signUp(person);
      const number = aNumber();
      await verifyNumber(app, agent, number);
      return {
        tells: { kind: 'phone-removed', mail: 'Your phone number was removed' },
        step: () => app.client(agent).phone.remove.mutate(),
        isDone: async () => (await numberOf(agent)) === undefined,
        recover: () => verifyNumber(app, agent, number),
      };
    },

    async 're-authentication by phone'(person) {
      const agent = await signUp(person);
      const number = aNumber();
      await verifyNumber(app, agent, number);
      const readCode = () => app.phonebox.codeTo(number);
      return reauthenticateByCode(agent, 'phone', readCode, async () => {
        expect((await app.client(agent).phone.remove.mutate()).phone).toBeNull();
      });
    },
  };
}
