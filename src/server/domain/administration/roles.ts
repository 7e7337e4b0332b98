import type { z } from 'zod';
import { ADMINISTRATOR } from '../../../shared/foyer-config.ts';
import { makeIssue } from '../../../shared/issues.ts';
import type { User, setRolesInput } from '../../../shared/schemas/users.ts';
import { AppError } from '../../app-error.ts';
import type { UserDocument } from '../../database/user-documents.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { RequestOrigin } from '../rules/request-origin.ts';
import { makeSecurityEvent } from '../activity/security-events.ts';
import { verifiedAddressOf } from '../rules/verified-address.ts';
import { countAdministrator } from '../authority/administrators.ts';
import { isAdministrator, isGrave } from '../rules/access.ts';
import { makeAuditEntry, type Authority } from '../rules/authority.ts';
import { changeUser } from './change-user.ts';
import { planGraveGain, removeEndedRows } from './grave-roles.ts';
import { toUser } from './user.ts';

/**
 * Sets the roles of a person. The next request of every session of theirs has them. Only somebody with a verified address becomes an
 * administrator. A grave role comes only to somebody who has confirmed what is on the account, and ends their sessions and tokens (`planGraveGain`).
 *
 * Throws `INVALID_INPUT` for a role that is not declared or for an administrator without a verified address, `ADMINISTRATOR_PROTECTED` when a
 * service key gives or takes that role, and what `planGraveGain` and `changeUser` throw.
 */
export async function setRoles(
  deps: Dependencies,
  authority: Authority,
  { id, roles, reason, removeUnconfirmed = false }: z.infer<typeof setRolesInput>,
  requestOrigin: RequestOrigin,
): Promise<User> {
  const wanted = sortedRoles(roles);
  const isWanted = wanted.includes(ADMINISTRATOR);
  const { before, after } = await changeUser(deps, authority, id, (user) => {
    const held = user.roles ?? [];
    requireRoles(deps, authority, { roles, held, isVerified: verifiedAddressOf(user).length > 0 });
    if (wanted.join(' ') === held.join(' ')) return null;
    const gain = isGraveGain(deps, wanted, user)
      ? planGraveGain(deps, authority, user, { removesUnconfirmed: removeUnconfirmed })
      : null;
    return {
      securityEvent: makeSecurityEvent(deps, {
        kind: 'roles-changed',
        requestOrigin: null,
        label: wanted.length > 0 ? wanted.join(', ') : null,
        mailTo: verifiedAddressOf(user),
        events: [
          ...(gain?.events ?? []),
          {
            type: 'roles.changed',
            data: {
              added: wanted.filter((role) => !held.includes(role)),
              removed: held.filter((role) => !wanted.includes(role)),
            },
          },
        ],
        audit: makeAuditEntry(authority, requestOrigin, {
          action: 'user-roles-changed',
          reason: reason ?? null,
          before: { roles: held },
          after: { roles: wanted },
        }),
      }),
      // Whoever gets a grave role still has the address and the methods that were checked.
      condition: { ...gain?.condition, roles: user.roles ?? { $exists: false } },
      update: {
        $set: { ...gain?.set, roles: wanted, updatedAt: deps.now() },
        ...(gain && { $unset: gain.unset, $pull: gain.pull }),
      },
      endsAdministrator: !isWanted,
    };
  });
  if (isGraveGain(deps, after.roles ?? [], before)) await removeEndedRows(deps, before);
  // Also when nothing changed: a crash may have left an administrator who is not counted.
  if (isAdministrator(after)) await countAdministrator(deps, after._id);
  return toUser(deps, authority, after);
}

function isGraveGain(
  { configuration }: Pick<Dependencies, 'configuration'>,
  roles: readonly string[],
  { roles: held = [] }: UserDocument,
): boolean {
  return roles.some((role) => isGrave(configuration, role) && !held.includes(role));
}

/** As they are stored. */
export function sortedRoles(roles: readonly string[]): string[] {
  return [...new Set(roles)].toSorted();
}

/**
 * Checks the roles that an authority wants to give. A role that the person has stays, also when it is no longer declared.
 *
 * Throws `INVALID_INPUT`, `ADMINISTRATOR_PROTECTED`.
 */
export function requireRoles(
  { configuration }: Pick<Dependencies, 'configuration'>,
  authority: Authority,
  {
    roles,
    held,
    isVerified,
  }: {
    readonly roles: readonly string[];
    readonly held: NonNullable<UserDocument['roles']>;
    readonly isVerified: boolean;
  },
): void {
  const issues = roles.flatMap((role, index) => {
    if (held.includes(role)) return [];
    const isKnown = role === ADMINISTRATOR ? isVerified : configuration.roles.has(role);
    return isKnown ? [] : [{ ...makeIssue('roles', 'other'), path: ['roles', index] }];
  });
  if (authority.kind === 'service-key' && roles.includes(ADMINISTRATOR)) {
    throw new AppError('ADMINISTRATOR_PROTECTED');
  }
  if (issues.length > 0) throw new AppError('INVALID_INPUT', { issues });
}
