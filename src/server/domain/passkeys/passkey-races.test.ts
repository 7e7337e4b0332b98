import { describe, expect } from 'vitest';
import { countOutcomes, countParallel } from '../../../testing/app/app-code.ts';
import { testWith } from '../../../testing/app/fixture.ts';
import { createPasskey, signInWithPasskey } from '../../../testing/sign-in/passkeys.ts';
import { SoftwareAuthenticator } from '../../../testing/sign-in/software-authenticator.ts';
import { uniqueEmail, uniqueBytes } from '../../../testing/run/unique-name.ts';
import { createFaultInjector, overtake } from '../../../testing/faults/faults.ts';
import { brokenInvariants } from '../../../testing/faults/invariants.ts';

const faults = createFaultInjector();
const it = testWith({ faults });

describe('parallel answers of authenticators (security.md 40)', { timeout: 60_000 }, () => {
  it('many of one assertion sign in once', async ({ app }) => {
    const email = uniqueEmail();
    const authenticator = await createPasskey(app, await app.signInByMail(email));
    const { session } = app.client(app.agent());
    const { options } = await session.beginPasskey.mutate();
    const passkey = authenticator.get(options);
    const before = (await app.deps.collections.users.findOne({ email }))?.sessions?.length ?? 0;
    const signIn = () => session.signInWithPasskey.mutate({ passkey });
    expect(await countParallel(signIn)).toMatchObject({ done: 1 });
    expect((await app.deps.collections.users.findOne({ email }))?.sessions).toHaveLength(before + 1);
  });

  it('many of one creation store one passkey', async ({ app }) => {
    const owner = await app.signInByMail(uniqueEmail());
    const { passkeys } = app.client(owner);
    const { options } = await passkeys.begin.mutate();
    const credential = new SoftwareAuthenticator({ origin: app.origin }).create(options);
    const finish = () => passkeys.finish.mutate({ credential });
    expect(await countParallel(finish)).toMatchObject({ done: 1 });
    expect((await passkeys.list.query()).passkeys).toHaveLength(1);
  });

  it('two copies of a passkey that answer the same counter at once sign in once', async ({ app }) => {
    const options = { origin: app.origin, synced: false, counts: true };
    const authenticator = new SoftwareAuthenticator(options);
    await createPasskey(app, await app.signInByMail(uniqueEmail()), authenticator);
    const browsers = [app.agent(), app.agent()];
    const calls = browsers.map((agent) => signInWithPasskey(app, authenticator, agent, { counter: 7 }));
    expect(await countOutcomes(calls)).toMatchObject({ done: 1 });
  });

  it('@better-auth/passkey 1.7.6: of two uses at once, the last writer does not lower the counter', async ({
    app,
  }) => {
    const email = uniqueEmail();
    const authenticator = new SoftwareAuthenticator({ origin: app.origin, synced: false, counts: true });
    await createPasskey(app, await app.signInByMail(email), authenticator);
    const uses = [20, 11, 17, 14].map((counter) =>
      signInWithPasskey(app, authenticator, app.agent(), { counter }).catch(() => null),
    );
    await Promise.all(uses);
    const user = await app.deps.collections.users.findOne({ email });
    expect(user?.passkeys?.[0]?.counter).toBe(20);
  });

  it('one credential that two people create at once belongs to one of them', async ({ app }) => {
    const authenticator = new SoftwareAuthenticator({ origin: app.origin });
    const id = uniqueBytes();
    const people = await Promise.all(
      [uniqueEmail(), uniqueEmail()].map(async (email) => {
        const { passkeys } = app.client(await app.signInByMail(email));
        const { options } = await passkeys.begin.mutate();
        return { passkeys, credential: authenticator.create(options, {}, id) };
      }),
    );
    const calls = people.map(({ passkeys, credential }) => passkeys.finish.mutate({ credential }));
    expect(await countOutcomes(calls)).toEqual({ PASSKEY_EXISTS: 1, done: 1 });
  });
});

describe('a change while an answer is checked', () => {
  it.for([
    ['records the use', 1, 'PASSKEY_UNKNOWN'],
    ['makes the session live', 2, 'PASSKEY_INVALID'],
  ] as const)(
    'that removes the passkey before the write that %s signs nobody in',
    async ([, nth, code], { app }) => {
      const owner = await app.signInByMail(uniqueEmail());
      const authenticator = await createPasskey(app, owner);
      const id = authenticator.passkeys[0]?.id ?? '';
      const agent = app.agent();
      const outcome = await overtake(
        faults,
        ['users.findOneAndUpdate', nth],
        () => signInWithPasskey(app, authenticator, agent),
        () => app.client(owner).passkeys.remove.mutate({ id }),
      );
      expect(outcome).toBe(code);
      expect(agent.cookies.has('foyer.session')).toBe(false);
    },
  );

  it('that revokes the session verifies nothing', async ({ app }) => {
    const email = uniqueEmail();
    const owner = await app.signInByMail(email);
    const authenticator = await createPasskey(app, owner);
    const { session } = app.client(await app.signInByMail(email));
    const { options } = await session.beginPasskey.mutate({ purpose: 'verify' });
    const passkey = authenticator.get(options);
    const before = (await app.client(owner).passkeys.list.query()).passkeys;
    const outcome = await overtake(
      faults,
      'users.findOneAndUpdate',
      () => session.reauthenticate.mutate({ method: 'passkey', passkey }),
      () => app.client(owner).session.revokeOthers.mutate(),
    );
    expect(outcome).toBe('SessionRequired');
    expect((await app.client(owner).passkeys.list.query()).passkeys).toEqual(before);
  });
});

it('leaves events that say what happened to each person', async ({ app }) => {
  expect(await brokenInvariants(app.db)).toEqual([]);
});
