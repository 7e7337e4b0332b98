import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  DEVICE_CODES_PER_SESSION,
  GUESSES_PER_ACCOUNT,
  GUESSES_PER_USER,
  SESSION_FRESH_MS,
} from '../../../shared/limits.ts';
import { appCodeOf } from '../../../testing/app/app-code.ts';
import type { HttpAgent } from '../../../testing/app/http-agent.ts';
import { OTHER_PASSWORD, PASSWORD, signUpWithPassword } from '../../../testing/app/passwords.ts';
import { createTestApp, type TestApp } from '../../../testing/app/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());
const forget = () => app.db.collection('rate_limits').deleteMany({});
beforeEach(forget);

/** Somebody with a password and a session in another browser, which is stale like their own. */
async function someone() {
  const email = `${Math.random().toString(36).slice(2)}@example.test`;
  const owner = await signUpWithPassword(app, email);
  const stolen = await signIn(email);
  await app.ageSignIn(owner, SESSION_FRESH_MS + 1000);
  await forget();
  return { email, owner, stolen };
}

async function signIn(email: string): Promise<HttpAgent> {
  const agent = app.agent();
  await app.client(agent).password.signIn.mutate({ email, password: PASSWORD });
  await app.ageSignIn(agent, SESSION_FRESH_MS + 1000);
  return agent;
}

const verify = (agent: HttpAgent, password: string) =>
  app
    .client(agent)
    .session.reauthenticate.mutate({ method: 'password', password })
    .then(
      () => 'fresh',
      (error: { data?: { appCode?: string } }) => error.data?.appCode ?? 'no code',
    );
const guessWrongly = (agent: HttpAgent, times: number) =>
  Promise.all(Array.from({ length: times }, () => verify(agent, OTHER_PASSWORD)));

describe('wrong passwords of a stolen session', () => {
  it('are counted by themselves: the owner’s session still verifies, and signs in, and changes the password', async () => {
    const { email, owner, stolen } = await someone();
    const outcomes = await guessWrongly(stolen, GUESSES_PER_ACCOUNT + 5);
    expect(outcomes.filter((outcome) => outcome === 'PASSWORD_WRONG')).toHaveLength(GUESSES_PER_ACCOUNT);
    expect(await verify(stolen, PASSWORD)).toBe('RATE_LIMITED');
    expect(await verify(owner, PASSWORD)).toBe('fresh');
    await app.client(app.agent()).password.signIn.mutate({ email, password: PASSWORD });
    await app.client(owner).password.change.mutate({ current: PASSWORD, password: OTHER_PASSWORD });
  });

  it('have a wider limit together with those of the user’s other sessions', async () => {
    const { email, stolen } = await someone();
    const sessions = [stolen];
    while (sessions.length < GUESSES_PER_USER / GUESSES_PER_ACCOUNT + 2) sessions.push(await signIn(email));
    await forget();
    const outcomes = (
      await Promise.all(sessions.map((agent) => guessWrongly(agent, GUESSES_PER_ACCOUNT)))
    ).flat();
    expect(outcomes.filter((outcome) => outcome === 'PASSWORD_WRONG')).toHaveLength(GUESSES_PER_USER);
    expect(outcomes.filter((outcome) => outcome === 'RATE_LIMITED')).toHaveLength(2 * GUESSES_PER_ACCOUNT);
  });

  it('are forgotten for the session whose password was right, and taken out of the user’s count', async () => {
    const { owner } = await someone();
    await guessWrongly(owner, GUESSES_PER_ACCOUNT - 1);
    expect(await verify(owner, PASSWORD)).toBe('fresh');
    const outcomes = await guessWrongly(owner, GUESSES_PER_ACCOUNT);
    expect(outcomes).toEqual(Array<string>(GUESSES_PER_ACCOUNT).fill('PASSWORD_WRONG'));
  });
});

it('a stolen session that types wrong device codes does not stop the owner’s other session', async () => {
  const { owner, stolen } = await someone();
  const started = await app
    .client(app.agent())
    .device.start.mutate({ clientName: 'tool', scopes: ['profile:read'] });
  const inspect = (agent: HttpAgent, userCode: string) =>
    app.client(agent).device.inspect.mutate({ userCode });
  for (let n = 0; n < DEVICE_CODES_PER_SESSION; n++)
    expect(await appCodeOf(inspect(stolen, 'BBBB-BBBB'))).toBe('USER_CODE_INVALID');
  expect(await appCodeOf(inspect(stolen, started.userCode))).toBe('RATE_LIMITED');
  expect(await inspect(owner, started.userCode)).toMatchObject({ clientName: 'tool' });
});
