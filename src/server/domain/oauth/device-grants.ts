import { ObjectId } from 'mongodb';
import { DEVICE_TOKEN_MAX_AGE_MS, SECOND_MS } from '../../../shared/limits.ts';
import { createAccessTokenInput, type CreatedAccessToken } from '../../../shared/schemas/access-tokens.ts';
import { AppError } from '../../app-error.ts';
import type { OAuthClient } from '../../configuration/oauth/oauth-client.ts';
import { FOYER_CLI } from '../../configuration/oauth/oauth-clients.ts';
import { hashToken } from '../../crypto/secrets.ts';
import type { DeviceAuthorizationDocument } from '../../database/collections.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { RequestContext } from '../rules/request-context.ts';
import { activeUser } from '../rules/active-user.ts';
import { activeClientScopes, narrowGrant, type RequestedPart } from './client-grants.ts';
import { activeScopes } from '../rules/token-scopes.ts';
import { createAccessToken } from '../tokens/access-tokens.ts';
import { startDeviceAuthorization, type StartedDevice } from './device-authorizations.ts';
import { makeRefreshableSession, type RefreshedSession } from './client-sessions.ts';
import { OAuthError } from './oauth-error.ts';

/** Added for each poll that is too early (RFC 8628, section 3.5). */
const DEVICE_SLOW_DOWN_SECONDS = 5;
/** RFC 8628, 3.4. */
export const DEVICE_CODE_GRANT = 'urn:ietf:params:oauth:grant-type:device_code';
/** The form of `createToken`. */
const DEVICE_CODE = /^[\w-]{43}$/;

/** A row that a user approved, and that this poll has taken from all others. */
type ApprovedDevice = DeviceAuthorizationDocument & {
  readonly approval: NonNullable<DeviceAuthorizationDocument['approval']>;
};

/** `foyer-cli` gets an access token of the user, every other client a session. */
type DeviceGrant =
  | { readonly kind: 'session'; readonly clientSession: RefreshedSession }
  | { readonly kind: 'access-token'; readonly created: CreatedAccessToken; readonly userId: ObjectId };

/**
 * RFC 8628, 3.1. Only `foyer-cli` sends `deviceName`. Throws `RATE_LIMITED` and `OAuthError`
 * `unauthorized_client`, `invalid_request`, `invalid_scope`, `invalid_target`.
 */
export async function startDeviceGrant(
  deps: Dependencies,
  client: OAuthClient,
  requested: {
    readonly scopes: readonly string[];
    readonly resources: readonly string[];
    readonly deviceName: string | null;
  },
  requestContext: RequestContext,
): Promise<StartedDevice> {
  const { scopes, resources, deviceName } = requested;
  requireDeviceFlow(client);
  if (scopes.length === 0) throw new OAuthError('invalid_scope', 'scope is missing.');
  if (!resources.every((resource) => client.resources.includes(resource)))
    throw new OAuthError('invalid_target', 'A resource is not declared for this client.');
  if (client.id === FOYER_CLI.id) return startCommandLine(deps, scopes, deviceName, requestContext);
  const allowed = activeClientScopes(client, scopes);
  if (!scopes.every((scope) => allowed.includes(scope)))
    throw new OAuthError('invalid_scope', 'A scope is not declared for this client.');
  const { id: clientId, name: clientName } = client;
  return startDeviceAuthorization(deps, { clientId, clientName, scopes: allowed, resources }, requestContext);
}

/**
 * Answers a poll (RFC 8628, 3.4). One write takes the approved row; if the answer is lost, the device starts
 * again. Throws `RATE_LIMITED` and `OAuthError` `authorization_pending` and `slow_down` (with `retryAfter`),
 * `access_denied`, `expired_token` (also for a used code), `invalid_grant`, `invalid_target`,
 * `unauthorized_client`.
 */
export async function redeemDeviceGrant(
  deps: Dependencies,
  client: OAuthClient,
  { deviceCode, requested }: { readonly deviceCode: string; readonly requested: RequestedPart },
  requestContext: RequestContext,
): Promise<DeviceGrant> {
  requireDeviceFlow(client);
  if (!DEVICE_CODE.test(deviceCode)) throw ofAnotherClient();
  const row = await deps.collections.deviceAuthorizations.findOne({
    deviceCodeHash: hashToken(deviceCode),
    expires: { $gt: deps.now() },
  });
  if (!row) throw expired();
  const isCommandLine = client.id === FOYER_CLI.id;
  if (row.clientId !== (isCommandLine ? undefined : client.id)) throw ofAnotherClient();
  // Before the row is taken: a request for too much must not cost the device its approval.
  narrowGrant({ scopes: row.scopes, resources: row.resources ?? [] }, requested);
  const approved = await takeApprovedDevice(deps, row);
  if (isCommandLine) return redeemAccessToken(deps, approved, requestContext);
  return { kind: 'session', clientSession: await makeDeviceSession(deps, client, approved, requestContext) };
}

