import { createPublicKey, generateKeyPairSync, type JsonWebKey } from 'node:crypto';
import { calculateJwkThumbprint, decodeJwt, decodeProtectedHeader, jwtVerify, type JWK } from 'jose';
import { afterAll, beforeEach, describe, expect } from 'vitest';
import { HOUR_MS } from '../../shared/limits.ts';
import { SENT_ASSERTION_MAX_AGE_SECONDS } from '../identity-providers/client-authentication.ts';
import { startIdentityProvider, type IdentityProvider } from '../../testing/providers/identity-provider.ts';
import { startProviderVisits } from '../../testing/providers/provider-visits.ts';
import { testWith } from '../../testing/app/fixture.ts';
import type { TestApp } from '../../testing/app/test-app.ts';
import { freshTokens } from '../domain/users/grants.ts';
import { runDueJobs } from '../domain/job-runner.ts';
import { openTokens, sealTokens } from '../domain/providers/provider-tokens.ts';
import type { ClientAuthenticationMethod } from '../settings/settings.ts';
import { privateKey } from '../settings/values.ts';

const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const jwk = privateKey.parse(pair.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString());
const publicJwk = createPublicKey({ key: jwk as JsonWebKey, format: 'jwk' }).export({ format: 'jwk' }) as JWK;

const METHODS: readonly ClientAuthenticationMethod[] = [
  'client_secret_basic',
  'client_secret_post',
  'private_key_jwt',
  'none',
];
const ENDPOINTS = ['/token', '/token/introspection', '/token/revocation'];

interface Call {
  readonly path: string;
  readonly authorization: string | null;
  readonly form: URLSearchParams;
}

const kid = await calculateJwkThumbprint(publicJwk);
const withKey = {
  token_endpoint_auth_signing_alg: 'ES256',
  jwks: { keys: [{ ...publicJwk, kid, alg: 'ES256' }] },
};
const providers = new Map<ClientAuthenticationMethod, IdentityProvider>();
for (const method of METHODS)
  providers.set(
    method,
    await startIdentityProvider({
      name: method.replaceAll('_', ' '),
      trustEmail: true,
      client: { token_endpoint_auth_method: method, ...(method === 'private_key_jwt' ? withKey : {}) },
    }),
  );

let calls: Call[] = [];
let away = false;

const it = testWith({
  providers: () =>
    Promise.resolve(
      [...providers].map(([method, { settings }]) => ({
        ...settings,
        ...(method.startsWith('client_secret') ? {} : { clientSecret: null }),
        ...(method === 'private_key_jwt' ? { privateKey: jwk } : {}),
        authMethod: method,
      })),
    ),
  fetch: async (input, init) => {
    const { pathname } = new URL(input instanceof Request ? input.url : input);
    if (away && /well-known|jwks/.test(pathname)) throw new TypeError('connection refused');
    const headers = new Headers(init?.headers);
    const form = new URLSearchParams(init?.body instanceof URLSearchParams ? init.body : '');
    calls.push({ path: pathname, authorization: headers.get('authorization'), form });
    return fetch(input, init);
  },
});
afterAll(async () => {
  await Promise.all([...providers.values()].map((provider) => provider.close()));
});
beforeEach(() => {
  away = false;
});

function providerOf(method: ClientAuthenticationMethod): IdentityProvider {
  const provider = providers.get(method);
  if (!provider) throw new Error(`no provider for ${method}`);
  return provider;
}

/** All calls with client authentication: sign-in, refresh, introspection, revocation. */
async function everyCall(app: TestApp, method: ClientAuthenticationMethod): Promise<Call[]> {
  const provider = providerOf(method);
  calls = [];
  const { agent, location } = await startProviderVisits(app).signIn(provider, {
    login: method,
    email: `${method}@example.test`,
  });
  expect(location.searchParams.get('error')).toBeNull();
  const key = { provider: provider.settings.id, providerAccountId: method };
  const row = await app.deps.collections.accounts.findOne(key);
  const tokens = row && openTokens(app.deps, row, row.tokens);
  if (!row || !tokens) throw new Error('nothing was granted');
  const sealed = sealTokens(app.deps, row, { ...tokens, expiresAt: Date.now() });
  await app.deps.collections.accounts.updateOne({ _id: row._id }, { $set: { tokens: sealed } });
  await freshTokens(app.deps, { ...row, tokens: sealed });
  expect(await app.client(agent).accounts.inspect.mutate(key)).toEqual({ status: 'connected' });
  await app.client(agent).accounts.unlink.mutate(key);
  await runDueJobs(app.deps);
  const made = calls.filter(({ path }) => ENDPOINTS.includes(path));
  expect(new Set(made.map(({ path }) => path))).toEqual(new Set(ENDPOINTS));
  return made;
}

describe('at token exchange, refresh, introspection and revocation', () => {
  const formEncode = (text: string) => encodeURIComponent(text).replaceAll('%20', '+');
  /** The header, and `client_id`, `client_secret` and `client_assertion`. */
  it.for<[ClientAuthenticationMethod, (id: string, secret: string) => (string | null)[]]>([
    [
      'client_secret_basic',
      (id, secret) => [
        `Basic ${Buffer.from(`${id}:${formEncode(secret)}`).toString('base64')}`,
        null,
        null,
        null,
      ],
    ],
    ['client_secret_post', (id, secret) => [null, id, secret, null]],
    ['none', (id) => [null, id, null, null]],
  ])('%s sends id and secret as it says, and the PKCE verifier', async ([method, expected], { app }) => {
    const { clientId, clientSecret } = providerOf(method).settings;
    const made = await everyCall(app, method);
    for (const { authorization, form: sent } of made) {
      const fields = ['client_id', 'client_secret', 'client_assertion'].map((name) => sent.get(name));
      expect([authorization, ...fields]).toEqual(expected(clientId, clientSecret ?? ''));
    }
    expect(made[0]?.form.get('code_verifier')).toMatch(/^[A-Za-z0-9_-]{43}$/);
  });

  it('private_key_jwt signs a new assertion for each call, valid for 60 s', async ({ app }) => {
    const { clientId } = providerOf('private_key_jwt').settings;
    const ids = new Set<unknown>();
    const made = await everyCall(app, 'private_key_jwt');
    for (const { authorization, form } of made) {
      expect([authorization, form.get('client_secret')]).toEqual([null, null]);
      expect(form.get('client_assertion_type')).toBe(
        'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
      );
      const assertion = form.get('client_assertion') ?? '';
      await jwtVerify(assertion, publicJwk, { issuer: clientId, subject: clientId, algorithms: ['ES256'] });
      expect(decodeProtectedHeader(assertion).kid).toBe(kid);
      const { iat, exp, jti } = decodeJwt(assertion);
      expect((exp ?? 0) - (iat ?? 0)).toBe(SENT_ASSERTION_MAX_AGE_SECONDS);
      ids.add(jti);
    }
    expect(ids.size).toBe(made.length);
  });
});

it('people sign in when discovery and key set have been out of reach for an hour', async ({ app }) => {
  const provider = providerOf('client_secret_basic');
  const { signIn } = startProviderVisits(app);
  await signIn(provider, { login: 'before', email: 'before@example.test' });
  away = true;
  app.advance(HOUR_MS);
  const { agent } = await signIn(provider, { login: 'after', email: 'after@example.test' });
  expect(await app.client(agent).session.get.query()).toMatchObject({
    user: { email: 'after@example.test' },
  });
});
