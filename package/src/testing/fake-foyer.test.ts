import { describe, expect, it } from 'vitest';
import { session as sessionSchema } from '../../../src/shared/schemas/session.ts';
import { defineFoyer } from '../config.ts';
import { hasLevel } from '../has-level.ts';
import { KINDS } from '../procedures.ts';
import { anAccount, aProvider, aSession, fakeFoyer, FoyerError } from '../testing.ts';

describe('fakeFoyer', () => {
  it('answers what it was given, filled with the values of an ordinary person', async () => {
    const { client } = fakeFoyer({
      session: { user: { name: 'Grace' }, roles: ['viewer'] },
      accounts: [{ provider: 'google' }],
      providers: [{ id: 'google', name: 'Google' }],
    });
    expect(client.url).toBe('');
    expect(await client.session.get.query()).toMatchObject({
      user: { name: 'Grace', email: 'ada@example.com' },
      roles: ['viewer'],
      aal: 1,
    });
    expect(await client.accounts.list.query()).toMatchObject([{ provider: 'google', status: 'connected' }]);
    expect(await client.providers.list.query()).toMatchObject([
      { name: 'Google', signInUrl: '/auth/signin/google' },
    ]);
  });

  it('gives a session the permissions of its roles, as the configuration declares them', async () => {
    const config = defineFoyer({
      access: {
        permissions: ['invoice:read', 'invoice:write', 'report:read'],
        roles: { viewer: ['invoice:read'], clerk: ['invoice:read', 'invoice:write'], guest: [] },
      },
    });
    const permissionsOf = async (...roles: string[]) => {
      const { client } = fakeFoyer({ config, session: { roles } });
      return (await client.session.get.query())?.permissions;
    };
    expect(await permissionsOf('viewer')).toEqual(['invoice:read']);
    expect(await permissionsOf('viewer', 'clerk', 'administrator')).toEqual([
      'invoice:read',
      'invoice:write',
    ]);
    expect(await permissionsOf('toString')).toEqual([]);
    const { client } = fakeFoyer({ config, session: { roles: ['viewer'], permissions: ['report:read'] } });
    expect((await client.session.get.query())?.permissions).toEqual(['report:read']);
  });

  it('has nobody signed in by default, nor after a sign-out', async () => {
    const empty = fakeFoyer().client;
    expect(await empty.session.get.query()).toBeNull();
    await expect(empty.accounts.list.query()).rejects.toMatchObject({ code: 'SessionRequired' });
    const { client } = fakeFoyer({ session: {} });
    expect(await client.session.get.query()).not.toBeNull();
    expect(await client.session.signOut.mutate()).toEqual({ signedOut: true });
    expect(await client.session.get.query()).toBeNull();
  });

  it('fails with the error that a procedure returns or throws, and records calls', async () => {
    const { client, calls } = fakeFoyer({
      session: {},
      procedures: {
        'accounts.unlink': ({ provider }) =>
          provider === 'google' ? new FoyerError('LAST_SIGN_IN_METHOD') : [anAccount()],
        'session.get': () => {
          throw new FoyerError('UNAVAILABLE');
        },
      },
    });
    const account = { provider: 'google', providerAccountId: '1' };
    await expect(client.accounts.unlink.mutate(account)).rejects.toMatchObject({
      code: 'LAST_SIGN_IN_METHOD',
    });
    expect(await client.accounts.unlink.mutate({ ...account, provider: 'github' })).toHaveLength(1);
    await expect(client.session.get.query()).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    expect(calls).toEqual([
      { path: 'accounts.unlink', input: account },
      { path: 'accounts.unlink', input: { ...account, provider: 'github' } },
      { path: 'session.get', input: undefined },
    ]);
  });

  it('names a procedure without an answer', async () => {
    await expect(fakeFoyer().client.profile.get.query()).rejects.toThrow(
      "fakeFoyer has no answer for profile.get. Give it one: procedures: { 'profile.get': (input) => … }",
    );
  });

  it('rejects an aborted call with the reason', async () => {
    const signal = AbortSignal.abort(new Error('gone'));
    await expect(fakeFoyer().client.session.get.query(undefined, { signal })).rejects.toThrow('gone');
  });

  it('has every procedure of the client', () => {
    const { client } = fakeFoyer();
    for (const [router, { query, mutation }] of Object.entries(KINDS)) {
      for (const name of query) expect(client).toHaveProperty([router, name, 'query'], expect.any(Function));
      for (const name of mutation)
        expect(client).toHaveProperty([router, name, 'mutate'], expect.any(Function));
    }
  });
});

describe('the sessions of tests', () => {
  it('have the shape of session.get', () => {
    for (const each of [aSession(), aSession({ aal: 2, user: { name: null, email: null } })])
      expect(sessionSchema.parse(each)).toEqual(each);
  });

  it('have the level that they say', () => {
    expect([hasLevel(aSession(), 1), hasLevel(aSession(), 2)]).toEqual([true, false]);
    expect(hasLevel(aSession({ aal: 2 }), 2)).toBe(true);
    expect(hasLevel(aSession({ proofs: [] }), 1)).toBe(false);
  });

  it('have accounts and providers that can be changed in part', () => {
    expect(anAccount({ label: 'grace' })).toMatchObject({ label: 'grace', provider: 'github' });
    expect(aProvider({ id: 'work' })).toMatchObject({ id: 'work', signInUrl: '/auth/signin/work' });
  });
});