/** If two polls come at once, one removes the decided row, and only that one gets it. */
async function takeApprovedDevice(
  deps: Pick<Dependencies, 'collections' | 'now'>,
  row: DeviceAuthorizationDocument,
): Promise<ApprovedDevice> {
  if (row.status === 'pending') return refusePending(deps, row);
  const taken = await deps.collections.deviceAuthorizations.findOneAndDelete({ _id: row._id });
  if (!taken) throw expired();
  const { approval } = taken;
  if (!approval) throw denied();
  return { ...taken, approval };
}

/** Throws the time to wait, which grows with each poll that comes too soon (RFC 8628, 3.5). */
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
  if (matchedCount === 1)
    throw new OAuthError('authorization_pending', 'The person has not decided yet.', {
      retryAfter: interval,
    });
  const retryAfter = interval + DEVICE_SLOW_DOWN_SECONDS;
  await deviceAuthorizations.updateOne(
    { _id, interval },
    { $set: { interval: retryAfter, lastPolledAt: now } },
  );
  throw new OAuthError(
    'slow_down',
    'The device asks too often: wait five seconds longer between two requests.',
    { retryAfter },
  );
}

async function redeemAccessToken(
  deps: Dependencies,
  row: ApprovedDevice,
  requestContext: RequestContext,
): Promise<DeviceGrant> {
  const { userId, session } = row.approval;
  const user = await deps.collections.users.findOne(activeUser(userId));
  if (!user) throw denied();
  const expires = new Date(deps.now().getTime() + DEVICE_TOKEN_MAX_AGE_MS).toISOString();
  // `foyer.config.ts` may have lost a scope since the approval.
  const scopes = activeScopes(deps.configuration, row.scopes);
  if (scopes.length === 0) throw denied();
  const input = { name: row.clientName, scopes, expires };
  try {
    const created = await createAccessToken(deps, { user, session }, input, requestContext);
    return { kind: 'access-token', created, userId };
  } catch (error) {
    const code = error instanceof AppError ? error.code : null;
    // The approval ends with the session that approved.
    if (code === 'SessionRequired') throw denied();
    if (code === 'TOO_MANY_ACCESS_TOKENS')
      throw new OAuthError('access_denied', 'The person has as many access tokens as they may have.');
    throw error;
  }
}

/** Throws `access_denied` when the approving session has ended, or the client lost what was approved. */
async function makeDeviceSession(
  deps: Dependencies,
  client: OAuthClient,
  { approval, ip, userAgent, ...row }: ApprovedDevice,
  requestContext: RequestContext,
): Promise<RefreshedSession> {
  const scopes = activeClientScopes(client, row.scopes);
  const { resources = [] } = row;
  // Without its resources, the access token would be for Foyer, which the user did not approve.
  const isStillDeclared = resources.every((resource) => client.resources.includes(resource));
  if (scopes.length === 0 || !isStillDeclared) throw denied();
  const clientSession = await makeRefreshableSession(deps, {
    userId: approval.userId,
    authorizedBy: approval.session,
    sessionId: new ObjectId(),
    client,
    scopes,
    resources,
    // The user signs a television in from a phone, and may then sign out there.
    isBound: false,
    shownContext: { ...requestContext, ip, userAgent },
    byDeviceFlow: true,
  });
  if (!clientSession) throw denied();
  return clientSession;
}

async function startCommandLine(
  deps: Dependencies,
  scopes: readonly string[],
  deviceName: string | null,
  requestContext: RequestContext,
): Promise<StartedDevice> {
  const { success, data } = createAccessTokenInput
    .pick({ name: true, scopes: true })
    .safeParse({ name: deviceName ?? FOYER_CLI.name, scopes });
  if (!success)
    throw new OAuthError('invalid_request', 'device_name is no name, or there are too many scopes.');
  const allowed = activeScopes(deps.configuration, data.scopes);
  if (!data.scopes.every((scope) => allowed.includes(scope)))
    throw new OAuthError('invalid_scope', 'A scope is not declared here.');
  return startDeviceAuthorization(deps, { clientName: data.name, scopes: allowed }, requestContext);
}

function requireDeviceFlow({ device }: OAuthClient): void {
  if (!device)
    throw new OAuthError('unauthorized_client', 'The device flow is not declared for this client.');
}

function expired(): OAuthError {
  return new OAuthError('expired_token', 'The device code has expired or was used. Start again.');
}

function denied(): OAuthError {
  return new OAuthError('access_denied', 'The person denied the request, or the approval has ended.');
}

function ofAnotherClient(): OAuthError {
  return new OAuthError('invalid_grant', 'The device code is not one of this client.');
}
