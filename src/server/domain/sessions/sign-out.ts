import type { Dependencies, RequestClient } from '../../dependencies.ts';
import { recordActivity } from '../activity/activity.ts';
import { endSession } from './sessions.ts';

/** Ends a session by its token, and records it where there was one. */
export async function signOut(
  deps: Pick<Dependencies, 'collections' | 'now'>,
  token: string,
  client: RequestClient,
): Promise<void> {
  const ended = await endSession(deps, token);
  if (ended) await recordActivity(deps, { userId: ended.userId, kind: 'sign-out', client });
}
