import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { afterEach, describe, expect } from 'vitest';
import { testWith } from '../../testing/app/fixture.ts';
import type { HttpAgent } from '../../testing/app/http-agent.ts';
import type { TestApp } from '../../testing/app/test-app.ts';

/** Since the last test, as host and path. */
let calls: string[] = [];
/** By URL. No call leaves this machine: the tests refuse a call that does not use this `fetch`. */
let answers: Record<string, () => unknown> = {};

const client = { clientId: 'client', clientSecret: 'secret', issuer: null };
const it = testWith({
  settings: {
    builtInProviders: [
      { id: 'github', ...client },
      { id: 'frontegg', ...client, issuer: 'https://tenant.frontegg.test' },
      { id: 'apple', ...client, issuer: null },
    ],
  },
  fetch: async (input) => {
    const { host, pathname } = new URL(input instanceof Request ? input.url : input);
    calls.push(host + pathname);
    const answer = answers[host + pathname];
    return answer ? Response.json(await answer()) : Response.json({ message: 'Not Found' }, { status: 404 });
  },
});
afterEach(() => {
  calls = [];
  answers = {};
});

async function signInWith(app: TestApp, provider: string, prepare: (asked: URL) => Promise<void> | void) {
  const agent = app.agent();
  const { url } = await app.client(agent).session.signInWith.mutate({ provider });
  const asked = new URL(url);
  await prepare(asked);
  const query = new URLSearchParams({ code: 'code', state: asked.searchParams.get('state') ?? '' });
  const answer = await agent.request(`/auth/callback/${provider}?${query.toString()}`);
  return { agent, location: new URL(answer.location ?? 'none:') };
}

it('GitHub is asked for the person and their address through `signInFetch` only', async ({ app }) => {
  answers = {
    'github.com/login/oauth/access_token': () => ({ access_token: 'token', token_type: 'bearer' }),
    'api.github.com/user': () => ({ id: 7, login: 'ada', name: 'Ada', email: null }),
    'api.github.com/user/emails': () => [{ email: 'ada@example.test', primary: true, verified: true }],
  };
  const { agent, location } = await signInWith(app, 'github', () => undefined);
  expect(location.searchParams.get('error')).toBeNull();
  expect(calls).toEqual([
    'github.com/login/oauth/access_token',
    'api.github.com/user',
    'api.github.com/user/emails',
  ]);
  // GitHub's address is only a claim and must be verified.
  expect(location.pathname).toBe('/confirm-address');
  expect(await app.client(agent).accounts.pendingLink.query()).toMatchObject({
    provider: 'github',
    email: 'ada@example.test',
  });
});

type Signer = 'its key' | 'another key';

async function idTokenBy(signedBy: Signer, issuer: string, asked: URL) {
  const [own, other] = await Promise.all([generateKeyPair('RS256'), generateKeyPair('RS256')]);
  const key = { ...(await exportJWK(own.publicKey)), kid: 'k', alg: 'RS256' };
  const idToken = await new SignJWT({
    sub: `person of ${signedBy}`,
    name: 'Ada',
    email: `${signedBy.replaceAll(' ', '-')}@${new URL(issuer).hostname}`,
    email_verified: true,
    nonce: asked.searchParams.get('nonce') ?? '',
  })
    .setProtectedHeader({ alg: 'RS256', kid: 'k' })
    .setIssuer(issuer)
    .setAudience('client')
    .setIssuedAt()
    .setExpirationTime('5m')
    .sign(signedBy === 'its key' ? own.privateKey : other.privateKey);
  return { idToken, key };
}

const tokensWith = (idToken: string) => ({ access_token: 'token', token_type: 'Bearer', id_token: idToken });

describe('Frontegg, whose token endpoint differs from its discovery document', () => {
  const issuer = 'https://tenant.frontegg.test';

  async function signInBy(app: TestApp, signedBy: Signer) {
    return signInWith(app, 'frontegg', async (asked) => {
      const { idToken, key } = await idTokenBy(signedBy, issuer, asked);
      answers = {
        'tenant.frontegg.test/.well-known/openid-configuration': () => ({
          issuer,
          authorization_endpoint: `${issuer}/oauth/authorize`,
          token_endpoint: `${issuer}/somewhere/else`,
          jwks_uri: `${issuer}/keys`,
        }),
        'tenant.frontegg.test/keys': () => ({ keys: [key] }),
        'tenant.frontegg.test/oauth/token': () => tokensWith(idToken),
      };
    });
  }

  it('has its ID token verified', async ({ app }) => {
    const good = await signInBy(app, 'its key');
    expect(good.location.searchParams.get('error')).toBeNull();
    expect(good.location.pathname).toBe('/confirm-address');
    app.advance(60 * 60_000);
    const forged = await signInBy(app, 'another key');
    expect(forged.location.searchParams.get('error')).toBe('OAuthCallback');
    expect(calls).toContain('tenant.frontegg.test/oauth/token');
  });
});

