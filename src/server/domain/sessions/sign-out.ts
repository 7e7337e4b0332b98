import type { RequestClient } from '../../dependencies.ts';
import type { SecurityEventDependencies } from '../activity/security-events.ts';
import { endSession } from './sessions.ts';

/** Ends the session of a token. The person sees it in their activity. */
export async function signOut(
  deps: SecurityEventDependencies,
  token: string,
  client: RequestClient,
): Promise<void> {
  await endSession(deps, token, { client, kind: 'sign-out' });
}
