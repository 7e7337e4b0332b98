import type { EventContent } from '../../../shared/schemas/events.ts';
import { AppError } from '../../app-error.ts';
import type { Dependencies } from '../../dependencies.ts';
import { makeSecurityEvent } from '../activity/security-events.ts';
import { verifiedAddressesOf } from '../rules/verified-address.ts';
import { requirePassword } from '../passwords/passwords.ts';
import { requireActive, type SessionActor } from '../rules/actor.ts';
import { requireGoodPassword } from '../rules/password-policy.ts';
import { replaceSessions, type CompletedSignIn, type SignInRequest } from './complete.ts';

/**
 * The write also ends every session, and this browser gets a new one. Throws `NOT_FOUND` without a password,
 * `PASSWORD_WRONG`, also after a parallel change, `INVALID_INPUT`, `RATE_LIMITED`, `UNAVAILABLE`.
 */
export async function changePassword(
  deps: Dependencies,
  actor: SessionActor,
  { current, chosen }: { current: string; chosen: string },
  request: Pick<SignInRequest, 'requestContext' | 'cookies'>,
): Promise<CompletedSignIn> {
  const { user, session } = actor;
  const { requestContext } = request;
  await requireGoodPassword(deps, chosen, { email: user.email ?? null, name: user.name });
  const { changedAt } = await requirePassword(deps, actor, current, requestContext);
  const hash = await deps.passwordHashing.hash(chosen);
  const now = deps.now();
  const change = {
    // Not the hash: a parallel sign-in may renew it with stronger parameters.
    condition: { email: user.email ?? '', 'password.changedAt': changedAt },
    set: {
      password: { hash, changedAt: now, addedBy: session._id },
      updatedAt: now,
    },
    makeEvent: (events: readonly EventContent[]) =>
      makeSecurityEvent(deps, {
        kind: 'password-changed',
        requestContext,
        mailTo: verifiedAddressesOf(user),
        events,
      }),
  };
  const replaced = await replaceSessions(deps, actor, change, request);
  if (!replaced) {
    await requireActive(deps, actor);
    throw new AppError('PASSWORD_WRONG');
  }
  return replaced;
}
