import { describe, expect } from 'vitest';
import { COOKIE_MAX_BYTES } from '../../shared/callback-url.ts';
import { appCodeOf } from '../../testing/app/app-code.ts';
import type { HttpAgent } from '../../testing/app/http-agent.ts';
import { testWithProviders } from '../../testing/providers/provider-visits.ts';

const { it, trusted, untrusted, visitProvider, signIn } = await testWithProviders();
const errorOf = (location: URL) => location.searchParams.get('error');

describe('a first sign-in with a provider', () => {
  it('makes a user with the verified address, one account and one session, and returns to the page', async ({
    app,
  }) => {
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
    const old = agent.cookies.get('foyer.session') ?? '';
    const before = await app.client(agent).session.get.query();
    await signIn(trusted, { login: 'later' }, agent);
    expect((await app.client(agent).session.get.query())?.user.id).toBe(before?.user.id);
    const replay = app.agent();
    replay.cookies.set('foyer.session', old);
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
    const callback = new URL(
      await visitProvider(agent, trusted, { login: 'mallory', email: 'mallory@example.test' }),
    );
    spoil(callback, agent);
    const answer = await agent.request(callback.pathname + callback.search);
    const location = new URL(answer.location ?? '');
    expect([location.pathname, errorOf(location)]).toEqual(['/sign-in', 'OAuthCallback']);
    expect(agent.cookies.has('foyer.session')).toBe(false);
    expect(await app.deps.collections.users.countDocuments({ 'accounts.providerAccountId': 'mallory' })).toBe(
      0,
    );
  });

  it('that is replayed makes no second session (security.md 25)', async ({ app }) => {
    const agent = app.agent();
    const callback = await visitProvider(agent, trusted, { login: 'replay', email: 'replay@example.test' });
    const cookies = [...agent.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    await agent.request(callback);
    const replay = await app.agent().request(callback, { headers: { cookie: cookies } });
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
