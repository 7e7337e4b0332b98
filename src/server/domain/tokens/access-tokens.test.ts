import { describe, expect } from 'vitest';
import { aTokenInput, bearer, callAsScript, makeToken } from '../../../testing/users/access-tokens.ts';
import { appCodeOf, countOutcomes, countParallel, outcomeOf } from '../../../testing/app/app-code.ts';
import { PARALLEL_CALLS, rounds } from '../../../testing/faults/fault-rounds.ts';
import type { HttpAgent } from '../../../testing/app/http-agent.ts';
import { brokenInvariants } from '../../../testing/faults/invariants.ts';
import {
  aPersonWithPassword,
  OTHER_PASSWORD,
  PASSWORD,
  resetLinkOf,
  signUpWithPassword,
} from '../../../testing/sign-in/passwords.ts';
import { actorOf } from '../../../testing/users/sessions.ts';
import { aSignedInUser, userAt } from '../../../testing/users/signed-in-users.ts';
import { it } from '../../../testing/app/fixture.ts';
import type { TestApp } from '../../../testing/app/test-app.ts';
import { deletionWords } from '../../../locales/en/deletion-words.ts';
import { ACCESS_TOKENS_PER_USER, DAY_MS } from '../../../shared/limits.ts';
import { RATE_LIMITS } from '../rules/counters.ts';
import { createAccessToken, listAccessTokens, revokeAccessToken } from './access-tokens.ts';
import type { ReadSession } from '../sessions/sessions.ts';
import { markEmailVerified } from '../users/users.ts';
import { uniqueEmail } from '../../../testing/run/unique-name.ts';
import { NO_REQUEST } from '../rules/request-context.ts';

const create = async (app: TestApp, by: ReadSession): Promise<string> => {
  await createAccessToken(app.deps, by, aTokenInput(), NO_REQUEST);
  return 'created';
};

async function statusWith(app: TestApp, token: string): Promise<number> {
  return (await callAsScript(app, bearer(token), 'profile.get')).status;
}

describe(`${PARALLEL_CALLS} parallel calls (security.md R1)`, { timeout: 120_000 }, () => {
  const total = rounds(1, 30);

  it('create ten tokens when there is room for ten', async ({ app }) => {
    for (let round = 0; round < total; round++) {
      const agent = await app.signInByMail(uniqueEmail());
      for (let made = 0; made < ACCESS_TOKENS_PER_USER - 10; made++)
        await create(app, await actorOf(app.deps, agent));
      await app.resetLimits();
      const by = await actorOf(app.deps, agent);
      expect(PARALLEL_CALLS).toBeLessThan(RATE_LIMITS.authorization.refusal.user.hour);
      const outcomes = await countParallel(() => create(app, by));
      expect(outcomes).toEqual({ created: 10, TOO_MANY_ACCESS_TOKENS: PARALLEL_CALLS - 10 });
      const { user } = await actorOf(app.deps, agent);
      expect(user.accessTokens).toHaveLength(ACCESS_TOKENS_PER_USER);
      expect(await listAccessTokens(app.deps, user)).toHaveLength(ACCESS_TOKENS_PER_USER);
      expect(await app.deps.collections.accessTokens.countDocuments({ userId: user._id })).toBe(
        ACCESS_TOKENS_PER_USER,
      );
    }
    expect(await brokenInvariants(app.db)).toEqual([]);
  });

  it('revoke one token once', async ({ app }) => {
    for (let round = 0; round < total; round++) {
      await app.resetLimits();
      const agent = await app.signInByMail(uniqueEmail());
      const { token, accessToken } = await makeToken(app, agent);
      const actor = await actorOf(app.deps, agent);
      const { user } = actor;
      const revoke = () => revokeAccessToken(app.deps, actor, accessToken.id, NO_REQUEST);
      expect(await countParallel(revoke)).toEqual({ done: 1, NOT_FOUND: PARALLEL_CALLS - 1 });
      expect(await statusWith(app, token)).toBe(401);
      const told = { userId: user._id, kind: 'access-token-revoked' as const };
      expect(await app.deps.collections.activity.countDocuments(told)).toBe(1);
    }
  });

  it('leave no token after a parallel reset of the password, also no earlier one', async ({ app }) => {
    for (let round = 0; round < total; round++) {
      await app.resetLimits();
      const { email, agent } = await aPersonWithPassword(app);
      const { token } = await makeToken(app, agent);
      const { password } = app.client(app.agent());
      await password.requestReset.mutate({ email });
      const by = await actorOf(app.deps, agent);
      const reset = async () => {
        await password.reset.mutate({ ...resetLinkOf(app, email), password: OTHER_PASSWORD });
        return 'reset';
      };
      const outcomes = await countOutcomes([
        ...Array.from({ length: PARALLEL_CALLS / 2 }, () => create(app, by)),
        reset(),
        ...Array.from({ length: PARALLEL_CALLS / 2 - 1 }, () => create(app, by)),
      ]);
      expect(outcomes['reset']).toBe(1);
      expect(await statusWith(app, token)).toBe(401);
      expect(Object.keys(outcomes)).toEqual(expect.not.arrayContaining(['TOO_MANY_ACCESS_TOKENS']));
      expect(await outcomeOf(create(app, by))).toBe('SessionRequired');
      const user = await app.deps.collections.users.findOne({ email });
      expect(user?.accessTokens).toEqual([]);
      expect(await app.deps.collections.accessTokens.findOne({ userId: by.user._id })).toBeNull();
    }
  });
});

