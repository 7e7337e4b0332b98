// Over 300 lines: a row of this collection is made, decided and taken here, and nowhere else.
import { atBase } from '../../../shared/base-path.ts';
import { ObjectId } from 'mongodb';
import {
  ACCESS_TOKENS_PER_USER,
  DAY_MS,
  DEVICE_CODE_MAX_AGE_MS,
  DEVICE_POLL_INTERVAL_SECONDS,
  DEVICE_SLOW_DOWN_SECONDS,
  DEVICE_TOKEN_MAX_AGE_MS,
  SECOND_MS,
  SESSION_ABSOLUTE_MAX_AGE_MS,
} from '../../../shared/limits.ts';
import type { CreatedAccessToken } from '../../../shared/schemas/access-tokens.ts';
import type {
  DecidedDevice,
  StartDeviceInput,
  StartedDevice,
  WaitingDevice,
} from '../../../shared/schemas/device-authorization.ts';
import { AppError } from '../../app-error.ts';
import type { DeviceAuthorizationDocument } from '../../database/collections.ts';
import { isDuplicateKey } from '../../database/errors.ts';
import type { Dependencies, RequestClient } from '../../dependencies.ts';
import { createToken, createUserCode, hashCode, hashesOfCode, hashToken } from '../../crypto/secrets.ts';
import { createAccessToken } from './access-tokens.ts';
import type { SessionActor } from '../rules/actor.ts';
import { askerBySession } from '../limits/askers.ts';
import { describeDevice, USER_AGENT_MAX_LENGTH } from '../rules/device.ts';
import { activeUser } from '../rules/active-user.ts';
import { activeClientScopes } from '../rules/client-scopes.ts';
import { activeScopes, requireScopes } from '../rules/token-scopes.ts';
import { clientKey, type RateCount } from '../limits/rate-limits.ts';

/** The page on which a person types the code. */
const PAGE = '/device';
/** There are 25,000 million codes. When a new code is taken, another one is made. */
const TRIES = 3;

/** What a program asks for, checked. */
type DeviceRequest = Pick<DeviceAuthorizationDocument, 'clientName' | 'scopes' | 'clientId' | 'resources'>;

/** A row that a person approved, and that no other poll gets. */
export type ApprovedDevice = DeviceAuthorizationDocument & {
  readonly approval: NonNullable<DeviceAuthorizationDocument['approval']>;
};

export interface DeviceAccessToken {
  readonly created: CreatedAccessToken;
  readonly userId: ObjectId;
}

/** Starts the authorization of a program that gets an access token of the person. Throws `RATE_LIMITED`, and `INVALID_INPUT` for an unknown scope. */
export async function startDevice(
  deps: Dependencies,
  { clientName, scopes }: StartDeviceInput,
  client: RequestClient,
): Promise<StartedDevice> {
  return openDeviceAuthorization(
    deps,
    { clientName, scopes: requireScopes(deps.configuration, scopes) },
    client,
  );
}

/**
 * Starts a device authorization (RFC 8628). It makes two codes: the program polls with the device code, and a person types the user code in
 * their browser. Throws `RATE_LIMITED`.
 */
