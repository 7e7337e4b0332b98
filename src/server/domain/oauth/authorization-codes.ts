import { createHash } from 'node:crypto';
import { ObjectId } from 'mongodb';
import { MINUTE_MS } from '../../../shared/limits.ts';
import type { OAuthClient } from '../../configuration/oauth/oauth-client.ts';
import { createToken, hashToken, isEqual } from '../../crypto/secrets.ts';
import type { AuthorizationCodeDocument } from '../../database/collections.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { RequestContext } from '../rules/request-context.ts';
import type { SecurityEventDependencies } from '../activity/security-events.ts';
import type { SessionActor } from '../rules/actor.ts';
import { browserKey } from '../rules/counters.ts';
import { endClientSession, makeRefreshableSession, type RefreshedSession } from './client-sessions.ts';
import { narrowGrant } from './client-grants.ts';
import { OAuthError } from './oauth-error.ts';

/** At most ten minutes (RFC 6749, 4.1.2). */
export const AUTHORIZATION_CODE_MAX_AGE_MS = MINUTE_MS;

/** Checked by `authorization-request.ts`. */
export interface RequestedGrant {
  readonly client: OAuthClient;
  /** As the client sent it. */
  readonly redirectUri: string;
  readonly scopes: readonly string[];
  readonly resources: readonly string[];
  /** S256 (RFC 7636). `null` only with a `nonce`, for a client that may do without PKCE. */
  readonly codeChallenge: string | null;
  readonly nonce: string | null;
}

/** Without this scope, a grant ends with the authorizing session. */
const STAYS_SIGNED_IN = 'offline_access';
/** RFC 7636, 4.1. */
const CODE_VERIFIER = /^[A-Za-z0-9._~-]{43,128}$/;

/** Valid for a minute and once. Throws `RATE_LIMITED`. */
export async function createAuthorizationCode(
  deps: Pick<Dependencies, 'collections' | 'now' | 'rateLimits'>,
  { user, session }: SessionActor,
  grant: RequestedGrant,
  requestContext: RequestContext,
): Promise<string> {
  const counted = browserKey(user._id.toHexString(), session._id.toHexString());
  await deps.rateLimits.consume('authorization', 'browser', counted);
  const now = deps.now();
  const code = createToken();
  const { _id, createdAt, authenticatedAt, proofs } = session;
  await deps.collections.authorizationCodes.insertOne({
    _id: new ObjectId(),
    codeHash: hashToken(code),
    clientId: grant.client.id,
    redirectUri: grant.redirectUri,
    userId: user._id,
    session: { _id, createdAt, authenticatedAt, proofs },
    scopes: grant.scopes,
    resources: grant.resources,
    codeChallenge: grant.codeChallenge,
    nonce: grant.nonce,
    ip: requestContext.ip,
    userAgent: requestContext.userAgent,
    createdAt: now,
    expires: new Date(now.getTime() + AUTHORIZATION_CODE_MAX_AGE_MS),
  });
  return code;
}

/**
 * One write uses the code up. A second use, even in parallel, ends the session of the first (RFC 6749,
 * 4.1.2). A wrong verifier, redirect address or client uses it up, too: somebody else has the code. A
 * resource that was not granted does not. Throws `OAuthError` `invalid_grant`, `invalid_target`.
 */
export async function redeemAuthorizationCode(
  deps: SecurityEventDependencies,
  client: OAuthClient,
  sent: {
    readonly code: string;
    readonly redirectUri: string;
    readonly codeVerifier: string | null;
    /** Empty: all granted resources. */
    readonly resources: readonly string[];
  },
  requestContext: RequestContext,
): Promise<RefreshedSession & { readonly nonce: string | null }> {
  const { authorizationCodes } = deps.collections;
  const now = deps.now();
  const row = await authorizationCodes.findOne({ codeHash: hashToken(sent.code) });
  if (!row) throw refusedCode();
  const isRight =
    row.clientId === client.id && row.redirectUri === sent.redirectUri && isVerifier(sent.codeVerifier, row);
  // Refuses a resource before the code is used up. Otherwise the client would lose the code by its request
  // (RFC 8707, 2.2).
  if (isRight && !row.used && row.expires > now)
    narrowGrant(row, { scopes: null, resources: sent.resources });
  const sessionId = isRight ? new ObjectId() : null;
  const { matchedCount } = await authorizationCodes.updateOne(
    { _id: row._id, used: { $exists: false }, expires: { $gt: now } },
    { $set: { used: { at: now, sessionId } } },
  );
  if (matchedCount === 0) {
    await endReused(deps, row._id, now);
    throw refusedCode();
  }
  if (sessionId === null) throw refusedCode();
  const { scopes, resources, nonce, userId, ip, userAgent } = row;
  const clientSession = await makeRefreshableSession(deps, {
    userId,
    authorizedBy: row.session,
    sessionId,
    client,
    scopes,
    resources,
    isBound: !scopes.includes(STAYS_SIGNED_IN),
    shownContext: { ...requestContext, ip, userAgent, sessionId: row.session._id },
  });
  if (!clientSession) throw refusedCode();
  // A second use of the code could not end this session before it was live.
  const after = await authorizationCodes.findOne({ _id: row._id });
  if (!after || after.reusedAt) {
    await endClientSession(deps, clientSession.session, { requestContext: null, kind: null });
    throw refusedCode();
  }
  return { ...clientSession, nonce };
}

/**
 * Stores `reusedAt` before it ends the session. So when the session is not live yet, the first use ends it.
 */
async function endReused(deps: SecurityEventDependencies, _id: ObjectId, now: Date): Promise<void> {
  const row = await deps.collections.authorizationCodes.findOneAndUpdate(
    { _id, used: { $exists: true } },
    { $set: { reusedAt: now } },
    { returnDocument: 'after' },
  );
  const sessionId = row?.used?.sessionId;
  if (row && sessionId) {
    await endClientSession(
      deps,
      { _id: sessionId, userId: row.userId },
      { requestContext: null, kind: null },
    );
  }
}

/** A verifier without a challenge is wrong: somebody removed the challenge (RFC 9700, 4.8.2). */
function isVerifier(codeVerifier: string | null, { codeChallenge }: AuthorizationCodeDocument): boolean {
  if (codeVerifier === null || codeChallenge === null) return codeVerifier === codeChallenge;
  if (!CODE_VERIFIER.test(codeVerifier)) return false;
  return isEqual(createHash('sha256').update(codeVerifier).digest('base64url'), codeChallenge);
}

function refusedCode(): OAuthError {
  return new OAuthError('invalid_grant', 'The authorization code is not valid here, or not any more.');
}
