import { jwtVerify, type JWTPayload, type JWTVerifyGetKey } from 'jose';
import { discoveryUrl, type Discovery } from './discovery.ts';
import type { Fetch } from '../net/transport.ts';
import { OutgoingCallError } from '../net/outgoing-call-error.ts';
import { tenantOf, toTokenOfOneIssuer } from './tenants.ts';

/**
 * Verifies every ID token, because `@auth/core` checks the claims but not the signature (OpenID Connect Core
 * 3.1.3.7, decision 001). Discovery comes from the cache.
 */
export function createSignInFetch(
  send: Fetch,
  discovery: Discovery,
  expected: { issuer: string; clientId: string },
): Fetch {
  const { issuer } = expected;
  const sendVerified = withVerifiedIdTokens(send, discovery, expected);
  return async (input, init) => {
    const url = input instanceof Request ? input.url : String(input);
    const method = (init?.method ?? (input instanceof Request ? input.method : 'GET')).toUpperCase();
    if (method === 'GET' && isDiscovery(url, issuer)) {
      const metadata = await discovery.metadata(issuer);
      // Auth.js refuses a provider without this endpoint, but does not call it.
      return Response.json({ userinfo_endpoint: `${issuer}/none`, ...metadata });
    }
    return sendVerified(input, init);
  };
}

/** Auth.js may write a double slash when the issuer ends with one. */
function isDiscovery(url: string, issuer: string): boolean {
  const expected = new URL(discoveryUrl(issuer));
  const requested = new URL(url);
  return (
    requested.origin === expected.origin &&
    requested.pathname.replaceAll('//', '/') === expected.pathname.replaceAll('//', '/')
  );
}

/** Whatever the URL and status: a URL has many spellings, and a caller may read an error answer. */
export function withVerifiedIdTokens(
  send: Fetch,
  discovery: Discovery,
  { issuer, clientId }: { issuer: string; clientId: string },
): Fetch {
  return async (input, init) => {
    const response = await send(input, init);
    const text = await response.text();
    const answer = readAnswer(text, issuer);
    if (hasIdToken(answer)) {
      const { id_token: idToken } = answer;
      if (typeof idToken !== 'string') {
        throw new OutgoingCallError('answer', `${issuer} answered with an ID token that is not a text`);
      }
      const { issuerTemplate } = await discovery.metadata(issuer);
      const tenant = issuerTemplate === undefined ? null : tenantOf(idToken, issuer, issuerTemplate);
      await verifyIdToken(idToken, {
        issuer: tenant?.issuer ?? issuer,
        clientId,
        keys: discovery.keysOf(issuer, tenant),
      });
      if (tenant !== null) {
        const changed = { ...answer, id_token: toTokenOfOneIssuer(idToken, issuer, tenant) };
        return copyOf(response, JSON.stringify(changed));
      }
    }
    return copyOf(response, text);
  };
}

/** Plain OAuth providers publish no keys, so their ID tokens cannot be verified and are removed. */
export function withoutIdTokens(send: Fetch): Fetch {
  return async (input, init) => {
    const response = await send(input, init);
    const text = await response.text();
    const answer = readAnswer(text, 'the provider');
    if (!hasIdToken(answer)) return copyOf(response, text);
    const { id_token: _unverifiable, ...otherFields } = answer;
    return copyOf(response, JSON.stringify(otherFields));
  };
}

function readAnswer(text: string, issuer: string): unknown {
  if (text === '') return null;
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new OutgoingCallError('answer', `${issuer} answered with invalid JSON`, { cause });
  }
}

function hasIdToken(answer: unknown): answer is Record<string, unknown> {
  return typeof answer === 'object' && answer !== null && Object.hasOwn(answer, 'id_token');
}

/** `Response` throws for a body with status 204, even for an empty one. */
function copyOf(response: Response, text: string): Response {
  return new Response(text === '' ? null : text, response);
}

/** Asymmetric only. Otherwise the client secret, or the public key, could sign (RFC 8725 3.1). */
const ALGORITHMS = [
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
const CLOCK_TOLERANCE_SECONDS = 30;
/** A token is issued during the sign-in, so an older one is a replay. */
const MAX_AGE_SECONDS = 600;

/**
 * Checks OpenID Connect Core 3.1.3.7 except the nonce, which Auth.js checks. Keys and addresses in the token
 * (`jwk`, `jku`, `x5c`, `x5u`) are ignored. Rejects when a check fails.
 */
async function verifyIdToken(
  token: string,
  expected: { issuer: string; clientId: string; keys: JWTVerifyGetKey; now?: () => number },
): Promise<JWTPayload> {
  const { issuer, clientId, keys, now = Date.now } = expected;
  const { payload } = await jwtVerify(token, keys, {
    issuer,
    audience: clientId,
    algorithms: ALGORITHMS,
    requiredClaims: ['sub', 'exp', 'iat'],
    clockTolerance: CLOCK_TOLERANCE_SECONDS,
    maxTokenAge: MAX_AGE_SECONDS,
    currentDate: new Date(now()),
  });
  const { sub, aud, azp, auth_time: authTime } = payload;
  if (typeof sub !== 'string' || sub === '')
    throw new OutgoingCallError('answer', `an ID token of ${issuer} has no subject`);
  // The token was issued to another client.
  if (azp === undefined ? Array.isArray(aud) && aud.length > 1 : azp !== clientId) {
    throw new OutgoingCallError('answer', `an ID token of ${issuer} was made for another client (azp)`);
  }
  if (authTime !== undefined) {
    const latest = now() / 1000 + CLOCK_TOLERANCE_SECONDS;
    if (typeof authTime !== 'number' || authTime < 0 || authTime > latest) {
      throw new OutgoingCallError('answer', `an ID token of ${issuer} has an impossible auth_time`);
    }
  }
  return payload;
}
