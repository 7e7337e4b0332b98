import { expect } from 'vitest';
import { OUTBOX_LEFT_AFTER_MS, writeLeftOutboxes } from '../../server/domain/activity/security-events.ts';
import { runDueJobs } from '../../server/domain/job-runner.ts';
import { changeEmail, confirmationOf, undoTokenOf } from '../app/email-changes.ts';
import type { HttpAgent } from '../app/http-agent.ts';
import type { MakeFlow } from './mail-kill-flows.ts';
import type { TestApp } from '../app/test-app.ts';

/** Flows with addresses, which the tests kill at each step. */
export function emailFlows(app: TestApp): Readonly<Record<string, MakeFlow>> {
  const addressOf = (person: string) => `${person}@example.test`;
  const otherOf = (person: string) => `${person}-other@example.test`;
  const statusOf = (agent: HttpAgent) => app.client(agent).email.get.query();
  const idOf = async (agent: HttpAgent) => (await app.client(agent).session.get.query())?.user.id;

  /** The job runner sends a mail that a kill left open, exactly once. */
  async function expectOneMail(address: string, subject: string): Promise<void> {
    app.advance(OUTBOX_LEFT_AFTER_MS + 1000);
    await writeLeftOutboxes(app.deps);
    await runDueJobs(app.deps);
    app.resetClock();
    const mails = app.mailbox.messages.filter(
      (mail) => mail.to === address && mail.subject.includes(subject),
    );
    expect(mails).toHaveLength(1);
  }

  return {
    async 'email.change'(person) {
      const agent = await app.signInByMail(addressOf(person));
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
      const agent = await app.signInByMail(addressOf(person));
      const { email } = app.client(agent);
      await email.change.mutate({ email: otherOf(person) });
      const { token } = confirmationOf(app, otherOf(person));
      return {
        step: () => email.confirm.mutate({ token }),
        async recover() {
          if ((await statusOf(agent)).email === addressOf(person)) await email.confirm.mutate({ token });
          expect(await statusOf(agent)).toMatchObject({ email: otherOf(person), pending: null });
          await expectOneMail(addressOf(person), 'was changed');
          await expectOneMail(otherOf(person), 'This is your address');
          await email.change.mutate({ email: addressOf(person) });
          await app
            .client(app.agent())
            .email.undo.mutate({ token: await undoTokenOf(app, addressOf(person)) });
          const back = await app.signInByMail(addressOf(person));
          expect(await statusOf(back)).toMatchObject({ email: addressOf(person), pending: null });
        },
      };
    },

    async 'email.confirmWithCode of a first address'(person) {
      const agent = await app.signInByMail(addressOf(person));
      await app.deps.collections.users.updateOne(
        { email: addressOf(person) },
        { $unset: { email: '' }, $set: { emailVerified: null } },
      );
      const { email } = app.client(agent);
      await email.change.mutate({ email: otherOf(person) });
      const { code } = confirmationOf(app, otherOf(person));
      return {
        step: () => email.confirmWithCode.mutate({ code }),
        async recover() {
          if ((await statusOf(agent)).email === null) await email.confirmWithCode.mutate({ code });
          const again = await app.signInByMail(otherOf(person));
          expect(await idOf(again)).toBe(await idOf(agent));
          await expectOneMail(otherOf(person), 'This is your address');
        },
      };
    },

    async 'email.undo'(person) {
      const agent = await app.signInByMail(addressOf(person));
      const id = await idOf(agent);
      await changeEmail(app, agent, otherOf(person));
      const token = await undoTokenOf(app, addressOf(person));
      const { email } = app.client(app.agent());
      return {
        step: () => email.undo.mutate({ token }),
        async recover() {
          const isBack =
            (await app.deps.collections.users.countDocuments({ email: addressOf(person) })) === 1;
          expect((await idOf(agent)) === undefined).toBe(isBack);
          if (!isBack) await email.undo.mutate({ token });
          expect(await idOf(agent)).toBeUndefined();
          for (const each of [addressOf(person), otherOf(person)]) await expectOneMail(each, 'was undone');
          const back = await app.signInByMail(addressOf(person));
          expect(await idOf(back)).toBe(id);
        },
      };
    },
  };
}
