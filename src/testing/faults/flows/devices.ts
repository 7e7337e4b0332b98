import { expect } from 'vitest';
import { bearer, callAsScript } from '../../users/access-tokens.ts';
import { approvedProgram, poll, pollFlow, startDeviceFlow, startProgram } from '../../oauth/devices.ts';
import type { HttpAgent } from '../../app/http-agent.ts';
import type { Flows, FlowWorld } from './flow-world.ts';

export function deviceFlows({ app, signUp }: FlowWorld): Flows {
  /** A program that starts again gets a token that works, and no other program does. */
  async function expectToWork(agent: HttpAgent): Promise<void> {
    const { token } = await poll(app, await approvedProgram(app, agent));
    expect((await callAsScript(app, bearer(token), 'profile.get')).status).toBe(200);
  }

  async function approvedTelevision(agent: HttpAgent) {
    const started = await startDeviceFlow(app);
    await app.client(agent).device.approve.mutate({ userCode: started.user_code });
    return started;
  }

  return {
    async 'poll of a declared client'(person) {
      const agent = await signUp(person);
      const started = await approvedTelevision(agent);
      const televisions = async () =>
        (await app.client(agent).session.list.query()).filter((session) => session.app !== null);
      return {
        step: () => pollFlow(app, started),
        async recover() {
          // Either the session was not fetched yet, or the flow is over. There is never a second session.
          const { status } = await pollFlow(app, started);
          const before = await televisions();
          expect(before.length).toBeLessThanOrEqual(1);
          if (status === 200) expect(before).toHaveLength(1);
          expect((await pollFlow(app, started)).json()).toMatchObject({ error: 'expired_token' });
          expect((await pollFlow(app, await approvedTelevision(agent))).status).toBe(200);
          expect(await televisions()).toHaveLength(before.length + 1);
        },
      };
    },

    async 'start of a command line'(person) {
      const agent = await signUp(person);
      return { step: () => startProgram(app), recover: () => expectToWork(agent) };
    },

    async 'device.approve'(person) {
      const agent = await signUp(person);
      const started = await startProgram(app);
      const { userCode } = started;
      const { device } = app.client(agent);
      return {
        step: () => device.approve.mutate({ userCode }),
        repeats: true,
        async recover() {
          expect((await poll(app, started)).scopes).toEqual(['profile:read']);
          await expect(poll(app, started)).rejects.toThrow('expired_token');
        },
      };
    },

    async 'poll of a command line'(person) {
      const agent = await signUp(person);
      const started = await approvedProgram(app, agent);
      return {
        step: () => poll(app, started),
        async recover() {
          // Either the token was not fetched yet, or the flow is over. There is never a second token.
          const pollToken = await poll(app, started).then(
            ({ token }) => token,
            () => null,
          );
          const before = await app.client(agent).accessTokens.list.query();
          expect(before.length).toBeLessThanOrEqual(1);
          if (pollToken !== null) expect(before).toHaveLength(1);
          await expect(poll(app, started)).rejects.toThrow('expired_token');
          await expectToWork(agent);
        },
      };
    },
  };
}
