import { exportJWK, generateKeyPair, SignJWT, type JWK } from 'jose';
import * as oauth from 'oauth4webapi';
import { beforeEach, describe, expect, it } from 'vitest';
import { MINUTE_MS, SECOND_MS } from '../../shared/limits.ts';
import { createDiscovery } from './discovery.ts';
import { createDocumentCache } from './document-cache.ts';
import type { Fetch } from '../net/transport.ts';
import { createSignInFetch, withoutIdTokens } from './verified-answers.ts';

const ISSUER = 'https://issuer.test';
const CLIENT_ID = 'foyer';

const [own, foreign] = [await generateKeyPair('RS256'), await generateKeyPair('RS256')];
type Pair = typeof own;
let keys: JWK[];
/** The key set at the other address. */
let movedKeys: JWK[];
let metadata: Record<string, unknown>;
/** Of every other address. */
let answer: () => Response | Promise<Response>;
let clock: number;
let signInFetch: Fetch;

beforeEach(async () => {
  keys = [{ ...(await exportJWK(own.publicKey)), kid: 'own', alg: 'RS256' }];
  metadata = {};
  clock = Date.now();
  const send: Fetch = async (input) => {
    const { pathname } = new URL(input instanceof Request ? input.url : input);
    if (pathname === '/.well-known/openid-configuration') {
      return Response.json({
        issuer: ISSUER,
        authorization_endpoint: `${ISSUER}/auth`,
        token_endpoint: `${ISSUER}/token`,
        jwks_uri: `${ISSUER}/jwks`,
        ...metadata,
      });
    }
    if (pathname.startsWith('/jwks')) {
      const published = pathname === '/jwks/moved' ? movedKeys : keys;
      return Response.json({ keys: published }, { headers: { 'cache-control': 'max-age=86400' } });
    }
    return answer();
  };
  const discovery = createDiscovery(createDocumentCache(send, { now: () => clock }));
  signInFetch = createSignInFetch(send, discovery, { issuer: ISSUER, clientId: CLIENT_ID });
});

function idToken(key: Pair = own, claims: Record<string, unknown> = {}): Promise<string> {
  return new SignJWT({ sub: 'ada', ...claims })
    .setProtectedHeader({ alg: 'RS256', kid: key === own ? 'own' : 'nobody knows it' })
    .setIssuer(typeof claims['iss'] === 'string' ? claims['iss'] : ISSUER)
    .setAudience(typeof claims['aud'] === 'string' ? claims['aud'] : CLIENT_ID)
    .setIssuedAt(typeof claims['iat'] === 'number' ? claims['iat'] : undefined)
    .setExpirationTime('5m')
    .sign(key.privateKey);
}

const FORGERIES: readonly (readonly [string, () => Promise<string>])[] = [
  ['a garbage signature', async () => `${(await idToken()).split('.').slice(0, 2).join('.')}.Z2FyYmFnZQ`],
  ['an unknown key', () => idToken(foreign)],
  ['an iat of 1970', () => idToken(own, { iat: 1 })],
];

/** The errors of the verification of an ID token. */
const REFUSED =
  /signature verification failed|no applicable key|"(?:iat|aud|iss)" claim|no subject|Invalid Compact JWS|not a text/;

const tokens = (token: unknown) => ({ access_token: 'a', token_type: 'Bearer', id_token: token });

/** As Auth.js does, with its library. */
function exchange(fetch: Fetch, tokenEndpoint: string): Promise<Response> {
  const as = { issuer: ISSUER, token_endpoint: tokenEndpoint };
  const client = { client_id: CLIENT_ID };
  const callback = new URLSearchParams({ code: 'code' });
  const parameters = oauth.validateAuthResponse(as, client, callback, oauth.skipStateCheck);
  return oauth.authorizationCodeGrantRequest(
    as,
    client,
    oauth.None(),
    parameters,
    `${ISSUER}/back`,
    'v'.repeat(43),
    {
      [oauth.customFetch]: (url: string, init: oauth.CustomFetchOptions<'POST', URLSearchParams>) =>
        fetch(url, init),
      [oauth.allowInsecureRequests]: true,
    },
  );
}

/** A URL parser changes them, or they name another address. */
const SPELLINGS = [
  'https://issuer.test/token',
  'https://ISSUER.test/token',
  'HTTPS://issuer.test/token',
  'https://issuer.test:443/token',
  'https://issuer.test/x/../token',
  'https://issuer.test/./token',
  'https://issuer.test/%2e/token',
  'https://issuer.test\\token',
  'https://issuer.test/to\tken',
  'https://issuer.test/token?',
  'https://issuer.test/token#',
  'https://issuer.test/token?tenant=a',
  'https://issuer.test/t%6fken',
  'https://issuer.test//token',
  'https://issuer.test./token',
  'https://%69ssuer.test/token',
  'https://ｉssuer.test/token',
  'https://other.test/token',
] as const;

describe('an answer to the token request', () => {
  describe.each(SPELLINGS)('at %j', (spelling) => {
    beforeEach(() => {
      metadata = { token_endpoint: spelling };
    });

    it('passes with an ID token that the provider signed', async () => {
      const genuine = tokens(await idToken());
      answer = () => Response.json(genuine);
      expect(await (await exchange(signInFetch, spelling)).json()).toEqual(genuine);
    });

    it.each(FORGERIES)('is refused with %s', async (_what, forge) => {
      const forged = await forge();
      answer = () => Response.json(tokens(forged));
      await expect(exchange(signInFetch, spelling)).rejects.toThrow(REFUSED);
    });
  });
});

