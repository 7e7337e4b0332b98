import { expect } from 'vitest';
import { MINUTE_MS } from '../../../shared/limits.ts';
import { bearer, callAsScript, makeToken } from '../../users/access-tokens.ts';
import type { HttpAgent } from '../../app/http-agent.ts';
import type { Flows, FlowWorld } from './flow-world.ts';

export function accessTokenFlows({ app, signUp, userIdOf }: FlowWorld): Flows {
  const isAlive = async (token: string) =>
    (await callAsScript(app, bearer(token), 'profile.get')).status === 200;

  /** Every listed token can be revoked. Then no token is left. */
  async function expectNothingLeft(agent: HttpAgent): Promise<void> {
    const { accessTokens } = app.client(agent);
    for (const { id } of await accessTokens.list.query()) await accessTokens.revoke.mutate({ id });
    app.advance(MINUTE_MS);
    expect(await accessTokens.list.query()).toEqual([]);
    app.resetClock();
    const id = await userIdOf(agent);
    const rows = await app.deps.collections.accessTokens.find().toArray();
    expect(rows.filter(({ userId }) => userId.toHexString() === id)).toEqual([]);
  }

  return {
    async 'accessTokens.create'(person) {
      const agent = await signUp(person);
      return {
        step: () => makeToken(app, agent),
        async recover() {
          // A token that the person did not get may exist. It is in the list, so they can revoke it.
          const { token } = await makeToken(app, agent, { name: 'Once more' });
          expect(await isAlive(token)).toBe(true);
          const listed = await app.client(agent).accessTokens.list.query();
          expect([1, 2]).toContain(listed.length);
          await expectNothingLeft(agent);
          expect(await isAlive(token)).toBe(false);
        },
      };
    },

    async 'accessTokens.revoke'(person) {
      const agent = await signUp(person);
      const { accessTokens } = app.client(agent);
      const { token, accessToken } = await makeToken(app, agent);
      return {
        step: () => accessTokens.revoke.mutate({ id: accessToken.id }),
        async recover() {
          const listed = await accessTokens.list.query();
          expect(await isAlive(token)).toBe(listed.length === 1);
          await expectNothingLeft(agent);
          expect(await isAlive(token)).toBe(false);
        },
      };
    },
  };
}
