import { createRemoteJWKSet, customFetch, jwtVerify, type JWTVerifyGetKey } from 'jose';
import { PROVIDER_TIMEOUT_MS } from '../../shared/limits.ts';
import type { Fetch } from './guarded-fetch.ts';

const DISCOVERY_PATH = '/.well-known/openid-configuration';
const DISCOVERY_MAX_AGE_MS = 5 * 60 * 1000;
/** Asymmetric algorithms only: with a symmetric one the client secret, or worse the public key, could sign (RFC 8725). */
const ID_TOKEN_ALGORITHMS = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
];

interface Discovered {
  readonly text: string;
  readonly at: number;
  readonly issuer: string;
  readonly tokenEndpoint: string;
  readonly keys: JWTVerifyGetKey;
}

/**
 * A provider's `fetch` that keeps its discovery document for a while and checks the signature of every ID token before Auth.js
 * sees it: `@auth/core` validates the claims but not the signature, relying on TLS alone (OpenID Connect Core 3.1.3.7 allows
 * that; a tampered token signing somebody in is not what a person expects).
 */
export function createVerifiedFetch(
  send: Fetch,
  expected: { issuer: string; clientId: string },
  now: () => number = Date.now,
): Fetch {
  let discovered: Discovered | undefined;

  async function discover(input: Parameters<Fetch>[0], init?: RequestInit): Promise<Response> {
    if (!discovered || discovered.at + DISCOVERY_MAX_AGE_MS < now()) {
      const response = await send(input, init);
      const text = await response.text();
      if (!response.ok) return new Response(text, response);
      const document = JSON.parse(text) as Record<string, unknown>;
      const { issuer, token_endpoint: tokenEndpoint, jwks_uri: jwksUri } = document;
      if (typeof issuer !== 'string' || typeof tokenEndpoint !== 'string' || typeof jwksUri !== 'string') {
        throw new TypeError(
          `discovery document of ${expected.issuer} lacks issuer, token_endpoint or jwks_uri`,
        );
      }
      const keys = createRemoteJWKSet(new URL(jwksUri), {
        timeoutDuration: PROVIDER_TIMEOUT_MS,
        [customFetch]: (url, options) => send(url, options),
      });
      discovered = { text, at: now(), issuer, tokenEndpoint, keys };
    }
    return new Response(discovered.text, { headers: { 'content-type': 'application/json' } });
  }

  return async (input, init) => {
    const url = input instanceof Request ? input.url : String(input);
    const method = (init?.method ?? (input instanceof Request ? input.method : 'GET')).toUpperCase();
    if (method === 'GET' && url.endsWith(DISCOVERY_PATH)) return discover(input, init);

    const response = await send(input, init);
    if (!discovered || url !== discovered.tokenEndpoint || !response.ok) return response;
    const text = await response.text();
    const { id_token: idToken } = JSON.parse(text) as { id_token?: unknown };
    if (typeof idToken === 'string') {
      await jwtVerify(idToken, discovered.keys, {
        issuer: discovered.issuer,
        audience: expected.clientId,
        algorithms: ID_TOKEN_ALGORITHMS,
      });
    }
    return new Response(text, response);
  };
}
