import type { Request, RequestHandler } from 'express';
import { SECOND_MS } from '../../shared/limits.ts';
import { logAuthEvent } from '../log/auth-event.ts';
import type { OAuthClient } from '../configuration/oauth/oauth-client.ts';
import type { Dependencies } from '../dependencies.ts';
import { redeemAuthorizationCode } from '../domain/oauth/authorization-codes.ts';
import { readGranted, refreshClientSession, type RefreshedSession } from '../domain/oauth/client-sessions.ts';
import { signAccessToken, signIdToken } from '../domain/oauth/client-tokens.ts';
import { DEVICE_CODE_GRANT, redeemDeviceGrant } from '../domain/oauth/device-grants.ts';
import { narrowGrant, type RequestedPart } from '../domain/oauth/client-grants.ts';
import { OAuthError } from '../domain/oauth/oauth-error.ts';
import { requestContextOf, requestIdOf } from '../http/request.ts';
import { authenticateClient } from './client-authentication.ts';
import { requiredValueOf, resourcesOf, valueOf, wordsOf } from '../domain/oauth/parameters.ts';
import { formOf } from './form.ts';

/** RFC 6749, 5.1; OpenID Connect Core, 3.1.3.3. */
interface TokenAnswer {
  readonly access_token: string;
  readonly token_type: 'Bearer';
  readonly expires_in: number;
  readonly refresh_token?: string;
  /** With the scope `openid`. */
  readonly id_token?: string;
  readonly scope: string;
}

/** Gives tokens for one grant type. Throws `OAuthError` and `RATE_LIMITED`. */
type Grant = (
  deps: Dependencies,
  client: OAuthClient,
  parameters: URLSearchParams,
  req: Request,
) => Promise<TokenAnswer>;

const redeemCode: Grant = async (deps, client, parameters, req) => {
  const resources = resourcesOf(parameters);
  const sent = {
    code: requiredValueOf(parameters, 'code'),
    redirectUri: requiredValueOf(parameters, 'redirect_uri'),
    codeVerifier:
      client.pkce === 'optional'
        ? valueOf(parameters, 'code_verifier')
        : requiredValueOf(parameters, 'code_verifier'),
    resources,
  };
  const { nonce, ...clientSession } = await redeemAuthorizationCode(
    deps,
    client,
    sent,
    requestContextOf(req),
  );
  logSignIn(deps, client, clientSession, req);
  // RFC 6749, 4.1.3, has no scope here.
  return tokensOf(deps, client, clientSession, { scopes: null, resources }, nonce);
};

/** RFC 8628, 3.4. `foyer-cli` gets an access token of the user, and every other client a session. */
const redeemDevice: Grant = async (deps, client, parameters, req) => {
  const requestContext = requestContextOf(req);
  const deviceCode = requiredValueOf(parameters, 'device_code');
  const requested = { scopes: null, resources: resourcesOf(parameters) };
  const grant = await redeemDeviceGrant(deps, client, { deviceCode, requested }, requestContext);
  if (grant.kind === 'session') {
    logSignIn(deps, client, grant.clientSession, req);
    return tokensOf(deps, client, grant.clientSession, requested, null);
  }
  logAuthEvent(deps.log, 'auth.access-token-created', {
    requestId: requestIdOf(req),
    ip: requestContext.ip,
    userId: grant.userId.toHexString(),
  });
  const { token, accessToken } = grant.created;
  return {
    access_token: token,
    token_type: 'Bearer',
    expires_in: Math.floor((Date.parse(accessToken.expires) - deps.now().getTime()) / SECOND_MS),
    scope: accessToken.scopes.join(' '),
  };
};

const refresh: Grant = async (deps, client, parameters, req) => {
  const refreshToken = requiredValueOf(parameters, 'refresh_token');
  const requested = { scopes: wordsOf(parameters, 'scope'), resources: resourcesOf(parameters) };
  if (requested.scopes !== null || requested.resources.length > 0) {
    const granted = await readGranted(deps, client, refreshToken);
    if (granted) narrowGrant(granted, requested);
  }
  const refreshed = await refreshClientSession(deps, client, refreshToken, requestContextOf(req));
  return tokensOf(deps, client, refreshed, requested, null);
};

/** `metadata.ts` names them. */
const GRANTS = new Map<string, Grant>([
  ['authorization_code', redeemCode],
  ['refresh_token', refresh],
  [DEVICE_CODE_GRANT, redeemDevice],
]);

export const GRANT_TYPES: readonly string[] = [...GRANTS.keys()];

export function answerToken(deps: Dependencies): RequestHandler {
  return async (req, res) => {
    const parameters = formOf(req);
    const grantType = requiredValueOf(parameters, 'grant_type');
    const client = await authenticateClient(deps, req, parameters);
    const grant = GRANTS.get(grantType);
    if (!grant) throw new OAuthError('unsupported_grant_type', 'The grant_type is not supported.');
    res.json(await grant(deps, client, parameters, req));
  };
}

function logSignIn(
  { log }: Dependencies,
  client: OAuthClient,
  { user }: RefreshedSession,
  req: Request,
): void {
  logAuthEvent(log, 'auth.client-sign-in', {
    requestId: requestIdOf(req),
    ip: requestContextOf(req).ip,
    client: client.id,
    userId: user._id.toHexString(),
  });
}

/** Scopes and resources may be fewer than those that were granted. */
async function tokensOf(
  deps: Dependencies,
  client: OAuthClient,
  clientSession: RefreshedSession,
  requested: RequestedPart,
  nonce: string | null,
): Promise<TokenAnswer> {
  const narrowed = narrowGrant(clientSession.session.clientGrant, requested);
  const clientGrant = { ...clientSession.session.clientGrant, ...narrowed };
  const [{ token, expiresIn }, idToken] = await Promise.all([
    signAccessToken(deps, clientSession, narrowed),
    narrowed.scopes.includes('openid')
      ? signIdToken(
          deps,
          client,
          { ...clientSession, session: { ...clientSession.session, clientGrant } },
          nonce,
        )
      : null,
  ]);
  return {
    access_token: token,
    token_type: 'Bearer',
    expires_in: expiresIn,
    refresh_token: clientSession.refreshToken,
    ...(idToken === null ? {} : { id_token: idToken }),
    scope: narrowed.scopes.join(' '),
  };
}
