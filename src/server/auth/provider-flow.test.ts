import { createFaultInjector } from '../../testing/faults/faults.ts';
import { describe, expect } from 'vitest';
import { openIntent, sealIntent } from './intent.ts';
import { COOKIE_MAX_BYTES } from '../../shared/callback-url.ts';
import { appCodeOf } from '../../testing/app/app-code.ts';
import { moved, type HttpAgent } from '../../testing/app/http-agent.ts';
import { testWithProviders } from '../../testing/providers/provider-visits.ts';
import type { TestApp } from '../../testing/app/test-app.ts';
import { uniqueName } from '../../testing/run/unique-name.ts';

const faults = createFaultInjector();
const { it, trusted, untrusted, visitProvider, arrive, signIn } = await testWithProviders({ faults });
const errorOf = (location: URL) => location.searchParams.get('error');

describe('a first sign-in with a provider', () => {
  it('makes a user with the verified address, one account and one session, and returns to the page', async ({
    app,
  }) => {
    const ada = { name: 'Ada Lovelace', email: 'ada@example.test' };
    const { agent, location } = await signIn(trusted, { login: 'ada', ...ada });
    expect(location.href).toBe(`${app.origin}/account/sign-in-methods`);
    expect(await app.client(agent).session.get.query()).toMatchObject({ user: ada });
    expect(await app.client(agent).accounts.list.query()).toEqual([
      {
        provider: 'trusted',
        type: 'oidc',
        providerAccountId: 'ada',
        label: 'ada@example.test',
        image: expect.stringMatching(/^\/pictures\/[\w-]{22}\.webp$/),
        status: 'connected',
        linkedAt: expect.any(String),
        lastUsedAt: expect.any(String),
        canUnlink: true,
        labelIsId: false,
      },
    ]);
    for (const kind of ['state', 'nonce', 'pkce']) expect(agent.cookies.has(`foyer.${kind}`)).toBe(false);
  });

  it('in twenty parallel flows makes one user, one account and twenty sessions without an error', async ({
    app,
  }) => {
    const agents = Array.from({ length: 20 }, () => app.agent());
    const callbacks: string[] = [];
    for (const agent of agents)
      callbacks.push(await visitProvider(agent, trusted, { login: 'swarm', email: 'swarm@example.test' }));
    const answers = await Promise.all(agents.map((agent, i) => agent.request(callbacks[i] ?? '')));
    expect(answers.map(({ location }) => location)).toEqual(
      Array<string>(20).fill(`${app.origin}/account/sign-in-methods`),
    );
    const users = await app.deps.collections.users.find({ email: 'swarm@example.test' }).toArray();
    expect(users).toHaveLength(1);
    const userId = users[0]?._id ?? null;
    expect(await app.db.collection('accounts').countDocuments({ userId })).toBe(1);
    expect(await app.db.collection('sessions').countDocuments({ userId })).toBe(20);
  });

  it('with the same subject at two issuers makes two users (security.md 28)', async ({ app }) => {
    const first = await signIn(trusted, { login: 'twin', email: 'twin@example.test' });
    const second = await signIn(untrusted, { login: 'twin', email: 'twin@example.test' });
    const ids = await Promise.all([first, second].map(({ agent }) => app.client(agent).session.get.query()));
    expect(new Set(ids.map((session) => session?.user.id)).size).toBe(2);
  });
});

describe('a later sign-in', () => {
  it('is the same user with a new session, and ends the browser’s old one (security.md 13)', async ({
    app,
  }) => {
    const { agent } = await signIn(trusted, { login: 'later', email: 'later@example.test' });
    const replay = moved(agent, app);
    const before = await app.client(agent).session.get.query();
    await signIn(trusted, { login: 'later' }, agent);
    expect((await app.client(agent).session.get.query())?.user.id).toBe(before?.user.id);
    expect(await app.client(replay).session.get.query()).toBeNull();
  });

  it('as another person signs that person in and links nothing', async ({ app }) => {
    const { agent } = await signIn(trusted, { login: 'first', email: 'first@example.test' });
    await signIn(untrusted, { login: 'somebody-else' }, agent);
    expect(await app.client(agent).session.get.query()).toMatchObject({ user: { email: null } });
    expect(await app.client(agent).accounts.list.query()).toMatchObject([{ provider: 'untrusted' }]);
  });
});

