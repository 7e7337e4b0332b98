import type { Dependencies, RequestClient } from '../../dependencies.ts';
import { recordActivity } from '../activity/activity.ts';
import { endSession } from './sessions.ts';

/** Ends the session of a token, and records the sign-out when there was a session. */
export async function signOut(
  deps: Pick<Dependencies, 'collections' | 'now'>,
  token: string,
  client: RequestClient,
): Promise<void> {
  const ended = await endSession(deps, token);
  if (ended) await recordActivity(deps, { userId: ended.userId, kind: 'sign-out', client });
}
