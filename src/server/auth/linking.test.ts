import { afterAll, beforeAll, describe, expect } from 'vitest';
import { appCodeOf } from '../../testing/app/app-code.ts';
import type { HttpAgent } from '../../testing/app/http-agent.ts';
import { startIdentityProvider, type IdentityProvider } from '../../testing/providers/identity-provider.ts';
import { startProviderVisits, type ProviderVisits } from '../../testing/providers/provider-visits.ts';
import { testWith } from '../../testing/app/fixture.ts';
import type { TestApp } from '../../testing/app/test-app.ts';
import { uniqueName } from '../../testing/run/unique-name.ts';

let trusted: IdentityProvider;
let untrusted: IdentityProvider;

let visitProvider: ProviderVisits['visitProvider'];
let signIn: ProviderVisits['signIn'];

beforeAll(async () => {
  trusted = await startIdentityProvider({ name: 'Trusted', trustEmail: true });
  untrusted = await startIdentityProvider({ name: 'Untrusted' });
});
const it = testWith({ providers: () => Promise.resolve([trusted.settings, untrusted.settings]) });
it.beforeAll(({ app }) => {
  ({ visitProvider, signIn } = startProviderVisits(app));
});
afterAll(async () => {
  await Promise.all([trusted.close(), untrusted.close()]);
});

const errorOf = (location: URL) => location.searchParams.get('error');

describe('accounts.list', () => {
  it('distinguishes connections at one provider, with and without details', async ({ app }) => {
    const agent = await app.signInByMail('apart@example.test');
    for (const login of ['apart-1', 'apart-2', 'apart-3'])
      await agent.request(await visitProvider(agent, untrusted, { login }, true));
    const { accounts } = app.deps.collections;
    const labels = async () =>
      (await app.client(agent).accounts.list.query()).map(({ label, labelIsId }) => [label, labelIsId]);
    expect(await labels()).toEqual(
      ['apart-1', 'apart-2', 'apart-3'].map((login) => [`${login}@example.test`, false]),
    );

    // Two have the same name there. A kill interrupted the request that connected the third.
    const same = { providerAccountId: { $in: ['apart-1', 'apart-2'] } };
    await accounts.updateMany(same, { $set: { label: 'Ada' } });
    await accounts.deleteOne({ providerAccountId: 'apart-3' });
    expect(await labels()).toEqual([
      ['Ada (apart-1)', false],
      ['Ada (apart-2)', false],
      ['apart-3', true],
    ]);

    await signIn(untrusted, { login: 'apart-3' });
    expect((await labels()).at(-1)).toEqual(['apart-3@example.test', false]);
  });
});

describe('accounts.link', () => {
  it('connects a second provider to the signed-in user, and answers already-linked the second time', async ({
    app,
  }) => {
    const { agent } = await signIn(trusted, { login: 'linker', email: 'linker@example.test' });
    const done = await agent.request(await visitProvider(agent, untrusted, { login: 'linker-two' }, true));
    expect(done.location).toBe(`${app.origin}/account/sign-in-methods?outcome=linked&provider=untrusted`);
    expect(await app.client(agent).accounts.list.query()).toMatchObject([
      { provider: 'trusted' },
      { provider: 'untrusted' },
    ]);
    expect(await app.client(agent).session.get.query()).toMatchObject({
      user: { email: 'linker@example.test' },
    });
    const again = await agent.request(await visitProvider(agent, untrusted, { login: 'linker-two' }, true));
    expect(new URL(again.location ?? '').searchParams.get('outcome')).toBe('already-linked');
    expect(await app.client(agent).accounts.list.query()).toHaveLength(2);
  });

  it('refuses an account of another user and returns with the reason', async ({ app }) => {
    await signIn(untrusted, { login: 'owned' });
    const { agent } = await signIn(trusted, { login: 'wants-it', email: 'wants-it@example.test' });
    const done = await agent.request(await visitProvider(agent, untrusted, { login: 'owned' }, true));
    const location = new URL(done.location ?? '');
    expect([location.pathname, errorOf(location)]).toEqual([
      '/account/sign-in-methods',
      'ACCOUNT_BELONGS_TO_OTHER',
    ]);
    expect(await app.client(agent).accounts.list.query()).toHaveLength(1);
  });

  it('needs a session', async ({ app }) => {
    const call = app.client(app.agent()).accounts.link.mutate({ provider: 'trusted' });
    expect(await appCodeOf(call)).toBe('SessionRequired');
  });

  it.for<[string, (app: TestApp, agent: HttpAgent, email: string) => Promise<void>, string]>([
    [
      'has expired',
      async (app) =>
        void (await app.db.collection('sessions').updateMany({}, { $set: { expires: new Date(0) } })),
      'SessionRequired',
    ],
    [
      'was ended',
      async (app, agent) => void (await app.client(agent).session.signOut.mutate()),
      'SessionRequired',
    ],
    [
      'became another user',
      async (app, agent) => void (await app.signInByMail('intruder@example.test', agent)),
      'SessionRequired',
    ],
    [
      'became another session of the user',
      async (app, agent, email) => void (await app.signInByMail(email, agent)),
      'SessionRequired',
    ],
  ])('links nothing when the session %s meanwhile', async ([_what, meanwhile, code], { app }) => {
    const login = `meanwhile-${code}-${uniqueName()}`;
    const email = `${login.toLowerCase()}@example.test`;
    const { agent } = await signIn(trusted, { login, email });
    const callback = await visitProvider(agent, untrusted, { login: `other-${login}` }, true);
    await meanwhile(app, agent, email);
    const done = await agent.request(callback);
    expect(
      await app.deps.collections.users.countDocuments({ 'accounts.key': `untrusted:other-${login}` }),
    ).toBe(0);
    expect(errorOf(new URL(done.location ?? ''))).toBe(code);
  });

  it('is not done by a sign-in’s callback, which signs in and links nothing', async ({ app }) => {
    const { agent } = await signIn(trusted, { login: 'stray', email: 'stray@example.test' });
    // There is an intent to link, but of another flow: `state` binds an intent to its flow.
    await visitProvider(agent, untrusted, { login: 'intended' }, true);
    await signIn(untrusted, { login: 'stray-two' }, agent);
    const stray = await app.deps.collections.users.findOne({ email: 'stray@example.test' });
    expect(stray?.accounts).toHaveLength(1);
  });
});

