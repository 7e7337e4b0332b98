import { expect } from 'vitest';
import { SESSION_FRESH_MS } from '../../../shared/limits.ts';
import { identifierOf } from '../../../server/domain/rules/verification-identifiers.ts';
import type { Flows, FlowWorld } from './flow-world.ts';

export function mailFlows({ app, addressOf, requestCode, signUp, sessionOf, userIdOf }: FlowWorld): Flows {
  return {
    'asking for a mail'(person) {
      const agent = app.agent();
      return {
        step: () => app.client(agent).session.requestLink.mutate({ email: addressOf(person) }),
        async recover() {
          await app.signInByMail(addressOf(person), agent);
          expect(await userIdOf(agent)).toBeTypeOf('string');
        },
      };
    },

    async 'sign-in by link'(person) {
      const email = addressOf(person);
      const agent = app.agent();
      await requestCode(agent, email);
      const token = new URL(app.mailbox.linkOf(app.mailbox.last(email))).searchParams.get('token') ?? '';
      return {
        step: () => app.client(agent).session.confirmLink.mutate({ email, token }),
        async recover() {
          await app.signInByMail(email, agent);
          expect(await sessionOf(agent)).toMatchObject({ user: { email } });
        },
      };
    },

    async 'sign-in by code'(person) {
      const email = addressOf(person);
      const agent = app.agent();
      const code = await requestCode(agent, email);
      return {
        step: () => app.client(agent).session.signInWithCode.mutate({ email, code }),
        async recover() {
          await app.signInByMail(email, agent);
          expect(await sessionOf(agent)).toMatchObject({ user: { email } });
        },
      };
    },

    async 'asking for a mail beside an unused code'(person) {
      const email = addressOf(person);
      const owner = app.agent();
      const code = await requestCode(owner, email);
      return {
        step: () => app.client(app.agent()).session.requestLink.mutate({ email }),
        async recover() {
          await app.client(owner).session.signInWithCode.mutate({ email, code });
          expect(await sessionOf(owner)).toMatchObject({ user: { email } });
          const ofEmail = { identifier: identifierOf('sign-in', email) };
          expect(await app.deps.collections.verificationTokens.countDocuments(ofEmail)).toBe(0);
        },
      };
    },

    async 're-authentication by code'(person) {
      const agent = await signUp(person);
      await app.ageSignIn(agent, SESSION_FRESH_MS + 1000);
      const { session, accounts } = app.client(agent);
      const askForCode = async () => {
        await session.reauthenticate.mutate({ method: 'email' });
        return app.mailbox.codeOf(app.mailbox.last(addressOf(person)));
      };
      const code = await askForCode();
      return {
        step: () => session.reauthenticate.mutate({ method: 'code', code }),
        async recover() {
          await session.reauthenticate.mutate({ method: 'code', code: await askForCode() });
          expect((await accounts.link.mutate({ provider: 'trusted' })).url).toMatch(/^http/);
        },
      };
    },

    async 'sign-out'(person) {
      const agent = await signUp(person);
      const token = agent.cookies.get('foyer.session') ?? '';
      return {
        step: () => app.client(agent).session.signOut.mutate(),
        async recover() {
          await app.client(agent).session.signOut.mutate();
          agent.cookies.set('foyer.session', token);
          // The reply was lost, so the browser may still have the cookie. Only the session counts.
          await app.client(agent).session.signOut.mutate();
          agent.cookies.set('foyer.session', token);
          expect(await userIdOf(agent)).toBeUndefined();
        },
      };
    },
  };
}
