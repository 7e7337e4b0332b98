import type { RequestClient } from '../../dependencies.ts';
import { recordActivity } from '../activity/activity.ts';
import type { SecurityEventDependencies } from '../activity/security-events.ts';
import { isImpersonation } from './impersonations.ts';
import { endSession } from './sessions.ts';

/** Ends the session of a token, and records the sign-out when there was a session. */
export async function signOut(
  deps: SecurityEventDependencies,
  token: string,
  client: RequestClient,
): Promise<void> {
  const ended = await endSession(deps, token, client);
  if (ended && !isImpersonation(ended))
    await recordActivity(deps, { userId: ended.userId, kind: 'sign-out', client });
}
