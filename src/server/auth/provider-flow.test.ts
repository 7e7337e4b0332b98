import { SignJWT, generateKeyPair } from 'jose';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { appCodeOf } from '../../testing/app-code.ts';
import type { HttpAgent } from '../../testing/http-agent.ts';
import {
  startIdentityProvider,
  type IdentityProvider,
  type PersonsAnswer,
} from '../../testing/identity-provider.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import type { Fetch } from '../identity-providers/guarded-fetch.ts';

let trusted: IdentityProvider;
let untrusted: IdentityProvider;
let app: TestApp;
/** What the next calls to a provider get instead of the network's answer. */
let tamper: ((url: string, send: () => Promise<Response>) => Promise<Response>) | null = null;

beforeAll(async () => {
  trusted = await startIdentityProvider({ name: 'Trusted', trustEmail: true });
  untrusted = await startIdentityProvider({ name: 'Untrusted' });
  const send: Fetch = (input, init) => {
    const url = input instanceof Request ? input.url : String(input);
    return tamper ? tamper(url, () => fetch(input, init)) : fetch(input, init);
  };
  app = await createTestApp({
    providers: () => Promise.resolve([trusted.settings, untrusted.settings]),
    fetch: send,
  });
});
afterAll(async () => {
  await app.close();
  await Promise.all([trusted.close(), untrusted.close()]);
});
beforeEach(() => app.db.collection('rate_limits').deleteMany({}));
afterEach(() => {
  tamper = null;
});

/** Walks one browser to the provider and to the address that the provider sends it back to, but not there. */
async function walk(
  agent: HttpAgent,
  provider: IdentityProvider,
  answer: PersonsAnswer,
  link = false,
): Promise<string> {
  const { accounts, session } = app.client(agent);
  const input = { provider: provider.settings.id, callbackUrl: '/account/sign-in-methods' };
  const { url } = await (link ? accounts.link.mutate(input) : session.signInWith.mutate(input));
  return provider.signIn(url, answer);
}

async function signIn(provider: IdentityProvider, answer: PersonsAnswer, agent = app.agent()) {
  const answered = await agent.request(await walk(agent, provider, answer));
  return { agent, location: new URL(answered.location ?? 'none:'), answered };
}

const errorOf = (location: URL) => location.searchParams.get('error');

