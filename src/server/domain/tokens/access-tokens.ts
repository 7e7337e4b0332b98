import { ObjectId } from 'mongodb';
import { ACCESS_TOKENS_PER_USER, DATABASE_TIMEOUT_MS, DAY_MS, MINUTE_MS } from '../../../shared/limits.ts';
import type {
  AccessToken,
  CreateAccessTokenInput,
  CurrentAccessToken,
  CreatedAccessToken,
} from '../../../shared/schemas/access-tokens.ts';
import type { Session } from '../../../shared/schemas/session.ts';
import { accessTokenHint, createAccessTokenSecret } from '../../crypto/access-token-format.ts';
import { AppError } from '../../app-error.ts';
import type { AccessTokenDocument } from '../../database/collections.ts';
import type { UserDocument } from '../../database/user-documents.ts';
import { findStoredCredential } from '../../database/credential-reads.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { RequestContext } from '../rules/request-context.ts';
import { hashToken } from '../../crypto/secrets.ts';
import { activeActor, requireActive, type Actor, type SessionActor } from '../rules/actor.ts';
import { toSession } from '../sessions/sessions.ts';
import { makeSecurityEvent, writeOutbox } from '../activity/security-events.ts';
import { verifiedAddressesOf } from '../rules/verified-address.ts';
import { describeDevice } from '../rules/device.ts';
import { requireExpiry } from '../rules/expiry.ts';
import { activeScopes, requireScopes } from '../rules/token-scopes.ts';

/** A year, including a leap day. */
export const ACCESS_TOKEN_MAX_AGE_MS = 366 * DAY_MS;
const ACCESS_TOKEN_MIN_AGE_MS = MINUTE_MS;
/** The last use is written at most this often. */
export const ACCESS_TOKEN_LAST_USED_EVERY_MS = 5 * MINUTE_MS;

/**
 * The row gives no access; one write on the user makes it live. After a crash, the next list removes the row.
 * Throws `INVALID_INPUT` (expiry, scope), `TOO_MANY_ACCESS_TOKENS`, `RATE_LIMITED`, `SessionRequired`.
 */
export async function createAccessToken(
  deps: Dependencies,
  actor: SessionActor,
  input: CreateAccessTokenInput,
  requestContext: RequestContext,
): Promise<CreatedAccessToken> {
  const { users, accessTokens } = deps.collections;
  const { user, session } = actor;
  const now = deps.now();
  const scopes = requireScopes(deps.configuration, input.scopes);
  const expires = requireExpiry(input.expires, now, {
    minAgeMs: ACCESS_TOKEN_MIN_AGE_MS,
    maxAgeMs: ACCESS_TOKEN_MAX_AGE_MS,
  });
  await deps.rateLimits.consume('authorization', 'user', user._id.toHexString());
  const token = createAccessTokenSecret();
  const row: AccessTokenDocument = {
    _id: new ObjectId(),
    userId: user._id,
    tokenHash: hashToken(token),
    lastFour: token.slice(-4),
    name: input.name,
    scopes,
    createdAt: now,
    authenticatedAt: session.authenticatedAt,
    proofs: session.proofs,
    expires,
    lastUsed: null,
  };
  const securityEvent = makeSecurityEvent(deps, {
    kind: 'access-token-created',
    requestContext,
    label: row.name,
    mailTo: verifiedAddressesOf(user),
    events: [],
  });

  // Expired tokens must not use up the limit.
  if (user.accessTokens?.some((held) => held.expires <= now)) {
    await users.updateOne({ _id: user._id }, { $pull: { accessTokens: { expires: { $lte: now } } } });
  }
  await accessTokens.insertOne(row);
  const { matchedCount } = await users.updateOne(
    { ...activeActor(actor), [`accessTokens.${ACCESS_TOKENS_PER_USER - 1}`]: { $exists: false } },
    {
      $push: { accessTokens: { id: row._id, expires, addedBy: session._id }, outbox: securityEvent },
    },
  );
  if (matchedCount === 0) {
    await accessTokens.deleteOne({ _id: row._id });
    await requireActive(deps, actor);
    throw new AppError('TOO_MANY_ACCESS_TOKENS');
  }
  await writeOutbox(deps, user._id, securityEvent);
  return { token, accessToken: toAccessToken(deps, row) };
}

/** Newest first: the live ones and those that expired lately. */
export async function listAccessTokens(deps: Dependencies, user: UserDocument): Promise<AccessToken[]> {
  const { accessTokens, users } = deps.collections;
  const now = deps.now();
  const rows = await accessTokens.find({ userId: user._id }).sort({ createdAt: -1, _id: -1 }).toArray();
  // Another list may have removed the row before the user document listed the token. Nobody can use such a
  // token, so its id is removed.
  const ids = user.accessTokens?.map(({ id }) => id) ?? [];
  const empty = ids.filter((id) => !rows.some(({ _id }) => _id.equals(id)));
  if (empty.length > 0)
    await users.updateOne({ _id: user._id }, { $pull: { accessTokens: { id: { $in: empty } } } });
  const held = new Set(ids.map((id) => id.toHexString()));
  const isShown = (row: AccessTokenDocument) => row.expires <= now || held.has(row._id.toHexString());
  await removeOrphanedTokenRows(
    deps,
    rows.filter((row) => !isShown(row)),
  );
  return rows.filter(isShown).map((row) => toAccessToken(deps, row));
}

