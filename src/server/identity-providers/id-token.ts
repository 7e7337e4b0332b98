import { jwtVerify, type JWTPayload, type JWTVerifyGetKey } from 'jose';
import { ProviderCallError } from '../net/provider-call-error.ts';

/**
 * Asymmetric algorithms only. With a symmetric one the client secret, or even the public key, could sign (RFC
 * 8725 3.1).
 */
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
 * Checks everything of OpenID Connect Core 3.1.3.7 except the nonce, which Auth.js compares with the
 * sign-in's cookie. The key comes from the issuer's key set only: keys and addresses in the token (`jwk`,
 * `jku`, `x5c`, `x5u`) are ignored. Rejects when a check fails.
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
    throw new ProviderCallError('answer', `an ID token of ${issuer} has no subject`);
  // The token was issued to another client.
  if (azp === undefined ? Array.isArray(aud) && aud.length > 1 : azp !== clientId) {
    throw new ProviderCallError('answer', `an ID token of ${issuer} was made for another client (azp)`);
  }
  if (authTime !== undefined) {
    const latest = now() / 1000 + CLOCK_TOLERANCE_SECONDS;
    if (typeof authTime !== 'number' || authTime < 0 || authTime > latest) {
      throw new ProviderCallError('answer', `an ID token of ${issuer} has an impossible auth_time`);
    }
  }
  return payload;
}
