import { expect } from 'vitest';
import { it } from '../../../testing/app/fixture.ts';
import { aUserWithPasskeys, removePasskeys } from '../../../testing/sign-in/passkeys.ts';
import type { TestApp } from '../../../testing/app/test-app.ts';

const FORMER_HOST = 'former.example.test';
const leaveOnlyPasskeys = (app: TestApp, email: string) =>
  app.deps.collections.users.updateOne({ email }, { $unset: { email: '' }, $set: { emailVerified: null } });

it('returns LAST_SIGN_IN_METHOD for the only sign-in method, and the list says so', async ({ app }) => {
  const { email, agent, ids } = await aUserWithPasskeys(app, 1);
  await leaveOnlyPasskeys(app, email);
  const { passkeys } = app.client(agent);
  expect((await passkeys.list.query()).passkeys).toMatchObject([{ canRemove: false }]);
  expect(await removePasskeys(app, agent, ids)).toEqual(['LAST_SIGN_IN_METHOD']);
  expect((await passkeys.list.query()).passkeys).toHaveLength(1);
});

it('leaves one of two passkeys that are removed at once, when there is no other sign-in method', async ({
  app,
}) => {
  const { email, agent, ids } = await aUserWithPasskeys(app, 2);
  await leaveOnlyPasskeys(app, email);
  const outcomes = await removePasskeys(app, agent, ids);
  expect(outcomes.toSorted()).toEqual(['LAST_SIGN_IN_METHOD', 'removed']);
  expect((await app.client(agent).passkeys.list.query()).passkeys).toHaveLength(1);
});

it('removes a passkey of a former host, which signs nobody in, also as the last one', async ({ app }) => {
  const { email, agent, ids } = await aUserWithPasskeys(app, 2);
  const [former = '', current = ''] = ids;
  await app.deps.collections.users.updateOne(
    { email, 'passkeys.id': former },
    { $set: { 'passkeys.$.rpId': FORMER_HOST } },
  );
  await leaveOnlyPasskeys(app, email);
  const { passkeys } = app.client(agent);
  // Newest first.
  expect((await passkeys.list.query()).passkeys).toMatchObject([
    { id: current, host: 'localhost', usable: true, canRemove: false },
    { id: former, host: FORMER_HOST, usable: false, canRemove: true },
  ]);
  expect((await passkeys.list.query()).signals?.allAcceptedCredentialIds).toEqual([current]);
  expect(await removePasskeys(app, agent, [current])).toEqual(['LAST_SIGN_IN_METHOD']);
  expect(await removePasskeys(app, agent, [former])).toEqual(['removed']);
});

it('lets the password go when a passkey stays', async ({ app }) => {
  const { email, agent } = await aUserWithPasskeys(app, 1);
  const password = { hash: 'a hash', changedAt: new Date() };
  await app.deps.collections.users.updateOne({ email }, { $set: { password } });
  await leaveOnlyPasskeys(app, email);
  expect(await app.client(agent).password.remove.mutate()).toMatchObject({ changedAt: null });
});

it('removes the only passkey while the operator demands no second factor', async ({ app }) => {
  const { agent, ids } = await aUserWithPasskeys(app, 1);
  expect(await removePasskeys(app, agent, ids)).toEqual(['removed']);
});

it('removes a passkey of a former host that is the only thing left', async ({ app }) => {
  const { email, agent, ids } = await aUserWithPasskeys(app, 1);
  await app.deps.collections.users.updateOne({ email }, { $set: { 'passkeys.$[].rpId': FORMER_HOST } });
  await leaveOnlyPasskeys(app, email);
  expect(await removePasskeys(app, agent, ids)).toEqual(['removed']);
});
