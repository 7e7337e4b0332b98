import { aalOf } from '../../../shared/assurance-level.ts';
import { MINUTE_MS } from '../../../shared/limits.ts';
import { AppError } from '../../app-error.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { ReadSession } from '../sessions/sessions.ts';
import { needsSecondFactor } from '../rules/second-factor-policy.ts';

/** An administrator who neither reads nor proves who they are for this time must prove it again. */
export const CONSOLE_IDLE_MS = 30 * MINUTE_MS;
/** The time of a read is written at most this often. */
const WRITTEN_EVERY_MS = MINUTE_MS;

/**
 * Lets an administrator read, and begins the idle time anew. Changes need a fresh session instead.
 * Throws `SESSION_NOT_FRESH`, and `SECOND_FACTOR_REQUIRED` for a session below the level of its user.
 */
export async function requireConsoleReading(
  deps: Pick<Dependencies, 'collections' | 'now' | 'settings'>,
  { session, user }: ReadSession,
): Promise<void> {
  const now = deps.now();
  const { _id, sessionToken, authenticatedAt, consoleReadAt = authenticatedAt } = session;
  const idleMs = now.getTime() - Math.max(authenticatedAt.getTime(), consoleReadAt.getTime());
  if (idleMs > CONSOLE_IDLE_MS) throw new AppError('SESSION_NOT_FRESH');
  if (needsSecondFactor(deps.settings, user) && aalOf(session.proofs) !== 2)
    throw new AppError('SECOND_FACTOR_REQUIRED');
  if (idleMs < WRITTEN_EVERY_MS) return;
  // The token is the shard key (docs/operating/scale.md).
  await deps.collections.sessions.updateOne({ _id, sessionToken }, { $max: { consoleReadAt: now } });
}
