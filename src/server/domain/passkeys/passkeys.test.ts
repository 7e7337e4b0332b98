import { describe, expect } from 'vitest';
import { PASSKEYS_PER_USER } from '../../../shared/limits.ts';
import { appCodeOf } from '../../../testing/app/app-code.ts';
import { rounds } from '../../../testing/faults/fault-rounds.ts';
import { it } from '../../../testing/app/fixture.ts';
import { createPasskey, signInWithPasskey } from '../../../testing/sign-in/passkeys.ts';
import { SoftwareAuthenticator, type Algorithm } from '../../../testing/sign-in/software-authenticator.ts';
import { createTestApp } from '../../../testing/app/test-app.ts';
import { uniqueEmail } from '../../../testing/run/unique-name.ts';
import { runDueJobs } from '../job-runner.ts';
import { aSignedInUser } from '../../../testing/users/signed-in-users.ts';

describe('creating a passkey', () => {
  // `webauthn-vectors.test.ts` has the signatures of all algorithms.
  const ALGORITHMS: readonly Algorithm[] = [-7, -8, -257];
  it.for(ALGORITHMS.slice(0, rounds(1, Infinity)))(
    'signs in afterwards, at level 2, with COSE algorithm %i',
    async (algorithm, { app }) => {
      const { email, agent: owner } = await aSignedInUser(app);
      const authenticator = new SoftwareAuthenticator({ origin: app.origin, algorithm });
      await createPasskey(app, owner, authenticator);
      const agent = await signInWithPasskey(app, authenticator);
      expect(await app.client(agent).session.get.query()).toMatchObject({
        user: { email },
        aal: 2,
        amr: ['pop', 'user', 'mfa'],
      });
    },
  );

  it('lists the passkey with its name, host and what keeps it, and mails the owner', async ({ app }) => {
    const { email, agent: owner } = await aSignedInUser(app);
    const authenticator = new SoftwareAuthenticator({
      origin: app.origin,
      aaguid: 'fbfc3007-154e-4ecc-8c0b-6e020557d7bd',
    });
    await createPasskey(app, owner, authenticator);
    const { passkeys, signals } = await app.client(owner).passkeys.list.query();
    const [passkey] = authenticator.passkeys;
    expect(passkeys).toEqual([
      {
        id: passkey?.id,
        name: 'Apple Passwords',
        authenticator: { name: 'Apple Passwords', icon: '/authenticator-icons/apple.svg' },
        synced: true,
        host: 'localhost',
        usable: true,
        createdAt: expect.any(String) as string,
        lastUsedAt: null,
        canRemove: true,
      },
    ]);
    expect(signals).toEqual({
      rpId: 'localhost',
      userId: passkey?.userHandle,
      name: email,
      displayName: email,
      allAcceptedCredentialIds: [passkey?.id],
    });
    await runDueJobs(app.deps);
    expect(app.mailbox.last(email).subject).toMatch(/passkey was added/i);
  });

  it('takes the given name, else that of the device where the authenticator is not known', async ({
    app,
  }) => {
    const owner = await app.signInByMail(uniqueEmail());
    owner.headers.set('user-agent', 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0');
    const authenticator = new SoftwareAuthenticator({ origin: app.origin });
    await createPasskey(app, owner, authenticator);
    const { options } = await app.client(owner).passkeys.begin.mutate();
    const { passkeys } = await app.client(owner).passkeys.finish.mutate({
      credential: authenticator.create(options),
      name: 'My phone',
    });
    expect(passkeys.map(({ name }) => name)).toEqual(['My phone', 'Firefox, Linux']);
  });

  it('excludes the passkeys that the person has', async ({ app }) => {
    const owner = await app.signInByMail(uniqueEmail());
    const [passkey] = (await createPasskey(app, owner)).passkeys;
    const { options } = await app.client(owner).passkeys.begin.mutate();
    expect(options.user.id).toBe(passkey?.userHandle);
    expect(options.excludeCredentials.map(({ id }) => id)).toEqual([passkey?.id]);
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

  it('makes one handle when ten first ceremonies begin at once', async ({ app }) => {
    const owner = await app.signInByMail(uniqueEmail());
    const begun = await Promise.all(
      Array.from({ length: 10 }, () => app.client(owner).passkeys.begin.mutate()),
    );
    const handles = new Set(begun.map(({ options }) => options.user.id));
    expect([...handles].map((handle) => Buffer.from(handle, 'base64url').length)).toEqual([32]);
  });

  it('asks for what a passkey needs', async ({ app }) => {
    const owner = await app.signInByMail(uniqueEmail());
    const { options } = await app.client(owner).passkeys.begin.mutate();
    expect(options).toMatchObject({
      rp: { id: 'localhost' },
      attestation: 'none',
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      pubKeyCredParams: [{ alg: -8 }, { alg: -7 }, { alg: -257 }],
    });
  });

  it('returns TOO_MANY_PASSKEYS above the limit, also when two finish at once', async ({ app }) => {
    const owner = await app.signInByMail(uniqueEmail());
    const authenticator = new SoftwareAuthenticator({ origin: app.origin });
    for (let i = 0; i < PASSKEYS_PER_USER - 1; i++) await createPasskey(app, owner, authenticator);
    const { passkeys } = app.client(owner);
    const begun = await Promise.all([passkeys.begin.mutate(), passkeys.begin.mutate()]);
    const finished = await Promise.allSettled(
      begun.map(({ options }) => passkeys.finish.mutate({ credential: authenticator.create(options) })),
    );
    expect(finished.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect((await passkeys.list.query()).passkeys).toHaveLength(PASSKEYS_PER_USER);
    expect(await appCodeOf(passkeys.begin.mutate())).toBe('TOO_MANY_PASSKEYS');
  });
});

describe('RELATED_ORIGINS', () => {
  it('lets a page of such an origin use a passkey of this host, and of no other origin', async () => {
    const related = 'https://related.example';
    await using app = await createTestApp({ settings: { relatedOrigins: [related] } });
    const authenticator = await createPasskey(app, await app.signInByMail(uniqueEmail()));
    const agent = await signInWithPasskey(app, authenticator, app.agent(), { origin: related });
    expect(await app.client(agent).session.get.query()).toMatchObject({ aal: 2 });
    const other = signInWithPasskey(app, authenticator, app.agent(), { origin: `${related}:8443` });
    expect(await appCodeOf(other)).toBe('PASSKEY_INVALID');
  });
});

describe('renaming and removing a passkey', () => {
  it('renames it in the list', async ({ app }) => {
    const owner = await app.signInByMail(uniqueEmail());
    const [passkey] = (await createPasskey(app, owner)).passkeys;
    const { passkeys } = app.client(owner);
    const list = await passkeys.rename.mutate({ id: passkey?.id ?? '', name: ' Blue key ' });
    expect(list.passkeys).toMatchObject([{ name: 'Blue key' }]);
    expect(await appCodeOf(passkeys.rename.mutate({ id: 'another', name: 'x' }))).toBe('NOT_FOUND');
  });

  it('removes it, so that it signs nobody in, and mails the owner', async ({ app }) => {
    const { email, agent: owner } = await aSignedInUser(app);
    const authenticator = await createPasskey(app, owner);
    const id = authenticator.passkeys[0]?.id ?? '';
    const { passkeys, signals } = await app.client(owner).passkeys.remove.mutate({ id });
    expect([passkeys, signals?.allAcceptedCredentialIds]).toEqual([[], []]);
    expect(await appCodeOf(signInWithPasskey(app, authenticator))).toBe('PASSKEY_UNKNOWN');
    await runDueJobs(app.deps);
    expect(app.mailbox.last(email).subject).toMatch(/passkey was removed/i);
    expect(await appCodeOf(app.client(owner).passkeys.remove.mutate({ id }))).toBe('NOT_FOUND');
  });

  it('returns NOT_FOUND for the passkey of somebody else, which stays', async ({ app }) => {
    const owner = await app.signInByMail(uniqueEmail());
    const authenticator = await createPasskey(app, owner);
    const id = authenticator.passkeys[0]?.id ?? '';
    const otherPerson = await app.signInByMail(uniqueEmail());
    const { passkeys } = app.client(otherPerson);
    expect(await appCodeOf(passkeys.remove.mutate({ id }))).toBe('NOT_FOUND');
    expect(await appCodeOf(passkeys.rename.mutate({ id, name: 'mine' }))).toBe('NOT_FOUND');
    expect((await app.client(owner).passkeys.list.query()).passkeys).toHaveLength(1);
  });
});
