import { ObjectId } from 'mongodb';
import { startDeviceInput, type StartedDevice } from '../../../shared/schemas/device-authorization.ts';
import { AppError } from '../../app-error.ts';
import type { OAuthClient } from '../../configuration/configuration.ts';
import { FOYER_CLI } from '../../configuration/oauth-clients.ts';
import type { Dependencies, RequestClient } from '../../dependencies.ts';
import { activeClientScopes } from '../rules/client-scopes.ts';
import {
  findDevice,
  openDeviceAuthorization,
  redeemAccessToken,
  startDevice,
  takeApprovedDevice,
  type ApprovedDevice,
  type DeviceAccessToken,
} from '../tokens/device-authorizations.ts';
import { openClientSession, type RefreshedSession } from './client-sessions.ts';
import { narrowGrant, type AskedGrant } from './narrowed-grant.ts';
import { OAuthError, type OAuthErrorCode } from './oauth-error.ts';

/** RFC 8628, 3.4. */
export const DEVICE_CODE_GRANT = 'urn:ietf:params:oauth:grant-type:device_code';

/** The form of `createToken`. */
const DEVICE_CODE = /^[\w-]{43}$/;

/** What an approved device gets. `foyer-cli` gets an access token of the person, every other client a session. */
export type DeviceGrant =
  | { readonly kind: 'session'; readonly opened: RefreshedSession }
  | ({ readonly kind: 'access-token' } & DeviceAccessToken);

/**
 * Starts the device flow of a client (RFC 8628, 3.1). `deviceName`: the name of the machine for people, which only `foyer-cli` sends.
 *
 * Throws `OAuthError` `unauthorized_client`, `invalid_request`, `invalid_scope`, `invalid_target`, and `RATE_LIMITED`.
 */
export async function startDeviceGrant(
  deps: Dependencies,
  client: OAuthClient,
  asked: {
    readonly scopes: readonly string[];
    readonly resources: readonly string[];
    readonly deviceName: string | null;
  },
  requestClient: RequestClient,
): Promise<StartedDevice> {
  const { scopes, resources, deviceName } = asked;
  requireDeviceFlow(client);
  if (scopes.length === 0) throw new OAuthError('invalid_scope', 'scope is missing.');
  if (!resources.every((resource) => client.resources.includes(resource)))
    throw new OAuthError('invalid_target', 'A resource is not declared for this client.');
  if (client.id === FOYER_CLI.id) return startCommandLine(deps, scopes, deviceName, requestClient);
  const allowed = activeClientScopes(client, scopes);
  if (!scopes.every((scope) => allowed.includes(scope)))
    throw new OAuthError('invalid_scope', 'A scope is not declared for this client.');
  const { id: clientId, name: clientName } = client;
  return openDeviceAuthorization(deps, { clientId, clientName, scopes: allowed, resources }, requestClient);
}

/**
 * Answers a poll of a client (RFC 8628, 3.4). One write takes the approved row. If the answer is lost or the process ends after it, the device starts again.
 *
 * Throws `OAuthError` `authorization_pending` and `slow_down` (both with `retryAfter`), `access_denied`, `expired_token` also for a code that was used,
 * `invalid_grant`, `invalid_target`, `unauthorized_client`, and `RATE_LIMITED`.
 */
export async function redeemDeviceGrant(
  deps: Dependencies,
  client: OAuthClient,
  { deviceCode, asked }: { readonly deviceCode: string; readonly asked: AskedGrant },
  requestClient: RequestClient,
): Promise<DeviceGrant> {
  requireDeviceFlow(client);
  if (!DEVICE_CODE.test(deviceCode)) throw ofAnotherClient();
  const row = await findDevice(deps, deviceCode);
  if (!row) throw new OAuthError('expired_token', EXPIRED);
  const isCommandLine = client.id === FOYER_CLI.id;
  if (row.clientId !== (isCommandLine ? undefined : client.id)) throw ofAnotherClient();
  // Before the row is taken: a request for too much must not cost the device its approval.
  narrowGrant({ scopes: row.scopes, resources: row.resources ?? [] }, asked);
  try {
    const approved = await takeApprovedDevice(deps, row);
    if (isCommandLine)
      return { kind: 'access-token', ...(await redeemAccessToken(deps, approved, requestClient)) };
    return { kind: 'session', opened: await openDeviceSession(deps, client, approved, requestClient) };
  } catch (error) {
    throw toOAuthError(error);
  }
}

/** Throws `AUTHORIZATION_DENIED` when the session that approved has ended, or the client may no longer have what was approved. */
async function openDeviceSession(
  deps: Dependencies,
  client: OAuthClient,
  { approval, ip, userAgent, ...row }: ApprovedDevice,
  requestClient: RequestClient,
): Promise<RefreshedSession> {
  const scopes = activeClientScopes(client, row.scopes);
  const { resources = [] } = row;
  // Without its resources, the access token would be for Foyer, which the person did not approve.
  const isStillDeclared = resources.every((resource) => client.resources.includes(resource));
  if (scopes.length === 0 || !isStillDeclared) throw new AppError('AUTHORIZATION_DENIED');
  const opened = await openClientSession(deps, {
    userId: approval.userId,
    authorizedBy: approval.session,
    sessionId: new ObjectId(),
    client,
    scopes,
    resources,
    // The person signs a television in from a phone, and may then sign out there.
    isBound: false,
    device: { ...requestClient, ip, userAgent },
    byDeviceFlow: true,
  });
  if (!opened) throw new AppError('AUTHORIZATION_DENIED');
  return opened;
}

/** Its scopes are those of access tokens. */
async function startCommandLine(
  deps: Dependencies,
  scopes: readonly string[],
  deviceName: string | null,
  requestClient: RequestClient,
): Promise<StartedDevice> {
  const { success, data } = startDeviceInput.safeParse({ clientName: deviceName ?? FOYER_CLI.name, scopes });
  if (!success)
    throw new OAuthError('invalid_request', 'device_name is no name, or there are too many scopes.');
  try {
    return await startDevice(deps, data, requestClient);
  } catch (error) {
    if (error instanceof AppError && error.code === 'INVALID_INPUT')
      throw new OAuthError('invalid_scope', 'A scope is not declared here.');
    throw error;
  }
}

function requireDeviceFlow({ device }: OAuthClient): void {
  if (!device)
    throw new OAuthError('unauthorized_client', 'The device flow is not declared for this client.');
}

const EXPIRED = 'The device code has expired or was used. Start again.';
const ANSWERS: Readonly<Record<string, readonly [code: OAuthErrorCode, description: string]>> = {
  AUTHORIZATION_PENDING: ['authorization_pending', 'The person has not decided yet.'],
  SLOW_DOWN: ['slow_down', 'The device asks too often: wait five seconds longer between two requests.'],
  AUTHORIZATION_DENIED: ['access_denied', 'The person denied the request, or the approval has ended.'],
  DEVICE_CODE_EXPIRED: ['expired_token', EXPIRED],
  TOO_MANY_ACCESS_TOKENS: ['access_denied', 'The person has as many access tokens as they may have.'],
};

/** The codes of RFC 8628, 3.5, for those of our own. */
function toOAuthError(error: unknown): unknown {
  const [code, description] = (error instanceof AppError && ANSWERS[error.code]) || [];
  if (!(error instanceof AppError) || !code || description === undefined) return error;
  const { retryAfter } = error;
  return new OAuthError(code, description, retryAfter === undefined ? {} : { retryAfter });
}

function ofAnotherClient(): OAuthError {
  return new OAuthError('invalid_grant', 'The device code is not one of this client.');
}