describe('an answer with a forged ID token is refused (security.md 27)', () => {
  it.each(['/me', '/token/refresh', '/anything?at=all', '/'])('at %s', async (path) => {
    const forged = tokens(await idToken(foreign));
    answer = () => Response.json(forged);
    await expect(signInFetch(`${ISSUER}${path}`)).rejects.toThrow(REFUSED);
    await expect(signInFetch(new Request(`${ISSUER}${path}`))).rejects.toThrow(REFUSED);
    await expect(signInFetch(new URL(`${ISSUER}${path}`), { method: 'POST' })).rejects.toThrow(REFUSED);
  });

  // The library of the exchange would refuse them, too. This check does not rely on it.
  it.each([
    ['another audience', { aud: 'another-client' }],
    ['another issuer', { iss: 'https://elsewhere.test' }],
    ['an empty subject', { sub: '' }],
  ])('with %s', async (_what, claims) => {
    const forged = tokens(await idToken(own, claims));
    answer = () => Response.json(forged);
    await expect(exchange(signInFetch, `${ISSUER}/token`)).rejects.toThrow(REFUSED);
  });

  it.each([200, 201, 203, 400, 401, 500])('with status %d', async (status) => {
    const forged = tokens(await idToken(foreign));
    answer = () => Response.json(forged, { status });
    await expect(exchange(signInFetch, `${ISSUER}/token`)).rejects.toThrow(REFUSED);
  });

  it.each([null, 7, '', {}, []])('when the ID token is %j', async (value) => {
    answer = () => Response.json(tokens(value));
    await expect(exchange(signInFetch, `${ISSUER}/token`)).rejects.toThrow(REFUSED);
  });

  it('when the ID token is given twice and the second one is forged', async () => {
    const [good, bad] = [await idToken(), await idToken(foreign)];
    answer = () =>
      new Response(`{"id_token":"${good}","id_token":"${bad}","access_token":"a","token_type":"b"}`);
    await expect(exchange(signInFetch, `${ISSUER}/token`)).rejects.toThrow(REFUSED);
  });
});

describe('an answer without an ID token', () => {
  it.each([
    [200, '{"sub":"ada"}'],
    [400, '{"error":"invalid_grant"}'],
    [200, ''],
    [200, '[1]'],
    [200, 'null'],
  ])('with status %d and body %j passes as it is', async (status, body) => {
    answer = () => new Response(body, { status });
    const passed = await signInFetch(`${ISSUER}/me`);
    expect([passed.status, await passed.text()]).toEqual([status, body]);
  });

  it('with status 204 passes', async () => {
    answer = () => new Response(null, { status: 204 });
    expect((await signInFetch(`${ISSUER}/revoke`, { method: 'POST' })).status).toBe(204);
  });

  it('that is not JSON is refused', async () => {
    answer = () => new Response('<html>');
    await expect(signInFetch(`${ISSUER}/token`)).rejects.toMatchObject({ fault: 'answer' });
  });
});

describe('a key that left the key set (security.md 27)', () => {
  const KEY_TRUST_MS = 10 * MINUTE_MS;
  const signIn = async () => {
    // The token is issued at the real time; only the caches use the moved clock.
    const signed = tokens(await idToken());
    answer = () => Response.json(signed);
    return exchange(signInFetch, `${ISSUER}/token`);
  };

  const foreignKey = async () => ({ ...(await exportJWK(foreign.publicKey)), kid: 'foreign', alg: 'RS256' });

  it.each<[string, () => Promise<void> | void]>([
    [
      'there is another one, even when the provider allows a longer lifetime',
      async () => void (keys = [await foreignKey()]),
    ],
    ['no key is left', () => void (keys = [])],
    ['another key of the set cannot be read', () => void (keys = [{ kid: 'no type' }, null] as JWK[])],
    [
      'the key set has moved to another address',
      async () => {
        metadata = { jwks_uri: `${ISSUER}/jwks/moved` };
        movedKeys = [await foreignKey()];
      },
    ],
  ])('is trusted for ten minutes at most when %s', async (_what, change) => {
    await signIn();
    await change();
    clock += KEY_TRUST_MS - SECOND_MS;
    await signIn();
    clock += SECOND_MS;
    await expect(signIn()).rejects.toThrow('no applicable key');
  });
});

describe('an answer of a provider without a key set', () => {
  it('loses its ID token, which cannot be verified', async () => {
    const send = withoutIdTokens(() => Promise.resolve(Response.json({ ...tokens('x.y.z'), id: 7 })));
    expect(await (await send(`${ISSUER}/token`)).json()).toEqual({
      access_token: 'a',
      token_type: 'Bearer',
      id: 7,
    });
  });

  it.each(['{"id":7}', '[{"id_token":"x"}]', ''])('passes as it is when it is %j', async (body) => {
    const send = withoutIdTokens(() => Promise.resolve(new Response(body)));
    expect(await (await send(`${ISSUER}/me`)).text()).toBe(body);
  });
});
