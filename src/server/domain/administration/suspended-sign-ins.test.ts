import { afterAll, beforeAll, describe, expect } from 'vitest';
import { NO_ORIGIN } from '../../../testing/users/signed-in-users.ts';
import { appCodeOf } from '../../../testing/app/app-code.ts';
import { completeIn, enrolUser, keepWholeUser } from '../../../testing/users/enrolled-user.ts';
import { testWith } from '../../../testing/app/fixture.ts';
import {
  startIdentityProvider,
  type IdentityProvider,
} from '../../../testing/providers/identity-provider.ts';
import { OTHER_PASSWORD, signUpWithPassword } from '../../../testing/sign-in/passwords.ts';
import { beginSignIn } from '../../../testing/sign-in/second-step.ts';
import type { TestApp } from '../../../testing/app/test-app.ts';
import { testDocuments } from '../../../testing/app/test-documents.ts';
import { uniqueEmail } from '../../../testing/run/unique-name.ts';
import { ATTEMPTS, type World } from '../../../testing/sign-in/sign-in-attempts.ts';
import type { ClientDocuments } from '../../pages/documents.ts';
import { suspendUser } from './suspensions.ts';

const wholeUser = keepWholeUser();
let trusted: IdentityProvider;
let untrusted: IdentityProvider;
let documents: ClientDocuments;

beforeAll(async () => {
  documents = await testDocuments();
  trusted = await startIdentityProvider({ name: 'Trusted', trustEmail: true });
  untrusted = await startIdentityProvider({ name: 'Untrusted' });
});
const it = testWith(() => ({
  providers: () => Promise.resolve([trusted.settings, untrusted.settings]),
  settings: { phoneSignIn: true },
  documents,
}));
afterAll(async () => {
  await Promise.all([trusted.close(), untrusted.close()]);
});

/** By a command on the server. */
const suspend = (app: TestApp, id: string, until: string | null = null) =>
  suspendUser(app.deps, { kind: 'server' }, { id, reason: 'Spam', until }, NO_ORIGIN);

/** What a flow answers: the page that it leads to, with the code of a refusal. */
async function outcomeOf(attempt: Promise<string>): Promise<string> {
  try {
    return await attempt;
  } catch (error) {
    return appCodeOf(Promise.reject(error));
  }
}

describe('a suspended person with a right proof', () => {
  const ALL = Object.values(ATTEMPTS).flat();

  it.for(ALL.filter(({ ends }) => ends === 'sign-in').map((attempt) => [attempt.name, attempt] as const))(
    'is told so, and gets nothing, by %s',
    { timeout: 60_000 },
    async ([, attempt], { app }) => {
      const enrolled = await wholeUser(app, trusted);
      const { userId, email } = enrolled;
      const { users, sessions } = app.deps.collections;
      // Without a second factor, so that the first one decides.
      await users.updateOne({ _id: userId }, { $unset: { totp: '', recoveryCodes: '' } });
      await suspend(app, userId.toHexString());
      await app.resetLimits();
      const world: World = { app, person: enrolled, trusted, untrusted };
      const agent = app.agent();
      await attempt.prepare?.(world, agent);
      const before = await users.findOne({ _id: userId });
      const answers: string[] = [];
      const request = agent.request.bind(agent);
      agent.request = async (...given) => {
        const answer = await request(...given);
        answers.push(`${answer.location ?? ''} ${answer.text}`);
        return answer;
      };
      const outcome = await outcomeOf(attempt.go(world, agent));
      expect(`${outcome} ${answers.at(-1)}`).toMatch(/ACCOUNT_SUSPENDED|This account is suspended/);
      expect(await app.client(agent).session.get.query()).toBeNull();
      expect(agent.cookies.has('foyer.session')).toBe(false);
      expect(agent.cookies.has('foyer.device')).toBe(false);
      expect(await sessions.countDocuments({ userId })).toBe(0);
      const after = await users.findOne({ _id: userId });
      expect(after?.accounts.map(({ key }) => key)).toEqual(before?.accounts.map(({ key }) => key));
      expect(after?.email).toBe(email);
      expect(after?.lastSignInAt).toEqual(before?.lastSignInAt);
    },
  );

  it('is told so after the second factor only', async ({ app }) => {
    const person = await enrolUser(app);
    await suspend(app, person.userId.toHexString());
    await app.resetLimits();
    const agent = await beginSignIn(app, person.email);
    expect(await appCodeOf(completeIn(app, agent, person))).toBe('ACCOUNT_SUSPENDED');
    expect(await app.client(agent).session.get.query()).toBeNull();
  });

  it('is told so by a passkey', async ({ app }) => {
    const { userId, passkey } = await wholeUser(app, trusted);
    await suspend(app, userId.toHexString());
    const { session } = app.client(app.agent());
    const { options } = await session.beginPasskey.mutate();
    const call = session.signInWithPasskey.mutate({ passkey: passkey.get(options) });
    expect(await appCodeOf(call)).toBe('ACCOUNT_SUSPENDED');
  });

  it('is told nothing with a wrong password', async ({ app }) => {
    const email = uniqueEmail();
    await signUpWithPassword(app, email);
    const user = await app.deps.collections.users.findOne({ email });
    await suspend(app, user?._id.toHexString() ?? '');
    const call = app.client(app.agent()).password.signIn.mutate({ email, password: OTHER_PASSWORD });
    expect(await appCodeOf(call)).toBe('CredentialsSignin');
  });
});
