import { describe, expect } from 'vitest';
import { it } from '../../../testing/app/fixture.ts';
import { createPasskey, signInWithPasskey } from '../../../testing/sign-in/passkeys.ts';
import { SoftwareAuthenticator } from '../../../testing/sign-in/software-authenticator.ts';
import { uniqueEmail } from '../../../testing/run/unique-name.ts';

/** Faults that other products published, each as a test of this one. */
describe('published flaws of passkeys', () => {
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
    expect(shapes[0]).toMatchObject({ allowCredentials: [], userVerification: 'required' });
  });
});
