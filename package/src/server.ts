export { can, type Permitted } from './access.ts';
export { FoyerError, isFoyerError } from './foyer-error.ts';
export type { Fetch } from './http.ts';
export type { FoyerClient, Session } from './client.ts';
export type { Permission, Role } from './config.ts';
export type { ErrorCode, Scope } from './procedures.ts';
export { clientFor } from './server/client-for.ts';
export { toErrorResponse } from './server/error-answer.ts';
export {
  getSession,
  type AcceptedAccessTokens,
  type FoyerServerOptions,
  type GetSessionOptions,
  type RequestSession,
} from './server/get-session.ts';
export { checkFresh, checkLevel, hasLevel, type Level, type LevelOptions } from './server/level.ts';
export { FOYER_PATHS, foyerPaths } from './server/paths.ts';
export { checkPermission, checkSession } from './server/permission.ts';
export type { RequestLike } from './server/request.ts';
export { signInUrl } from './server/sign-in-url.ts';
export {
  verifyAccessToken,
  type AccessTokenClaims,
  type FoyerAccessTokenClaims,
  type VerifyAccessTokenOptions,
} from './server/verify-access-token.ts';
export {
  SessionTokenError,
  verifySessionToken,
  type FoyerClaims,
  type SessionTokenClaims,
  type VerifySessionTokenOptions,
} from './server/verify-session-token.ts';
