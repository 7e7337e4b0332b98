export { can, type Permitted } from './access.ts';
export { FoyerError, isFoyerError } from './foyer-error.ts';
export type { Fetch } from './http.ts';
export type { Session } from './client.ts';
export type { Permission, Role } from './config.ts';
export type { ErrorCode, Scope } from './procedures.ts';
export {
  foyer,
  requireLevel,
  requirePermission,
  requireSession,
  type FoyerMiddlewareOptions,
} from './server/express.ts';
export {
  getSession,
  type AcceptedAccessTokens,
  type FoyerServerOptions,
  type GetSessionOptions,
  type RequestLike,
  type RequestSession,
} from './server/get-session.ts';
export { checkLevel, hasLevel, type Level, type LevelOptions } from './server/level.ts';
export { FOYER_PATHS } from './server/paths.ts';
export { checkPermission } from './server/permission.ts';
export {
  SessionTokenError,
  verifySessionToken,
  type FoyerClaims,
  type SessionTokenClaims,
  type VerifySessionTokenOptions,
} from './server/verify-session-token.ts';