export async function openDeviceAuthorization(
  deps: Pick<Dependencies, 'collections' | 'now' | 'rateLimits' | 'settings'>,
  request: DeviceRequest,
  client: RequestClient,
): Promise<StartedDevice> {
  await deps.rateLimits.consume('device-from-client', clientKey(client.ip));
  const now = deps.now();
  const expires = new Date(now.getTime() + DEVICE_CODE_MAX_AGE_MS);
  const deviceCode = createToken();
  for (let tries = 1; ; tries++) {
    const userCode = createUserCode();
    try {
      await deps.collections.deviceAuthorizations.insertOne({
        _id: new ObjectId(),
        deviceCodeHash: hashToken(deviceCode),
        userCodeHash: hashUserCode(deps, userCode),
        ...request,
        ip: client.ip,
        userAgent: client.userAgent?.slice(0, USER_AGENT_MAX_LENGTH) ?? null,
        status: 'pending',
        approval: null,
        interval: DEVICE_POLL_INTERVAL_SECONDS,
        lastPolledAt: null,
        createdAt: now,
        expires,
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
      expires: expires.toISOString(),
      interval: DEVICE_POLL_INTERVAL_SECONDS,
    };
  }
}

/** The facts that a person sees before they decide. Throws `USER_CODE_INVALID`, `RATE_LIMITED`. */
export async function inspectDevice(
  deps: Dependencies,
  actor: SessionActor,
  userCode: string,
  client: RequestClient,
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
    sameAddress: row.ip !== null && clientKey(row.ip) === clientKey(client.ip),
    device: describeDevice(row.userAgent),
    createdAt: row.createdAt.toISOString(),
    expires: row.expires.toISOString(),
    tokenDays: accessMs / DAY_MS,
  };
}

/**
 * Approves the request, by one write whose filter asks for an undecided code. The program gets its token at its next poll. The caller checks
 * that the session is fresh. Throws `USER_CODE_INVALID`, `TOO_MANY_ACCESS_TOKENS`, `RATE_LIMITED`.
 */
export async function approveDevice(
  deps: Dependencies,
  actor: SessionActor,
  userCode: string,
): Promise<DecidedDevice> {
  const { user, session } = actor;
  const now = deps.now();
  const row = await findWaiting(deps, actor, userCode);
  // The write that makes the token decides. This check tells the person earlier. A declared client gets no access token of the person.
  const held = user.accessTokens?.filter(({ expires }) => expires > now) ?? [];
  if (row.clientId === undefined && held.length >= ACCESS_TOKENS_PER_USER)
    throw new AppError('TOO_MANY_ACCESS_TOKENS');
  const { _id, createdAt, authenticatedAt, proofs } = session;
  await decide(deps, row, {
    status: 'approved',
    approval: {
      userId: user._id,
      session: { _id, createdAt, authenticatedAt, ...(proofs ? { proofs } : {}) },
      at: now,
    },
  });
  return { clientName: row.clientName, app: row.clientId ?? null, decidedAt: now.toISOString() };
}

/** Denies the request. The program learns it at its next poll. Throws `USER_CODE_INVALID`, `RATE_LIMITED`. */
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
 * Answers a poll of a program that gets an access token of the person.
 *
 * Throws as `takeApprovedDevice` and `redeemAccessToken`, and `DEVICE_CODE_EXPIRED`.
 */
export async function pollDevice(
  deps: Dependencies,
  deviceCode: string,
  client: RequestClient,
): Promise<DeviceAccessToken> {
  const row = await findDevice(deps, deviceCode);
  if (!row || row.clientId !== undefined) throw new AppError('DEVICE_CODE_EXPIRED');
  return redeemAccessToken(deps, await takeApprovedDevice(deps, row), client);
}

/** The row of a device code; `null` when it has expired, was used, or was never issued. */
export async function findDevice(
  deps: Pick<Dependencies, 'collections' | 'now'>,
  deviceCode: string,
): Promise<DeviceAuthorizationDocument | null> {
  return deps.collections.deviceAuthorizations.findOne({
    deviceCodeHash: hashToken(deviceCode),
    expires: { $gt: deps.now() },
  });
}

/**
 * Of parallel polls, one removes the decided row, and only that one gets it. If its answer is lost or the process ends meanwhile, the program must
 * start again.
 *
 * Throws `AUTHORIZATION_PENDING` and `SLOW_DOWN` (both with `retryAfter`), `AUTHORIZATION_DENIED`, `DEVICE_CODE_EXPIRED`.
 */
export async function takeApprovedDevice(
  deps: Pick<Dependencies, 'collections' | 'now'>,
  row: DeviceAuthorizationDocument,
): Promise<ApprovedDevice> {
  if (row.status === 'pending') return refusePending(deps, row);
  const taken = await deps.collections.deviceAuthorizations.findOneAndDelete({ _id: row._id });
  if (!taken) throw new AppError('DEVICE_CODE_EXPIRED');
  const { approval } = taken;
  if (!approval) throw new AppError('AUTHORIZATION_DENIED');
  return { ...taken, approval };
}

/** Makes the access token of a taken row. Throws `AUTHORIZATION_DENIED`, `TOO_MANY_ACCESS_TOKENS`, `RATE_LIMITED`. */
export async function redeemAccessToken(
  deps: Dependencies,
  row: ApprovedDevice,
  client: RequestClient,
): Promise<DeviceAccessToken> {
  const { userId, session } = row.approval;
  const user = await deps.collections.users.findOne(activeUser(userId));
  if (!user) throw new AppError('AUTHORIZATION_DENIED');
  const expires = new Date(deps.now().getTime() + DEVICE_TOKEN_MAX_AGE_MS).toISOString();
  // `foyer.config.ts` may have lost a scope since the approval.
  const scopes = activeScopes(deps.configuration, row.scopes);
  if (scopes.length === 0) throw new AppError('AUTHORIZATION_DENIED');
  const input = { name: row.clientName, scopes, expires };
  try {
    return { created: await createAccessToken(deps, { user, session }, input, client), userId };
  } catch (error) {
    // The approval ends with the session that approved.
    if (error instanceof AppError && error.code === 'SessionRequired')
      throw new AppError('AUTHORIZATION_DENIED');
    throw error;
  }
}

/** Throws the time to wait. It grows with each poll that comes too soon (RFC 8628, 3.5). */
async function refusePending(
  deps: Pick<Dependencies, 'collections' | 'now'>,
  { _id, interval }: DeviceAuthorizationDocument,
): Promise<never> {
  const { deviceAuthorizations } = deps.collections;
  const now = deps.now();
  const since = new Date(now.getTime() - interval * SECOND_MS);
  const { matchedCount } = await deviceAuthorizations.updateOne(
    { _id, $or: [{ lastPolledAt: null }, { lastPolledAt: { $lte: since } }] },
    { $set: { lastPolledAt: now } },
  );
  if (matchedCount === 1) throw new AppError('AUTHORIZATION_PENDING', { retryAfter: interval });
  await deviceAuthorizations.updateOne(
    { _id, interval },
    { $set: { interval: interval + DEVICE_SLOW_DOWN_SECONDS, lastPolledAt: now } },
  );
  throw new AppError('SLOW_DOWN', { retryAfter: interval + DEVICE_SLOW_DOWN_SECONDS });
}

/**
 * A try is counted before the look-up, so that parallel tries cannot pass the limit. A right code is given back. One session alone cannot use
 * up the user's tries.
 */
async function findWaiting(
  deps: Dependencies,
  actor: SessionActor,
  userCode: string,
): Promise<DeviceAuthorizationDocument> {
  const { key, userId } = askerBySession(actor);
  const counts: RateCount[] = [
    ['device-code-of-session', key],
    ['device-code-of-user', userId],
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
    // The person does not see a scope that is not declared here, so another server must not give it to the program.
    const { matchedCount } = await deps.collections.deviceAuthorizations.updateOne(
      { _id: row._id, status: 'pending' },
      { $pull: { scopes: { $nin: scopes } } },
    );
    if (matchedCount === 0) throw new AppError('USER_CODE_INVALID');
  }
  return { ...row, scopes };
}

/** Those of the requested scopes that the program may still get. A client that lost the device flow gets none. */
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

/** An HMAC: the code has 34 bits, which could be found from a plain hash within an hour. */
function hashUserCode(deps: Pick<Dependencies, 'settings'>, userCode: string): string {
  return hashCode('device', userCode, deps.settings.authSecret);
}
