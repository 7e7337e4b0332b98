/** What Foyer says about the person in the ID token (OpenID Connect Core, 2 and 5.1). Which of the optional claims are there depends on the scopes. */
export interface BrowserClaims {
  /** The id of the person. */
  readonly sub: string;
  /** The id of the session that this app has. */
  readonly sid?: string;
  /** The level of the sign-in. */
  readonly acr?: string;
  /** The methods of the sign-in (RFC 8176). */
  readonly amr?: readonly string[];
  /** When the person signed in, in seconds since 1970. */
  readonly auth_time?: number;
  readonly name?: string;
  /** The address of the picture. */
  readonly picture?: string;
  readonly locale?: string;
  readonly email?: string;
  readonly email_verified?: boolean;
  readonly phone_number?: string;
  readonly phone_number_verified?: boolean;
}

/** The tokens of one sign-in. They are in the memory of the tabs only. */
export interface Tokens {
  readonly accessToken: string;
  readonly refreshToken: string | undefined;
  /** In milliseconds since 1970, by the clock of this browser. */
  readonly expiresAt: number;
  readonly claims: BrowserClaims;
  /**
   * The time of the sign-in in milliseconds; each refresh adds one. So the tokens of a refresh win over those before it, and the tokens of a later sign-in win over both.
   */
  readonly version: number;
}
