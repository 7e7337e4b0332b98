import { expect } from 'vitest';
import { SECOND_FACTOR_REMOVAL_DELAY_MS } from '../../../shared/limits.ts';
import { requestRemoval, runDueRemovals } from '../../../server/domain/second-factor/removal.ts';
import {
  askForRemoval,
  makeStrong,
  aProtectedPerson,
  stopTokenOf,
} from '../../sign-in/lost-second-factor.ts';
import type { Flows, FlowWorld } from './flow-world.ts';

export function removalFlows({ app, addressOf, userOf, expectTold }: FlowWorld): Flows {
  async function expectStopped(email: string): Promise<void> {
    const user = await userOf(email);
    expect(user.secondFactorRemoval).toBeUndefined();
    expect(user.totp).toHaveLength(1);
    expect(user.recoveryCodes).toBeDefined();
    await expectTold(email, 'second-factor-removal-stopped', 'Two-step verification stays on');
  }

  async function expectRemoved(email: string): Promise<void> {
    const user = await userOf(email);
    for (const field of ['totp', 'recoveryCodes', 'trustedBrowsers', 'secondFactorRemoval'])
      expect(user).not.toHaveProperty(field);
    expect(user.passkeys).toHaveLength(1);
    await expectTold(email, 'second-factor-removed', 'Two-step verification was turned off');
  }

  return {
    async 'second-factor:remove'(person) {
      const { email } = await aProtectedPerson(app, addressOf(person));
      return {
        step: () => requestRemoval(app.deps, { email, reason: 'Lost phone' }),
        repeats: true,
        async recover() {
          const kind = 'second-factor-removal-requested';
          await expectTold(email, kind, 'Two-step verification will be turned off');
          const token = await stopTokenOf(app, email);
          await app.client(app.agent()).secondFactor.stopRemoval.mutate({ token });
          await expectStopped(email);
        },
      };
    },

    async 'secondFactor.stopRemoval'(person) {
      const { email } = await aProtectedPerson(app, addressOf(person));
      const token = await askForRemoval(app, email);
      return {
        step: () => app.client(app.agent()).secondFactor.stopRemoval.mutate({ token }),
        repeats: true,
        recover: () => expectStopped(email),
      };
    },

    async 'secondFactor.cancelRemoval'(person) {
      const { email, secondFactor } = await aProtectedPerson(app, addressOf(person));
      await askForRemoval(app, email);
      return {
        step: () => secondFactor.cancelRemoval.mutate(),
        repeats: true,
        recover: () => expectStopped(email),
      };
    },

    async 'secondFactor.removeNow'(person) {
      const { email, agent, secondFactor } = await aProtectedPerson(app, addressOf(person));
      await askForRemoval(app, email);
      await makeStrong(app, agent);
      return {
        step: () => secondFactor.removeNow.mutate(),
        repeats: true,
        recover: () => expectRemoved(email),
      };
    },

    async 'running a removal of the second factors'(person) {
      const { email } = await aProtectedPerson(app, addressOf(person));
      await askForRemoval(app, email);
      const runLater = async () => {
        app.advance(SECOND_FACTOR_REMOVAL_DELAY_MS);
        try {
          await runDueRemovals(app.deps);
        } finally {
          app.resetClock();
        }
      };
      return {
        step: runLater,
        async recover() {
          await runLater();
          app.advance(SECOND_FACTOR_REMOVAL_DELAY_MS);
          await expectRemoved(email);
        },
      };
    },
  };
}
