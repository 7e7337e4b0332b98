import { expect } from 'vitest';
import { SECOND_MS, SESSION_FRESH_MS } from '../../../shared/limits.ts';
import type { HttpAgent } from '../../app/http-agent.ts';
import { createPasskey, signInWithPasskey } from '../../sign-in/passkeys.ts';
import { SoftwareAuthenticator } from '../../sign-in/software-authenticator.ts';
import type { Flows, FlowWorld } from './flow-world.ts';

export function passkeyFlows({ app, addressOf, signUp, userOf, expectTold }: FlowWorld): Flows {
  const listOf = async (agent: HttpAgent) => (await app.client(agent).passkeys.list.query()).passkeys;
  const newAuthenticator = () =>
    new SoftwareAuthenticator({ origin: app.origin, synced: false, counts: true });

  async function owning(person: string) {
    const agent = await signUp(person);
    return { agent, authenticator: await createPasskey(app, agent, newAuthenticator()) };
  }

  return {
    async 'passkeys.begin'(person) {
      const agent = await signUp(person);
      return {
        step: () => app.client(agent).passkeys.begin.mutate(),
        async recover() {
          const authenticator = await createPasskey(app, agent, newAuthenticator());
          const { passkeyHandle } = await userOf(addressOf(person));
          expect(authenticator.passkeys[0]?.userHandle).toBe(passkeyHandle);
          await signInWithPasskey(app, authenticator);
        },
      };
    },

    async 'passkeys.finish'(person) {
      const agent = await signUp(person);
      const authenticator = newAuthenticator();
      const { passkeys } = app.client(agent);
      const { options } = await passkeys.begin.mutate();
      const credential = authenticator.create(options);
      return {
        needsNewUser: true,
        step: () => passkeys.finish.mutate({ credential }),
        async recover() {
          // The challenge is used up either way. The list says whether the passkey was stored.
          const isStored = (await listOf(agent)).length === 1;
          if (!isStored) await createPasskey(app, agent, authenticator);
          expect(await listOf(agent)).toHaveLength(1);
          await expectTold(addressOf(person), 'passkey-added', 'passkey was added');
          await signInWithPasskey(app, authenticator);
        },
      };
    },

    async 'sign-in by passkey'(person) {
      const { authenticator } = await owning(person);
      const agent = app.agent();
      const { session } = app.client(agent);
      const { options } = await session.beginPasskey.mutate();
      const passkey = authenticator.get(options);
      return {
        step: () => session.signInWithPasskey.mutate({ passkey }),
        repeats: true,
        async recover() {
          // The answer works at most once. The owner has one session already.
          expect((await userOf(addressOf(person))).sessions?.length).toBeLessThanOrEqual(2);
          await signInWithPasskey(app, authenticator, agent);
          expect(await session.get.query()).toMatchObject({ aal: 2 });
          // Each use is counted, but never twice.
          const { passkeys = [] } = await userOf(addressOf(person));
          expect(passkeys[0]?.counter).toBe(authenticator.passkeys[0]?.counter);
        },
      };
    },

    async 're-authentication by passkey'(person) {
      const { agent, authenticator } = await owning(person);
      await app.ageSignIn(agent, SESSION_FRESH_MS + SECOND_MS);
      const { session, passkeys } = app.client(agent);
      const answer = async () => {
        const { options } = await session.beginPasskey.mutate({ purpose: 'verify' });
        return authenticator.get(options);
      };
      const passkey = await answer();
      return {
        step: () => session.reauthenticate.mutate({ method: 'passkey', passkey }),
        async recover() {
          await session.reauthenticate.mutate({ method: 'passkey', passkey: await answer() });
          await passkeys.remove.mutate({ id: passkey.id });
        },
      };
    },

    async 'passkeys.remove'(person) {
      const { agent, authenticator } = await owning(person);
      const id = authenticator.passkeys[0]?.id ?? '';
      return {
        step: () => app.client(agent).passkeys.remove.mutate({ id }),
        isDone: async () => (await listOf(agent)).length === 0,
        async recover() {
          await expect(signInWithPasskey(app, authenticator)).rejects.toThrow('any more');
          await expectTold(addressOf(person), 'passkey-removed', 'passkey was removed');
        },
      };
    },
  };
}