describe('a token ends with', () => {
  it('the first proof of the address, if somebody else made it (arXiv 2205.10174)', async ({ app }) => {
    const { email, agent } = await aSignedInUser(app);
    const { token } = await makeToken(app, agent);
    await app.deps.collections.users.updateOne({ email }, { $set: { emailVerified: null } });
    expect(await statusWith(app, token)).toBe(200);
    const user = await userAt(app, email);
    await markEmailVerified(app.deps, user, NO_REQUEST);
    expect(await statusWith(app, token)).toBe(401);
  });

  it.for<[string, (app: TestApp, agent: HttpAgent, email: string) => Promise<unknown>]>([
    [
      'its account, on the next request (ASVS 7.4.2)',
      (app, agent) => app.client(agent).data.deleteAccount.mutate({ confirm: deletionWords }),
    ],
    [
      'a tombstone of its user, even when rows are still stored',
      (app, _agent, email) =>
        app.deps.collections.users.updateOne({ email }, { $set: { deletedAt: new Date() } }),
    ],
    ['its user’s document', (app, _agent, email) => app.deps.collections.users.deleteOne({ email })],
  ])('%s', async ([_what, end], { app }) => {
    const { email, agent } = await aSignedInUser(app);
    const { token } = await makeToken(app, agent);
    await end(app, agent, email);
    expect(await statusWith(app, token)).toBe(401);
  });
});

describe('a token goes on after', () => {
  it('a change of the password, and signing out everywhere', async ({ app }) => {
    const agent = await signUpWithPassword(app, uniqueEmail());
    const { token } = await makeToken(app, agent);
    const { password, session } = app.client(agent);
    await password.change.mutate({ current: PASSWORD, password: OTHER_PASSWORD });
    await session.revokeOthers.mutate();
    await session.signOut.mutate();
    expect(await statusWith(app, token)).toBe(200);
  });

  it('signing everybody out by itself', async ({ app }) => {
    const agent = await app.signInByMail(uniqueEmail());
    const { token } = await makeToken(app, agent);
    const answer = await callAsScript(app, bearer(token), 'session.revokeOthers', { input: {} });
    expect(answer.status).toBe(200);
    expect(await app.client(agent).session.get.query()).toBeNull();
    expect(await statusWith(app, token)).toBe(200);
  });
});

describe('what a kill leaves', () => {
  it('is not a valid token, and the next read removes it', async ({ app }) => {
    const agent = await app.signInByMail(uniqueEmail());
    const { token, accessToken } = await makeToken(app, agent);
    const { user } = await actorOf(app.deps, agent);
    // The state after the deciding write of a revocation.
    await app.deps.collections.users.updateOne({ _id: user._id }, { $set: { accessTokens: [] } });
    expect(await statusWith(app, token)).toBe(401);
    const { accessTokens } = app.client(agent);
    expect(await accessTokens.list.query()).toEqual([]);
    const rows = { userId: user._id };
    expect(await app.deps.collections.accessTokens.countDocuments(rows)).toBe(1);
    app.advance(DAY_MS / 24 / 60);
    expect(await accessTokens.list.query()).toEqual([]);
    expect(await app.deps.collections.accessTokens.countDocuments(rows)).toBe(0);
    expect(await appCodeOf(accessTokens.revoke.mutate({ id: accessToken.id }))).toBe('NOT_FOUND');
    app.resetClock();
  });
});
