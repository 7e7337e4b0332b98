import { describe, expect } from 'vitest';
import { MINUTE_MS, SESSION_FRESH_MS } from '../../../shared/limits.ts';
import { appCodeOf } from '../../../testing/app/app-code.ts';
import { it } from '../../../testing/app/fixture.ts';
import { createPasskey, signInWithPasskey } from '../../../testing/app/passkeys.ts';
import { SoftwareAuthenticator } from '../../../testing/app/software-authenticator.ts';
import { uniqueEmail } from '../../../testing/app/unique-name.ts';

/** Faults that other products published, each as a test of this one. */
describe('published flaws of passkeys', () => {
  it('@better-auth/passkey 1.7.6, Pocket ID 4743d59: no sign-in without user verification', async ({
    app,
  }) => {
    const authenticator = await createPasskey(app, await app.signInByMail(uniqueEmail()));
    const { session } = app.client(app.agent());
    const { options } = await session.beginPasskey.mutate();
    expect(options.userVerification).toBe('required');
    const passkey = authenticator.get(options, { userVerified: false });
    expect(await appCodeOf(session.signInWithPasskey.mutate({ passkey }))).toBe('PASSKEY_INVALID');
  });

  it('Pocket ID 0983e91: no creation without user verification', async ({ app }) => {
    const { passkeys } = app.client(await app.signInByMail(uniqueEmail()));
    const { options } = await passkeys.begin.mutate();
    expect(options.authenticatorSelection.userVerification).toBe('required');
    const credential = new SoftwareAuthenticator({ origin: app.origin }).create(options, {
      userVerified: false,
    });
    expect(await appCodeOf(passkeys.finish.mutate({ credential }))).toBe('PASSKEY_INVALID');
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

  it('@better-auth/passkey 1.7.6: no removal without a fresh session', async ({ app }) => {
    const owner = await app.signInByMail(uniqueEmail());
    const authenticator = await createPasskey(app, owner);
    await app.ageSignIn(owner, SESSION_FRESH_MS + 1000);
    const { passkeys } = app.client(owner);
    const id = authenticator.passkeys[0]?.id ?? '';
    expect(await appCodeOf(passkeys.remove.mutate({ id }))).toBe('SESSION_NOT_FRESH');
    expect((await passkeys.list.query()).passkeys).toHaveLength(1);
  });

  it('Pocket ID db64b15: an access token creates, lists and removes no passkey', async ({ app }) => {
    const owner = await app.signInByMail(uniqueEmail());
    const authenticator = await createPasskey(app, owner);
    const { accessTokens, passkeys } = app.client(owner);
    const { options } = await passkeys.begin.mutate();
    const { token } = await accessTokens.create.mutate({
      name: 'a script',
      scopes: ['email:read'],
      expires: new Date(Date.now() + 10 * MINUTE_MS).toISOString(),
    });
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const id = authenticator.passkeys[0]?.id ?? '';
    const inputs = {
      begin: {},
      finish: { credential: new SoftwareAuthenticator({ origin: app.origin }).create(options) },
      rename: { id, name: 'x' },
      remove: { id },
    };
    for (const [name, input] of Object.entries(inputs)) {
      // With the cookies of the person's own browser, too.
      const answer = await owner.request(`/trpc/passkeys.${name}`, {
        method: 'POST',
        headers,
        body: JSON.stringify(input),
      });
      expect([name, answer.status, answer.text]).toEqual([
        name,
        403,
        expect.stringContaining('ACCESS_TOKEN_REFUSED'),
      ]);
    }
    const list = await app.agent().request('/trpc/passkeys.list', { headers });
    expect(list.status).toBe(403);
    expect((await passkeys.list.query()).passkeys).toHaveLength(1);
  });

  it('Kratos 2026-07-15: the counter of each use is stored', async ({ app }) => {
    const email = uniqueEmail();
    const authenticator = new SoftwareAuthenticator({ origin: app.origin, synced: false, counts: true });
    await createPasskey(app, await app.signInByMail(email), authenticator);
    const counterOf = async () =>
      (await app.deps.collections.users.findOne({ email }))?.passkeys?.[0]?.counter;
    expect(await counterOf()).toBe(1);
    await signInWithPasskey(app, authenticator);
    expect(await counterOf()).toBe(2);
    // A copy of before this use.
    const copy = signInWithPasskey(app, authenticator, app.agent(), { counter: 2 });
    expect(await appCodeOf(copy)).toBe('PASSKEY_INVALID');
  });

  it('enumeration: the challenge of a sign-in looks alike for everybody', async ({ app }) => {
    const owner = await app.signInByMail(uniqueEmail());
    await createPasskey(app, owner);
    await app.client(owner).session.signOut.mutate();
    const shapes = await Promise.all(
      [owner, app.agent()].map(async (agent) => {
        const { options } = await app.client(agent).session.beginPasskey.mutate();
        return { ...options, challenge: options.challenge.length };
      }),
    );
    expect(shapes[0]).toEqual(shapes[1]);
    expect(shapes[0]?.allowCredentials).toEqual([]);
  });
});
