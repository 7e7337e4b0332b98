import { describe, expect } from 'vitest';
import { SESSION_FRESH_MS } from '../../../shared/limits.ts';
import { RATE_LIMITS } from '../rules/counters.ts';
import { appCodeOf, outcomeOf } from '../../../testing/app/app-code.ts';
import { startProgram } from '../../../testing/oauth/devices.ts';
import type { HttpAgent } from '../../../testing/app/http-agent.ts';
import { aPersonWithPassword, OTHER_PASSWORD, PASSWORD } from '../../../testing/sign-in/passwords.ts';
import { it } from '../../../testing/app/fixture.ts';
import type { TestApp } from '../../../testing/app/test-app.ts';

const { quarter: GUESSES_PER_ACCOUNT } = RATE_LIMITS.password.pause.account;

/** A person with a password and two stale sessions. */
async function aPersonWithStaleSessions(app: TestApp) {
  const { email, agent: owner } = await aPersonWithPassword(app);
  const stolen = await signIn(app, email);
  await app.ageSignIn(owner, SESSION_FRESH_MS + 1000);
  await app.resetLimits();
  return { email, owner, stolen };
}

async function signIn(app: TestApp, email: string): Promise<HttpAgent> {
  const agent = app.agent();
  await app.client(agent).password.signIn.mutate({ email, password: PASSWORD });
  await app.ageSignIn(agent, SESSION_FRESH_MS + 1000);
  return agent;
}

const verify = (app: TestApp, agent: HttpAgent, password: string) =>
  outcomeOf(app.client(agent).session.reauthenticate.mutate({ method: 'password', password }));
const guessWrongly = (app: TestApp, agent: HttpAgent, times: number) =>
  Promise.all(Array.from({ length: times }, () => verify(app, agent, OTHER_PASSWORD)));

describe('wrong passwords of a stolen session', () => {
  it('have their own counter: the owner can still verify, sign in and change the password', async ({
    app,
  }) => {
    const { email, owner, stolen } = await aPersonWithStaleSessions(app);
    const outcomes = await guessWrongly(app, stolen, GUESSES_PER_ACCOUNT + 5);
    expect(outcomes.filter((outcome) => outcome === 'PASSWORD_WRONG')).toHaveLength(GUESSES_PER_ACCOUNT);
    expect(await verify(app, stolen, PASSWORD)).toBe('RATE_LIMITED');
    expect(await verify(app, owner, PASSWORD)).toBe('done');
    await app.client(app.agent()).password.signIn.mutate({ email, password: PASSWORD });
    await app.client(owner).password.change.mutate({ current: PASSWORD, password: OTHER_PASSWORD });
  });

  it('share a wider limit with the user’s other sessions', async ({ app }) => {
    const { email, stolen } = await aPersonWithStaleSessions(app);
    const sessions = [stolen];
    while (sessions.length < RATE_LIMITS.password.refusal.user.quarter / GUESSES_PER_ACCOUNT + 2)
      sessions.push(await signIn(app, email));
    await app.resetLimits();
    const guesses = sessions.map((agent) => guessWrongly(app, agent, GUESSES_PER_ACCOUNT));
    const outcomes = (await Promise.all(guesses)).flat();
    expect(outcomes.toSorted()).toEqual([
      ...Array<string>(RATE_LIMITS.password.refusal.user.quarter).fill('PASSWORD_WRONG'),
      ...Array<string>(2 * GUESSES_PER_ACCOUNT).fill('RATE_LIMITED'),
    ]);
  });

  it('are reset for the session after a right password, and given back to the user’s counter', async ({
    app,
  }) => {
    const { owner } = await aPersonWithStaleSessions(app);
    await guessWrongly(app, owner, GUESSES_PER_ACCOUNT - 1);
    expect(await verify(app, owner, PASSWORD)).toBe('done');
    const outcomes = await guessWrongly(app, owner, GUESSES_PER_ACCOUNT);
    expect(outcomes).toEqual(Array<string>(GUESSES_PER_ACCOUNT).fill('PASSWORD_WRONG'));
  });
});

it('wrong device codes in a stolen session do not block the owner’s other session', async ({ app }) => {
  const { owner, stolen } = await aPersonWithStaleSessions(app);
  const started = await startProgram(app, { clientName: 'tool' });
  const inspect = (agent: HttpAgent, userCode: string) =>
    app.client(agent).device.inspect.mutate({ userCode });
  for (let n = 0; n < RATE_LIMITS['user-code'].refusal.browser.quarter; n++)
    expect(await appCodeOf(inspect(stolen, 'BBBB-BBBB'))).toBe('USER_CODE_INVALID');
  expect(await appCodeOf(inspect(stolen, started.userCode))).toBe('RATE_LIMITED');
  expect(await inspect(owner, started.userCode)).toMatchObject({ clientName: 'tool' });
});
