import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { beforeEach, describe, expect } from 'vitest';
import { testWith } from '../../testing/app/fixture.ts';
import type { HttpAgent } from '../../testing/app/http-agent.ts';
import type { TestApp } from '../../testing/app/test-app.ts';
import type { Fetch } from '../net/transport.ts';
import { issuerTemplateOf } from './tenants.ts';

const MICROSOFT = 'https://login.microsoftonline.com';
const TEMPLATE = `${MICROSOFT}/{tenantid}/v2.0`;
const ACME = '11111111-1111-4111-8111-111111111111';
const OTHER = '22222222-2222-4222-8222-222222222222';
/** The tenant of all personal accounts. Entra signs for it with keys of its own. */
const PERSONAL = '9188040d-6c67-4c5b-b112-36a304b66dad';

/** `<microsoft>/<tenants>/v2.0/.well-known/openid-configuration`, without fields that Foyer does not read. */
const recordedDocument = (tenants: string) => ({
  issuer: TEMPLATE,
  authorization_endpoint: `${MICROSOFT}/${tenants}/oauth2/v2.0/authorize`,
  token_endpoint: `${MICROSOFT}/${tenants}/oauth2/v2.0/token`,
  token_endpoint_auth_methods_supported: ['client_secret_post', 'private_key_jwt', 'client_secret_basic'],
  userinfo_endpoint: 'https://graph.microsoft.com/oidc/userinfo',
  jwks_uri: `${MICROSOFT}/${tenants}/discovery/v2.0/keys`,
  subject_types_supported: ['pairwise'],
  id_token_signing_alg_values_supported: ['RS256'],
  response_types_supported: ['code', 'id_token', 'code id_token', 'id_token token'],
  scopes_supported: ['openid', 'profile', 'email', 'offline_access'],
});

const [shared, personal] = [await generateKeyPair('RS256'), await generateKeyPair('RS256')];
const keyOf = async ({ publicKey }: typeof shared, kid: string, issuer: string) => ({
  ...(await exportJWK(publicKey)),
  alg: 'RS256',
  use: 'sig',
  kid,
  issuer,
});
const keys = [
  await keyOf(shared, 'shared', TEMPLATE),
  await keyOf(personal, 'personal', `${MICROSOFT}/${PERSONAL}/v2.0`),
];

let claims: Record<string, unknown>;
let signedWith: 'shared' | 'personal';
let info: Record<string, unknown>;
beforeEach(() => {
  claims = {};
  signedWith = 'shared';
  info = { sub: 'ada' };
});

const entra: Fetch = async (input) => {
  const { hostname, pathname } = new URL(input instanceof Request ? input.url : input);
  if (hostname === 'graph.microsoft.com') return Response.json(info);
  const [, tenants = ''] = pathname.split('/');
  if (pathname.endsWith('/.well-known/openid-configuration'))
    return Response.json({
      ...recordedDocument(tenants),
      issuer: tenants === ACME ? `${MICROSOFT}/${ACME}/v2.0` : TEMPLATE,
    });
  if (pathname.endsWith('/keys')) return Response.json({ keys });
  const idToken = await new SignJWT({
    iss: `${MICROSOFT}/${ACME}/v2.0`,
    tid: ACME,
    sub: 'ada',
    aud: 'client',
    ...claims,
  })
    .setProtectedHeader({ alg: 'RS256', kid: signedWith })
    .setIssuedAt()
    .setExpirationTime('1h')
    .sign((signedWith === 'shared' ? shared : personal).privateKey);
  return Response.json({ token_type: 'Bearer', access_token: 'access', expires_in: 3600, id_token: idToken });
};

const client = { clientId: 'client', clientSecret: 'a secret for this test' };
const it = testWith({
  settings: {
    oidcProviders: [
      { id: 'entra', tenants: 'organizations', end: '/' },
      { id: 'everybody', tenants: 'common' },
      { id: 'one-tenant', tenants: ACME },
      { id: 'template', tenants: OTHER },
    ].map(({ id, tenants, end = '' }) => ({
      id,
      name: id,
      issuer: `${MICROSOFT}/${tenants}/v2.0${end}`,
      ...client,
      domains: [],
      trustEmail: true,
    })),
    builtInProviders: [{ id: 'microsoft-entra-id', ...client, issuer: null }],
  },
  fetch: entra,
});

/** Returns where the browser goes afterwards. */
async function signIn(app: TestApp, provider = 'entra', agent: HttpAgent = app.agent()): Promise<URL> {
  const { url } = await app.client(agent).session.signInWith.mutate({ provider });
  const { searchParams } = new URL(url);
  claims = { nonce: searchParams.get('nonce'), ...claims };
  const back = new URLSearchParams({ code: 'a code', state: searchParams.get('state') ?? '' });
  const answer = await agent.request(`/auth/callback/${provider}?${back}`);
  return new URL(answer.location ?? 'none:');
}

