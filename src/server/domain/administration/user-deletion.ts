import { ObjectId } from 'mongodb';
import type { z } from 'zod';
import type { reasonedInput } from '../../../shared/schemas/users.ts';
import { AppError } from '../../app-error.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { RequestContext } from '../rules/request-context.ts';
import { makeSecurityEvent } from '../activity/security-events.ts';
import { requireAuthority } from '../authority/require-authority.ts';
import { deleteUser, DELETED } from '../privacy/account-deletion.ts';
import { activeUser } from '../rules/active-user.ts';
import { makeAuditEntry, type Authority } from '../rules/authority.ts';
import { ADMINISTRATOR } from '../../../shared/foyer-config.ts';
import { readUser } from './change-user.ts';

/** Throws `NOT_FOUND`, `ADMINISTRATOR_PROTECTED`, `LAST_ADMINISTRATOR`. */
export async function deleteOtherUser(
  deps: Dependencies,
  authority: Authority,
  { id, reason }: z.infer<typeof reasonedInput>,
  requestContext: RequestContext,
): Promise<{ id: string }> {
  const user = await readUser(deps, authority, new ObjectId(id));
  await requireAuthority(deps, authority);
  const tombstone = await deleteUser(deps, user, {
    securityEvent: makeSecurityEvent(deps, {
      kind: 'account-deleted',
      requestContext: null,
      label: reason,
      mailTo: [],
      events: DELETED,
      audit: makeAuditEntry(authority, requestContext, { action: 'user-deleted', reason }),
    }),
    condition: {
      ...activeUser(user._id),
      // The user may have become an administrator meanwhile.
      ...(authority.kind === 'service-key' ? { roles: { $ne: ADMINISTRATOR } } : {}),
    },
    checkAgain: () => requireAuthority(deps, authority),
  });
  if (tombstone) return { id };
  await readUser(deps, authority, user._id);
  throw new AppError('NOT_FOUND');
}
