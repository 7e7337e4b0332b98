import type { JWTPayload } from 'jose';
import type { OwnClaims, Role, TokenData } from '../config.ts';
import { FoyerError } from '../foyer-error.ts';
import type { FoyerServerOptions } from './get-session.ts';
import { verifySignedToken } from './signed-token.ts';

export interface VerifyAccessTokenOptions extends Pick<FoyerServerOptions, 'fetch' | 'timeoutMs'> {
  /** Foyer's public address with its base path, as in its metadata: `https://id.example.com`. */
  readonly issuer: string;
  /** The address of this service, which the client requests as `resource`. */
  readonly audience: string;
  /** The required scopes, separated by spaces. */
  readonly scope?: string;
  /** The address at which this process reaches Foyer, when it is not `issuer`. */
  readonly url?: string;
}

/** The claims of an access token (RFC 9068), with those of `foyer.config.ts`. */
export type AccessTokenClaims = FoyerAccessTokenClaims & OwnClaims;

/** Foyer's own claims. Times are seconds since 1970. */
export interface FoyerAccessTokenClaims {
  /** The user's id. */
  readonly sub: string;
  readonly client_id: string;
  /** The scopes, separated by spaces. */
  readonly scope: string;
  /** The id of the client's session. */
  readonly sid: string;
  /** When the user last authenticated before the client got its session. */
  readonly auth_time: number;
  /** `aal2`: a second factor or a passkey. */
  readonly acr: 'aal1' | 'aal2';
  /** The methods (RFC 8176). Empty for mail and most identity providers. */
  readonly amr: readonly string[];
  readonly roles: readonly Role[];
  /** The own fields declared with `token`. */
  readonly data: TokenData;
  readonly iss: string;
  readonly aud: string | readonly string[];
  readonly iat: number;
  readonly exp: number;
  readonly jti: string;
}

interface TokenPayload extends JWTPayload {
  readonly scope?: unknown;
  readonly roles?: readonly string[];
  readonly data?: object;
}

/**
 * Verifies an OAuth client's access token for this service with Foyer's public keys: signature (Ed25519),
 * kind (`at+jwt`), issuer, audience, times and scope. The keys are fetched once, and again for an unknown key
 * id.
 *
 * Foyer is not asked, so a token stays valid after the end of its session, a suspension or a change of roles,
 * for at most five minutes. `/oauth/introspect` knows at once.
 *
 * Throws `FoyerError`: `ACCESS_TOKEN_INVALID` (401), `SCOPE_MISSING` (403) with the first missing `scope`,
 * `UNAVAILABLE` when the keys cannot be fetched.
 */
export async function verifyAccessToken(
  token: string,
  { issuer, audience, scope, url = issuer, ...options }: VerifyAccessTokenOptions,
): Promise<AccessTokenClaims> {
  const needed = scope?.split(' ').filter((word) => word !== '');
  // An empty text would accept tokens without any scope.
  if (needed?.length === 0)
    throw new TypeError('scope names what the token must have; leave it out for nothing');
  const payload = await verifySignedToken<TokenPayload>(
    token,
    {
      audience,
      typ: 'at+jwt',
      requiredClaims: ['sub', 'client_id', 'scope', 'sid', 'exp', 'iat', 'jti', 'auth_time', 'acr', 'amr'],
    },
    { ...options, url, origin: issuer },
    (cause) => new FoyerError('ACCESS_TOKEN_INVALID', { cause }),
  );
  const held = String(payload.scope).split(' ');
  const missing = needed?.find((word) => !held.includes(word));
  if (missing !== undefined) throw new FoyerError('SCOPE_MISSING', { scope: missing });
  const { roles = [], data = {} } = payload;
  return { ...payload, roles, data } as unknown as AccessTokenClaims;
}
