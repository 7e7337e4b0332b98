import { describe, expect } from 'vitest';
import {
  ACCESS_TOKENS_PER_USER,
  DAY_MS,
  DEVICE_CODE_MAX_AGE_MS,
  DEVICE_TOKEN_MAX_AGE_MS,
  SECOND_MS,
  SESSION_FRESH_MS,
} from '../../../shared/limits.ts';
import { RATE_LIMITS } from '../rules/counters.ts';
import { aSignedInUser, userAt } from '../../../testing/users/signed-in-users.ts';
import { bearer, callAsScript } from '../../../testing/users/access-tokens.ts';
import { appCodeOf, countParallel } from '../../../testing/app/app-code.ts';
import {
  approvedProgram,
  poll,
  pollFlow,
  startDeviceFlow,
  startProgram,
} from '../../../testing/oauth/devices.ts';
import { PARALLEL_CALLS, rounds } from '../../../testing/faults/fault-rounds.ts';
import type { HttpAgent } from '../../../testing/app/http-agent.ts';
import { brokenInvariants } from '../../../testing/faults/invariants.ts';
import { it } from '../../../testing/app/fixture.ts';
import type { TestApp } from '../../../testing/app/test-app.ts';
import { createUserCode } from '../../crypto/secrets.ts';
import { runDueJobs } from '../job-runner.ts';
import { uniqueEmail } from '../../../testing/run/unique-name.ts';

const deviceOf = (app: TestApp, agent: HttpAgent) => app.client(agent).device;

/** `done`, or the error of the poll. */
const pollOutcome = (app: TestApp, started: Parameters<typeof poll>[1]) =>
  poll(app, started).then(
    () => 'done',
    ({ message }: Error) => message,
  );

describe('a program that signs in by a browser', () => {
  it('gets a token with the approved scopes, and the person gets a mail', async ({ app }) => {
    const { email, agent } = await aSignedInUser(app);
    const started = await startProgram(app, {
      clientName: 'Foyer CLI on laptop',
      scopes: ['sessions:read', 'profile:read'],
    });
    await expect(poll(app, started)).rejects.toThrow('authorization_pending');

    const typed = started.userCode.toLowerCase().replace('-', ' ');
    expect(await deviceOf(app, agent).inspect.mutate({ userCode: typed })).toMatchObject({
      userCode: started.userCode,
      clientName: 'Foyer CLI on laptop',
      app: null,
      scopes: ['profile:read', 'sessions:read'],
      sameAddress: true,
      device: { kind: 'script' },
      tokenDays: DEVICE_TOKEN_MAX_AGE_MS / DAY_MS,
    });
    expect(await deviceOf(app, agent).approve.mutate({ userCode: typed })).toEqual({
      clientName: 'Foyer CLI on laptop',
      app: null,
      decidedAt: expect.any(String) as string,
    });

    app.mailbox.clear();
    const { token, scopes } = await poll(app, started);
    expect(scopes).toEqual(['profile:read', 'sessions:read']);
    const [accessToken] = await app.client(agent).accessTokens.list.query();
    expect(accessToken).toMatchObject({ name: 'Foyer CLI on laptop', scopes });
    expect(Date.parse(accessToken?.expires ?? '') - Date.now()).toBeGreaterThan(
      DEVICE_TOKEN_MAX_AGE_MS - DAY_MS,
    );
    expect((await callAsScript(app, bearer(token), 'profile.get')).status).toBe(200);
    expect((await callAsScript(app, bearer(token), 'email.get')).status).toBe(403);
    await runDueJobs(app.deps);
    expect(app.mailbox.last(email).text).toContain('Foyer CLI on laptop');
    const { events } = await app.client(agent).activity.list.query();
    expect(events[0]).toMatchObject({ kind: 'access-token-created', label: 'Foyer CLI on laptop' });
    await expect(poll(app, started)).rejects.toThrow('expired_token');
  });

  it('gets nothing because the person opened its link, only after the approval (security.md 58)', async ({
    app,
  }) => {
    const agent = await app.signInByMail(uniqueEmail());
    const started = await startProgram(app);
    for (const method of ['GET', 'HEAD']) await agent.request(`/device?code=${started.userCode}`, { method });
    await expect(poll(app, started)).rejects.toThrow('authorization_pending');
  });

  it('gets the denial, and nothing can be approved any more', async ({ app }) => {
    const agent = await app.signInByMail(uniqueEmail());
    const started = await startProgram(app);
    const { userCode } = started;
    expect(await deviceOf(app, agent).deny.mutate({ userCode })).toEqual({
      clientName: 'Foyer CLI on laptop',
      app: null,
      decidedAt: expect.any(String) as string,
    });
    for (const call of ['inspect', 'approve'] as const)
      expect(await appCodeOf(deviceOf(app, agent)[call].mutate({ userCode }))).toBe('USER_CODE_INVALID');
    await expect(poll(app, started)).rejects.toThrow('access_denied');
    await expect(poll(app, started)).rejects.toThrow('expired_token');
  });

  it('expires after ten minutes for person and program, approved or not', async ({ app }) => {
    const agent = await app.signInByMail(uniqueEmail());
    const [waiting, approved] = [await startProgram(app), await approvedProgram(app, agent)];
    app.advance(DEVICE_CODE_MAX_AGE_MS + SECOND_MS);
    for (const started of [waiting, approved])
      await expect(poll(app, started)).rejects.toThrow('expired_token');
    const { userCode } = waiting;
    expect(await appCodeOf(deviceOf(app, agent).inspect.mutate({ userCode }))).toBe('USER_CODE_INVALID');
  });

  it('is told to poll less often, with a growing interval', async ({ app }) => {
    const started = await startDeviceFlow(app, { client_id: 'foyer-cli', scope: 'profile:read' });
    const waits = async () => {
      const answer = await pollFlow(app, started, { client_id: 'foyer-cli' });
      const { error } = answer.json() as { error: string };
      return [error, answer.headers.get('retry-after')];
    };
    expect(await waits()).toEqual(['authorization_pending', '5']);
    expect(await waits()).toEqual(['slow_down', '10']);
    app.advance(6 * SECOND_MS);
    expect(await waits()).toEqual(['slow_down', '15']);
    app.advance(15 * SECOND_MS);
    expect(await waits()).toEqual(['authorization_pending', '15']);
  });
});

