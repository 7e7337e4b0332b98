const OAUTH_ERRORS = {
  SIGNED_OUT: 'Nobody is signed in.',
  UNAVAILABLE: 'Foyer does not answer. Nobody was signed out by that.',
  REFUSED: 'Foyer refused the request.',
  ANSWER_INVALID: 'The answer does not belong to a sign-in that this tab has started.',
} as const;

export type OAuthErrorCode = keyof typeof OAUTH_ERRORS;

/**
 * A failed call of the browser client.
 *
 * - `SIGNED_OUT`: nobody is signed in, or the session has ended.
 * - `UNAVAILABLE`: Foyer does not answer. The session may still exist; the next call tries again.
 * - `REFUSED`: `reason` is the OAuth error code. `access_denied`: the user declined.
 * - `ANSWER_INVALID`: the address or the tokens do not answer a sign-in of this tab. A new sign-in helps.
 */
export class OAuthError extends Error {
  override readonly name = 'OAuthError';
  readonly code: OAuthErrorCode;
  /** The OAuth error code (RFC 6749, 4.1.2.1 and 5.2), such as `invalid_scope`. */
  readonly reason: string | undefined;
  /** From `handleRedirect`: the path where the sign-in began, to which the app returns. */
  readonly returnTo: string | undefined;

  constructor(code: OAuthErrorCode, { reason, description, returnTo, cause }: OAuthErrorDetails = {}) {
    super(description ?? OAUTH_ERRORS[code], cause === undefined ? undefined : { cause });
    this.code = code;
    this.reason = reason;
    this.returnTo = returnTo;
  }
}

interface OAuthErrorDetails {
  readonly reason?: string | undefined;
  readonly description?: string | undefined;
  readonly returnTo?: string | undefined;
  readonly cause?: unknown;
}
