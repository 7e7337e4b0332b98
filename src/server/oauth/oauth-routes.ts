import type { Express } from 'express';
import { MIGRATION_RETRY_AFTER_SECONDS } from '../../shared/limits.ts';
import { AppError } from '../app-error.ts';
import type { AuthDependencies } from '../auth/auth-dependencies.ts';
import type { Dependencies } from '../dependencies.ts';
import { AUTHORIZE_PATH } from '../domain/oauth/authorization-request.ts';
import { answerAuthorize, answerPostedAuthorize } from './authorize.ts';
import { allowOnly, answerOAuthErrors, withoutCache } from './answers.ts';
import { allowClientOrigins, allowEveryOrigin } from './cors.ts';
import { readBody } from './form.ts';
import { answerDeviceAuthorization } from './device-authorization.ts';
import { answerMetadata } from './metadata.ts';
import {
  DEVICE_AUTHORIZATION_PATH,
  INTROSPECT_PATH,
  REVOKE_PATH,
  TOKEN_PATH,
  USERINFO_PATH,
} from './paths.ts';
import { answerIntrospection, answerRevocation } from './token-state.ts';
import { answerToken } from './token.ts';
import { answerUserInfo } from './userinfo.ts';

const OPENID_CONFIGURATION = '/.well-known/openid-configuration';
const AUTHORIZATION_SERVER = '/.well-known/oauth-authorization-server';

/** They answer programs, in JSON. */
const ENDPOINTS = [TOKEN_PATH, DEVICE_AUTHORIZATION_PATH, REVOKE_PATH, INTROSPECT_PATH, USERINFO_PATH];

/** Comes before all that can fail, so that a client can read why. */
export function prepareOAuth(app: Express, deps: Dependencies): void {
  app.all([TOKEN_PATH, REVOKE_PATH, DEVICE_AUTHORIZATION_PATH], allowClientOrigins(deps));
  app.all(USERINFO_PATH, allowEveryOrigin('GET, POST'));
  app.all(ENDPOINTS, withoutCache, (_req, _res, next) => {
    if (deps.migrations.waitingFor() !== null)
      throw new AppError('UNAVAILABLE', { retryAfter: MIGRATION_RETRY_AFTER_SECONDS });
    next();
  });
}

/**
 * No cookies, except `/oauth/authorize`, which changes nothing a user could lose. So no origin check is
 * needed: the pages of clients call them.
 */
export function mountOAuth(app: Express, deps: AuthDependencies): void {
  const { basePath } = deps.settings;
  const forEveryPage = allowEveryOrigin('GET');
  // The path of the issuer follows the well-known path (RFC 8414, 3.1).
  const metadataPaths = new Set(
    [OPENID_CONFIGURATION, AUTHORIZATION_SERVER].flatMap((path) => [path, path + basePath]),
  );
  app.all([...metadataPaths], forEveryPage);
  app.get([...metadataPaths], answerMetadata(deps));
  app.options('/.well-known/jwks.json', forEveryPage);

  app.get(AUTHORIZE_PATH, answerAuthorize(deps));
  app.post(AUTHORIZE_PATH, readBody, answerPostedAuthorize(deps));
  app.all(AUTHORIZE_PATH, allowOnly('GET', 'POST'));

  app.post(TOKEN_PATH, readBody, answerToken(deps));
  app.post(DEVICE_AUTHORIZATION_PATH, readBody, answerDeviceAuthorization(deps));
  app.post(REVOKE_PATH, readBody, answerRevocation(deps));
  app.post(INTROSPECT_PATH, readBody, answerIntrospection(deps));
  app.get(USERINFO_PATH, answerUserInfo(deps));
  app.post(USERINFO_PATH, readBody, answerUserInfo(deps));
  app.all(USERINFO_PATH, allowOnly('GET', 'POST'));
  app.all(ENDPOINTS, allowOnly('POST'));
  app.use(ENDPOINTS, answerOAuthErrors(deps));
}
