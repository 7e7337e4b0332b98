import type { z } from 'zod';
import type { User, reasonedInput } from '../../../shared/schemas/users.ts';
import { AppError } from '../../app-error.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { RequestContext } from '../rules/request-context.ts';
import { makeSecurityEvent } from '../activity/security-events.ts';
import { verifiedAddressesOf } from '../rules/verified-address.ts';
import { makeAuditEntry, type Authority } from '../rules/authority.ts';
import { ALL_SESSIONS_ENDED } from '../rules/event-contents.ts';
import { sessionsEnded } from '../rules/session-endings.ts';
import { removeSessionRows } from '../rules/session-liveness.ts';
import { hasSecondFactor, planRemoval } from '../second-factor/removal.ts';
import { changeUser } from './change-user.ts';
import { toUser } from './user.ts';

/** Ends all sessions of a user by one write. Access tokens stay. Throws what `changeUser` throws. */
export async function endUserSessions(
  deps: Dependencies,
  authority: Authority,
  { id, reason }: z.infer<typeof reasonedInput>,
  requestContext: RequestContext,
): Promise<User> {
  const { before, after } = await changeUser(deps, authority, id, (user) => {
    const now = deps.now();
    return {
      securityEvent: makeSecurityEvent(deps, {
        kind: 'sessions-ended-by-administrator',
        requestContext: null,
        label: reason,
        mailTo: verifiedAddressesOf(user),
        events: [ALL_SESSIONS_ENDED],
        audit: makeAuditEntry(authority, requestContext, {
          action: 'user-sessions-ended',
          reason,
          before: { sessions: user.sessions?.length ?? 0 },
          after: { sessions: 0 },
        }),
      }),
      update: { $set: { ...sessionsEnded(now), updatedAt: now } },
    };
  });
  await removeSessionRows(deps, before);
  return toUser(deps, authority, after);
}

/**
 * A waiting removal keeps its time. Throws `NOT_FOUND` also without a second factor, or without a verified
 * address that could stop the removal.
 */
export async function removeUserSecondFactor(
  deps: Dependencies,
  authority: Authority,
  { id, reason }: z.infer<typeof reasonedInput>,
  requestContext: RequestContext,
): Promise<{ runsAt: string }> {
  const { after } = await changeUser(deps, authority, id, (user) => {
    if (user.secondFactorRemoval) return null;
    if (!hasSecondFactor(deps.settings, user) || verifiedAddressesOf(user).length === 0) {
      throw new AppError('NOT_FOUND');
    }
    const audit = makeAuditEntry(authority, requestContext, {
      action: 'user-second-factor-removal-requested',
      reason,
    });
    return planRemoval(deps, user, { reason, audit });
  });
  const { runsAt } = after.secondFactorRemoval ?? {};
  if (!runsAt) throw new AppError('NOT_FOUND');
  return { runsAt: runsAt.toISOString() };
}
