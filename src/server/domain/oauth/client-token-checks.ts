import type { JWTPayload } from 'jose';
import { ObjectId } from 'mongodb';
import { AppError } from '../../app-error.ts';
import type { OAuthClient } from '../../configuration/oauth/oauth-client.ts';
import { FOYER_CLI } from '../../configuration/oauth/oauth-clients.ts';
import { isAccessToken } from '../../crypto/access-token-format.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { RequestContext } from '../rules/request-context.ts';
import type { SecurityEventDependencies } from '../activity/security-events.ts';
import { findListed } from '../rules/session-liveness.ts';
import { ownIssuer, verifyJwt } from '../sessions/jwts.ts';
import { publicKeySet, SIGNING_ALGORITHM } from '../sessions/signing-keys.ts';
import { readAccessToken as readTokenOfUser, revokeAccessToken } from '../tokens/access-tokens.ts';
import { endClientSession, readClientSession, type ClientSession } from './client-sessions.ts';
import { OAuthError } from './oauth-error.ts';
import { isOfFamily, readRefreshToken } from './refresh-tokens.ts';
import { toSeconds } from '../rules/numeric-date.ts';

type CheckDependencies = SecurityEventDependencies & Pick<Dependencies, 'oauthClients' | 'vault'>;

/** RFC 7662, 2.2. */
type Introspection =
  | { readonly active: false }
  | {
      readonly active: true;
      readonly client_id: string;
      readonly scope: string;
      readonly sub: string;
      readonly iss: string;
      readonly sid: string;
      /** In seconds, as in a JWT. */
      readonly iat: number;
      readonly exp: number;
      /** Of an access token only. */
      readonly token_type?: 'Bearer';
      readonly aud?: string | readonly string[];
      readonly jti?: string;
      readonly auth_time?: number;
      readonly acr?: string;
      readonly amr?: readonly string[];
    };

const INACTIVE = { active: false } as const;

/**
 * Reads the session, so a token is inactive at once when that ends. A token that is neither of this client
 * nor for its resources is inactive, too (RFC 7662, 2.2). Throws `OAuthError` `invalid_client` for a public
 * client (RFC 7662, 2.1).
 */
export async function introspectToken(
  deps: CheckDependencies,
  client: OAuthClient,
  token: string,
): Promise<Introspection> {
  if (client.authentication.kind === 'none') {
    throw new OAuthError('invalid_client', 'A public client may not introspect tokens.');
  }
  return (await introspectRefreshToken(deps, client, token)) ?? introspectAccessToken(deps, client, token);
}

/** `null` for a text that does not look like a refresh token. */
async function introspectRefreshToken(
  deps: CheckDependencies,
  client: OAuthClient,
  text: string,
): Promise<Introspection | null> {
  const token = readRefreshToken(text);
  if (!token) return null;
  const live = await readClientSession(deps, token.sessionId);
  if (live?.session.clientGrant.id !== client.id || !isOfFamily(token, live.session.clientGrant)) {
    return INACTIVE;
  }
  const { session, user } = live;
  if (findListed(user, session._id)?.client?.generation !== token.generation) return INACTIVE;
  return {
    active: true,
    client_id: client.id,
    scope: session.clientGrant.scopes.join(' '),
    sub: user._id.toHexString(),
    iss: ownIssuer(deps.settings),
    sid: session._id.toHexString(),
    iat: toSeconds(session.createdAt),
    exp: toSeconds(session.expires),
  };
}

async function introspectAccessToken(
  deps: CheckDependencies,
  client: OAuthClient,
  token: string,
): Promise<Introspection> {
  const claims = await readAccessToken(deps, token);
  if (!claims) return INACTIVE;
  const live = await sessionOf(deps, claims);
  if (!live) return INACTIVE;
  const { resources, scopes } = live.session.clientGrant;
  const audience = claims.audience.filter(
    (each) => each === ownIssuer(deps.settings) || resources.includes(each),
  );
  const scope = claims.scope
    .split(' ')
    .filter((each) => scopes.includes(each))
    .join(' ');
  const isForClient =
    claims.clientId === client.id || audience.some((resource) => client.resources.includes(resource));
  const [aud] = audience.length > 1 ? [audience] : audience;
  if (!isForClient || aud === undefined || scope === '') return INACTIVE;
  const { payload, clientId } = claims;
  const { sub = '', iss = '', iat = 0, exp = 0, jti, auth_time, acr, amr } = payload;
  return {
    active: true,
    token_type: 'Bearer',
    client_id: clientId,
    scope,
    sub,
    iss,
    sid: claims.sessionId.toHexString(),
    iat,
    exp,
    aud,
    ...(jti === undefined ? {} : { jti }),
    ...(typeof auth_time === 'number' ? { auth_time } : {}),
    ...(typeof acr === 'string' ? { acr } : {}),
    ...(Array.isArray(amr) ? { amr: amr as string[] } : {}),
  };
}

