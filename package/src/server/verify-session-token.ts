import {
  createRemoteJWKSet,
  customFetch,
  errors,
  jwtVerify,
  type JWTPayload,
  type JWTVerifyGetKey,
} from 'jose';
import type { OwnClaims, Permission, Role, TokenData } from '../config.ts';
import { FoyerError } from '../foyer-error.ts';
import { DEFAULT_TIMEOUT_MS, toBase, type Fetch } from '../http.ts';
import { fetchOf, type FoyerServerOptions } from './get-session.ts';
import { permissionsOfRoles } from './role-permissions.ts';

/** The claims of a session token, and what `claims` of `foyer.config.ts` adds. */
export type SessionTokenClaims = FoyerClaims & OwnClaims;

/** Foyer's own claims. Times are seconds since 1970. */
export interface FoyerClaims {
  /** The user's id. */
  readonly sub: string;
  /** The session's public id. */
  readonly sid: string;
  readonly name?: string;
  /** A proven email address of the user. */
  readonly email?: string;
  /** Always with `email`, which Foyer knows only when it is proven. */
  readonly email_verified?: true;
  /** An absolute URL. */
  readonly picture?: string;
  /** When the user last authenticated, at whatever level. */
  readonly auth_time: number;
  /** The level of the whole session: 2 with two different factors or a passkey, otherwise 1. */
  readonly aal: 1 | 2;
  /** The methods of the session (RFC 8176): `["pwd", "otp", "mfa"]`. Empty for mail and most identity providers. */
  readonly amr: readonly string[];
  /** `phr`: phishing-resistant, which is a passkey (OpenID Connect EAP ACR Values 1.0). Otherwise missing. */
  readonly acr?: 'phr';
  readonly roles: readonly Role[];
  /** What the roles allow. The token does not have it: `verifySessionToken` reads it from Foyer's configuration. */
  readonly permissions: readonly Permission[];
  /** The own fields that are declared with `token`. */
  readonly data: TokenData;
  /** The administrator who acts as this user (RFC 8693); otherwise missing. */
  readonly act?: { readonly sub: string };
  readonly iss: string;
  readonly aud: string;
  readonly iat: number;
  readonly exp: number;
  readonly jti: string;
}

export interface VerifySessionTokenOptions extends FoyerServerOptions {
  /** The name of this service, as passed to `session.token`. */
  readonly audience: string;
}

/** The token is invalid here: forged, expired, for another audience, or of another Foyer. */
export class SessionTokenError extends Error {
  override readonly name = 'SessionTokenError';
}

/** The pause between two fetches of the keys for unknown key ids. */
const COOLDOWN_MS = 30_000;
const keySets = new Map<string, { readonly fetch: Fetch | undefined; readonly keys: JWTVerifyGetKey }>();

/**
 * Verifies a token of `session.token` with Foyer's public keys: Ed25519 signature, issuer, audience, times.
 * The keys are fetched once, and again for an unknown key id. A token of an ended session stays valid until
 * it expires, at most five minutes later. What roles allow is read from Foyer for the first token with a role, and kept for five minutes.
 *
 * Throws `SessionTokenError` for an invalid token, and `FoyerError` `UNAVAILABLE` when the keys or the roles cannot
 * be fetched.
 */
export async function verifySessionToken(
  token: string,
  options: VerifySessionTokenOptions,
): Promise<SessionTokenClaims> {
  const url = toBase(options.url);
  const issuer = toBase(options.origin ?? url);
  const payload = await verify(token, keysOf(url, issuer, options), issuer, options.audience);
  const { roles = [], data = {} } = payload;
  const permissions = await permissionsOfRoles(roles, options);
  return { ...payload, roles, permissions, data } as unknown as SessionTokenClaims;
}

interface TokenPayload extends JWTPayload {
  readonly roles?: readonly string[];
  readonly data?: object;
}

async function verify(
  token: string,
  keys: JWTVerifyGetKey,
  issuer: string,
  audience: string,
): Promise<TokenPayload> {
  try {
    const { payload } = await jwtVerify<TokenPayload>(token, keys, {
      // Two names of the same algorithm (RFC 8037, RFC 9864).
      algorithms: ['EdDSA', 'Ed25519'],
      issuer,
      audience,
      // The access tokens of OAuth clients have the same keys and issuer. Their `typ` is `at+jwt`.
      typ: 'JWT',
      // Their ID tokens are `JWT`, too, and have no `aal`.
      requiredClaims: ['sub', 'sid', 'exp', 'iat', 'auth_time', 'jti', 'aal', 'amr'],
    });
    return payload;
  } catch (cause) {
    if (isTokenFault(cause)) throw new SessionTokenError('This session token is not valid.', { cause });
    throw new FoyerError('UNAVAILABLE', { cause });
  }
}

function keysOf(url: string, issuer: string, options: FoyerServerOptions): JWTVerifyGetKey {
  const { timeoutMs = DEFAULT_TIMEOUT_MS } = options;
  const name = `${url} ${issuer} ${timeoutMs}`;
  const cached = keySets.get(name);
  if (cached && cached.fetch === options.fetch) return cached.keys;
  const fetch = fetchOf(options);
  const keys = createRemoteJWKSet(new URL(`${url}/.well-known/jwks.json`), {
    timeoutDuration: timeoutMs,
    cooldownDuration: COOLDOWN_MS,
    [customFetch]: (address: string, init: RequestInit) => fetch(address, init),
  });
  keySets.set(name, { fetch: options.fetch, keys });
  return keys;
}

/** Otherwise the key set could not be fetched or parsed. */
function isTokenFault(error: unknown): boolean {
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
