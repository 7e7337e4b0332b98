import { exportJWK, exportSPKI, generateKeyPair, SignJWT, type JWK, type JWTHeaderParameters } from 'jose';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DAY_MS } from '../../shared/limits.ts';
import { startIdentityProvider, type IdentityProvider } from '../../testing/identity-provider.ts';
import { startWalks, type Walks } from '../../testing/provider-walks.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';

type Claims = Record<string, unknown>;
type Key = Awaited<ReturnType<typeof generateKeyPair>>['privateKey'] | Uint8Array;

interface Forgery {
  readonly claims?: (claims: Claims) => Claims;
  readonly header?: Partial<JWTHeaderParameters>;
  readonly key?: () => Key | Promise<Key>;
  readonly token?: (token: string) => string;
  /** What user-info answers. */
  readonly info?: (info: Claims) => Claims;
}

let provider: IdentityProvider;
let app: TestApp;
let signIn: Walks['signIn'];
let own: Awaited<ReturnType<typeof generateKeyPair>>;
let foreign: Awaited<ReturnType<typeof generateKeyPair>>;
let publicJwk: JWK;
let forgery: Forgery | null = null;
/** How the discovery document writes the token endpoint, from its port. */
let spelling: ((port: string) => string) | null = null;
let people = 0;

const KID = 'the key of this test';
const without =
  (...names: string[]) =>
  (claims: Claims) =>
    Object.fromEntries(Object.entries(claims).filter(([name]) => !names.includes(name)));
const now = () => Math.floor(Date.now() / 1000);

/** The provider's own token, with other claims, signed by a key that its key set holds unless the forgery has another. */
async function forge(token: string, { claims, header, key, token: cut }: Forgery): Promise<string> {
  const genuine = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as Claims;
  const signed = await new SignJWT(claims ? claims(genuine) : genuine)
    .setProtectedHeader({ alg: 'RS256', kid: KID, ...header })
    .sign((await key?.()) ?? own.privateKey);
  return cut ? cut(signed) : signed;
}

beforeAll(async () => {
  [own, foreign] = await Promise.all([
    generateKeyPair('RS256', { extractable: true }),
    generateKeyPair('RS256', { extractable: true }),
  ]);
  publicJwk = { ...(await exportJWK(own.publicKey)), kid: KID, alg: 'RS256', use: 'sig' };
  provider = await startIdentityProvider({ name: 'Forged', trustEmail: true });
  app = await createTestApp({
    providers: () => Promise.resolve([provider.settings]),
    fetch: async (input, init) => {
      const url = new URL(input instanceof Request ? input.url : input);
      const { pathname, port } = url;
      // The provider listens at this address alone; `localhost` may be another one.
      if (url.hostname === 'localhost') url.hostname = '127.0.0.1';
      const answer = await fetch(url, init);
      if (pathname === '/.well-known/openid-configuration' && spelling) {
        return Response.json({ ...((await answer.json()) as Claims), token_endpoint: spelling(port) });
      }
      if (pathname === '/jwks') {
        const { keys } = (await answer.json()) as { keys: JWK[] };
        return Response.json({ keys: [...keys, publicJwk] });
      }
      if (!forgery || !answer.ok) return answer;
      if (pathname === '/me') {
        const info = (await answer.json()) as Claims;
        return Response.json(forgery.info ? forgery.info(info) : info);
      }
      if (pathname !== '/token') return answer;
      const tokens = (await answer.json()) as { id_token: string };
      return Response.json({ ...tokens, id_token: await forge(tokens.id_token, forgery) });
    },
  });
  ({ signIn } = startWalks(app));
});
afterAll(async () => {
  await app.close();
  await provider.close();
});
beforeEach(() => app.db.collection('rate_limits').deleteMany({}));
afterEach(() => {
  forgery = null;
  spelling = null;
});

async function tryWith(attempt: Forgery) {
  const login = `person-${people++}`;
  forgery = attempt;
  const users = await app.deps.collections.users.countDocuments();
  const { agent, location } = await signIn(provider, { login, email: `${login}@example.test` });
  return {
    login,
    error: location.searchParams.get('error'),
    session: await app.client(agent).session.get.query(),
    made: (await app.deps.collections.users.countDocuments()) - users,
  };
}