async function accountsOf(app: TestApp): Promise<string[]> {
  const rows = await app.deps.collections.accounts.find().toArray();
  return rows.map(({ providerAccountId }) => providerAccountId).toSorted();
}

const errorOf = (location: URL) => location.searchParams.get('error');

describe('a provider of many tenants', () => {
  it.beforeEach(async ({ app }) => {
    await Promise.all([
      app.deps.collections.accounts.deleteMany({}),
      app.deps.collections.users.deleteMany({}),
    ]);
  });

  it.for(['entra', 'everybody', 'microsoft-entra-id'])(
    'signs people in by the documents of Entra, each with the subject of their tenant: %s',
    async (provider, { app }) => {
      expect(errorOf(await signIn(app, provider))).toBeNull();
      claims = { iss: `${MICROSOFT}/${OTHER}/v2.0`, tid: OTHER };
      expect(errorOf(await signIn(app, provider))).toBeNull();
      expect(await accountsOf(app)).toEqual([`${ACME}.ada`, `${OTHER}.ada`]);
    },
  );

  it('signs the same person in again', async ({ app }) => {
    await signIn(app);
    claims = {};
    expect(errorOf(await signIn(app))).toBeNull();
    expect(await accountsOf(app)).toEqual([`${ACME}.ada`]);
  });

  it.for<[string, string[]]>([
    ['everybody', [`${PERSONAL}.ada`]],
    // The user can write `common` into the address of Entra's sign-in page.
    ['entra', []],
  ])(
    'accepts a personal account only if the issuer is the one for everybody: %s',
    async ([provider, accounts], { app }) => {
      signedWith = 'personal';
      claims = { iss: `${MICROSOFT}/${PERSONAL}/v2.0`, tid: PERSONAL };
      const error = errorOf(await signIn(app, provider));
      expect(error).toBe(accounts.length > 0 ? null : 'OAuthCallback');
      expect(await accountsOf(app)).toEqual(accounts);
    },
  );

  it('takes no address as verified, although the setting trusts its addresses', async ({ app }) => {
    claims = { email: 'boss@example.test', email_verified: true };
    const ofToken = await signIn(app);
    claims = { sub: 'eve' };
    info = { sub: 'eve', email: 'boss@example.test', email_verified: true };
    const ofUserInfo = await signIn(app);
    for (const location of [ofToken, ofUserInfo]) expect(location.pathname).toBe('/confirm-address');
    const users = await app.deps.collections.users.find().toArray();
    expect(users.filter(({ email }) => email !== null && email !== undefined)).toEqual([]);
  });

  it.for<[string, Record<string, unknown>, 'shared' | 'personal']>([
    ['the issuer of another tenant', { iss: `${MICROSOFT}/${OTHER}/v2.0` }, 'shared'],
    ['the template as its issuer', { iss: TEMPLATE }, 'shared'],
    ['no tenant', { tid: undefined }, 'shared'],
    ['a tenant that is no GUID', { tid: 'common', iss: `${MICROSOFT}/common/v2.0` }, 'shared'],
    ['another host', { iss: `https://evil.test/${ACME}/v2.0` }, 'shared'],
    ['a signature of another tenant’s key', {}, 'personal'],
    ['another audience', { aud: 'another client' }, 'shared'],
  ])('refuses an ID token with %s', async ([, changed, key], { app }) => {
    claims = changed;
    signedWith = key;
    expect(errorOf(await signIn(app))).toBe('OAuthCallback');
    expect(await accountsOf(app)).toEqual([]);
  });
});

describe('a provider of one tenant', () => {
  it('keeps the subject as it is', async ({ app }) => {
    await app.deps.collections.accounts.deleteMany({});
    expect(errorOf(await signIn(app, 'one-tenant'))).toBeNull();
    expect(await accountsOf(app)).toEqual(['ada']);
  });

  it('is refused when its document has a template', async ({ app }) => {
    const started = app.client(app.agent()).session.signInWith.mutate({ provider: 'template' });
    await expect(started).rejects.toMatchObject({ data: { appCode: 'OAuthSignin' } });
  });
});

it('only Microsoft has issuers of many tenants', () => {
  expect(issuerTemplateOf(`${MICROSOFT}/common/v2.0`)).toBe(TEMPLATE);
  expect(issuerTemplateOf('https://login.partner.microsoftonline.cn/common/v2.0')).not.toBeNull();
  for (const issuer of [
    'https://login.example.test/common/v2.0',
    'https://login.microsoftonline.evil/common/v2.0',
    `${MICROSOFT}.example.test/common/v2.0`,
    `${MICROSOFT}/${ACME}/common/v2.0`,
  ])
    expect([issuer, issuerTemplateOf(issuer)]).toEqual([issuer, null]);
});
