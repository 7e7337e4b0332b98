import { atBase } from '../../../shared/base-path.ts';
import { ObjectId } from 'mongodb';
import {
  ACCESS_TOKENS_PER_USER,
  DAY_MS,
  DEVICE_CODE_MAX_AGE_MS,
  DEVICE_TOKEN_MAX_AGE_MS,
  SESSION_ABSOLUTE_MAX_AGE_MS,
} from '../../../shared/limits.ts';
import type { DecidedDevice, WaitingDevice } from '../../../shared/schemas/device-authorization.ts';
import { AppError } from '../../app-error.ts';
import type { DeviceAuthorizationDocument } from '../../database/collections.ts';
import { isDuplicateKey } from '../../database/errors.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { RequestContext } from '../rules/request-context.ts';
import { createToken, createUserCode, hashCode, hashesOfCode, hashToken } from '../../crypto/secrets.ts';
import type { SessionActor } from '../rules/actor.ts';
import { callerBySession } from '../limits/callers.ts';
import { describeDevice } from '../rules/device.ts';
import { activeClientScopes } from './client-grants.ts';
import { activeScopes } from '../rules/token-scopes.ts';
import { addressKey, type RateCount } from '../limits/rate-limits.ts';

/** RFC 8628, section 3.2. */
const DEVICE_POLL_INTERVAL_SECONDS = 5;
const PAGE = '/device';
/** There are 25,000 million codes. When a new code is taken, another one is made. */
const TRIES = 3;

type DeviceRequest = Pick<DeviceAuthorizationDocument, 'clientName' | 'scopes' | 'clientId' | 'resources'>;

export interface StartedDevice {
  readonly deviceCode: string;
  readonly userCode: string;
  readonly verificationUri: string;
  /** `verificationUri` with the code. */
  readonly verificationUriComplete: string;
  /** Seconds between two polls. */
  readonly interval: number;
}

/**
 * Starts a device authorization (RFC 8628). The program polls with the device code, and a person types the
 * user code in their browser. Throws `RATE_LIMITED`.
 */
export async function startDeviceAuthorization(
  deps: Pick<Dependencies, 'collections' | 'now' | 'rateLimits' | 'settings'>,
  request: DeviceRequest,
  requestContext: RequestContext,
): Promise<StartedDevice> {
  await deps.rateLimits.consume('authorization', 'ip', addressKey(requestContext.ip));
  const now = deps.now();
  const deviceCode = createToken();
  for (let tries = 1; ; tries++) {
    const userCode = createUserCode();
    try {
      await deps.collections.deviceAuthorizations.insertOne({
        _id: new ObjectId(),
        deviceCodeHash: hashToken(deviceCode),
        userCodeHash: hashUserCode(deps, userCode),
        ...request,
        ip: requestContext.ip,
        userAgent: requestContext.userAgent,
        status: 'pending',
        approval: null,
        interval: DEVICE_POLL_INTERVAL_SECONDS,
        lastPolledAt: null,
        createdAt: now,
        expires: new Date(now.getTime() + DEVICE_CODE_MAX_AGE_MS),
      });
    } catch (error) {
      if (!isDuplicateKey(error) || tries === TRIES) throw error;
      continue;
    }
    const verificationUri = deps.settings.origin + atBase(deps.settings, PAGE);
    return {
      deviceCode,
      userCode,
      verificationUri,
      verificationUriComplete: `${verificationUri}?code=${userCode}`,
      interval: DEVICE_POLL_INTERVAL_SECONDS,
    };
  }
}

/** Throws `USER_CODE_INVALID`, `RATE_LIMITED`. */
export async function inspectDevice(
  deps: Dependencies,
  actor: SessionActor,
  userCode: string,
  requestContext: RequestContext,
): Promise<WaitingDevice> {
  const row = await findWaiting(deps, actor, userCode);
  const app = row.clientId === undefined ? null : deps.oauthClients.get(row.clientId);
  const accessMs = app ? SESSION_ABSOLUTE_MAX_AGE_MS : DEVICE_TOKEN_MAX_AGE_MS;
  return {
    userCode,
    clientName: row.clientName,
    app: app ? { id: app.id, name: app.name } : null,
    scopes: [...row.scopes],
    ip: row.ip,
    sameAddress: row.ip !== null && addressKey(row.ip) === addressKey(requestContext.ip),
    device: describeDevice(row.userAgent),
    createdAt: row.createdAt.toISOString(),
    expires: row.expires.toISOString(),
    tokenDays: accessMs / DAY_MS,
  };
}

