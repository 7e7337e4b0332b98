import { ObjectId } from 'mongodb';
import { describe, expect } from 'vitest';
import { DAY_MS } from '../../../shared/limits.ts';
import { addAuthenticator, waitForNextCode } from '../../../testing/sign-in/authenticator-apps.ts';
import { changeEmail, undoTokenOf } from '../../../testing/users/email-changes.ts';
import { it } from '../../../testing/app/fixture.ts';
import type { HttpAgent } from '../../../testing/app/http-agent.ts';
import type { TestApp } from '../../../testing/app/test-app.ts';
import { uniqueEmail } from '../../../testing/run/unique-name.ts';

/** Changes the address in this browser, and undoes it by the mail to the former address. */
async function changeAndUndo(app: TestApp, agent: HttpAgent, address: string): Promise<void> {
  await changeEmail(app, agent, uniqueEmail());
  const token = await undoTokenOf(app, address);
  await app.client(app.agent()).email.undo.mutate({ token });
}

/** What the user document has of a second factor after it. */
async function factorsOf(app: TestApp, email: string) {
  const user = await app.deps.collections.users.findOne({ email });
  return {
    apps: user?.totp?.map(({ name }) => name) ?? [],
    recoveryCodes: user?.recoveryCodes?.hashes.length ?? 0,
  };
}

describe('an undone change of address', () => {
  it('removes an authenticator app that was added since the change, with its recovery codes', async ({
    app,
  }) => {
    const address = uniqueEmail();
    const thief = await app.signInByMail(address);
    const taken = uniqueEmail();
    await changeEmail(app, thief, taken);
    app.advance(1000);
    // In another session than the one that changed the address.
    await addAuthenticator(app, await app.signInByMail(taken));
    const token = await undoTokenOf(app, address);
    await app.client(app.agent()).email.undo.mutate({ token });
    expect(await factorsOf(app, address)).toEqual({ apps: [], recoveryCodes: 0 });
    const owner = await app.signInByMail(address);
    expect(await app.client(owner).session.get.query()).not.toBeNull();
  });

  it('removes an app that the session of the change had added shortly before', async ({ app }) => {
    const address = uniqueEmail();
    const thief = await app.signInByMail(address);
    await addAuthenticator(app, thief);
    await changeAndUndo(app, thief, address);
    expect(await factorsOf(app, address)).toEqual({ apps: [], recoveryCodes: 0 });
  });

  it('keeps older apps and their recovery codes, and a sign-in by mail still needs them', async ({ app }) => {
    const address = uniqueEmail();
    const owner = await app.signInByMail(address);
    const { authenticator } = await addAuthenticator(app, owner, 'Owner');
    waitForNextCode(app);
    const elsewhere = await app.signInByMail(address);
    await app.client(elsewhere).session.completeSignIn.mutate({ code: authenticator.code() });
    await changeEmail(app, elsewhere, uniqueEmail());
    app.advance(1000);
    await addAuthenticator(app, elsewhere, 'Thief');
    const token = await undoTokenOf(app, address);
    await app.client(app.agent()).email.undo.mutate({ token });
    expect(await factorsOf(app, address)).toEqual({ apps: ['Owner'], recoveryCodes: 10 });
    const agent = await app.signInByMail(address);
    expect(await app.client(agent).session.get.query()).toBeNull();
    expect(await app.client(agent).session.pending.query()).toMatchObject({
      methods: ['totp', 'recovery-code'],
    });
  });

  it('removes recovery codes that were made since the change', async ({ app }) => {
    const address = uniqueEmail();
    const owner = await app.signInByMail(address);
    const { authenticator } = await addAuthenticator(app, owner, 'Owner');
    waitForNextCode(app);
    const elsewhere = await app.signInByMail(address);
    await app.client(elsewhere).session.completeSignIn.mutate({ code: authenticator.code() });
    await changeEmail(app, elsewhere, uniqueEmail());
    app.advance(1000);
    await app.client(elsewhere).secondFactor.createRecoveryCodes.mutate();
    const token = await undoTokenOf(app, address);
    await app.client(app.agent()).email.undo.mutate({ token });
    expect(await factorsOf(app, address)).toEqual({ apps: ['Owner'], recoveryCodes: 0 });
  });

  it('keeps an app that the same session had added long before', async ({ app }) => {
    const address = uniqueEmail();
    const owner = await app.signInByMail(address);
    const { authenticator } = await addAuthenticator(app, owner, 'Owner');
    // The session stays alive, because it is used.
    for (let days = 0; days < 40; days += 20) {
      app.advance(20 * DAY_MS);
      await app.client(owner).session.get.query();
    }
    const { session } = app.client(owner);
    await session.reauthenticate.mutate({ method: 'email' });
    await session.reauthenticate.mutate({
      method: 'code',
      code: app.mailbox.codeOf(app.mailbox.last(address)),
    });
    await session.completeSignIn.mutate({ code: authenticator.code() });
    await changeAndUndo(app, owner, address);
    expect(await factorsOf(app, address)).toEqual({ apps: ['Owner'], recoveryCodes: 10 });
  });
});

describe('the first proof of an address that somebody else used', () => {
  it('removes the second factors of the other, who could lock the owner out with them', async ({ app }) => {
    const email = uniqueEmail();
    const attacker = await app.signInByMail(email);
    await addAuthenticator(app, attacker);
    const { users } = app.deps.collections;
    // An adopted database may have a user with an unverified address.
    await users.updateOne(
      { email },
      {
        $set: {
          emailVerified: null,
          trustedBrowsers: [
            {
              id: new ObjectId(),
              deviceHash: 'a device',
              userAgent: null,
              createdAt: new Date(),
              expires: new Date(Date.now() + DAY_MS),
            },
          ],
        },
      },
    );
    const owner = await app.signInByMail(email);
    expect(await app.client(owner).secondFactor.get.query()).toMatchObject({
      isOn: false,
      authenticatorApps: [],
      recoveryCodesLeft: 0,
      recoveryCodesCreatedAt: null,
      trustedBrowsers: [],
    });
    expect(await app.client(attacker).session.get.query()).toBeNull();
  });
});
