/** Claims of the ID token (OpenID Connect Core, 2 and 5.1). The optional ones depend on the scopes. */
export interface BrowserClaims {
  /** The user's id. */
  readonly sub: string;
  /** The id of this app's session. */
  readonly sid?: string;
  /** The level of the sign-in. */
  readonly acr?: string;
  /** The sign-in methods (RFC 8176). */
  readonly amr?: readonly string[];
  /** The time of the sign-in, in seconds since 1970. */
  readonly auth_time?: number;
  readonly name?: string;
  readonly picture?: string;
  readonly locale?: string;
  readonly email?: string;
  readonly email_verified?: boolean;
  readonly phone_number?: string;
  readonly phone_number_verified?: boolean;
}

/** The tokens of one sign-in, in the memory of the tabs only. */
export interface Tokens {
  readonly accessToken: string;
  readonly refreshToken: string | undefined;
  /** In milliseconds since 1970, by the clock of this browser. */
  readonly expiresAt: number;
  readonly claims: BrowserClaims;
  /** The sign-in time in milliseconds, plus one for each refresh. Of two versions, the higher one wins. */
  readonly version: number;
}
