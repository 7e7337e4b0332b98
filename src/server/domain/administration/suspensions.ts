import type { z } from 'zod';
import { makeIssue } from '../../../shared/issues.ts';
import type { User, resumeInput, suspendInput } from '../../../shared/schemas/users.ts';
import { AppError } from '../../app-error.ts';
import type { UserDocument } from '../../database/user-documents.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { RequestContext } from '../rules/request-context.ts';
import { makeSecurityEvent, writeOutbox } from '../activity/security-events.ts';
import { verifiedAddressesOf } from '../rules/verified-address.ts';
import { countAdministrator } from '../authority/administrators.ts';
import { deleteMailedTokens } from '../codes/verification-tokens.ts';
import { isAdministrator } from '../rules/access.ts';
import { activeUser } from '../rules/active-user.ts';
import { makeAuditEntry, type Authority } from '../rules/authority.ts';
import { ALL_SESSIONS_ENDED } from '../rules/event-contents.ts';
import { sessionsEnded } from '../rules/session-endings.ts';
import { removeSessionRows } from '../rules/session-liveness.ts';
import { removeAccessTokenRows } from '../tokens/access-tokens.ts';
import { changeUser } from './change-user.ts';
import { revokeKeysOf } from './service-keys.ts';
import { toUser } from './user.ts';

/**
 * Suspends a user. One write ends their sessions, access tokens, trusted browsers and open change of address.
 * Every write that signs in has `notSuspended` in its filter, so no parallel sign-in survives.
 * Throws `INVALID_INPUT` for an end that is past, `ADMINISTRATOR_REQUIRED` when a service key wants to end
 * service keys, and what `changeUser` throws.
 */
export async function suspendUser(
  deps: Dependencies,
  authority: Authority,
  { id, reason, until: end, endServiceKeys = false }: z.infer<typeof suspendInput>,
  requestContext: RequestContext,
): Promise<User> {
  if (endServiceKeys && authority.kind === 'service-key') throw new AppError('ADMINISTRATOR_REQUIRED');
  const until = end === null ? null : new Date(end);
  if (until !== null && until <= deps.now()) {
    throw new AppError('INVALID_INPUT', { issues: [makeIssue('until', 'expiry-over')] });
  }
  const { before, after } = await changeUser(deps, authority, id, (user) => {
    const at = deps.now();
    const suspension = { reason, at, until };
    return {
      securityEvent: makeSecurityEvent(deps, {
        kind: 'account-suspended',
        requestContext: null,
        label: reason,
        mailTo: verifiedAddressesOf(user),
        events: [
          { type: 'user.suspended', data: { until: until?.toISOString() ?? null } },
          ALL_SESSIONS_ENDED,
        ],
        audit: makeAuditEntry(authority, requestContext, {
          action: 'user-suspended',
          reason,
          before: { suspension: user.suspension ?? null },
          after: { suspension },
        }),
      }),
      condition: sameSuspension(user),
      update: {
        $set: {
          suspension,
          ...sessionsEnded(at),
          accessTokens: [],
          updatedAt: at,
        },
        $unset: { pendingEmail: '' },
      },
      endsAdministrator: true,
    };
  });
  await removeSessionRows(deps, before);
  await removeAccessTokenRows(deps, before._id, deps.now());
  await endLinks(deps, before);
  // After the decision, so that this user makes no other key. After a crash, the list shows the suspension.
  if (endServiceKeys) await revokeKeysOf(deps, authority, before._id, requestContext);
  return toUser(deps, authority, after);
}

/** Ends a suspension, if there is one. Throws what `changeUser` throws. */
export async function resumeUser(
  deps: Dependencies,
  authority: Authority,
  { id, reason }: z.infer<typeof resumeInput>,
  requestContext: RequestContext,
): Promise<User> {
  const { after } = await changeUser(deps, authority, id, async (user) => {
    if (!user.suspension) return null;
    // A crash may have left links from before the suspension.
    await endLinks(deps, user);
    return {
      securityEvent: makeSecurityEvent(deps, {
        kind: 'account-resumed',
        requestContext: null,
        mailTo: verifiedAddressesOf(user),
        events: [{ type: 'user.resumed', data: {} }],
        audit: makeAuditEntry(authority, requestContext, {
          action: 'user-resumed',
          reason: reason ?? null,
          before: { suspension: user.suspension },
          after: { suspension: null },
        }),
      }),
      condition: sameSuspension(user),
      update: { $unset: { suspension: '' }, $set: { updatedAt: deps.now() } },
    };
  });
  if (isAdministrator(after)) await countAdministrator(deps, after._id);
  return toUser(deps, authority, after);
}

/** Suspension blocks a link. Without its row, the link does not work after the suspension either. */
async function endLinks(deps: Pick<Dependencies, 'collections'>, { email }: UserDocument): Promise<void> {
  if (email !== undefined) await deleteMailedTokens(deps, email);
}

function sameSuspension({ suspension }: UserDocument) {
  return { 'suspension.at': suspension?.at ?? { $exists: false } };
}

const BATCH = 500;

/** Ends due suspensions, so that applications hear of it. Sign-in does not wait for it (`notSuspended`). */
export async function endDueSuspensions(deps: Dependencies): Promise<void> {
  const { users } = deps.collections;
  const now = deps.now();
  // `$gt` is the condition of the partial index.
  const isDue = { 'suspension.until': { $gt: new Date(0), $lte: now } };
  const due = await users.find(isDue, { projection: { suspension: 1, roles: 1 }, limit: BATCH }).toArray();
  for (const user of due) {
    const { _id, suspension } = user;
    const securityEvent = makeSecurityEvent(deps, {
      kind: 'account-resumed',
      requestContext: null,
      mailTo: [],
      events: [{ type: 'user.resumed', data: {} }],
    });
    const { matchedCount } = await users.updateOne(
      // Another call may suspend the user anew meanwhile.
      { $and: [activeUser(_id), isDue, { 'suspension.at': suspension?.at }] },
      {
        $unset: { suspension: '' },
        $set: { updatedAt: now },
        $push: { outbox: securityEvent },
      },
    );
    if (matchedCount === 0) continue;
    if (isAdministrator(user)) await countAdministrator(deps, _id);
    await writeOutbox(deps, _id, securityEvent);
  }
}