describe('the person who decides', () => {
  it('needs a fresh session to approve, but not to deny', async ({ app }) => {
    const agent = await app.signInByMail(uniqueEmail());
    const { userCode } = await startProgram(app);
    await app.ageSignIn(agent, SESSION_FRESH_MS + SECOND_MS);
    expect(await appCodeOf(deviceOf(app, agent).approve.mutate({ userCode }))).toBe('SESSION_NOT_FRESH');
    expect((await deviceOf(app, agent).inspect.mutate({ userCode })).userCode).toBe(userCode);
    await deviceOf(app, agent).deny.mutate({ userCode });
    const nobody = deviceOf(app, app.agent());
    expect(await appCodeOf(nobody.inspect.mutate({ userCode }))).toBe('SessionRequired');
  });

  it('can guess five codes, also in parallel, and a right one does not count (security.md 58)', async ({
    app,
  }) => {
    const agent = await app.signInByMail(uniqueEmail());
    const { userCode } = await startProgram(app);
    const { inspect } = deviceOf(app, agent);
    for (let n = 0; n < 2 * RATE_LIMITS['user-code'].refusal.browser.quarter; n++)
      await inspect.mutate({ userCode });
    const outcomes = await countParallel(() => inspect.mutate({ userCode: createUserCode() }));
    expect(outcomes).toEqual({
      USER_CODE_INVALID: RATE_LIMITS['user-code'].refusal.browser.quarter,
      RATE_LIMITED: PARALLEL_CALLS - RATE_LIMITS['user-code'].refusal.browser.quarter,
    });
    expect(await appCodeOf(deviceOf(app, agent).approve.mutate({ userCode }))).toBe('RATE_LIMITED');
    // Another person is not limited.
    expect(
      (await deviceOf(app, await app.signInByMail(uniqueEmail())).inspect.mutate({ userCode })).userCode,
    ).toBe(userCode);
  });

  it('gets an error when they have the maximum number of tokens', async ({ app }) => {
    const { email, agent } = await aSignedInUser(app);
    const expires = new Date(Date.now() + DAY_MS);
    const late = await approvedProgram(app, agent);
    const { userCode } = await startProgram(app);
    const { users } = app.deps.collections;
    const user = await userAt(app, email);
    const accessTokens = Array.from({ length: ACCESS_TOKENS_PER_USER }, () => ({
      id: user._id,
      expires,
      addedBy: user._id,
    }));
    await users.updateOne({ _id: user._id }, { $set: { accessTokens } });
    expect(await appCodeOf(deviceOf(app, agent).approve.mutate({ userCode }))).toBe('TOO_MANY_ACCESS_TOKENS');
    await expect(poll(app, late)).rejects.toThrow('access_denied');
    await users.updateOne({ _id: user._id }, { $set: { accessTokens: [] } });
  });
});

