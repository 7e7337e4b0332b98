import { AppError } from '../../app-error.ts';
import type { Dependencies, RequestClient } from '../../dependencies.ts';
import { makeSecurityEvent, provenAddressOf, settleSecurityEvent } from '../activity/security-events.ts';
import { requirePassword } from '../passwords/passwords.ts';
import { requireActive, type SessionActor } from '../rules/actor.ts';
import { requireGoodPassword } from '../rules/password-policy.ts';
import { removeSessionRows } from '../rules/session-liveness.ts';
import { replaceSessions, type CompletedSignIn } from './complete.ts';

/**
 * Replaces a password by another. Every session ends with the old one, in the write that replaces it; this browser gets a new session.
 *
 * Throws `NOT_FOUND` without a password, `PASSWORD_WRONG`, also when another change was faster, `INVALID_INPUT`,
 * `RATE_LIMITED`, `UNAVAILABLE`.
 */
export async function changePassword(
  deps: Dependencies,
  actor: SessionActor,
  input: { current: string; chosen: string; client: RequestClient },
): Promise<CompletedSignIn> {
  const { user, session } = actor;
  const { current, chosen, client } = input;
  await requireGoodPassword(deps.settings, chosen, { email: user.email ?? null, name: user.name });
  const { changedAt } = await requirePassword(deps, actor, current, client);
  const hash = await deps.passwordHashing.hash(chosen);
  const now = deps.now();
  const securityEvent = makeSecurityEvent(deps, {
    kind: 'password-changed',
    client,
    mailTo: provenAddressOf(user),
  });
  const replaced = await replaceSessions(deps, actor, {
    // Not by its hash, which a sign-in may make stronger meanwhile without changing the password.
    condition: { email: user.email ?? '', 'password.changedAt': changedAt },
    set: { password: { hash, changedAt: now, addedBy: session._id }, updatedAt: now },
    securityEvent,
    client,
  });
  if (!replaced) {
    await requireActive(deps, actor);
    throw new AppError('PASSWORD_WRONG');
  }
  await removeSessionRows(deps, user);
  await settleSecurityEvent(deps, user._id, securityEvent);
  return replaced;
}
