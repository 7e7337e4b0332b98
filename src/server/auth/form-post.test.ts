import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { beforeAll, describe, expect } from 'vitest';
import { testWith } from '../../testing/app/fixture.ts';
import type { HttpAgent } from '../../testing/app/http-agent.ts';
import type { TestApp } from '../../testing/app/test-app.ts';
import type { Fetch } from '../net/transport.ts';

const APPLE = 'https://appleid.apple.com';
/** What `/.well-known/openid-configuration` of Apple answers. */
const RECORDED_DOCUMENT = {
  issuer: APPLE,
  authorization_endpoint: `${APPLE}/auth/authorize`,
  token_endpoint: `${APPLE}/auth/token`,
  revocation_endpoint: `${APPLE}/auth/revoke`,
  jwks_uri: `${APPLE}/auth/keys`,
  response_types_supported: ['code'],
  response_modes_supported: ['query', 'fragment', 'form_post'],
  subject_types_supported: ['pairwise'],
  id_token_signing_alg_values_supported: ['RS256'],
  scopes_supported: ['openid', 'email', 'name'],
  token_endpoint_auth_methods_supported: ['client_secret_post'],
};

let keys: Awaited<ReturnType<typeof generateKeyPair>>;
let nonce: string | null;
beforeAll(async () => {
  keys = await generateKeyPair('RS256');
});

const apple: Fetch = async (input) => {
  const { pathname } = new URL(input instanceof Request ? input.url : input);
  if (pathname.endsWith('/openid-configuration')) return Response.json(RECORDED_DOCUMENT);
  if (pathname === '/auth/keys')
    return Response.json({ keys: [{ ...(await exportJWK(keys.publicKey)), kid: 'key', alg: 'RS256' }] });
  const idToken = await new SignJWT({
    sub: '000123.ada',
    email: 'ada@example.test',
    email_verified: true,
    nonce,
  })
    .setProtectedHeader({ alg: 'RS256', kid: 'key' })
    .setIssuer(APPLE)
    .setAudience('com.example.accounts')
    .setIssuedAt()
    .setExpirationTime('1h')
    .sign(keys.privateKey);
  return Response.json({ token_type: 'Bearer', access_token: 'access', expires_in: 3600, id_token: idToken });
};

const it = testWith({
  settings: {
    builtInProviders: [
      { id: 'apple', clientId: 'com.example.accounts', clientSecret: 'a.b.c', issuer: null },
    ],
  },
  fetch: apple,
});

async function start(app: TestApp, agent: HttpAgent): Promise<Record<string, string>> {
  const { url } = await app.client(agent).session.signInWith.mutate({ provider: 'apple' });
  const { searchParams } = new URL(url);
  expect(searchParams.get('response_mode')).toBe('form_post');
  nonce = searchParams.get('nonce');
  return {
    code: 'a code',
    state: searchParams.get('state') ?? '',
    user: JSON.stringify({ name: { firstName: 'Ada', lastName: 'Lovelace' } }),
  };
}

/** The form that the provider's page posts: the browser sends no cookie that is SameSite=Lax. */
const postFrom = (agent: HttpAgent, fields: Record<string, string>, provider = 'apple') =>
  agent.request(`/auth/callback/${provider}`, {
    method: 'POST',
    cookies: false,
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      origin: APPLE,
      'sec-fetch-site': 'cross-site',
    },
    body: new URLSearchParams(fields).toString(),
  });

describe('a provider that answers with a form post of its own page', () => {
  it('signs in after a redirect, which brings the cookies', async ({ app }) => {
    const agent = app.agent();
    const posted = await postFrom(agent, await start(app, agent));
    expect(posted.status).toBe(303);
    expect(posted.setCookies).toEqual([]);
    const back = new URL(posted.location ?? 'none:');
    expect([back.origin, back.pathname]).toEqual([app.origin, '/auth/callback/apple']);

    await agent.request(back.href);
    expect(await app.client(agent).session.get.query()).toMatchObject({
      user: { name: 'Ada Lovelace', email: 'ada@example.test' },
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