describe(`${PARALLEL_CALLS} parallel calls (security.md R1)`, { timeout: 120_000 }, () => {
  const total = rounds(1, 30);

  it('of parallel polls after the approval, one gets the token', async ({ app }) => {
    for (let round = 0; round < total; round++) {
      const agent = await app.signInByMail(uniqueEmail());
      const started = await approvedProgram(app, agent);
      const outcomes = await countParallel(() => pollOutcome(app, started));
      expect(outcomes).toEqual({ done: 1, expired_token: PARALLEL_CALLS - 1 });
      expect(await app.client(agent).accessTokens.list.query()).toHaveLength(1);
    }
    expect(await brokenInvariants(app.db)).toEqual([]);
  });

  it('of parallel approvals and denials, one decides', async ({ app }) => {
    for (let round = 0; round < total; round++) {
      await app.resetLimits();
      const people = await Promise.all(Array.from({ length: 10 }, () => app.signInByMail(uniqueEmail())));
      const started = await startProgram(app);
      const { userCode } = started;
      let calls = 0;
      const decideSomehow = () => {
        const { approve, deny } = deviceOf(app, people[calls % people.length] ?? app.agent());
        return calls++ % 3 === 0 ? deny.mutate({ userCode }) : approve.mutate({ userCode });
      };
      const { done, ...others } = await countParallel(decideSomehow);
      expect(done).toBe(1);
      expect(Object.keys(others).every((code) => /^(USER_CODE_INVALID|RATE_LIMITED)$/.test(code))).toBe(true);
      const outcome = await pollOutcome(app, started);
      const lists = await Promise.all(people.map((one) => app.client(one).accessTokens.list.query()));
      expect(lists.flat()).toHaveLength(outcome === 'done' ? 1 : 0);
    }
  });
});

it('the letters of user codes are uniformly distributed (security.md 9)', () => {
  const letters = new Map<string, number>();
  const total = 4000;
  for (let n = 0; n < total; n++)
    for (const letter of createUserCode().replace('-', ''))
      letters.set(letter, (letters.get(letter) ?? 0) + 1);
  expect(letters.size).toBe(20);
  const expected = (total * 8) / 20;
  // Six standard deviations.
  for (const count of letters.values())
    expect(Math.abs(count - expected)).toBeLessThan(6 * Math.sqrt(expected));
});

it('a token can read and revoke itself', async ({ app }) => {
  const agent = await app.signInByMail(uniqueEmail());
  const { token } = await poll(app, await approvedProgram(app, agent));
  const [accessToken] = await app.client(agent).accessTokens.list.query();
  if (!accessToken) throw new Error('there is no access token');
  const current = await callAsScript(app, bearer(token), 'accessTokens.current');
  const { user } = (await app.client(agent).session.get.query()) ?? {};
  expect(JSON.parse(current.text)).toMatchObject({
    result: { data: { id: accessToken.id, name: accessToken.name, userId: user?.id } },
  });
  const revoked = await callAsScript(app, bearer(token), 'accessTokens.revokeCurrent', { input: {} });
  expect(JSON.parse(revoked.text)).toEqual({ result: { data: { id: accessToken.id } } });
  expect((await callAsScript(app, bearer(token), 'accessTokens.current')).status).toBe(401);
  expect(await appCodeOf(app.client(agent).accessTokens.current.query())).toBe('ACCESS_TOKEN_INVALID');
  const { events } = await app.client(agent).activity.list.query();
  expect(events[0]).toMatchObject({ kind: 'access-token-revoked' });
});