/**
 * The caller checks that the session is fresh. Throws `USER_CODE_INVALID`, `TOO_MANY_ACCESS_TOKENS`,
 * `RATE_LIMITED`.
 */
export async function approveDevice(
  deps: Dependencies,
  actor: SessionActor,
  userCode: string,
): Promise<DecidedDevice> {
  const { user, session } = actor;
  const now = deps.now();
  const row = await findWaiting(deps, actor, userCode);
  // Refuses early; the write that makes the token decides. A declared client gets no access token.
  const held = user.accessTokens?.filter(({ expires }) => expires > now) ?? [];
  if (row.clientId === undefined && held.length >= ACCESS_TOKENS_PER_USER)
    throw new AppError('TOO_MANY_ACCESS_TOKENS');
  const { _id, createdAt, authenticatedAt, proofs } = session;
  await decide(deps, row, {
    status: 'approved',
    approval: { userId: user._id, session: { _id, createdAt, authenticatedAt, proofs }, at: now },
  });
  return { clientName: row.clientName, app: row.clientId ?? null, decidedAt: now.toISOString() };
}

/** The device learns of it at its next poll. Throws `USER_CODE_INVALID`, `RATE_LIMITED`. */
export async function denyDevice(
  deps: Dependencies,
  actor: SessionActor,
  userCode: string,
): Promise<DecidedDevice> {
  const now = deps.now();
  const row = await findWaiting(deps, actor, userCode);
  await decide(deps, row, { status: 'denied' });
  return { clientName: row.clientName, app: row.clientId ?? null, decidedAt: now.toISOString() };
}

/**
 * Counts the try before the look-up, so that parallel tries cannot pass the limit. Gives the try back for a
 * right code.
 */
async function findWaiting(
  deps: Dependencies,
  actor: SessionActor,
  userCode: string,
): Promise<DeviceAuthorizationDocument> {
  const { key, userId } = callerBySession(actor);
  const counts: RateCount[] = [
    ['user-code', 'browser', key],
    ['user-code', 'user', userId],
  ];
  await deps.rateLimits.consumeAll(counts);
  const row = await deps.collections.deviceAuthorizations.findOne({
    userCodeHash: { $in: hashesOfCode('device', userCode, deps.settings) },
    status: 'pending',
    expires: { $gt: deps.now() },
  });
  if (!row) throw new AppError('USER_CODE_INVALID');
  await deps.rateLimits.giveBackAll(counts);
  const scopes = activeScopesOf(deps, row);
  if (scopes.length === 0) throw new AppError('USER_CODE_INVALID');
  if (scopes.length < row.scopes.length) {
    // The page shows only scopes that this process declares. So no server may give another one to the device.
    const { matchedCount } = await deps.collections.deviceAuthorizations.updateOne(
      { _id: row._id, status: 'pending' },
      { $pull: { scopes: { $nin: scopes } } },
    );
    if (matchedCount === 0) throw new AppError('USER_CODE_INVALID');
  }
  return { ...row, scopes };
}

/** A client that is no longer declared for the device flow gets no scopes. */
function activeScopesOf(
  { configuration, oauthClients }: Pick<Dependencies, 'configuration' | 'oauthClients'>,
  { clientId, scopes }: DeviceAuthorizationDocument,
): string[] {
  if (clientId === undefined) return activeScopes(configuration, scopes);
  const client = oauthClients.get(clientId);
  return client?.device ? activeClientScopes(client, scopes) : [];
}

async function decide(
  deps: Dependencies,
  { _id }: DeviceAuthorizationDocument,
  decision: Partial<Pick<DeviceAuthorizationDocument, 'status' | 'approval'>>,
): Promise<void> {
  const { matchedCount } = await deps.collections.deviceAuthorizations.updateOne(
    { _id, status: 'pending', expires: { $gt: deps.now() } },
    { $set: decision },
  );
  if (matchedCount === 0) throw new AppError('USER_CODE_INVALID');
}

/** An HMAC: 34 bits could be found from a plain hash within an hour. */
function hashUserCode(deps: Pick<Dependencies, 'settings'>, userCode: string): string {
  return hashCode('device', userCode, deps.settings.authSecret);
}
