/** What fails in the browser client, and what it means for the app. */
const OAUTH_ERRORS = {
  SIGNED_OUT: 'Nobody is signed in.',
  UNAVAILABLE: 'Foyer does not answer. Nobody was signed out by that.',
  REFUSED: 'Foyer refused the request.',
  ANSWER_INVALID: 'The answer does not belong to a sign-in that this tab has started.',
} as const;

export type OAuthErrorCode = keyof typeof OAUTH_ERRORS;

/**
 * A call of the browser client has failed.
 *
 * - `SIGNED_OUT`: nobody is signed in, or the session has ended. The app shows "Sign in".
 * - `UNAVAILABLE`: Foyer does not answer. It is unknown whether the session goes on; the next call tries again.
 * - `REFUSED`: `reason` is the code of OAuth. `access_denied` means that the person chose not to continue. The others are for developers.
 * - `ANSWER_INVALID`: the address or the tokens are not the answer to a sign-in of this tab. A new sign-in helps.
 */
export class OAuthError extends Error {
  override readonly name = 'OAuthError';
  readonly code: OAuthErrorCode;
  /** The code of OAuth that Foyer answered (RFC 6749, 4.1.2.1 and 5.2), such as `invalid_scope`. */
  readonly reason: string | undefined;

  /** From `handleRedirect`: where the sign-in began. The app goes on there, because the page of the answer has nothing to show. */
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
