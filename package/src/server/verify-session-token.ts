import { createRemoteJWKSet, customFetch, errors, jwtVerify, type JWTVerifyGetKey } from 'jose';
import { FoyerError } from '../foyer-error.ts';
import { DEFAULT_TIMEOUT_MS, toBase, type Fetch } from '../http.ts';
import { fetchOf, type FoyerServerOptions } from './get-session.ts';

/** What a session token says of whom it was made for. Times are seconds since 1970. */
export interface SessionTokenClaims {
  /** The user's id. */
  readonly sub: string;
  /** The session's public id. */
  readonly sid: string;
  readonly name?: string;
  /** An address that this person has proven to own. */
  readonly email?: string;
  /** An absolute address. */
  readonly picture?: string;
  /** When this person last proved who they are. */
  readonly auth_time: number;
  readonly iss: string;
  readonly aud: string;
  readonly iat: number;
  readonly exp: number;
  readonly jti: string;
}

export interface VerifySessionTokenOptions extends FoyerServerOptions {
  /** How this service calls itself, as whoever asked `session.token` for it did. */
  readonly audience: string;
}

/** A token that is not valid here: forged, expired, for somebody else, of another Foyer. */
export class SessionTokenError extends Error {
  override readonly name = 'SessionTokenError';
}

/** Between two questions for the keys because of a token whose key is not known. */
const COOLDOWN_MS = 30_000;
const keySets = new Map<string, { readonly fetch: Fetch | undefined; readonly keys: JWTVerifyGetKey }>();

/**
 * Checks a token of `session.token` with Foyer's public keys, which are asked for once and again when one is not among them: Ed25519
 * signature, issuer, audience, time. A session that has ended since is not noticed until the token does, at most five minutes later.
 *
 * Throws `SessionTokenError` for a token that is not valid, `FoyerError` `UNAVAILABLE` when the keys cannot be had.
 */
export async function verifySessionToken(
  token: string,
  options: VerifySessionTokenOptions,
): Promise<SessionTokenClaims> {
  const url = toBase(options.url);
  const issuer = toBase(options.origin ?? url);
  try {
    const { payload } = await jwtVerify(token, keysOf(url, issuer, options), {
      // Both names of the one algorithm (RFC 8037, RFC 9864).
      algorithms: ['EdDSA', 'Ed25519'],
      issuer,
      audience: options.audience,
      requiredClaims: ['sub', 'sid', 'exp', 'iat', 'auth_time', 'jti'],
    });
    return payload as unknown as SessionTokenClaims;
  } catch (cause) {
    if (isAboutTheToken(cause)) throw new SessionTokenError('This session token is not valid.', { cause });
    throw new FoyerError('UNAVAILABLE', { cause });
  }
}

function keysOf(url: string, issuer: string, options: FoyerServerOptions): JWTVerifyGetKey {
  const { timeoutMs = DEFAULT_TIMEOUT_MS } = options;
  const name = `${url} ${issuer} ${timeoutMs}`;
  const known = keySets.get(name);
  if (known && known.fetch === options.fetch) return known.keys;
  const fetch = fetchOf(options);
  const keys = createRemoteJWKSet(new URL(`${url}/.well-known/jwks.json`), {
    timeoutDuration: timeoutMs,
    cooldownDuration: COOLDOWN_MS,
    [customFetch]: (address: string, init: RequestInit) => fetch(address, init),
  });
  keySets.set(name, { fetch: options.fetch, keys });
  return keys;
}

/** Otherwise it was the key set that could not be had or read. */
function isAboutTheToken(error: unknown): boolean {
  return (
    error instanceof errors.JWTInvalid ||
    error instanceof errors.JWSInvalid ||
    error instanceof errors.JWTExpired ||
    error instanceof errors.JWTClaimValidationFailed ||
    error instanceof errors.JWSSignatureVerificationFailed ||
    error instanceof errors.JOSEAlgNotAllowed ||
    error instanceof errors.JOSENotSupported ||
    error instanceof errors.JWKSNoMatchingKey
  );
}
