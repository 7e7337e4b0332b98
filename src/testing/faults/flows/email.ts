import { expect } from 'vitest';
import { changeEmail, confirmationOf, undoTokenOf } from '../../users/email-changes.ts';
import type { HttpAgent } from '../../app/http-agent.ts';
import type { Flows, FlowWorld } from './flow-world.ts';

export function emailFlows({ app, addressOf, signUp, userIdOf, runJobsLater, mailsTo }: FlowWorld): Flows {
  const otherOf = (person: string) => `${person}-other@example.test`;
  const statusOf = (agent: HttpAgent) => app.client(agent).email.get.query();

  /** The job runner sends the mail that a kill left open, exactly once. */
  async function expectOneMail(address: string, subject: string): Promise<void> {
    await runJobsLater();
    expect(mailsTo(address, subject)).toHaveLength(1);
  }

  return {
    async 'email.change'(person) {
      const agent = await signUp(person);
      const { email } = app.client(agent);
      return {
        step: () => email.change.mutate({ email: otherOf(person) }),
        async recover() {
          await changeEmail(app, agent, otherOf(person));
          expect(await statusOf(agent)).toMatchObject({ email: otherOf(person), pending: null });
        },
      };
    },

    async 'email.confirm'(person) {
      const agent = await signUp(person);
      const { email } = app.client(agent);
      await email.change.mutate({ email: otherOf(person) });
      const { token } = confirmationOf(app, otherOf(person));
      return {
        step: () => email.confirm.mutate({ token }),
        isDone: async () => (await statusOf(agent)).email !== addressOf(person),
        async recover() {
          expect(await statusOf(agent)).toMatchObject({ email: otherOf(person), pending: null });
          await expectOneMail(addressOf(person), 'was changed');
          await expectOneMail(otherOf(person), 'This is your address');
          await email.change.mutate({ email: addressOf(person) });
          const undo = { token: await undoTokenOf(app, addressOf(person)) };
          await app.client(app.agent()).email.undo.mutate(undo);
          const back = await signUp(person);
          expect(await statusOf(back)).toMatchObject({ email: addressOf(person), pending: null });
        },
      };
    },

    async 'email.confirmWithCode of a first address'(person) {
      const agent = await signUp(person);
      await app.deps.collections.users.updateOne(
        { email: addressOf(person) },
        { $unset: { email: '' }, $set: { emailVerified: null } },
      );
      const { email } = app.client(agent);
      await email.change.mutate({ email: otherOf(person) });
      const { code } = confirmationOf(app, otherOf(person));
      return {
        step: () => email.confirmWithCode.mutate({ code }),
        isDone: async () => (await statusOf(agent)).email !== null,
        async recover() {
          const again = await app.signInByMail(otherOf(person));
          expect(await userIdOf(again)).toBe(await userIdOf(agent));
          await expectOneMail(otherOf(person), 'This is your address');
        },
      };
    },

    async 'email.undo'(person) {
      const agent = await signUp(person);
      const id = await userIdOf(agent);
      await changeEmail(app, agent, otherOf(person));
      const token = await undoTokenOf(app, addressOf(person));
      const { email } = app.client(app.agent());
      return {
        step: () => email.undo.mutate({ token }),
        async recover() {
          const isBack =
            (await app.deps.collections.users.countDocuments({ email: addressOf(person) })) === 1;
          expect((await userIdOf(agent)) === undefined).toBe(isBack);
          if (!isBack) await email.undo.mutate({ token });
          expect(await userIdOf(agent)).toBeUndefined();
          for (const each of [addressOf(person), otherOf(person)]) await expectOneMail(each, 'was undone');
          const back = await signUp(person);
          expect(await userIdOf(back)).toBe(id);
        },
      };
    },
  };
}
