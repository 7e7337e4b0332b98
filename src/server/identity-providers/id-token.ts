import { jwtVerify, type JWTPayload, type JWTVerifyGetKey } from 'jose';
import { ProviderCallError } from '../net/provider-call-error.ts';

/** Asymmetric algorithms only: with a symmetric one the client secret, or worse the public key, could sign (RFC 8725 3.1). */
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
/** It was asked for a moment ago; an older one has been kept by somebody. */
const MAX_AGE_SECONDS = 600;

/**
 * OpenID Connect Core 3.1.3.7, but for the nonce, which the sign-in's cookie holds and Auth.js checks. The key comes from the issuer's
 * key set alone: whatever key or address the token itself brings (`jwk`, `jku`, `x5c`, `x5u`) is not looked at. Rejects when it fails.
 */
export async function verifyIdToken(
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
    throw new ProviderCallError('answer', `an ID token of ${issuer} names nobody`);
  // Made for somebody else, who is to be told nothing and to tell us nothing.
  if (azp === undefined ? Array.isArray(aud) && aud.length > 1 : azp !== clientId) {
    throw new ProviderCallError('answer', `an ID token of ${issuer} was made for another client (azp)`);
  }
  if (authTime !== undefined) {
    const latest = now() / 1000 + CLOCK_TOLERANCE_SECONDS;
    if (typeof authTime !== 'number' || authTime < 0 || authTime > latest) {
      throw new ProviderCallError('answer', `an ID token of ${issuer} has an auth_time that cannot be`);
    }
  }
  return payload;
}