describe('a callback', () => {
  it('after a cancellation at the provider leads to the sign-in page with OAuthCallback and clears the check cookies', async () => {
    const { agent, location } = await signIn(trusted, { cancel: true });
    expect([location.pathname, errorOf(location)]).toEqual(['/sign-in', 'OAuthCallback']);
    expect(location.searchParams.get('cancelled')).toBe('true');
    expect([...agent.cookies.keys()].filter((name) => /state|nonce|pkce/.test(name))).toEqual([]);
  });

  it('after another error of the provider says nothing of a cancellation', async ({ app }) => {
    const agent = app.agent();
    const callback = new URL(await visitProvider(agent, trusted, { cancel: true }));
    callback.searchParams.set('error', 'server_error');
    const { location } = await agent.request(callback.href);
    const page = new URL(location ?? 'none:');
    expect([errorOf(page), page.searchParams.get('cancelled')]).toEqual(['OAuthCallback', null]);
  });

  it.for<[string, (callback: URL, agent: HttpAgent) => void]>([
    ['a foreign state', (url) => url.searchParams.set('state', 'x')],
    ['no state', (url) => url.searchParams.delete('state')],
    ['no cookies', (_url, agent) => agent.cookies.clear()],
    ['a wrong iss (RFC 9207)', (url) => url.searchParams.set('iss', 'https://evil.test')],
    ['a made-up code', (url) => url.searchParams.set('code', 'x')],
    [
      "another provider's callback (GHSA-x445-f3h2-j279)",
      (url) => void (url.pathname = '/auth/callback/untrusted'),
    ],
  ])('with %s is refused and makes no session (security.md 25)', async ([_what, spoil], { app }) => {
    const agent = app.agent();
    const mallory = { login: 'mallory', email: 'mallory@example.test' };
    const callback = new URL(await visitProvider(agent, trusted, mallory));
    spoil(callback, agent);
    const answer = await agent.request(callback.pathname + callback.search);
    const location = new URL(answer.location ?? '');
    expect([location.pathname, errorOf(location)]).toEqual(['/sign-in', 'OAuthCallback']);
    expect(agent.cookies.has('foyer.session')).toBe(false);
    const { users } = app.deps.collections;
    expect(await users.countDocuments({ 'accounts.providerAccountId': 'mallory' })).toBe(0);
  });

  it('that is replayed makes no second session (security.md 25)', async ({ app }) => {
    const agent = app.agent();
    const callback = await visitProvider(agent, trusted, { login: 'replay', email: 'replay@example.test' });
    const cookie = agent.cookieHeader;
    await agent.request(callback);
    const replay = await app.agent().request(callback, { headers: { cookie } });
    expect(errorOf(new URL(replay.location ?? ''))).toBe('OAuthCallback');
  });
});

describe('session.signInWith', () => {
  it('sends S256, state, nonce and our own callback URL, whatever the query says (security.md 26)', async ({
    app,
  }) => {
    const { url } = await app.client(app.agent()).session.signInWith.mutate({ provider: 'trusted' });
    const { searchParams } = new URL(url);
    expect(searchParams.get('code_challenge_method')).toBe('S256');
    for (const name of ['state', 'nonce', 'code_challenge']) expect(searchParams.get(name)).toMatch(/.{20,}/);
    const posted = await app
      .agent()
      .postAuthForm('/auth/signin/trusted?redirect_uri=https://evil.test&scope=all');
    expect(posted.status).toBe(303);
    const asked = new URL(posted.location ?? '').searchParams;
    expect(asked.get('redirect_uri')).toBe(`${app.origin}/auth/callback/trusted`);
    expect(asked.get('scope')).toBe('openid profile email');
  });

  it.for([
    ['letters', `/${'a'.repeat(2000)}`, true],
    ['what a cookie encodes', `/account?${'&'.repeat(2000)}`, false],
    ['what an address encodes', `/${'é'.repeat(2000)}`, false],
    ['8 kB', `/${'a'.repeat(8000)}`, false],
  ] as const)(
    'sets no cookie over 4,096 bytes for a long way back: %s (security.md 18)',
    async ([_what, callbackUrl, accepted], { app }) => {
      const agent = await app.signInByMail(
        `long-${callbackUrl.length}-${callbackUrl.charCodeAt(1)}@example.test`,
      );
      for (const procedure of ['session.signInWith', 'accounts.link']) {
        const answer = await agent.postJson(`/trpc/${procedure}`, { provider: 'trusted', callbackUrl });
        expect(answer.status).toBe(accepted ? 200 : 400);
        expect(answer.setCookies.length > 0).toBe(accepted);
        for (const cookie of answer.setCookies)
          expect(Buffer.byteLength(cookie)).toBeLessThanOrEqual(COOKIE_MAX_BYTES);
      }
    },
  );

  it('answers Signin for an unknown provider', async ({ app }) => {
    const call = app.client(app.agent()).session.signInWith.mutate({ provider: 'nobody' });
    expect(await appCodeOf(call)).toBe('Signin');
  });
});