describe('Apple, which answers with a form post of its own page', () => {
  const issuer = 'https://appleid.apple.com';

  /** Answers the fields of the form. */
  async function start(app: TestApp, agent: HttpAgent): Promise<Record<string, string>> {
    answers = {
      'appleid.apple.com/.well-known/openid-configuration': () => ({
        issuer,
        authorization_endpoint: `${issuer}/auth/authorize`,
        token_endpoint: `${issuer}/auth/token`,
        jwks_uri: `${issuer}/auth/keys`,
        response_modes_supported: ['query', 'fragment', 'form_post'],
        token_endpoint_auth_methods_supported: ['client_secret_post'],
      }),
    };
    const { url } = await app.client(agent).session.signInWith.mutate({ provider: 'apple' });
    const { searchParams } = new URL(url);
    expect(searchParams.get('response_mode')).toBe('form_post');
    const { idToken, key } = await idTokenBy('its key', issuer, new URL(url));
    answers['appleid.apple.com/auth/keys'] = () => ({ keys: [key] });
    answers['appleid.apple.com/auth/token'] = () => tokensWith(idToken);
    return {
      code: 'a code',
      state: searchParams.get('state') ?? '',
      user: JSON.stringify({ name: { firstName: 'Ada', lastName: 'Lovelace' } }),
    };
  }

  /** The form of the provider's page: the browser sends no cookie that is SameSite=Lax. */
  const postFrom = (agent: HttpAgent, fields: Record<string, string>, provider = 'apple') =>
    agent.request(`/auth/callback/${provider}`, {
      method: 'POST',
      cookies: false,
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        origin: issuer,
        'sec-fetch-site': 'cross-site',
      },
      body: new URLSearchParams(fields).toString(),
    });

  it('signs in after a redirect, which brings the cookies', async ({ app }) => {
    const agent = app.agent();
    const posted = await postFrom(agent, await start(app, agent));
    expect(posted.status).toBe(303);
    expect(posted.setCookies).toEqual([]);
    const back = new URL(posted.location ?? 'none:');
    expect([back.origin, back.pathname]).toEqual([app.origin, '/auth/callback/apple']);

    await agent.request(back.href);
    expect(await app.client(agent).session.get.query()).toMatchObject({
      user: { name: 'Ada Lovelace', email: 'its-key@appleid.apple.com' },
    });
  });

  it('signs nobody in in a browser that started no sign-in', async ({ app }) => {
    const fields = await start(app, app.agent());
    const victim = app.agent();
    const posted = await postFrom(victim, fields);
    const answer = await victim.request(posted.location ?? 'none:');
    expect(new URL(answer.location ?? 'none:').searchParams.get('error')).toBe('OAuthCallback');
    expect(await app.client(victim).session.get.query()).toBeNull();
  });

  it('redirects the answer of the provider, and no other field', async ({ app }) => {
    const agent = app.agent();
    const fields = { error: 'user_cancelled_authorize', state: 's', callbackUrl: '/account', more: 'x' };
    const posted = await postFrom(agent, fields);
    expect(posted.location).toBe(
      `${app.origin}/auth/callback/apple?state=s&error=user_cancelled_authorize&response_mode=form_post`,
    );
  });

  it.for([
    '..%2F..%2F..%2Flogout',
    '..%2F..%2F..%2F%2Fevil.test',
    'apple%2F..%2F..%2F..%2Flogout',
    'x%3Fy=1',
    'apple%3Fy=1',
    'apple%23',
    'nobody',
  ])('is not redirected when it names no provider: %s', async (provider, { app }) => {
    const posted = await postFrom(app.agent(), { code: 'a', state: 'b' }, provider);
    expect([posted.status, posted.location]).toEqual([404, null]);
  });
});
