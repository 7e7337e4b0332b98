import { expect } from 'vitest';
import { redeemAuthorizationCode } from '../../../server/domain/oauth/authorization-codes.ts';
import {
  readClientSession,
  REFRESH_GRACE_MS,
  refreshClientSession,
  type RefreshedSession,
} from '../../../server/domain/oauth/client-sessions.ts';
import { revokeToken } from '../../../server/domain/oauth/client-token-checks.ts';
import { authorizeClient, refusalOf, SHOP, signInToClient } from '../../oauth/clients.ts';
import { actorOf } from '../../users/sessions.ts';
import type { Flows, FlowWorld } from './flow-world.ts';
import { NO_REQUEST } from '../../../server/domain/rules/request-context.ts';

export function clientFlows({ app, addressOf, signUp, countActivity }: FlowWorld): Flows {
  const refresh = (token: string) => refreshClientSession(app.deps, SHOP, token, NO_REQUEST);

  /** A person with a client, authorized on `thisDevice`, and another device. */
  async function signInToShop(person: string) {
    const otherDevice = await signUp(person);
    const thisDevice = await signUp(person);
    const actor = await actorOf(app.deps, thisDevice);
    return { otherDevice, thisDevice, actor, opened: await signInToClient(app, actor) };
  }

  /** The client has no access, and nothing of its session is left. */
  async function expectEnded({ session, refreshToken }: RefreshedSession): Promise<void> {
    expect(await readClientSession(app.deps, session._id)).toBeNull();
    expect(await refusalOf(refresh(refreshToken))).toBe('invalid_grant');
    const { users, sessions } = app.deps.collections;
    expect(await users.countDocuments({ 'sessions.id': session._id })).toBe(0);
    expect(await sessions.countDocuments({ _id: session._id })).toBe(0);
  }

  return {
    async 'redeeming a code of a client'(person) {
      const agent = await signUp(person);
      const actor = await actorOf(app.deps, agent);
      const { client, sent } = await authorizeClient(app, actor);
      const redeem = () => redeemAuthorizationCode(app.deps, client, sent, NO_REQUEST);
      return {
        step: redeem,
        async recover() {
          // A second use of the code ends what the first one gave.
          await refusalOf(redeem());
          const again = await signInToClient(app, actor);
          expect(await refusalOf(redeem())).toBe('invalid_grant');
          expect(await refusalOf(refresh(again.refreshToken))).toBeNull();
          const { user, session } = actor;
          const { users, sessions } = app.deps.collections;
          const listed = (await users.findOne({ _id: user._id }))?.sessions ?? [];
          expect(listed.map(({ id }) => id)).toEqual([session._id, again.session._id]);
          expect(await sessions.countDocuments({ userId: user._id })).toBe(2);
        },
      };
    },

    async 'refreshing the tokens of a client'(person) {
      const { opened } = await signInToShop(person);
      return {
        step: () => refresh(opened.refreshToken),
        async recover() {
          // Whether or not the answer was lost, the client repeats its request.
          const next = await refresh(opened.refreshToken);
          expect(await refusalOf(refresh(next.refreshToken))).toBeNull();
          expect(await readClientSession(app.deps, opened.session._id)).not.toBeNull();
        },
      };
    },

    async 'second use of a refresh token'(person) {
      const { opened } = await signInToShop(person);
      await refresh(opened.refreshToken);
      app.advance(REFRESH_GRACE_MS + 1000);
      return {
        step: () => refusalOf(refresh(opened.refreshToken)),
        repeats: true,
        async recover() {
          await expectEnded(opened);
          expect(await countActivity(addressOf(person), 'client-token-reused')).toBe(1);
        },
      };
    },

    async 'revoking a token of a client'(person) {
      const { opened } = await signInToShop(person);
      const revoke = () => revokeToken(app.deps, SHOP, opened.refreshToken, NO_REQUEST);
      return {
        step: revoke,
        async recover() {
          await revoke();
          await expectEnded(opened);
        },
      };
    },

    async 'session.revoke of a session that authorized a client'(person) {
      const { opened, actor, otherDevice } = await signInToShop(person);
      const { session } = app.client(otherDevice);
      return {
        step: () => session.revoke.mutate({ id: actor.session._id.toHexString() }),
        repeats: true,
        async recover() {
          await expectEnded(opened);
          expect(await session.list.query()).toHaveLength(1);
        },
      };
    },

    async 'sign-out of a session that authorized a client'(person) {
      const { opened, thisDevice, otherDevice } = await signInToShop(person);
      return {
        step: () => app.client(thisDevice).session.signOut.mutate(),
        repeats: true,
        async recover() {
          await expectEnded(opened);
          expect(await app.client(otherDevice).session.list.query()).toHaveLength(1);
        },
      };
    },
  };
}
