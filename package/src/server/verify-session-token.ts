import type { JWTPayload } from 'jose';
import { SESSION_TOKEN_TYPE, SESSION_TOKEN_USE } from '../../../src/shared/session-token.ts';
import type { OwnClaims, Permission, Role, TokenData } from '../config.ts';
import type { FoyerServerOptions } from './get-session.ts';
import { permissionsOfRoles } from './role-permissions.ts';
import { verifySignedToken } from './signed-token.ts';

/** The claims of a session token, with those of `foyer.config.ts`. */
export type SessionTokenClaims = FoyerClaims & OwnClaims;

/** Foyer's own claims. Times are seconds since 1970. */
export interface FoyerClaims {
  readonly token_use: 'session';
  /** The user's id. */
  readonly sub: string;
  /** The session's public id. */
  readonly sid: string;
  readonly name?: string;
  /** Only a verified address. */
  readonly email?: string;
  readonly email_verified?: true;
  /** An absolute URL. */
  readonly picture?: string;
  /** When the user last authenticated, at any level. */
  readonly auth_time: number;
  /** The level of the session: 2 with two different factors or a passkey. */
  readonly aal: 1 | 2;
  /** The methods (RFC 8176): `["pwd", "otp", "mfa"]`. Empty for mail and most identity providers. */
  readonly amr: readonly string[];
  /** `phr`: a passkey, phishing-resistant (OpenID Connect EAP ACR Values 1.0). Otherwise missing. */
  readonly acr?: 'phr';
  readonly roles: readonly Role[];
  /** What the roles allow, which `verifySessionToken` reads from Foyer's configuration. */
  readonly permissions: readonly Permission[];
  /** The own fields declared with `token`. */
  readonly data: TokenData;
  /** The administrator who acts as this user (RFC 8693). */
  readonly act?: { readonly sub: string };
  readonly iss: string;
  readonly aud: string;
  readonly iat: number;
  readonly exp: number;
  readonly jti: string;
}

export interface VerifySessionTokenOptions extends FoyerServerOptions {
  /** The name of this service, as given to `session.token`. */
  readonly audience: string;
}

/** The token is forged, expired, for another audience, or of another Foyer. */
export class SessionTokenError extends Error {
  override readonly name = 'SessionTokenError';
}

interface TokenPayload extends JWTPayload {
  readonly token_use?: unknown;
  readonly roles?: readonly string[];
  readonly data?: object;
}

/**
 * Verifies a token of `session.token` with Foyer's public keys: signature (Ed25519), kind, issuer, audience,
 * times. The keys are fetched once, and again for an unknown key id. Foyer is not asked, so a token stays
 * valid after the end of its session, a suspension or a change of roles, for at most five minutes. What roles
 * allow is read for the first token with a role, and kept for five minutes.
 *
 * Throws `SessionTokenError` for an invalid token, and `FoyerError` `UNAVAILABLE` when keys or roles cannot
 * be fetched.
 */
export async function verifySessionToken(
  token: string,
  options: VerifySessionTokenOptions,
): Promise<SessionTokenClaims> {
  const invalid = (cause?: unknown) => new SessionTokenError('This session token is not valid.', { cause });
  const requiredClaims = ['sub', 'sid', 'exp', 'iat', 'auth_time', 'jti', 'aal', 'amr'];
  const { audience } = options;
  const expected = { audience, typ: SESSION_TOKEN_TYPE, requiredClaims };
  const payload = await verifySignedToken<TokenPayload>(token, expected, options, invalid);
  if (payload.token_use !== SESSION_TOKEN_USE) throw invalid();
  const { roles = [], data = {} } = payload;
  const permissions = await permissionsOfRoles(roles, options);
  return { ...payload, roles, permissions, data } as unknown as SessionTokenClaims;
}
