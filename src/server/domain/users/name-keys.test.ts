import { ObjectId } from 'mongodb';
import { describe, expect } from 'vitest';
import { makeAdministrator } from '../../../testing/users/administrators.ts';
import { it } from '../../../testing/app/fixture.ts';
import { signUpWithPassword } from '../../../testing/sign-in/passwords.ts';
import type { TestApp } from '../../../testing/app/test-app.ts';
import { uniqueEmail } from '../../../testing/run/unique-name.ts';
import { createUserWithAccount } from './users.ts';

const keyOf = async (app: TestApp, filter: { email: string } | { _id: ObjectId }) =>
  (await app.deps.collections.users.findOne(filter))?.nameKey;

describe('the search key of a name is written', () => {
  it('by a sign-up by mail, empty, and by each change of the profile', async ({ app }) => {
    const email = uniqueEmail();
    const { profile } = app.client(await app.signInByMail(email));
    expect(await keyOf(app, { email })).toBe('');
    await profile.update.mutate({ name: 'Zoë' });
    expect(await keyOf(app, { email })).toBe('zoe');
    await profile.update.mutate({ locale: 'de' });
    expect(await keyOf(app, { email })).toBe('zoe');
  });

  it('by a sign-up with a password and a name', async ({ app }) => {
    const email = uniqueEmail();
    await signUpWithPassword(app, email);
    const user = await app.deps.collections.users.findOne({ email });
    expect(user?.name).not.toBeNull();
    expect(user?.nameKey).toBe(user?.name?.toLowerCase());
  });

  it('by a first sign-in with a provider', async ({ app }) => {
    const account = {
      provider: 'demo-one',
      providerAccountId: uniqueEmail(),
      type: 'oidc',
    } as const;
    const user = { name: 'Grace HOPPER', verifiedEmail: null, locale: 'en' } as const;
    const { _id } = await createUserWithAccount(app.deps, user, account);
    expect(await keyOf(app, { _id })).toBe('grace hopper');
  });

  it('by users.create, users.update and users.import', async ({ app }) => {
    const { client } = await makeAdministrator(app);
    const { id } = await client.users.create.mutate({
      email: uniqueEmail(),
      name: 'Édith',
      emailVerified: true,
    });
    const _id = new ObjectId(id);
    expect(await keyOf(app, { _id })).toBe('edith');
    await client.users.update.mutate({ id, name: 'EDITH Clarke' });
    expect(await keyOf(app, { _id })).toBe('edith clarke');
    await client.users.update.mutate({ id, name: null });
    expect(await keyOf(app, { _id })).toBe('');
    const email = uniqueEmail();
    await client.users.import.mutate({
      people: [{ externalId: email, email, emailVerified: true, name: 'Jürgen' }],
    });
    expect(await keyOf(app, { email })).toBe('jurgen');
  });
});
