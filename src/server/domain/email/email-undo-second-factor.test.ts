import { ObjectId } from 'mongodb';
import { describe, expect } from 'vitest';
import { DAY_MS, SECURITY_REVIEW_PERIOD_MS } from '../../../shared/limits.ts';
import { appCodeOf } from '../../../testing/app/app-code.ts';
import { it } from '../../../testing/app/fixture.ts';
import type { HttpAgent } from '../../../testing/app/http-agent.ts';
import type { TestApp } from '../../../testing/app/test-app.ts';
import { uniqueEmail } from '../../../testing/run/unique-name.ts';
import { addAuthenticator, waitForNextCode } from '../../../testing/sign-in/authenticator-apps.ts';
import { createPasskey, signInWithPasskey } from '../../../testing/sign-in/passkeys.ts';
import { changeEmail, undoTokenOf } from '../../../testing/users/email-changes.ts';
import { aSignedInUser } from '../../../testing/users/signed-in-users.ts';

async function undo(app: TestApp, address: string): Promise<void> {
  await app.client(app.agent()).email.undo.mutate({ token: await undoTokenOf(app, address) });
}

async function changeAndUndo(app: TestApp, agent: HttpAgent, address: string): Promise<void> {
  app.advance(1000);
  await changeEmail(app, agent, uniqueEmail());
  await undo(app, address);
}

async function factorsOf(app: TestApp, email: string) {
  const user = await app.deps.collections.users.findOne({ email });
  return {
    apps: user?.totp?.map(({ name }) => name) ?? [],
    recoveryCodes: user?.recoveryCodes?.hashes.length ?? 0,
  };
}

/** An owner with an authenticator app, whose browser is signed in with both factors. */
async function anEnrolledOwner(app: TestApp) {
  const address = uniqueEmail();
  const { authenticator } = await addAuthenticator(app, await app.signInByMail(address), 'Owner');
  waitForNextCode(app);
  const elsewhere = await app.signInByMail(address);
  await app.client(elsewhere).session.completeSignIn.mutate({ code: authenticator.code() });
  return { address, elsewhere };
}

describe('an undone change of address', () => {
  it('removes an authenticator app that was added since the change, with its recovery codes', async ({
    app,
  }) => {
    const { email: address, agent: thief } = await aSignedInUser(app);
    const taken = uniqueEmail();
    await changeEmail(app, thief, taken);
    app.advance(1000);
    // Not the session that changed the address.
    await addAuthenticator(app, await app.signInByMail(taken));
    await undo(app, address);
    expect(await factorsOf(app, address)).toEqual({ apps: [], recoveryCodes: 0 });
    const owner = await app.signInByMail(address);
    expect(await app.client(owner).session.get.query()).not.toBeNull();
  });

  it('removes an app that the session of the change had added shortly before', async ({ app }) => {
    const { email: address, agent: thief } = await aSignedInUser(app);
    await addAuthenticator(app, thief);
    await changeAndUndo(app, thief, address);
    expect(await factorsOf(app, address)).toEqual({ apps: [], recoveryCodes: 0 });
  });

  it('keeps older apps and their recovery codes, and a sign-in by mail still needs them', async ({ app }) => {
    const { address, elsewhere } = await anEnrolledOwner(app);
    await changeEmail(app, elsewhere, uniqueEmail());
    app.advance(1000);
    await addAuthenticator(app, elsewhere, 'Thief');
    await undo(app, address);
    expect(await factorsOf(app, address)).toEqual({ apps: ['Owner'], recoveryCodes: 10 });
    const { session } = app.client(await app.signInByMail(address));
    expect(await session.get.query()).toBeNull();
    expect(await session.pending.query()).toMatchObject({ methods: ['totp', 'recovery-code'] });
  });

  it('removes recovery codes that were made since the change', async ({ app }) => {
    const { address, elsewhere } = await anEnrolledOwner(app);
    await changeEmail(app, elsewhere, uniqueEmail());
    app.advance(1000);
    await app.client(elsewhere).secondFactor.createRecoveryCodes.mutate();
    await undo(app, address);
    expect(await factorsOf(app, address)).toEqual({ apps: ['Owner'], recoveryCodes: 0 });
  });

  it('keeps an app and a passkey that the same session had added more than 30 days before', async ({
    app,
  }) => {
    const { email: address, agent: owner } = await aSignedInUser(app);
    await addAuthenticator(app, owner, 'Owner');
    const passkey = await createPasskey(app, owner);
    const createdAt = new Date(Date.now() - SECURITY_REVIEW_PERIOD_MS - DAY_MS);
    const longAgo = { 'totp.$[].createdAt': createdAt, 'passkeys.$[].createdAt': createdAt };
    await app.deps.collections.users.updateOne(
      { email: address },
      { $set: { ...longAgo, 'recoveryCodes.createdAt': createdAt } },
    );
    await changeAndUndo(app, owner, address);
    expect(await factorsOf(app, address)).toEqual({ apps: ['Owner'], recoveryCodes: 10 });
    const back = await signInWithPasskey(app, passkey);
    expect(await app.client(back).session.get.query()).toMatchObject({ user: { email: address } });
  });

  it('removes the passkeys that were added since, and before it by the same session', async ({ app }) => {
    const address = uniqueEmail();
    const owners = await createPasskey(app, await app.signInByMail(address));
    const thief = await app.signInByMail(address);
    const before = await createPasskey(app, thief);
    app.advance(1000);
    await changeEmail(app, thief, uniqueEmail());
    app.advance(1000);
    const after = await createPasskey(app, thief);
    await undo(app, address);
    for (const gone of [before, after])
      expect(await appCodeOf(signInWithPasskey(app, gone))).toBe('PASSKEY_UNKNOWN');
    const back = await signInWithPasskey(app, owners);
    expect(await app.client(back).session.get.query()).toMatchObject({ user: { email: address } });
  });
});

it('the first proof of an address that somebody else used removes their second factors (arXiv 2205.10174)', async ({
  app,
}) => {
  const { email, agent: attacker } = await aSignedInUser(app);
  await addAuthenticator(app, attacker);
  const passkey = await createPasskey(app, attacker);
  const [createdAt, expires] = [new Date(), new Date(Date.now() + DAY_MS)];
  const trusted = { id: new ObjectId(), deviceHash: 'a device', userAgent: null, createdAt, expires };
  // An adopted database may have a user with an unverified address.
  await app.deps.collections.users.updateOne(
    { email },
    { $set: { emailVerified: null, trustedBrowsers: [trusted] } },
  );
  const { secondFactor, passkeys } = app.client(await app.signInByMail(email));
  expect(await secondFactor.get.query()).toMatchObject({
    isOn: false,
    authenticatorApps: [],
    recoveryCodesLeft: 0,
    recoveryCodesCreatedAt: null,
    trustedBrowsers: [],
  });
  expect((await passkeys.list.query()).passkeys).toEqual([]);
  expect(await appCodeOf(signInWithPasskey(app, passkey))).toBe('PASSKEY_UNKNOWN');
  expect(await app.client(attacker).session.get.query()).toBeNull();
});
