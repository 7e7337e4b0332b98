import { createPublicKey } from 'node:crypto';
import {
  createRemoteJWKSet,
  decodeJwt,
  decodeProtectedHeader,
  generateKeyPair,
  jwtVerify,
  SignJWT,
  type JSONWebKeySet,
  type JWK,
} from 'jose';
import { describe, expect } from 'vitest';
import { testWith } from '../../testing/app/fixture.ts';
import type { HttpAgent } from '../../testing/app/http-agent.ts';
import {
  answerOf,
  API,
  authorizationPath,
  authorize,
  createPkce,
  isActive,
  OAUTH_CONFIGURATION,
  redeem,
  send,
  userinfoStatus,
} from '../../testing/oauth/flows.ts';
import type { TestApp } from '../../testing/app/test-app.ts';
import { uniqueEmail } from '../../testing/run/unique-name.ts';
import { verifySessionToken } from '../../../package/src/server.ts';
import { currentSigningKey } from '../domain/sessions/signing-keys.ts';

const MODERN = { client_id: 'modern', redirect_uri: 'https://modern.example.test/callback' };
const [SHOP] = OAUTH_CONFIGURATION.clients;
const it = testWith({
  configuration: {
    ...OAUTH_CONFIGURATION,
    clients: [
      ...OAUTH_CONFIGURATION.clients,
      ...(SHOP
        ? [{ ...SHOP, id: 'modern', redirects: [MODERN.redirect_uri], idTokenAlgorithm: 'EdDSA' as const }]
        : []),
    ],
  },
});

let person: HttpAgent;
it.beforeAll(async ({ app }) => {
  person = await app.signInByMail(uniqueEmail());
});

const keySet = async (app: TestApp) =>
  (await app.agent().request('/.well-known/jwks.json')).json() as JSONWebKeySet;

describe('the ID token of a client', () => {
  it.for([
    ['RS256 by default', 'shop', {}],
    ['what is declared for it', 'modern', MODERN],
  ] as const)('is signed by %s, and its access token by EdDSA', async ([, client_id, request], { app }) => {
    const tokens = await redeem(app, await authorize(person, { ...request, resource: API }), request);
    const alg = client_id === 'modern' ? 'EdDSA' : 'RS256';
    const keys = createRemoteJWKSet(new URL(`${app.origin}/.well-known/jwks.json`));
    const check = { issuer: app.origin, typ: 'JWT' };
    const { payload } = await jwtVerify(tokens.id_token, keys, {
      ...check,
      audience: client_id,
      algorithms: [alg],
    });
    expect(payload.sub).toBe(decodeJwt(tokens.access_token).sub);
    expect(decodeProtectedHeader(tokens.access_token).alg).toBe('EdDSA');
    const refreshed = await send(app, '/oauth/token', {
      grant_type: 'refresh_token',
      client_id,
      refresh_token: tokens.refresh_token,
    });
    expect(decodeProtectedHeader(refreshed.id_token).alg).toBe(alg);
  });

  it('has an algorithm of the metadata, and each of these has a key', async ({ app }) => {
    const answer = await app.agent().request('/.well-known/openid-configuration');
    const metadata = answer.json() as { id_token_signing_alg_values_supported: string[] };
    expect(metadata.id_token_signing_alg_values_supported).toEqual(['RS256', 'EdDSA']);
    const { keys } = await keySet(app);
    expect(new Set(keys.map(({ alg }) => alg))).toEqual(
      new Set(metadata.id_token_signing_alg_values_supported),
    );
  });
});

const accessTokenOf = async (app: TestApp, changes = {}) =>
  (await redeem(app, await authorize(person, changes))).access_token;

/** What reads tokens: a valid one, and whether a text is taken. */
const READERS: readonly [string, (app: TestApp) => Promise<string>, Takes][] = [
  ['/oauth/introspect', (app) => accessTokenOf(app, { resource: API }), isActive],
  [
    '/oauth/userinfo',
    (app) => accessTokenOf(app),
    async (app, token) => (await userinfoStatus(app, token)) === 200,
  ],
  [
    '/oauth/revoke',
    (app) => accessTokenOf(app),
    async (app, token) => {
      const { collections } = app.deps;
      const before = await collections.sessions.countDocuments({});
      await send(app, '/oauth/revoke', { client_id: 'shop', token });
      return (await collections.sessions.countDocuments({})) < before;
    },
  ],
  [
    'id_token_hint',
    async (app) => (await redeem(app, await authorize(person))).id_token,
    async (_app, id_token_hint) => {
      const path = authorizationPath(createPkce(), { prompt: 'none', id_token_hint });
      return answerOf(await person.request(path)).has('code');
    },
  ],
  [
    'verifySessionToken',
    async (app) => (await app.client(person).session.token.query({ audience: API })).token,
    (app, token) =>
      verifySessionToken(token, { url: app.origin, audience: API }).then(
        () => true,
        () => false,
      ),
  ],
];
type Takes = (app: TestApp, token: string) => Promise<boolean>;

