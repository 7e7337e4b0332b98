import type { ObjectId } from 'mongodb';
import { DAY_MS } from '../../../shared/limits.ts';
import type { EventContent } from '../../../shared/schemas/events.ts';
import type { OAuthClient } from '../../configuration/oauth/oauth-client.ts';
import type { SecurityEvent } from '../../database/activity-documents.ts';
import type { ClientGrant, SessionDocument } from '../../database/collections.ts';
import type { UserDocument } from '../../database/user-documents.ts';
import {
  makeSecurityEvent,
  makeUnseenEvent,
  type SecurityEventDependencies,
} from '../activity/security-events.ts';
import { activeUser } from '../rules/active-user.ts';
import type { RequestContext } from '../rules/request-context.ts';
import { mustEnrol } from '../rules/second-factor-policy.ts';
import { liveSessionRows, removeEndedSessions } from '../rules/session-liveness.ts';
import { verifiedAddressesOf } from '../rules/verified-address.ts';

/** How long a client's bound session lives before its first refresh. Its token may have been lost. */
export const UNREFRESHED_SESSION_MAX_AGE_MS = 7 * DAY_MS;

export interface ClientAuthorization {
  readonly userId: ObjectId;
  readonly authorizedBy: Pick<SessionDocument, '_id' | 'authenticatedAt' | 'proofs'>;
  /** The id is chosen before, so that a second use of the code finds the session. */
  readonly sessionId: ObjectId;
  readonly client: Pick<OAuthClient, 'id' | 'name'>;
  readonly grant: ClientGrant;
  /** Whether it ends with `authorizedBy`. */
  readonly isBound: boolean;
  /** The browser (shown as "This device" in the activity), or the device that showed the code. */
  readonly shownContext: RequestContext;
  /** The person gets a mail each time: somebody else may have shown them the code (RFC 8628, 5.4). */
  readonly byDeviceFlow?: true;
}

/** Whether this is the person's own session and allows more than the set-up of a second factor. */
export async function mayAuthorizeClients(
  deps: SecurityEventDependencies,
  userId: ObjectId,
  id: ObjectId,
): Promise<boolean> {
  const user = await deps.collections.users.findOne(activeUser(userId));
  if (!user || mustEnrol(deps.settings, user)) return false;
  await removeEndedSessions(deps, user);
  const row = await deps.collections.sessions.findOne({
    $and: [
      liveSessionRows(user, deps.now()),
      { _id: id, impersonation: { $exists: false }, clientGrant: { $exists: false } },
    ],
  });
  return row !== null;
}

/**
 * A mail goes out at the first use of this client and in every device flow. A single-page app comes back
 * after each reload, so the activity has it once for each session of the browser.
 */
export function clientSignInEvent(
  deps: SecurityEventDependencies,
  { authorizedBy, sessionId, client, isBound, shownContext, byDeviceFlow }: ClientAuthorization,
  user: UserDocument | null,
  events: readonly EventContent[],
): SecurityEvent {
  const comesBack = user?.sessions?.some(
    (listed) =>
      isBound &&
      listed.client?.bound &&
      listed.client.id === client.id &&
      listed.client.authorizedBy.equals(authorizedBy._id),
  );
  if (comesBack) return makeUnseenEvent(deps, events);
  const isFirst = !user?.usedClients?.includes(client.id);
  return makeSecurityEvent(deps, {
    kind: 'client-sign-in',
    requestContext: { sessionId, ...shownContext },
    label: client.name,
    mailTo: user && (isFirst || byDeviceFlow) ? verifiedAddressesOf(user) : [],
    events,
  });
}
