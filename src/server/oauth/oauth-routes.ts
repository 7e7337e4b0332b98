import type { Express } from 'express';
import type { AuthDependencies } from '../auth/auth-dependencies.ts';
import { AUTHORIZE_PATH } from '../domain/clients/authorization-request.ts';
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

/**
 * The endpoints of OAuth 2.0 and OpenID Connect, for the application's own clients. They take no cookies, but for `/oauth/authorize`, which changes nothing that a
 * person could lose. So they stand outside the check of the origin: the pages of clients call them.
 */
export function mountOAuth(app: Express, deps: AuthDependencies): void {
  const { basePath } = deps.settings;
  const forEveryPage = allowEveryOrigin('GET');
  // RFC 8414, 3.1: the path of the issuer follows the well-known path.
  const metadataPaths = new Set(
    [OPENID_CONFIGURATION, AUTHORIZATION_SERVER].flatMap((path) => [path, path + basePath]),
  );
  app.all([...metadataPaths], forEveryPage);
  app.get([...metadataPaths], answerMetadata(deps));
  app.options('/.well-known/jwks.json', forEveryPage);

  app.get(AUTHORIZE_PATH, answerAuthorize(deps));
  app.post(AUTHORIZE_PATH, readBody, answerPostedAuthorize(deps));
  app.all(AUTHORIZE_PATH, allowOnly('GET', 'POST'));

  const forClients = allowClientOrigins(deps);
  app.all([TOKEN_PATH, REVOKE_PATH, DEVICE_AUTHORIZATION_PATH], forClients);
  app.all(USERINFO_PATH, allowEveryOrigin('GET, POST'));
  const endpoints = [TOKEN_PATH, DEVICE_AUTHORIZATION_PATH, REVOKE_PATH, INTROSPECT_PATH, USERINFO_PATH];
  app.all(endpoints, withoutCache);
  app.post(TOKEN_PATH, readBody, answerToken(deps));
  app.post(DEVICE_AUTHORIZATION_PATH, readBody, answerDeviceAuthorization(deps));
  app.post(REVOKE_PATH, readBody, answerRevocation(deps));
  app.post(INTROSPECT_PATH, readBody, answerIntrospection(deps));
  app.get(USERINFO_PATH, answerUserInfo(deps));
  app.post(USERINFO_PATH, readBody, answerUserInfo(deps));
  app.all(USERINFO_PATH, allowOnly('GET', 'POST'));
  app.all(endpoints, allowOnly('POST'));
  app.use(endpoints, answerOAuthErrors(deps));
}
