import type { JWK } from 'jose';
import { MINUTE_MS, SECOND_MS } from '../../../shared/limits.ts';
import type { OAuthClient } from '../../configuration/oauth/oauth-client.ts';
import { hashToken } from '../../crypto/secrets.ts';
import { insertOnce } from '../../database/insert-once.ts';
import type { Dependencies } from '../../dependencies.ts';
import { verifyJwt } from '../sessions/jwts.ts';
import { OAuthError } from './oauth-error.ts';

/** The longest lifetime of a client assertion (RFC 7523). */
export const ACCEPTED_ASSERTION_MAX_AGE_MS = 5 * MINUTE_MS;
/** How far the clock of a client may be off. */
const CLIENT_ASSERTION_TOLERANCE_MS = 10 * SECOND_MS;
export const ASSERTION_ALGORITHMS = ['EdDSA', 'Ed25519', 'ES256', 'RS256'] as const;
const JTI_MAX_LENGTH = 255;

/**
 * Valid once (RFC 7523, 3). `aud` may name `audiences` only: another server could use the assertion here.
 * Throws `OAuthError` `invalid_client`.
 */
export async function redeemClientAssertion(
  deps: Pick<Dependencies, 'collections' | 'now'>,
  { id, keys }: { readonly id: OAuthClient['id']; readonly keys: readonly JWK[] },
  assertion: string,
  audiences: readonly string[],
): Promise<void> {
  const payload = await verifyJwt(assertion, keys.map(withBothNames), {
    algorithms: [...ASSERTION_ALGORITHMS],
    issuer: id,
    subject: id,
    requiredClaims: ['exp', 'aud', 'jti'],
    clockTolerance: CLIENT_ASSERTION_TOLERANCE_MS / 1000,
    currentDate: deps.now(),
  });
  const { exp = 0, aud = [], jti = '' } = payload ?? {};
  const latest = deps.now().getTime() + ACCEPTED_ASSERTION_MAX_AGE_MS + CLIENT_ASSERTION_TOLERANCE_MS;
  const named = [aud].flat();
  const isRight =
    payload !== null &&
    exp * 1000 <= latest &&
    named.length > 0 &&
    named.every((audience) => audiences.includes(audience)) &&
    jti !== '' &&
    jti.length <= JTI_MAX_LENGTH;
  if (!isRight) throw refusedAssertion();
  const isFirst = await insertOnce(deps.collections.clientAssertions, {
    _id: hashToken(`${id}\n${jti}`),
    expires: new Date(exp * 1000 + CLIENT_ASSERTION_TOLERANCE_MS),
  });
  if (!isFirst) throw refusedAssertion();
}

/** Libraries name one algorithm `EdDSA` or `Ed25519` (RFC 9864). Without `alg`, a key is for both. */
function withBothNames(key: JWK): JWK {
  if (key.kty !== 'OKP') return key;
  const { alg: _alg, ...rest } = key;
  return rest;
}

function refusedAssertion(): OAuthError {
  return new OAuthError('invalid_client', 'The client assertion is not valid, or was used before.');
}
