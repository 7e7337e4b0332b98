import { expect } from 'vitest';
import type { Flows, FlowWorld } from './flow-world.ts';
import { OTHER_PASSWORD, PASSWORD, resetLinkOf, signUpWithPassword } from '../../sign-in/passwords.ts';
import { aNumber, verifyNumber } from '../../sign-in/phones.ts';

export function passwordFlows({ app, addressOf, signUp, isIn }: FlowWorld): Flows {
  const signIn = (email: string, password: string, agent = app.agent()) =>
    app.client(agent).password.signIn.mutate({ email, password });
  const opens = (email: string, password: string): Promise<boolean> =>
    signIn(email, password).then(
      () => true,
      () => false,
    );

  /** Tells which of both passwords is valid after the killed step: exactly one of them. */
  async function passwordOf(email: string): Promise<string> {
    const open = [await opens(email, PASSWORD), await opens(email, OTHER_PASSWORD)];
    expect(open.filter(Boolean)).toHaveLength(1);
    return open[0] ? PASSWORD : OTHER_PASSWORD;
  }

  return {
    'sign-up with a password'(person) {
      const email = addressOf(person);
      const agent = app.agent();
      const input = { email, password: PASSWORD, name: 'Ada Lovelace' };
      return {
        step: () => app.client(agent).password.signUp.mutate(input),
        async recover() {
          await signUpWithPassword(app, email, { agent });
          await signIn(email, PASSWORD);
        },
      };
    },

    async 'proof of a sign-up'(person) {
      const email = addressOf(person);
      const agent = app.agent();
      const { password, session } = app.client(agent);
      await password.signUp.mutate({ email, password: PASSWORD, name: 'Ada Lovelace' });
      const code = app.mailbox.codeOf(app.mailbox.last(email));
      return {
        step: () => session.signInWithCode.mutate({ email, code }),
        async recover() {
          // When the account already exists, the mail says so, and its link still signs in.
          await signUpWithPassword(app, email, { agent });
          const { changedAt } = await password.get.query();
          if (changedAt === null) await password.set.mutate({ password: PASSWORD });
          await signIn(email, PASSWORD);
        },
      };
    },

    async 'sign-in by password'(person) {
      const email = addressOf(person);
      await signUpWithPassword(app, email);
      const agent = app.agent();
      return {
        step: () => signIn(email, PASSWORD, agent),
        async recover() {
          await signIn(email, PASSWORD, agent);
          expect(await isIn(agent)).toBe(true);
        },
      };
    },

    async 'password.set'(person) {
      const email = addressOf(person);
      const agent = await signUp(person);
      const { password } = app.client(agent);
      return {
        tells: { kind: 'password-set', mail: 'A password was set' },
        step: () => password.set.mutate({ password: PASSWORD }),
        isDone: async () => (await password.get.query()).changedAt !== null,
        recover: async () => void (await signIn(email, PASSWORD)),
      };
    },

    async 'password.change'(person) {
      const email = addressOf(person);
      const agent = await signUpWithPassword(app, email);
      const elsewhere = app.agent();
      await signIn(email, PASSWORD, elsewhere);
      return {
        tells: { kind: 'password-changed', mail: 'Your password was changed' },
        step: () => app.client(agent).password.change.mutate({ current: PASSWORD, password: OTHER_PASSWORD }),
        async recover() {
          const current = await passwordOf(email);
          expect(await isIn(elsewhere)).toBe(current === PASSWORD);
          await signIn(email, current, agent);
          const password = 'a kettle of brass bees';
          await app.client(agent).password.change.mutate({ current, password });
          await signIn(email, password);
        },
      };
    },

    async 'password.reset'(person) {
      const email = addressOf(person);
      const before = await signUpWithPassword(app, email);
      const { password } = app.client(app.agent());
      await password.requestReset.mutate({ email });
      const link = resetLinkOf(app, email);
      return {
        tells: { kind: 'password-reset', mail: 'A new password was chosen' },
        step: () => password.reset.mutate({ ...link, password: OTHER_PASSWORD }),
        async recover() {
          expect(await isIn(before)).toBe((await passwordOf(email)) === PASSWORD);
          await password.requestReset.mutate({ email });
          await password.reset.mutate({ ...resetLinkOf(app, email), password: OTHER_PASSWORD });
          expect(await isIn(before)).toBe(false);
          await signIn(email, OTHER_PASSWORD);
        },
      };
    },

    async 'first sign-in after a reset'(person) {
      const email = addressOf(person);
      await verifyNumber(app, await signUpWithPassword(app, email), aNumber());
      const { password } = app.client(app.agent());
      await password.requestReset.mutate({ email });
      await password.reset.mutate({ ...resetLinkOf(app, email), password: OTHER_PASSWORD });
      return {
        step: () => signIn(email, OTHER_PASSWORD),
        async recover() {
          const agent = app.agent();
          await signIn(email, OTHER_PASSWORD, agent);
          const { securityReview } = app.client(agent);
          const { additions, listed = '' } = (await securityReview.get.query()) ?? {};
          expect(additions).toHaveLength(1);
          await securityReview.finish.mutate({ listed });
          expect(await securityReview.get.query()).toBeNull();
        },
      };
    },

    async 'password.remove'(person) {
      const email = addressOf(person);
      const agent = await signUpWithPassword(app, email);
      const { password } = app.client(agent);
      return {
        tells: { kind: 'password-removed', mail: 'Your password was removed' },
        step: () => password.remove.mutate(),
        isDone: async () => (await password.get.query()).changedAt === null,
        async recover() {
          expect(await opens(email, PASSWORD)).toBe(false);
          await password.set.mutate({ password: OTHER_PASSWORD });
          await signIn(email, OTHER_PASSWORD);
        },
      };
    },
  };
}
