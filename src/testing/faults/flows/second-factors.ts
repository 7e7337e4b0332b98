import { expect } from 'vitest';
import { addAuthenticator, makeAuthenticator, waitForNextCode } from '../../sign-in/authenticator-apps.ts';
import type { HttpAgent } from '../../app/http-agent.ts';
import { signUpWithPassword } from '../../sign-in/passwords.ts';
import { beginSignIn } from '../../sign-in/second-step.ts';
import type { Flows, FlowWorld } from './flow-world.ts';

export function secondFactorFlows(world: FlowWorld): Flows {
  const { app, addressOf, sessionOf, isIn, userOf, countActivity } = world;
  const statusOf = (agent: HttpAgent) => app.client(agent).secondFactor.get.query();
  type Answer = { code: string; trustBrowser?: true } | { recoveryCode: string };
  const complete = (agent: HttpAgent, answer: Answer) =>
    app.client(agent).session.completeSignIn.mutate(answer);

  /** Finishes the waiting sign-in, or another one after it. */
  async function finish(agent: HttpAgent, email: string, answer: Answer): Promise<void> {
    if (await isIn(agent)) return;
    const { session } = app.client(agent);
    if ((await session.pending.query()) === null) await beginSignIn(app, email, { agent });
    await complete(agent, answer);
  }

  /** A person with an authenticator app. `agent`: at level 2. */
  async function enrolled(person: string) {
    const email = addressOf(person);
    const agent = await signUpWithPassword(app, email);
    const added = await addAuthenticator(app, agent, 'Phone');
    waitForNextCode(app);
    return { ...added, email, agent };
  }

  return {
    async 'secondFactor.confirmTotp'(person) {
      const email = addressOf(person);
      const agent = await signUpWithPassword(app, email);
      const { secondFactor } = app.client(agent);
      const { enrolment, secret } = await secondFactor.beginTotp.mutate();
      const authenticator = makeAuthenticator(app, secret);
      return {
        step: () => secondFactor.confirmTotp.mutate({ enrolment, code: authenticator.code() }),
        // The session may still be at level 1.
        isDone: async () => (await statusOf(agent)).isOn,
        async recover() {
          expect((await statusOf(agent)).recoveryCodesLeft).toBe(10);
          expect(await countActivity(email, 'authenticator-app-added')).toBe(1);
          // The app signs in, and its owner can make recovery codes that they have not seen.
          waitForNextCode(app);
          const elsewhere = await beginSignIn(app, email);
          await complete(elsewhere, { code: authenticator.code() });
          const { recoveryCodes } = await app.client(elsewhere).secondFactor.createRecoveryCodes.mutate();
          expect(recoveryCodes).toHaveLength(10);
          app.resetClock();
        },
      };
    },

    async 'completeSignIn with an authenticator app'(person) {
      const { email, authenticator } = await enrolled(person);
      const agent = await beginSignIn(app, email);
      const code = authenticator.code();
      return {
        step: () => complete(agent, { code, trustBrowser: true }),
        async recover() {
          waitForNextCode(app);
          await finish(agent, email, { code: authenticator.code(), trustBrowser: true });
          expect(await sessionOf(agent)).toMatchObject({ aal: 2 });
          expect((await statusOf(agent)).trustedBrowsers.length).toBeLessThanOrEqual(1);
          // The code of the first try is used up, or older than the used one.
          const replaying = await beginSignIn(app, email);
          await expect(complete(replaying, { code })).rejects.toThrow('not right');
          app.resetClock();
        },
      };
    },

    async 'completeSignIn with a recovery code'(person) {
      const { email, recoveryCodes } = await enrolled(person);
      const [first = '', second = ''] = recoveryCodes;
      const agent = await beginSignIn(app, email);
      return {
        step: () => complete(agent, { recoveryCode: first }),
        async recover() {
          const left = async () => (await userOf(email)).recoveryCodes?.hashes.length;
          const isUsed = (await left()) === 9;
          await finish(agent, email, { recoveryCode: isUsed ? second : first });
          const replaying = await beginSignIn(app, email);
          await expect(complete(replaying, { recoveryCode: first })).rejects.toThrow('not right');
          expect(await countActivity(email, 'recovery-code-used')).toBe(10 - ((await left()) ?? 10));
        },
      };
    },

    async 'secondFactor.removeTotp'(person) {
      const { email, agent, id } = await enrolled(person);
      return {
        step: () => app.client(agent).secondFactor.removeTotp.mutate({ id }),
        isDone: async () => !(await statusOf(agent)).isOn,
        async recover() {
          expect((await statusOf(agent)).recoveryCodesLeft).toBe(0);
          expect(await countActivity(email, 'authenticator-app-removed')).toBe(1);
          await expect(beginSignIn(app, email)).rejects.toThrow('does not wait');
        },
      };
    },

    async 'secondFactor.createRecoveryCodes'(person) {
      const { email, agent, recoveryCodes: former } = await enrolled(person);
      const create = () => app.client(agent).secondFactor.createRecoveryCodes.mutate();
      return {
        step: create,
        async recover() {
          // The reply was lost, so the person makes them again.
          const { recoveryCodes } = await create();
          const replaying = await beginSignIn(app, email);
          await expect(complete(replaying, { recoveryCode: former[0] ?? '' })).rejects.toThrow('not right');
          await complete(replaying, { recoveryCode: recoveryCodes[0] ?? '' });
          app.resetClock();
        },
      };
    },

    async 'secondFactor.endTrust'(person) {
      const { email, agent, authenticator } = await enrolled(person);
      const trusted = await beginSignIn(app, email);
      await complete(trusted, { code: authenticator.code(), trustBrowser: true });
      const id = (await statusOf(agent)).trustedBrowsers[0]?.id ?? '';
      return {
        step: () => app.client(agent).secondFactor.endTrust.mutate({ id }),
        isDone: async () => (await statusOf(agent)).trustedBrowsers.length === 0,
        async recover() {
          await beginSignIn(app, email, { agent: trusted });
          expect(await countActivity(email, 'browser-trust-ended')).toBe(1);
        },
      };
    },
  };
}