describe('an ID token (security.md 27)', () => {
  it('that is in order signs in: what follows fails for nothing else', async () => {
    const { error, session, login } = await tryWith({});
    expect([error, session?.user.email]).toEqual([null, `${login}@example.test`]);
  });

  it.each<[string, Forgery]>([
    ['for another client', { claims: (c) => ({ ...c, aud: 'somebody-else' }) }],
    ['for nobody', { claims: without('aud') }],
    ['for us among others, without azp', { claims: (c) => ({ ...c, aud: [c['aud'], 'other'] }) }],
    [
      'for us among others, made for another',
      { claims: (c) => ({ ...c, aud: [c['aud'], 'other'], azp: 'other' }) },
    ],
    ['for us, made for another', { claims: (c) => ({ ...c, azp: 'other' }) }],
    ['of another issuer', { claims: (c) => ({ ...c, iss: 'https://evil.test' }) }],
    ['of this issuer with a slash more', { claims: (c) => ({ ...c, iss: `${String(c['iss'])}/` }) }],
    ['of no issuer', { claims: without('iss') }],
    ['that has run out', { claims: (c) => ({ ...c, exp: now() - 60 }) }],
    ['that never runs out', { claims: without('exp') }],
    ['from the future', { claims: (c) => ({ ...c, iat: now() + 120 }) }],
    ['of an hour ago', { claims: (c) => ({ ...c, iat: now() - 3600 }) }],
    ['of no time', { claims: without('iat') }],
    ['not valid yet', { claims: (c) => ({ ...c, nbf: now() + 120 }) }],
    ['with another nonce', { claims: (c) => ({ ...c, nonce: 'another' }) }],
    ['without a nonce', { claims: without('nonce') }],
    ['of a sign-in to come', { claims: (c) => ({ ...c, auth_time: now() + 3600 }) }],
    ['whose auth_time is a text', { claims: (c) => ({ ...c, auth_time: String(now()) }) }],
    ['of nobody', { claims: without('sub') }],
    ['of an empty subject', { claims: (c) => ({ ...c, sub: '' }) }],
    ['of a number', { claims: (c) => ({ ...c, sub: 7 }) }],
    ['signed by a foreign key under a known id', { key: () => foreign.privateKey }],
    ['signed by a key that nobody knows', { header: { kid: 'unknown' }, key: () => foreign.privateKey }],
    [
      'signed by the key that it brings (jwk)',
      { header: { jwk: {}, kid: 'brought' }, key: () => foreign.privateKey },
    ],
    [
      'signed by the key that it points to (jku, x5u)',
      {
        header: { jku: 'https://evil.test/jwks', x5u: 'https://evil.test/x5u', kid: 'x' },
        key: () => foreign.privateKey,
      },
    ],
    [
      'signed with the public key as a secret (HS256)',
      {
        header: { alg: 'HS256' },
        key: async () => new TextEncoder().encode(await exportSPKI(own.publicKey)),
      },
    ],
    [
      'with its claims changed after signing',
      { token: (token) => replaceClaims(token, { sub: 'somebody' }) },
    ],
    ['with its signature cut off', { token: (token) => token.slice(0, token.lastIndexOf('.') + 1) }],
    ['with an extension that we do not know (crit)', { token: withCritical }],
  ])('%s is OAuthCallback, and makes no session and no user', async (_what, attempt) => {
    if (attempt.header?.jwk) attempt.header.jwk = await exportJWK(foreign.publicKey);
    const before = app.logLines.length;
    expect(await tryWith(attempt)).toMatchObject({ error: 'OAuthCallback', session: null, made: 0 });
    const failed = app.logLines.slice(before).find(({ event }) => event === 'auth.failed');
    expect(failed).toMatchObject({ method: 'forged', err: { message: expect.any(String) } });
  });
});

describe.each<[string, (port: string) => string]>([
  ['with its host in capitals', (port) => `http://LOCALHOST:${port}/token`],
  ['with steps up in its path', (port) => `http://127.0.0.1:${port}/x/../token`],
  ['with a short address of its host', (port) => `http://127.1:${port}/token`],
  ['with a fragment', (port) => `http://127.0.0.1:${port}/token#a`],
  ['with a query', (port) => `http://127.0.0.1:${port}/token?a=b`],
])('with a token endpoint that is written %s', (_how, written) => {
  beforeEach(() => {
    spelling = written;
    // The discovery document is read again.
    app.advance(DAY_MS);
  });

  it('signs in with an ID token that is in order', async () => {
    const { error, session, login } = await tryWith({});
    expect([error, session?.user.email]).toEqual([null, `${login}@example.test`]);
  });

  it.each<[string, Forgery]>([
    ['a garbage signature', { token: (token) => `${token.slice(0, token.lastIndexOf('.'))}.Z2FyYmFnZQ` }],
    ['an unknown key', { header: { kid: 'unknown' }, key: () => foreign.privateKey }],
    ['an iat of 1970', { claims: (c) => ({ ...c, iat: 1 }) }],
  ])('refuses %s', async (_what, attempt) => {
    expect(await tryWith(attempt)).toMatchObject({ error: 'OAuthCallback', session: null, made: 0 });
  });
});

describe('user-info', () => {
  const thin = without('email', 'email_verified', 'name', 'preferred_username', 'picture');

  it('is asked for what a thin ID token leaves out', async () => {
    const { error, session, login } = await tryWith({ claims: thin });
    expect(error).toBeNull();
    expect(session?.user).toMatchObject({ email: `${login}@example.test`, name: expect.any(String) });
  });

  it.each<[string, (info: Claims) => Claims]>([
    ['of another subject', (info) => ({ ...info, sub: 'somebody-else' })],
    ['of no subject', without('sub')],
  ])('%s is OAuthCallback, and makes no session and no user', async (_what, info) => {
    expect(await tryWith({ claims: thin, info })).toMatchObject({
      error: 'OAuthCallback',
      session: null,
      made: 0,
    });
  });

  it.each([undefined, false, 'true', 1])('that says email_verified %j proves no address', async (said) => {
    const info = (claims: Claims) => ({
      ...without('email_verified')(claims),
      ...(said === undefined ? {} : { email_verified: said }),
    });
    const { session } = await tryWith({ claims: thin, info });
    expect(session?.user.email ?? null).toBeNull();
  });

  it('cannot prove an address that the ID token leaves unproven', async () => {
    const unproven = (claims: Claims) => ({ ...claims, email_verified: false });
    const { session } = await tryWith({
      claims: unproven,
      info: (info) => ({ ...info, email_verified: true }),
    });
    expect(session?.user.email ?? null).toBeNull();
  });
});

function segment(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

function replaceClaims(token: string, changes: Claims): string {
  const [header = '', claims = '', signature = ''] = token.split('.');
  const genuine = JSON.parse(Buffer.from(claims, 'base64url').toString()) as Claims;
  return [header, segment({ ...genuine, ...changes }), signature].join('.');
}

function withCritical(token: string): string {
  const [, ...rest] = token.split('.');
  return [segment({ alg: 'RS256', kid: KID, crit: ['exotic'], exotic: true }), ...rest].join('.');
}
