import type { RequestHandler } from 'express';
import { atBase } from '../../shared/base-path.ts';
import { KEY_SET_MAX_AGE_MS } from '../../shared/limits.ts';
import { LOCALES } from '../../shared/locale.ts';
import { ID_TOKEN_ALGORITHMS } from '../configuration/oauth/oauth-client.ts';
import type { Dependencies } from '../dependencies.ts';
import { AUTHORIZE_PATH } from '../domain/oauth/authorization-request.ts';
import { ASSERTION_ALGORITHMS } from '../domain/oauth/client-assertions.ts';
import { ACR } from '../domain/oauth/client-tokens.ts';
import { ownIssuer } from '../domain/sessions/jwts.ts';
import { OPENID_SCOPES } from '../domain/oauth/client-grants.ts';
import {
  DEVICE_AUTHORIZATION_PATH,
  INTROSPECT_PATH,
  REVOKE_PATH,
  TOKEN_PATH,
  USERINFO_PATH,
} from './paths.ts';
import { GRANT_TYPES } from './token.ts';

const CONFIDENTIAL = ['client_secret_basic', 'client_secret_post', 'private_key_jwt'];

/** RFC 8414, 2, and OpenID Connect Discovery, 3. Both documents are the same. */
function authorizationServerMetadata({
  settings,
  oauthClients,
}: Pick<Dependencies, 'settings' | 'oauthClients'>): Readonly<Record<string, unknown>> {
  const at = (path: string) => settings.origin + atBase(settings, path);
  const ownScopes = [...oauthClients.values()].flatMap(({ scopes }) => scopes);
  return {
    issuer: ownIssuer(settings),
    authorization_endpoint: at(AUTHORIZE_PATH),
    token_endpoint: at(TOKEN_PATH),
    userinfo_endpoint: at(USERINFO_PATH),
    revocation_endpoint: at(REVOKE_PATH),
    device_authorization_endpoint: at(DEVICE_AUTHORIZATION_PATH),
    introspection_endpoint: at(INTROSPECT_PATH),
    jwks_uri: at('/.well-known/jwks.json'),
    scopes_supported: [...new Set([...OPENID_SCOPES, ...ownScopes])],
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: GRANT_TYPES,
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
    prompt_values_supported: ['none', 'login', 'consent'],
    acr_values_supported: [ACR[1], ACR[2]],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ID_TOKEN_ALGORITHMS,
    token_endpoint_auth_methods_supported: ['none', ...CONFIDENTIAL],
    token_endpoint_auth_signing_alg_values_supported: ASSERTION_ALGORITHMS,
    revocation_endpoint_auth_methods_supported: ['none', ...CONFIDENTIAL],
    revocation_endpoint_auth_signing_alg_values_supported: ASSERTION_ALGORITHMS,
    introspection_endpoint_auth_methods_supported: CONFIDENTIAL,
    introspection_endpoint_auth_signing_alg_values_supported: ASSERTION_ALGORITHMS,
    claims_supported: [
      'iss',
      'sub',
      'aud',
      'exp',
      'iat',
      'auth_time',
      'acr',
      'amr',
      'sid',
      'nonce',
      'name',
      'picture',
      'locale',
      'email',
      'email_verified',
      'phone_number',
      'phone_number_verified',
    ],
    claims_parameter_supported: false,
    request_parameter_supported: false,
    request_uri_parameter_supported: false,
    ui_locales_supported: LOCALES,
  };
}

export function answerMetadata(deps: Pick<Dependencies, 'settings' | 'oauthClients'>): RequestHandler {
  const metadata = authorizationServerMetadata(deps);
  return (_req, res) => {
    res
      .set('Cache-Control', `public, max-age=${KEY_SET_MAX_AGE_MS / 1000}`)
      .set('Cross-Origin-Resource-Policy', 'cross-origin')
      .json(metadata);
  };
}
