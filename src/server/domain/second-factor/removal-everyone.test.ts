import { afterAll, describe, expect } from 'vitest';
import { mailsOf } from '../../../testing/app/mails.ts';
import { testWith } from '../../../testing/app/fixture.ts';
import {
  askForRemoval,
  runAfterDelay,
  aProtectedPerson,
} from '../../../testing/sign-in/lost-second-factor.ts';
import { addAuthenticator } from '../../../testing/sign-in/authenticator-apps.ts';
import {
  aUserWithPasskeys,
  createPasskey,
  removePasskeys,
  signInWithPasskey,
} from '../../../testing/sign-in/passkeys.ts';
import { PASSWORD } from '../../../testing/sign-in/passwords.ts';
import { createTestApp, type TestApp } from '../../../testing/app/test-app.ts';
import { makeRecoveryCodes } from './recovery-codes.ts';

/** The same database before the operator sets `SECOND_FACTOR`. People set up second factors here. */
const before = await createTestApp();
afterAll(() => before.close());
const it = testWith({ databaseName: before.db.databaseName, settings: { secondFactor: 'everyone' } });

const signIn = async (app: TestApp, email: string) =>
  (await app.client(app.agent()).password.signIn.mutate({ email, password: PASSWORD })).status;

describe('a removal by the operator where everyone needs a second factor', () => {
  it('removes passkeys, too, so that whoever has lost them can sign in, and names them in the mail', async ({
    app,
  }) => {
    const { email } = await aProtectedPerson(before);
    await askForRemoval(app, email);
    expect(await signIn(app, email)).toBe('second-factor');
    app.mailbox.clear();
    await runAfterDelay(app);
    expect(await signIn(app, email)).toBe('signed-in');
    const user = await app.deps.collections.users.findOne({ email });
    expect(user?.passkeys).toEqual([]);
    const texts = (await mailsOf(app, email)).map(({ text }) => text.replaceAll('\n', ' '));
    expect(texts).toContainEqual(
      expect.stringContaining(`These passkeys were removed, too: passkey of ${email}.`),
    );
  });

  it('helps a person whose only second factor was a passkey', async ({ app }) => {
    const { email, userId } = await aProtectedPerson(before);
    await app.deps.collections.users.updateOne({ _id: userId }, { $unset: { totp: '', recoveryCodes: '' } });
    expect(await signIn(app, email)).toBe('second-factor');
    await askForRemoval(app, email);
    await runAfterDelay(app);
    expect(await signIn(app, email)).toBe('signed-in');
  });

  it('keeps a passkey that was added since', async ({ app }) => {
    const { email, agent, ids } = await aUserWithPasskeys(app, 1);
    await askForRemoval(app, email);
    app.advance(1000);
    const added = await createPasskey(app, agent);
    await runAfterDelay(app);
    const user = await app.deps.collections.users.findOne({ email });
    expect(user?.passkeys?.map(({ id }) => id)).toEqual(added.passkeys.map(({ id }) => id));
    expect(user?.passkeys?.map(({ id }) => id)).not.toContain(ids[0]);
    await signInWithPasskey(app, added);
  });

  it('keeps passkeys in a session that has shown one, and cuts the removal short', async ({ app }) => {
    const { email, agent, ids } = await aUserWithPasskeys(app, 1);
    await askForRemoval(app, email);
    const status = await app.client(agent).secondFactor.removeNow.mutate();
    expect(status).toMatchObject({ passkeys: ids.length, removal: null });
  });

  it('cut short by a recovery code leaves no passkey that is asked for', async ({ app }) => {
    const { email, userId } = await aProtectedPerson(before);
    await askForRemoval(app, email);
    const agent = app.agent();
    await app.client(agent).password.signIn.mutate({ email, password: PASSWORD });
    const { codes, stored } = makeRecoveryCodes(app.deps, userId);
    await app.deps.collections.users.updateOne({ _id: userId }, { $set: { recoveryCodes: stored } });
    await app.client(agent).session.completeSignIn.mutate({ recoveryCode: codes[0] ?? '' });
    await app.client(agent).secondFactor.removeNow.mutate();
    expect(await signIn(app, email)).toBe('signed-in');
  });
});

describe('a removal of a passkey where everyone needs a second factor', () => {
  it('returns LAST_SECOND_FACTOR for the only one', async ({ app }) => {
    const { agent, ids } = await aUserWithPasskeys(app, 1);
    expect(await removePasskeys(app, agent, ids)).toEqual(['LAST_SECOND_FACTOR']);
  });

  it('leaves one of two passkeys that are removed at once', async ({ app }) => {
    const { agent, ids } = await aUserWithPasskeys(app, 2);
    const outcomes = await removePasskeys(app, agent, ids);
    expect(outcomes.toSorted()).toEqual(['LAST_SECOND_FACTOR', 'removed']);
  });

  it('removes the only passkey of a person with an authenticator app', async ({ app }) => {
    const { agent, ids } = await aUserWithPasskeys(app, 1);
    await addAuthenticator(app, agent);
    expect(await removePasskeys(app, agent, ids)).toEqual(['removed']);
  });
});
