/** Below the base path. `AUTHORIZE_PATH` is in `domain/oauth/authorization-request.ts`. */
export const TOKEN_PATH = '/oauth/token';
export const REVOKE_PATH = '/oauth/revoke';
export const INTROSPECT_PATH = '/oauth/introspect';
export const DEVICE_AUTHORIZATION_PATH = '/oauth/device_authorization';
export const USERINFO_PATH = '/oauth/userinfo';