describe('accounts.unlink', () => {
  it('removes one of two but never the last, and the removed one does not sign in any more', async ({
    app,
  }) => {
    const { agent } = await signIn(untrusted, { login: 'un-a' });
    const trpc = app.client(agent);
    const mine = { provider: 'untrusted', providerAccountId: 'un-a' };
    expect(await trpc.accounts.list.query()).toMatchObject([{ canUnlink: false }]);
    expect(await appCodeOf(trpc.accounts.unlink.mutate(mine))).toBe('LAST_SIGN_IN_METHOD');
    await agent.request(
      await visitProvider(agent, trusted, { login: 'un-b', email: 'un-b@example.test' }, true),
    );
    expect(await trpc.accounts.list.query()).toMatchObject([{ canUnlink: true }, { canUnlink: true }]);
    expect(await trpc.accounts.unlink.mutate(mine)).toMatchObject([
      { provider: 'trusted', canUnlink: false },
    ]);
    expect(await app.db.collection('accounts').countDocuments(mine)).toBe(0);
    const again = await signIn(untrusted, { login: 'un-a' });
    expect((await app.client(again.agent).session.get.query())?.user.id).not.toBe(
      (await trpc.session.get.query())?.user.id,
    );
  });

  it('answers NOT_FOUND for another user’s account and changes nothing (security.md 32)', async ({ app }) => {
    await signIn(trusted, { login: 'not-yours', email: 'not-yours@example.test' });
    const agent = await app.signInByMail('thief@example.test');
    const call = app
      .client(agent)
      .accounts.unlink.mutate({ provider: 'trusted', providerAccountId: 'not-yours' });
    expect(await appCodeOf(call)).toBe('NOT_FOUND');
    expect(await app.deps.collections.users.countDocuments({ 'accounts.key': 'trusted:not-yours' })).toBe(1);
  });

  it('leaves exactly one of two accounts in parallel calls (security.md R1)', async ({ app }) => {
    const { agent } = await signIn(untrusted, { login: 'both' });
    const linkCallback = await visitProvider(agent, trusted, { login: 'both', emailVerified: false }, true);
    await agent.request(linkCallback);
    const { accounts } = app.client(agent);
    const tries = await Promise.all(
      Array.from({ length: 50 }, (_, i) => {
        const provider = i % 2 === 0 ? 'trusted' : 'untrusted';
        return accounts.unlink.mutate({ provider, providerAccountId: 'both' }).then(
          () => 'removed',
          (error: { data: { appCode: string } }) => error.data.appCode,
        );
      }),
    );
    expect(tries.filter((outcome) => outcome === 'removed')).toHaveLength(1);
    expect(tries.every((outcome) => ['removed', 'LAST_SIGN_IN_METHOD', 'NOT_FOUND'].includes(outcome))).toBe(
      true,
    );
    expect(await accounts.list.query()).toHaveLength(1);
  });
});
