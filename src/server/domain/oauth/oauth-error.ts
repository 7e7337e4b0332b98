/**
 * The codes of RFC 6749 (4.1.2.1, 5.2), RFC 8628 (3.5), RFC 8707 (2), RFC 6750 (3.1) and OpenID Connect
 * (3.1.2.6; Unmet Authentication Requirements 1.0).
 */
export type OAuthErrorCode =
  | 'invalid_request'
  | 'invalid_client'
  | 'invalid_grant'
  | 'unauthorized_client'
  | 'unsupported_grant_type'
  | 'unsupported_response_type'
  | 'unsupported_response_mode'
  | 'invalid_scope'
  | 'invalid_target'
  | 'invalid_token'
  | 'access_denied'
  | 'login_required'
  | 'interaction_required'
  | 'account_selection_required'
  | 'unmet_authentication_requirements'
  | 'request_not_supported'
  | 'request_uri_not_supported'
  | 'registration_not_supported'
  | 'temporarily_unavailable'
  | 'server_error'
  | 'authorization_pending'
  | 'slow_down'
  | 'expired_token';

/** The description is for developers and holds no value of the request. */
export class OAuthError extends Error {
  override readonly name = 'OAuthError';
  readonly code: OAuthErrorCode;
  /** In seconds. */
  readonly retryAfter: number | undefined;

  constructor(code: OAuthErrorCode, description: string, options: { readonly retryAfter?: number } = {}) {
    super(description);
    this.code = code;
    this.retryAfter = options.retryAfter;
  }
}