export function describeAccessToken(
  deps: Pick<Dependencies, 'configuration' | 'now'>,
  { accessToken, user }: ReadAccessToken,
): CurrentAccessToken {
  return { ...toAccessToken(deps, accessToken), userId: user._id.toHexString() };
}

/** What `session.get` answers to an access token. */
export function toTokenSession(
  deps: Pick<Dependencies, 'configuration' | 'settings'>,
  { accessToken, user }: ReadAccessToken,
): Session {
  const { _id, name, scopes } = accessToken;
  return toSession(deps, {
    session: accessToken,
    user,
    via: {
      kind: 'access-token',
      id: _id.toHexString(),
      name,
      scopes: activeScopes(deps.configuration, scopes),
    },
  });
}

/** Keeps young rows, which are being created, and expired ones, which their owner can see. */
export async function removeOrphanedTokenRows(
  deps: Pick<Dependencies, 'collections' | 'now'>,
  rows: readonly AccessTokenDocument[],
): Promise<void> {
  const { users, accessTokens } = deps.collections;
  const now = deps.now();
  const since = now.getTime() - 4 * DATABASE_TIMEOUT_MS;
  const candidates = rows.filter((row) => row.expires > now && row.createdAt.getTime() < since);
  if (candidates.length === 0) return;
  const holders = await users
    .find({ _id: { $in: candidates.map(({ userId }) => userId) } }, { projection: { 'accessTokens.id': 1 } })
    .toArray();
  const held = new Set(
    holders.flatMap(({ accessTokens: list = [] }) => list.map(({ id }) => id.toHexString())),
  );
  const orphaned = candidates.filter(({ _id }) => !held.has(_id.toHexString()));
  if (orphaned.length > 0) await accessTokens.deleteMany({ _id: { $in: orphaned.map(({ _id }) => _id) } });
}

/** If two calls run at once, one succeeds. Throws `NOT_FOUND`, also for another user's token. */
export async function revokeAccessToken(
  deps: Dependencies,
  actor: Actor,
  id: string,
  requestContext: RequestContext,
): Promise<void> {
  const { users, accessTokens } = deps.collections;
  const { user } = actor;
  const _id = new ObjectId(id);
  const row = await accessTokens.findOne({ _id, userId: user._id });
  const securityEvent = makeSecurityEvent(deps, {
    kind: 'access-token-revoked',
    requestContext,
    ...(row ? { label: row.name } : {}),
    mailTo: [],
    events: [],
  });
  const { matchedCount } = await users.updateOne(
    { $and: [activeActor(actor), { 'accessTokens.id': _id }] },
    { $pull: { accessTokens: { id: _id } }, $push: { outbox: securityEvent } },
  );
  if (matchedCount === 0) await requireActive(deps, actor);
  // Only an expired token is shown without being listed on the user.
  const { deletedCount } = await accessTokens.deleteOne({
    _id,
    userId: user._id,
    ...(matchedCount === 0 ? { expires: { $lte: deps.now() } } : {}),
  });
  if (matchedCount === 1) return writeOutbox(deps, user._id, securityEvent);
  if (deletedCount === 0) throw new AppError('NOT_FOUND');
}

export interface ReadAccessToken {
  readonly accessToken: AccessTokenDocument;
  readonly user: UserDocument;
}

/** `null` when the token is expired, not listed on its user (revoked), or of a deleted user. */
export async function readAccessToken(
  deps: Pick<Dependencies, 'collections' | 'now'>,
  token: string,
  requestContext: RequestContext,
): Promise<ReadAccessToken | null> {
  const { accessTokens } = deps.collections;
  const now = deps.now();
  const stored = await findStoredCredential(deps.collections, 'accessTokens', hashToken(token));
  if (!stored || stored.credential.expires <= now) return null;
  const { credential: accessToken, user } = stored;
  const isHeld = user?.accessTokens?.some(({ id }) => id.equals(accessToken._id));
  if (!user || user.deletedAt || !isHeld) return null;

  const before = new Date(now.getTime() - ACCESS_TOKEN_LAST_USED_EVERY_MS);
  if (accessToken.lastUsed === null || accessToken.lastUsed.at <= before) {
    const { ip, userAgent } = requestContext;
    await accessTokens.updateOne(
      // If two requests run at once, one writes.
      { _id: accessToken._id, $or: [{ lastUsed: null }, { 'lastUsed.at': { $lte: before } }] },
      { $set: { lastUsed: { at: now, ip, userAgent } } },
    );
  }
  return { accessToken, user };
}

/** After a write that emptied `UserDocument.accessTokens` at `ended`. */
export async function removeAccessTokenRows(
  deps: Pick<Dependencies, 'collections'>,
  userId: ObjectId,
  ended: Date,
): Promise<void> {
  await deps.collections.accessTokens.deleteMany({ userId, createdAt: { $lte: ended } });
}

function toAccessToken(
  { configuration, now }: Pick<Dependencies, 'configuration' | 'now'>,
  row: AccessTokenDocument,
): AccessToken {
  const { lastUsed } = row;
  return {
    id: row._id.toHexString(),
    name: row.name,
    hint: accessTokenHint(row.lastFour),
    scopes: activeScopes(configuration, row.scopes),
    createdAt: row.createdAt.toISOString(),
    expires: row.expires.toISOString(),
    expired: row.expires <= now(),
    lastUsed: lastUsed && {
      at: lastUsed.at.toISOString(),
      ip: lastUsed.ip,
      device: describeDevice(lastUsed.userAgent),
    },
  };
}
