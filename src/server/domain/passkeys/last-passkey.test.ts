import { ObjectId } from 'mongodb';
import { describe, expect } from 'vitest';
import { appCodeOf } from '../../../testing/app/app-code.ts';
import { testWith } from '../../../testing/app/fixture.ts';
import type { HttpAgent } from '../../../testing/app/http-agent.ts';
import { createPasskey, signInWithPasskey } from '../../../testing/app/passkeys.ts';
import { SoftwareAuthenticator } from '../../../testing/app/software-authenticator.ts';
import type { TestApp } from '../../../testing/app/test-app.ts';
import { uniqueName } from '../../../testing/app/unique-name.ts';

/** A person with passkeys, signed in by the newest one. */
async function someone(app: TestApp, count: number) {
  const email = `${uniqueName()}@example.test`;
  const authenticator = new SoftwareAuthenticator({ origin: app.origin });
  let agent = await app.signInByMail(email);
  for (let i = 0; i < count; i++) {
    await createPasskey(app, agent, authenticator);
    agent = await signInWithPasskey(app, authenticator);
  }
  return { email, agent, ids: authenticator.passkeys.map(({ id }) => id) };
}

const leaveOnlyPasskeys = (app: TestApp, email: string) =>
  app.deps.collections.users.updateOne({ email }, { $unset: { email: '' }, $set: { emailVerified: null } });

const removeAll = async (app: TestApp, agent: HttpAgent, ids: readonly string[]) => {
  const removals = ids.map((id) => appCodeOf(app.client(agent).passkeys.remove.mutate({ id })));
  const settled = await Promise.allSettled(removals);
  return settled.map((each) => (each.status === 'fulfilled' ? each.value : 'removed'));
};

describe('the last passkey', () => {
  const it = testWith();

  it('returns LAST_SIGN_IN_METHOD for the only sign-in method, and the list says so', async ({ app }) => {
    const { email, agent, ids } = await someone(app, 1);
    await leaveOnlyPasskeys(app, email);
    const { passkeys } = app.client(agent);
    expect((await passkeys.list.query()).passkeys).toMatchObject([{ canRemove: false }]);
    expect(await removeAll(app, agent, ids)).toEqual(['LAST_SIGN_IN_METHOD']);
    expect((await passkeys.list.query()).passkeys).toHaveLength(1);
  });

  it('leaves one of two passkeys that are removed at once, when there is no other sign-in method', async ({
    app,
  }) => {
    const { email, agent, ids } = await someone(app, 2);
    await leaveOnlyPasskeys(app, email);
    const outcomes = await removeAll(app, agent, ids);
    expect(outcomes.toSorted()).toEqual(['LAST_SIGN_IN_METHOD', 'removed']);
    expect((await app.client(agent).passkeys.list.query()).passkeys).toHaveLength(1);
  });

  it('removes a passkey of a former host, which signs nobody in, also as the last one', async ({ app }) => {
    const { email, agent, ids } = await someone(app, 2);
    const [former = '', current = ''] = ids;
    await app.deps.collections.users.updateOne(
      { email, 'passkeys.id': former },
      { $set: { 'passkeys.$.rpId': 'former.example.test' } },
    );
    await leaveOnlyPasskeys(app, email);
    const { passkeys } = app.client(agent);
    // Newest first.
    expect((await passkeys.list.query()).passkeys).toMatchObject([
      { id: current, host: 'localhost', usable: true, canRemove: false },
      { id: former, host: 'former.example.test', usable: false, canRemove: true },
    ]);
    expect((await passkeys.list.query()).signals?.allAcceptedCredentialIds).toEqual([current]);
    expect(await removeAll(app, agent, [current])).toEqual(['LAST_SIGN_IN_METHOD']);
    expect(await removeAll(app, agent, [former])).toEqual(['removed']);
  });

  it('lets the password go when a passkey stays', async ({ app }) => {
    const { email, agent } = await someone(app, 1);
    const password = { hash: 'a hash', changedAt: new Date() };
    await app.deps.collections.users.updateOne({ email }, { $set: { password } });
    await leaveOnlyPasskeys(app, email);
    expect(await app.client(agent).password.remove.mutate()).toMatchObject({ changedAt: null });
  });

  it('removes the only passkey while the operator demands no second factor', async ({ app }) => {
    const { agent, ids } = await someone(app, 1);
    expect(await removeAll(app, agent, ids)).toEqual(['removed']);
  });
});

describe('with SECOND_FACTOR=everyone', () => {
  const it = testWith({ settings: { secondFactor: 'everyone' } });

  it('returns LAST_SECOND_FACTOR for the only second factor where everyone needs one', async ({ app }) => {
    const { agent, ids } = await someone(app, 1);
    expect(await removeAll(app, agent, ids)).toEqual(['LAST_SECOND_FACTOR']);
  });

  it('leaves one of two passkeys that are removed at once where everyone needs one', async ({ app }) => {
    const { agent, ids } = await someone(app, 2);
    const outcomes = await removeAll(app, agent, ids);
    expect(outcomes.toSorted()).toEqual(['LAST_SECOND_FACTOR', 'removed']);
  });

  it('removes the only passkey of a person with an authenticator app', async ({ app }) => {
    const { email, agent, ids } = await someone(app, 1);
    const totp = {
      id: new ObjectId(),
      name: 'an app',
      secret: 'sealed',
      lastStep: 0,
      drift: 0,
      createdAt: new Date(),
      lastUsedAt: null,
    };
    await app.deps.collections.users.updateOne({ email }, { $set: { totp: [totp] } });
    expect(await removeAll(app, agent, ids)).toEqual(['removed']);
  });
});