it('accounts.list distinguishes connections at one provider, with and without details', async ({ app }) => {
  const agent = await app.signInByMail('apart@example.test');
  for (const login of ['apart-1', 'apart-2', 'apart-3']) await arrive(untrusted, { login }, agent, true);
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

describe('accounts.link', () => {
  it('connects a second provider to the signed-in user, and answers already-linked the second time', async ({
    app,
  }) => {
    const { agent } = await signIn(trusted, { login: 'linker', email: 'linker@example.test' });
    const done = await arrive(untrusted, { login: 'linker-two' }, agent, true);
    expect(done.location.href).toBe(
      `${app.origin}/account/sign-in-methods?outcome=linked&provider=untrusted`,
    );
    expect(await app.client(agent).accounts.list.query()).toMatchObject([
      { provider: 'trusted' },
      { provider: 'untrusted' },
    ]);
    expect(await app.client(agent).session.get.query()).toMatchObject({
      user: { email: 'linker@example.test' },
    });
    const again = await arrive(untrusted, { login: 'linker-two' }, agent, true);
    expect(again.location.searchParams.get('outcome')).toBe('already-linked');
    expect(await app.client(agent).accounts.list.query()).toHaveLength(2);
  });

  it('refuses an account of another user and returns with the reason', async ({ app }) => {
    await signIn(untrusted, { login: 'owned' });
    const { agent } = await signIn(trusted, { login: 'wants-it', email: 'wants-it@example.test' });
    const { location } = await arrive(untrusted, { login: 'owned' }, agent, true);
    expect([location.pathname, errorOf(location)]).toEqual([
      '/account/sign-in-methods',
      'ACCOUNT_BELONGS_TO_OTHER',
    ]);
    expect(await app.client(agent).accounts.list.query()).toHaveLength(1);
  });

  it.for<[string, (app: TestApp, agent: HttpAgent, email: string) => Promise<unknown>]>([
    [
      'has expired',
      (app) => app.db.collection('sessions').updateMany({}, { $set: { expires: new Date(0) } }),
    ],
    ['was ended', (app, agent) => app.client(agent).session.signOut.mutate()],
    ['became another user', (app, agent) => app.signInByMail('intruder@example.test', agent)],
    ['became another session of the user', (app, agent, email) => app.signInByMail(email, agent)],
  ])('links nothing when the session %s meanwhile', async ([_what, meanwhile], { app }) => {
    const login = uniqueName();
    const email = `${login}@example.test`;
    const { agent } = await signIn(trusted, { login, email });
    const callback = await visitProvider(agent, untrusted, { login: `other-${login}` }, true);
    await meanwhile(app, agent, email);
    const done = await agent.request(callback);
    expect(
      await app.deps.collections.users.countDocuments({ 'accounts.key': `untrusted:other-${login}` }),
    ).toBe(0);
    expect(errorOf(new URL(done.location ?? ''))).toBe('SessionRequired');
  });

  it('is not done by a sign-in’s callback, which signs in and links nothing', async ({ app }) => {
    const { agent } = await signIn(trusted, { login: 'stray', email: 'stray@example.test' });
    // There is an intent to link, but of another flow: `state` binds an intent to its flow.
    await visitProvider(agent, untrusted, { login: 'intended' }, true);
    await signIn(untrusted, { login: 'stray-two' }, agent);
    const stray = await app.deps.collections.users.findOne({ email: 'stray@example.test' });
    expect(stray?.accounts).toHaveLength(1);
  });

  it('opens its intent with its own state and at its own provider only (GHSA-x445-f3h2-j279)', async ({
    app,
  }) => {
    const ids = { userId: 'a-user', sessionId: 'a-session' };
    const intent = { kind: 'link', provider: 'trusted', callbackPath: '/account', ...ids } as const;
    const cookie = await sealIntent(app.deps, intent, 'a-state');
    const open = (provider: string, state: string) => openIntent(app.deps, cookie, { provider, state });
    expect(await open('trusted', 'a-state')).toMatchObject(intent);
    expect(await open('trusted', 'another-state')).toBeNull();
    expect(await open('untrusted', 'a-state')).toBeNull();
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
    await arrive(trusted, { login: 'un-b', email: 'un-b@example.test' }, agent, true);
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
});

/** A signed-in user with an unverified address, as an adopted database may contain one. */
async function squat(app: TestApp) {
  const login = uniqueName();
  const email = `${login}@example.test`;
  const { agent } = await signIn(untrusted, { login });
  await app.db.collection('users').updateOne({ 'accounts.key': `untrusted:${login}` }, { $set: { email } });
  return { agent, login, email };
}

describe('a change at the same time', () => {
  it('leaves a new link in place when the list is read at the same time', async ({ app }) => {
    const login = uniqueName();
    const agent = await app.signInByMail(`${login}@example.test`);
    const callback = await visitProvider(agent, untrusted, { login }, true);
    // The list has read the user without connections. It reads the rows after the link.
    const listing = faults.holdBefore('accounts.find');
    const list = app.client(agent).accounts.list.query();
    await listing.reached;
    await agent.request(callback);
    listing.release();
    await list;
    expect(await app.deps.collections.accounts.countDocuments({ providerAccountId: login })).toBe(1);
    expect(await app.db.collection('jobs').countDocuments({ kind: 'revoke-grant' })).toBe(0);
  });

  it('ends a sign-in when the address’s owner proves it at the same time', async ({ app }) => {
    const { login, email } = await squat(app);
    const attacker = app.agent();
    const callback = await visitProvider(attacker, untrusted, { login });
    // The proof has its own time. The sign-in then looks up its user, takes a later time and ends after the
    // proof.
    const proving = faults.holdBefore('users.findOneAndUpdate');
    const owning = app.signInByMail(email);
    await proving.reached;
    await new Promise((resolve) => setTimeout(resolve, 5));
    const signingIn = faults.holdBefore('sessions.insertOne');
    const answer = attacker.request(callback);
    await signingIn.reached;
    proving.release();
    const owner = await owning;
    signingIn.release();
    await answer;
    expect(await app.client(attacker).session.get.query()).toBeNull();
    expect(await app.client(owner).accounts.list.query()).toEqual([]);
  });

  it('ends a sign-in when its account is unlinked at the same time', async ({ app }) => {
    const login = uniqueName();
    const owner = await app.signInByMail(`${login}@example.test`);
    await arrive(untrusted, { login }, owner, true);
    const other = app.agent();
    const callback = await visitProvider(other, untrusted, { login });
    const signingIn = faults.holdBefore('sessions.insertOne');
    const answer = other.request(callback);
    await signingIn.reached;
    await app.client(owner).accounts.unlink.mutate({ provider: 'untrusted', providerAccountId: login });
    signingIn.release();
    await answer;
    expect(await app.client(other).session.get.query()).toBeNull();
  });

  it('stops a link when the address’s owner proves it at the same time', async ({ app }) => {
    const { agent: attacker, email } = await squat(app);
    const login = uniqueName();
    const callback = await visitProvider(attacker, trusted, { login, emailVerified: false }, true);
    const linking = faults.holdBefore('users.updateOne');
    const answer = attacker.request(callback);
    await linking.reached;
    const owner = await app.signInByMail(email);
    linking.release();
    expect(new URL((await answer).location ?? '').searchParams.get('error')).toBe('SessionRequired');
    expect(await app.client(owner).accounts.list.query()).toEqual([]);
    expect(await app.deps.collections.users.countDocuments({ 'accounts.key': `trusted:${login}` })).toBe(0);
  });
});