/** The same claims, signed by somebody who knows the public keys. */
async function forgeriesOf(app: TestApp, token: string): Promise<readonly [string, string][]> {
  const claims = decodeJwt(token);
  const { typ = '', alg = '' } = decodeProtectedHeader(token);
  const { keys } = await keySet(app);
  const bytesOf = (text: string) => new TextEncoder().encode(text);
  const secretsOf = (jwk: JWK): [string, Uint8Array][] => {
    const publicKey = createPublicKey({ key: { ...jwk }, format: 'jwk' });
    const pem = publicKey.export({ type: 'spki', format: 'pem' }).toString();
    return [
      [`the PEM of the ${jwk.kty} key`, bytesOf(pem)],
      [`the PEM of the ${jwk.kty} key without its last line break`, bytesOf(pem.trim())],
      [`the DER of the ${jwk.kty} key`, publicKey.export({ type: 'spki', format: 'der' })],
      [`the JWK of the ${jwk.kty} key`, bytesOf(JSON.stringify(jwk))],
      [`the number of the ${jwk.kty} key`, Buffer.from(jwk.n ?? jwk.x ?? '', 'base64url')],
    ];
  };
  const hmacs = keys.flatMap((jwk) =>
    secretsOf(jwk).map(async ([name, secret]): Promise<[string, string]> => {
      const header = { alg: 'HS256', typ, kid: jwk.kid ?? '' };
      return [`HS256 with ${name}`, await new SignJWT(claims).setProtectedHeader(header).sign(secret)];
    }),
  );
  const unknownCallers = keys.map(async ({ alg: own = '', kid = '' }): Promise<[string, string]> => {
    const { privateKey } = await generateKeyPair(own);
    const header = { alg: own, typ, kid };
    return [
      `an unknown caller’s ${own}`,
      await new SignJWT(claims).setProtectedHeader(header).sign(privateKey),
    ];
  });
  const [header, payload, signature] = token.split('.');
  const unsigned = (name: string) =>
    `${Buffer.from(JSON.stringify({ alg: name, typ })).toString('base64url')}.${payload}.`;
  return [
    ...(await Promise.all([...hmacs, ...unknownCallers])),
    ['none', unsigned('none')],
    ['none with the signature', unsigned('none') + signature],
    ['the signature of another header', `${header?.replace(/.$/, 'A')}.${payload}.${signature}`],
    [`${alg} without a signature`, unsigned(alg)],
  ];
}

describe.for(READERS)('%s', ([, validToken, takes]) => {
  it('takes no token that is signed by what everybody knows (security.md 53)', async ({ app }) => {
    const token = await validToken(app);
    for (const [name, forged] of await forgeriesOf(app, token))
      expect([name, await takes(app, forged)]).toEqual([name, false]);
    expect(await takes(app, token)).toBe(true);
  });
});

describe.for(READERS.filter(([name]) => name !== 'id_token_hint'))('%s', ([, validToken, takes]) => {
  it('takes no token of the RSA key, which signs ID tokens alone (security.md 53)', async ({ app }) => {
    const token = await validToken(app);
    const { kid, privateKey } = await currentSigningKey(app.deps, 'RS256');
    const { typ = '' } = decodeProtectedHeader(token);
    const signed = await new SignJWT(decodeJwt(token))
      .setProtectedHeader({ alg: 'RS256', typ, kid })
      .sign(privateKey);
    expect(await takes(app, signed)).toBe(false);
  });

  it('takes no token with the typ of another kind (RFC 8725, 3.11)', async ({ app }) => {
    const token = await validToken(app);
    const { kid, privateKey } = await currentSigningKey(app.deps, 'EdDSA');
    const own = decodeProtectedHeader(token).typ;
    for (const typ of ['JWT', 'at+jwt', 'foyer-session+jwt'].filter((each) => each !== own)) {
      const header = { alg: 'EdDSA', typ, kid };
      const signed = await new SignJWT(decodeJwt(token)).setProtectedHeader(header).sign(privateKey);
      expect([typ, await takes(app, signed)]).toEqual([typ, false]);
    }
  });
});
