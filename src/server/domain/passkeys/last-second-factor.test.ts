import { ObjectId } from 'mongodb';
import { expect } from 'vitest';
import { testWith } from '../../../testing/app/fixture.ts';
import { aUserWithPasskeys, removePasskeys } from '../../../testing/sign-in/passkeys.ts';

const it = testWith({ settings: { secondFactor: 'everyone' } });

it('returns LAST_SECOND_FACTOR for the only second factor where everyone needs one', async ({ app }) => {
  const { agent, ids } = await aUserWithPasskeys(app, 1);
  expect(await removePasskeys(app, agent, ids)).toEqual(['LAST_SECOND_FACTOR']);
});

it('leaves one of two passkeys that are removed at once where everyone needs one', async ({ app }) => {
  const { agent, ids } = await aUserWithPasskeys(app, 2);
  const outcomes = await removePasskeys(app, agent, ids);
  expect(outcomes.toSorted()).toEqual(['LAST_SECOND_FACTOR', 'removed']);
});

it('removes the only passkey of a person with an authenticator app', async ({ app }) => {
  const { email, agent, ids } = await aUserWithPasskeys(app, 1);
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
  expect(await removePasskeys(app, agent, ids)).toEqual(['removed']);
});
