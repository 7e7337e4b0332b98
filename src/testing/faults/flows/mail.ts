import { expect } from 'vitest';
import { identifierOf } from '../../../server/domain/rules/verification-identifiers.ts';
import type { Flows, FlowWorld } from './flow-world.ts';

export function mailFlows(world: FlowWorld): Flows {
  const { app, addressOf, signInByCode, reauthenticateByCode, signUp, sessionOf, userIdOf } = world;
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
      const { token } = await app.requestMail(email, agent);
      return {
        step: () => app.client(agent).session.confirmLink.mutate({ email, token }),
        async recover() {
          await app.signInByMail(email, agent);
          expect(await sessionOf(agent)).toMatchObject({ user: { email } });
        },
      };
    },

    'sign-in by code': (person) => signInByCode(person),

    async 'asking for a mail beside an unused code'(person) {
      const email = addressOf(person);
      const owner = app.agent();
      const { code } = await app.requestMail(email, owner);
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
      const readCode = () => app.mailbox.codeOf(app.mailbox.last(addressOf(person)));
      return reauthenticateByCode(agent, 'email', readCode, async () => {
        const { url } = await app.client(agent).accounts.link.mutate({ provider: 'trusted' });
        expect(url).toMatch(/^http/);
      });
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
