import { afterAll, describe, expect } from 'vitest';
import { countOutcomes, countParallel, outcomeOf } from '../../../testing/app/app-code.ts';
import type { HttpAgent } from '../../../testing/app/http-agent.ts';
import { createFaultInjector, overtake } from '../../../testing/faults/faults.ts';
import { brokenInvariants } from '../../../testing/faults/invariants.ts';
import { startIdentityProvider } from '../../../testing/providers/identity-provider.ts';
import {
  aPersonWithPassword,
  OTHER_PASSWORD,
  PASSWORD,
  resetPassword,
  signUpWithPassword,
} from '../../../testing/sign-in/passwords.ts';
import { startProviderVisits } from '../../../testing/providers/provider-visits.ts';
import { testWith } from '../../../testing/app/fixture.ts';
import type { TestApp } from '../../../testing/app/test-app.ts';
import { uniqueEmail } from '../../../testing/run/unique-name.ts';
import { createPasswordHashing } from './password-hashing.ts';

const faults = createFaultInjector();
const provider = await startIdentityProvider({ name: 'Provider' });
afterAll(() => provider.close());
const it = testWith({
  faults,
  productHashing: true,
  providers: () => Promise.resolve([provider.settings]),
});

const signIn = (app: TestApp, email: string, password: string, agent = app.agent()) =>
  app.client(agent).password.signIn.mutate({ email, password });

const changePassword = (app: TestApp, owner: HttpAgent) =>
  app.client(owner).password.change.mutate({ current: PASSWORD, password: OTHER_PASSWORD });

/** The outcomes of parallel calls: their results or error codes. */
const race = (calls: readonly Promise<unknown>[]) => Promise.all(calls.map(outcomeOf));

describe('at once (security.md R1)', { timeout: 60_000 }, () => {
  it('of two password changes, one succeeds and its password is valid', async ({ app }) => {
    const email = 'changes@example.test';
    const agents = [await signUpWithPassword(app, email), app.agent()];
    await signIn(app, email, PASSWORD, agents[1]);
    const chosen = ['a kettle of brass bees', OTHER_PASSWORD];
    const hold = faults.holdBefore('users.findOneAndUpdate');
    const calls = agents.map((agent, i) =>
      app.client(agent).password.change.mutate({ current: PASSWORD, password: chosen[i] ?? '' }),
    );
    const outcomes = race(calls);
    await hold.reached;
    await Promise.race(calls.map((call) => call.catch(() => null)));
    hold.release();
    // The first one ended the session of the second.
    expect((await outcomes).toSorted()).toEqual(['SessionRequired', 'done']);
    const opened = await race(chosen.map((password) => signIn(app, email, password)));
    expect(opened).toEqual((await outcomes).map((each) => (each === 'done' ? 'done' : 'CredentialsSignin')));
  });

  it('of ten first passwords, one is set', async ({ app }) => {
    const email = 'first-passwords@example.test';
    const agent = await app.signInByMail(email);
    const chosen = Array.from({ length: 10 }, (_, i) => `umbrella ${i} under the piano`);
    const { password } = app.client(agent);
    const outcomes = await race(chosen.map((each) => password.set.mutate({ password: each })));
    expect(outcomes.toSorted()).toEqual([...Array<string>(9).fill('PASSWORD_EXISTS'), 'done']);
    await signIn(app, email, chosen[outcomes.indexOf('done')] ?? '');
  });

  it('of ten removals, one succeeds', async ({ app }) => {
    const agent = await signUpWithPassword(app, 'removals@example.test');
    const { password } = app.client(agent);
    const outcomes = await countOutcomes(Array.from({ length: 10 }, () => password.remove.mutate()));
    expect(outcomes).toEqual({ done: 1, NOT_FOUND: 9 });
  });

  it('without an address, the last connection stays when a password is set at the same time', async ({
    app,
  }) => {
    const { agent } = await startProviderVisits(app).signIn(provider, { login: 'last' });
    const { password, accounts } = app.client(agent);
    const last = { provider: provider.settings.id, providerAccountId: 'last' };
    const outcomes = await race(
      Array.from({ length: 20 }, (_, i) =>
        i % 2 === 0 ? password.set.mutate({ password: PASSWORD }) : accounts.unlink.mutate(last),
      ),
    );
    expect(new Set(outcomes)).toEqual(new Set(['ADDRESS_REQUIRED', 'LAST_SIGN_IN_METHOD']));
    expect(await accounts.list.query()).toHaveLength(1);
  });

  it('many proofs of one sign-up make one session, one user and one password', async ({ app }) => {
    const email = 'fifty-up@example.test';
    const agent = app.agent();
    await app.client(agent).password.signUp.mutate({ email, password: PASSWORD, name: 'Ada' });
    const code = app.mailbox.codeOf(app.mailbox.last(email));
    const { session } = app.client(agent);
    const signInWithCode = () => session.signInWithCode.mutate({ email, code });
    expect(await countParallel(signInWithCode)).toMatchObject({ done: 1 });
    expect(await app.deps.collections.users.countDocuments({ email })).toBe(1);
    await signIn(app, email, PASSWORD);
  });
});

describe('a sign-in with the old password', () => {
  const countSessions = async (app: TestApp, email: string) => {
    const user = await app.deps.collections.users.findOne({ email });
    return app.deps.collections.sessions.countDocuments({ userId: user?._id ?? { $exists: false } });
  };

  it.for(['sessions.insertOne', 'users.findOneAndUpdate'] as const)(
    'makes no session when a change comes before %s',
    async (command, { app }) => {
      const { email, agent: owner } = await aPersonWithPassword(app);
      const thief = await app.signInByMail(uniqueEmail());
      const late = () => signIn(app, email, PASSWORD, thief);
      const outcome = await overtake(faults, command, late, () => changePassword(app, owner));
      expect(outcome).toBe('CredentialsSignin');
      expect(await countSessions(app, email)).toBe(1);
      expect(await app.client(owner).session.get.query()).not.toBeNull();
    },
  );

  it('makes no session when a reset overtakes it', async ({ app }) => {
    const { email } = await aPersonWithPassword(app);
    const thief = app.agent();
    const late = () => signIn(app, email, PASSWORD, thief);
    const outcome = await overtake(faults, 'sessions.insertOne', late, () => resetPassword(app, email));
    expect(outcome).toBe('CredentialsSignin');
    expect(await app.client(thief).session.get.query()).toBeNull();
    expect(await countSessions(app, email)).toBe(0);
  });

  it('does not undo a change when it stores a stronger hash', async ({ app }) => {
    const email = 'rehash-race@example.test';
    const owner = await signUpWithPassword(app, email);
    const weak = await createPasswordHashing({ memoryCost: 1024, timeCost: 1 }).hash(PASSWORD);
    await app.deps.collections.users.updateOne({ email }, { $set: { 'password.hash': weak } });
    const late = () => signIn(app, email, PASSWORD);
    const outcome = await overtake(faults, 'users.updateOne', late, () => changePassword(app, owner));
    expect(outcome).toBe('CredentialsSignin');
    await signIn(app, email, OTHER_PASSWORD);
  });
});

it('leaves events that say what happened to each person', async ({ app }) => {
  expect(await brokenInvariants(app.db)).toEqual([]);
});