/**
 * Ends the session of an access token or a refresh token, also an older one (RFC 7009). An unknown token is
 * no error (2.2). Throws `OAuthError` `invalid_grant` for another client's token.
 */
export async function revokeToken(
  deps: Dependencies,
  client: OAuthClient,
  token: string,
  requestContext: RequestContext,
): Promise<void> {
  if (client.id === FOYER_CLI.id) return revokeTokenOfUser(deps, token, requestContext);
  const session = await sessionToRevoke(deps, token);
  if (!session) return;
  if (session.clientGrant.id !== client.id) {
    throw new OAuthError('invalid_grant', 'The token was given to another client.');
  }
  // A session that has ended is ended again, because a kill may have left its row.
  await endClientSession(deps, session, { requestContext, kind: 'sign-out' });
}

/** `foyer-cli` has no sessions: its tokens are access tokens of the user. */
async function revokeTokenOfUser(
  deps: Dependencies,
  text: string,
  requestContext: RequestContext,
): Promise<void> {
  const token = isAccessToken(text) ? await readTokenOfUser(deps, text, requestContext) : null;
  if (!token) return;
  try {
    await revokeAccessToken(deps, token, token.accessToken._id.toHexString(), requestContext);
  } catch (error) {
    // Somebody else has revoked it meanwhile.
    if (!(error instanceof AppError) || !['NOT_FOUND', 'ACCESS_TOKEN_INVALID'].includes(error.code))
      throw error;
  }
}

async function sessionToRevoke(
  deps: CheckDependencies,
  text: string,
): Promise<ClientSession['session'] | null> {
  const token = readRefreshToken(text);
  const claims = token ? null : await readAccessToken(deps, text);
  const _id = token?.sessionId ?? claims?.sessionId;
  if (!_id) return null;
  const row = await deps.collections.sessions.findOne({ _id });
  if (!row?.clientGrant || (token && !isOfFamily(token, row.clientGrant))) return null;
  return { ...row, clientGrant: row.clientGrant };
}

/** For tokens of `/oauth/userinfo`, with the token's own scopes. Throws `OAuthError` `invalid_token`. */
export async function readBearer(deps: CheckDependencies, token: string): Promise<ClientSession> {
  const claims = await readAccessToken(deps, token);
  const live = claims?.audience.includes(ownIssuer(deps.settings)) ? await sessionOf(deps, claims) : null;
  if (!claims || !live) {
    throw new OAuthError('invalid_token', 'The access token is not valid here, or its session has ended.');
  }
  const { session, user } = live;
  const tokenScopes = claims.scope.split(' ');
  const scopes = session.clientGrant.scopes.filter((scope) => tokenScopes.includes(scope));
  return { session: { ...session, clientGrant: { ...session.clientGrant, scopes } }, user };
}

interface AccessTokenClaims {
  readonly sessionId: ObjectId;
  readonly clientId: string;
  readonly scope: string;
  readonly audience: readonly string[];
  readonly payload: JWTPayload;
}

/** The token is signed by Foyer for a client. `null` otherwise, also for ID tokens and `session.token`. */
async function readAccessToken(deps: CheckDependencies, token: string): Promise<AccessTokenClaims | null> {
  // Random bytes and tokens of other kinds need no keys from the database.
  if (!JWT_FORMAT.test(token)) return null;
  const payload = await verifyJwt(token, (await publicKeySet(deps)).keys, {
    algorithms: [SIGNING_ALGORITHM],
    typ: 'at+jwt',
    issuer: ownIssuer(deps.settings),
    requiredClaims: ['exp', 'iat', 'sub', 'aud', 'jti'],
    currentDate: deps.now(),
  });
  if (!payload) return null;
  const { sid, client_id: clientId, scope, aud = [] } = payload;
  if (typeof sid !== 'string' || !ObjectId.isValid(sid)) return null;
  if (typeof clientId !== 'string' || typeof scope !== 'string') return null;
  return { sessionId: new ObjectId(sid), clientId, scope, audience: [aud].flat(), payload };
}

const JWT_FORMAT = /^[\w-]+\.[\w-]+\.[\w-]+$/;

/** Client and user of the token must be those of the session. */
async function sessionOf(deps: CheckDependencies, claims: AccessTokenClaims): Promise<ClientSession | null> {
  const live = await readClientSession(deps, claims.sessionId);
  if (live?.session.clientGrant.id !== claims.clientId) return null;
  return live.user._id.toHexString() === claims.payload.sub ? live : null;
}