describe('a first sign-in with a provider', () => {
  it('makes a user with the proven address, one account, one session, and comes back', async () => {
    const { agent, location } = await signIn(trusted, {
      login: 'ada',
      name: 'Ada Lovelace',
      email: 'ada@example.test',
    });
    expect(location.href).toBe(`${app.origin}/account/sign-in-methods`);
    expect(await app.client(agent).session.get.query()).toMatchObject({
      user: { name: 'Ada Lovelace', email: 'ada@example.test' },
    });
    expect(await app.client(agent).accounts.list.query()).toEqual([
      {
        provider: 'trusted',
        type: 'oidc',
        providerAccountId: 'ada',
        label: 'ada@example.test',
        linkedAt: expect.any(String),
        lastUsedAt: expect.any(String),
        canUnlink: true,
      },
    ]);
    for (const kind of ['state', 'nonce', 'pkce']) expect(agent.cookies.has(`foyer.${kind}`)).toBe(false);
  });

  it.each<[string, () => IdentityProvider, boolean]>([
    ['a provider that is not trusted with addresses', () => untrusted, true],
    ['a trusted provider that calls it unverified', () => trusted, false],
  ])('takes no address from %s (security.md 28)', async (_what, provider, emailVerified) => {
    const login = `claimer-${String(emailVerified)}`;
    const { agent } = await signIn(provider(), { login, email: 'victim@example.test', emailVerified });
    expect(await app.client(agent).session.get.query()).toMatchObject({ user: { email: null } });
    expect(await app.deps.collections.users.countDocuments({ email: 'victim@example.test' })).toBe(0);
  });

  it('twenty times at once is one user, one account, twenty sessions and no error', async () => {
    const agents = Array.from({ length: 20 }, () => app.agent());
    const callbacks: string[] = [];
    for (const agent of agents)
      callbacks.push(await walk(agent, trusted, { login: 'swarm', email: 'swarm@example.test' }));
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

  it('with the same subject at two issuers is two users (security.md 28)', async () => {
    const first = await signIn(trusted, { login: 'twin', email: 'twin@example.test' });
    const second = await signIn(untrusted, { login: 'twin', email: 'twin@example.test' });
    const ids = await Promise.all([first, second].map(({ agent }) => app.client(agent).session.get.query()));
    expect(new Set(ids.map((session) => session?.user.id)).size).toBe(2);
  });

  it('with an address that another user has proven is refused with OAuthAccountNotLinked', async () => {
    await app.signInByMail('taken@example.test');
    const { location, agent } = await signIn(trusted, { login: 'taker', email: 'taken@example.test' });
    expect([location.pathname, errorOf(location)]).toEqual(['/sign-in', 'OAuthAccountNotLinked']);
    expect(location.searchParams.get('callbackUrl')).toBe('/account/sign-in-methods');
    expect(agent.cookies.has('foyer.session')).toBe(false);
  });
});

describe('a later sign-in', () => {
  it('is the same user under a new session, and the old one of this browser is dead', async () => {
    const { agent } = await signIn(trusted, { login: 'later', email: 'later@example.test' });
    const old = agent.cookies.get('foyer.session') ?? '';
    const before = await app.client(agent).session.get.query();
    await signIn(trusted, { login: 'later' }, agent);
    expect((await app.client(agent).session.get.query())?.user.id).toBe(before?.user.id);
    const replay = app.agent();
    replay.cookies.set('foyer.session', old);
    expect(await app.client(replay).session.get.query()).toBeNull();
  });

  it('as somebody else changes who is signed in and links nothing', async () => {
    const { agent } = await signIn(trusted, { login: 'first', email: 'first@example.test' });
    await signIn(untrusted, { login: 'somebody-else' }, agent);
    expect(await app.client(agent).session.get.query()).toMatchObject({ user: { email: null } });
    expect(await app.client(agent).accounts.list.query()).toMatchObject([{ provider: 'untrusted' }]);
  });
});

describe('accounts.link', () => {
  it('connects a second provider to the signed-in user, once, and says so the second time', async () => {
    const { agent } = await signIn(trusted, { login: 'linker', email: 'linker@example.test' });
    const done = await agent.request(await walk(agent, untrusted, { login: 'linker-two' }, true));
    expect(done.location).toBe(`${app.origin}/account/sign-in-methods?outcome=linked&provider=untrusted`);
    expect(await app.client(agent).accounts.list.query()).toMatchObject([
      { provider: 'trusted' },
      { provider: 'untrusted' },
    ]);
    expect(await app.client(agent).session.get.query()).toMatchObject({
      user: { email: 'linker@example.test' },
    });
    const again = await agent.request(await walk(agent, untrusted, { login: 'linker-two' }, true));
    expect(new URL(again.location ?? '').searchParams.get('outcome')).toBe('already-linked');
    expect(await app.client(agent).accounts.list.query()).toHaveLength(2);
  });

  it('refuses an account of another user, and comes back with the reason', async () => {
    await signIn(untrusted, { login: 'owned' });
    const { agent } = await signIn(trusted, { login: 'wants-it', email: 'wants-it@example.test' });
    const done = await agent.request(await walk(agent, untrusted, { login: 'owned' }, true));
    const location = new URL(done.location ?? '');
    expect([location.pathname, errorOf(location)]).toEqual([
      '/account/sign-in-methods',
      'ACCOUNT_BELONGS_TO_OTHER',
    ]);
    expect(await app.client(agent).accounts.list.query()).toHaveLength(1);
  });

  it('needs a session', async () => {
    const call = app.client(app.agent()).accounts.link.mutate({ provider: 'trusted' });
    expect(await appCodeOf(call)).toBe('SessionRequired');
  });

  it.each<[string, (agent: HttpAgent) => Promise<void> | void, string]>([
    [
      'has expired',
      async () =>
        void (await app.db.collection('sessions').updateMany({}, { $set: { expires: new Date(0) } })),
      'SessionRequired',
    ],
    [
      'was ended',
      async (agent) => void (await app.client(agent).session.signOut.mutate()),
      'SessionRequired',
    ],
    [
      'became another user',
      async (agent) => void (await app.signInByMail('intruder@example.test', agent)),
      'SessionRequired',
    ],
  ])('links nothing when the session %s meanwhile', async (_what, meanwhile, code) => {
    const login = `meanwhile-${code}-${Math.random()}`;
    const { agent } = await signIn(trusted, { login, email: `${login}@example.test` });
    const callback = await walk(agent, untrusted, { login: `other-${login}` }, true);
    await meanwhile(agent);
    const done = await agent.request(callback);
    expect(
      await app.deps.collections.users.countDocuments({ 'accounts.key': `untrusted:other-${login}` }),
    ).toBe(0);
    expect(errorOf(new URL(done.location ?? ''))).toBe(code);
  });

  it('is not set off by a stray callback: a sign-in started by anybody else signs in and links nothing', async () => {
    const { agent } = await signIn(trusted, { login: 'stray', email: 'stray@example.test' });
    // A link was once intended, but this flow is another one: the intent is bound to the flow by its state.
    await walk(agent, untrusted, { login: 'intended' }, true);
    await signIn(untrusted, { login: 'stray-two' }, agent);
    const stray = await app.deps.collections.users.findOne({ email: 'stray@example.test' });
    expect(stray?.accounts).toHaveLength(1);
  });
});

describe('accounts.unlink', () => {
  it('removes one of two, never the last, and the removed one no longer signs in here', async () => {
    const { agent } = await signIn(untrusted, { login: 'un-a' });
    const trpc = app.client(agent);
    const mine = { provider: 'untrusted', providerAccountId: 'un-a' };
    expect(await trpc.accounts.list.query()).toMatchObject([{ canUnlink: false }]);
    expect(await appCodeOf(trpc.accounts.unlink.mutate(mine))).toBe('LAST_SIGN_IN_METHOD');
    await agent.request(await walk(agent, trusted, { login: 'un-b', email: 'un-b@example.test' }, true));
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

  it('of what is not mine is NOT_FOUND, and changes nothing (security.md 32)', async () => {
    await signIn(trusted, { login: 'not-yours', email: 'not-yours@example.test' });
    const agent = await app.signInByMail('thief@example.test');
    const call = app
      .client(agent)
      .accounts.unlink.mutate({ provider: 'trusted', providerAccountId: 'not-yours' });
    expect(await appCodeOf(call)).toBe('NOT_FOUND');
    expect(await app.deps.collections.users.countDocuments({ 'accounts.key': 'trusted:not-yours' })).toBe(1);
  });

  it('of both accounts at once leaves exactly one', async () => {
    const { agent } = await signIn(untrusted, { login: 'both' });
    const linkCallback = await walk(agent, trusted, { login: 'both', emailVerified: false }, true);
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

describe('a callback', () => {
  it('cancelled at the provider is OAuthCallback on the sign-in page, with the check cookies gone', async () => {
    const { agent, location } = await signIn(trusted, { cancel: true });
    expect([location.pathname, errorOf(location)]).toEqual(['/sign-in', 'OAuthCallback']);
    expect([...agent.cookies.keys()].filter((name) => /state|nonce|pkce/.test(name))).toEqual([]);
  });

  it.each<[string, (callback: URL, agent: HttpAgent) => void]>([
    ['a foreign state', (url) => url.searchParams.set('state', 'x')],
    ['no state', (url) => url.searchParams.delete('state')],
    ['no cookies', (_url, agent) => agent.cookies.clear()],
    ['a wrong iss (RFC 9207)', (url) => url.searchParams.set('iss', 'https://evil.test')],
    ['a made-up code', (url) => url.searchParams.set('code', 'x')],
    [
      "another provider's callback (GHSA-x445-f3h2-j279)",
      (url) => void (url.pathname = '/auth/callback/untrusted'),
    ],
  ])('with %s is refused and makes no session (security.md 25)', async (_what, spoil) => {
    const agent = app.agent();
    const callback = new URL(await walk(agent, trusted, { login: 'mallory', email: 'mallory@example.test' }));
    spoil(callback, agent);
    const answer = await agent.request(callback.pathname + callback.search);
    const location = new URL(answer.location ?? '');
    expect([location.pathname, errorOf(location)]).toEqual(['/sign-in', 'OAuthCallback']);
    expect(agent.cookies.has('foyer.session')).toBe(false);
    expect(await app.deps.collections.users.countDocuments({ 'accounts.providerAccountId': 'mallory' })).toBe(
      0,
    );
  });

  it('replayed makes no second session', async () => {
    const agent = app.agent();
    const callback = await walk(agent, trusted, { login: 'replay', email: 'replay@example.test' });
    const cookies = [...agent.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    await agent.request(callback);
    const replay = await app.agent().request(callback, { headers: { cookie: cookies } });
    expect(errorOf(new URL(replay.location ?? ''))).toBe('OAuthCallback');
  });

  it.each<[string, (claims: Record<string, unknown>) => Promise<string>]>([
    [
      'signed by a foreign key',
      async (claims) => sign(claims, (await generateKeyPair('RS256')).privateKey, 'RS256'),
    ],
    ['with alg none', (claims) => Promise.resolve(`${segment({ alg: 'none' })}.${segment(claims)}.`)],
    [
      'signed with the client secret',
      (claims) => sign(claims, new TextEncoder().encode(String(trusted.settings.clientSecret)), 'HS256'),
    ],
  ])('with an ID token %s is refused (security.md 27)', async (_what, forge) => {
    tamper = async (url, send) => {
      const response = await send();
      if (!url.endsWith('/token')) return response;
      const tokens = (await response.json()) as { id_token: string };
      const claims = JSON.parse(
        Buffer.from(tokens.id_token.split('.')[1] ?? '', 'base64url').toString(),
      ) as Record<string, unknown>;
      return Response.json({ ...tokens, id_token: await forge({ ...claims, sub: 'forged' }) });
    };
    const { location, agent } = await signIn(trusted, { login: 'forger', email: 'forger@example.test' });
    expect(errorOf(location)).toBe('OAuthCallback');
    expect(agent.cookies.has('foyer.session')).toBe(false);
    expect(await app.deps.collections.users.countDocuments({ 'accounts.providerAccountId': 'forged' })).toBe(
      0,
    );
  });
});

describe('session.signInWith', () => {
  it('sends S256, state and nonce, and our own callback address whatever the query says (security.md 26)', async () => {
    const { url } = await app.client(app.agent()).session.signInWith.mutate({ provider: 'trusted' });
    const { searchParams } = new URL(url);
    expect(searchParams.get('code_challenge_method')).toBe('S256');
    for (const name of ['state', 'nonce', 'code_challenge']) expect(searchParams.get(name)).toMatch(/.{20,}/);
    const agent = app.agent();
    const { csrfToken } = (await agent.request('/auth/csrf')).json() as { csrfToken: string };
    const posted = await agent.postForm('/auth/signin/trusted?redirect_uri=https://evil.test&scope=all', {
      csrfToken,
    });
    expect(posted.status).toBe(303);
    const asked = new URL(posted.location ?? '').searchParams;
    expect(asked.get('redirect_uri')).toBe(`${app.origin}/auth/callback/trusted`);
    expect(asked.get('scope')).toBe('openid profile email');
  });

  it('names an unknown provider with Signin, and one that is away with OAuthSignin', async () => {
    const call = (provider: string) => app.client(app.agent()).session.signInWith.mutate({ provider });
    expect(await appCodeOf(call('nobody'))).toBe('Signin');
    tamper = () => Promise.reject(new TypeError('connection refused'));
    const fresh = await createTestApp({
      providers: () => Promise.resolve([trusted.settings]),
      fetch: () => Promise.reject(new TypeError('connection refused')),
    });
    try {
      const away = fresh.client(fresh.agent()).session.signInWith.mutate({ provider: 'trusted' });
      expect(await appCodeOf(away)).toBe('OAuthSignin');
    } finally {
      await fresh.close();
    }
  });
});

function segment(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

function sign(
  claims: Record<string, unknown>,
  key: Parameters<SignJWT['sign']>[0],
  alg: string,
): Promise<string> {
  return new SignJWT(claims).setProtectedHeader({ alg }).sign(key);
}
