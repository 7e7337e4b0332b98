import type { JWTPayload } from 'jose';
import type { OwnClaims, Role, TokenData } from '../config.ts';
import { FoyerError } from '../foyer-error.ts';
import type { FoyerServerOptions } from './get-session.ts';
import { verifySignedToken } from './signed-token.ts';

export interface VerifyAccessTokenOptions extends Pick<FoyerServerOptions, 'fetch' | 'timeoutMs'> {
  /** Foyer's public address with its base path, as its metadata names it: `https://id.example.com`. */
  readonly issuer: string;
  /** The address of this service, as the client asks for it by `resource`. */
  readonly audience: string;
  /** The scope that the token must have; several with spaces between. */
  readonly scope?: string;
  /** The address at which this process reaches Foyer, when it is not `issuer`: `http://foyer.internal:3000`. */
  readonly url?: string;
}

/** The claims of an access token (RFC 9068), and what `claims` of `foyer.config.ts` adds. */
export type AccessTokenClaims = FoyerAccessTokenClaims & OwnClaims;

/** Foyer's own claims. Times are seconds since 1970. */
export interface FoyerAccessTokenClaims {
  /** The id of the person. */
  readonly sub: string;
  readonly client_id: string;
  /** The scopes, with spaces between. */
  readonly scope: string;
  /** The id of the client's session. */
  readonly sid: string;
  /** When the person last authenticated before the client got its session. */
  readonly auth_time: number;
  /** How: `aal2` with a second factor or a passkey. */
  readonly acr: 'aal1' | 'aal2';
  /** The methods (RFC 8176). Empty for mail and most identity providers. */
  readonly amr: readonly string[];
  readonly roles: readonly Role[];
  /** The own fields that are declared with `token`. */
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
 * Verifies an access token of an OAuth client for this service, with Foyer's public keys: Ed25519 signature, kind of token (`at+jwt`), issuer, audience,
 * times and scope. The keys are fetched once, and again for an unknown key id.
 *
 * Foyer is not asked whether the session goes on. After its end, a suspension or a change of roles, a token stays valid until it expires, at most five minutes
 * later. A service that must know at its next request asks `/oauth/introspect`.
 *
 * Throws `FoyerError`: `ACCESS_TOKEN_INVALID` (401) for a token that is not valid here, `SCOPE_MISSING` (403) with the first `scope` that it lacks, and `UNAVAILABLE`
 * when the keys cannot be fetched.
 */
export async function verifyAccessToken(
  token: string,
  { issuer, audience, scope, url = issuer, ...options }: VerifyAccessTokenOptions,
): Promise<AccessTokenClaims> {
  const needed = scope?.split(' ').filter((word) => word !== '');
  // An empty text would accept tokens without any scope of this service.
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
