import type { z } from 'zod';
import type { Filter, UpdateFilter } from 'mongodb';
import { ADMINISTRATOR } from '../../../shared/foyer-config.ts';
import { makeIssue } from '../../../shared/issues.ts';
import type { User, setRolesInput } from '../../../shared/schemas/users.ts';
import { AppError } from '../../app-error.ts';
import type { UserDocument } from '../../database/user-documents.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { RequestContext } from '../rules/request-context.ts';
import { makeSecurityEvent } from '../activity/security-events.ts';
import { verifiedAddressesOf } from '../rules/verified-address.ts';
import { countAdministrator } from '../authority/administrators.ts';
import { isAdministrator, isGrave } from '../rules/access.ts';
import { makeAuditEntry, type Authority } from '../rules/authority.ts';
import { changeUser } from './change-user.ts';
import { toUser } from './user.ts';
import type { EventContent } from '../../../shared/schemas/events.ts';
import { deleteMailedTokens } from '../codes/verification-tokens.ts';
import {
  ALL_SESSIONS_ENDED,
  connectionEvent,
  methodEvent,
  passkeyEvent,
  PHONE_REMOVED,
  secondFactorEvent,
} from '../rules/event-contents.ts';
import { sessionsEnded } from '../rules/session-endings.ts';
import { removeSessionRows } from '../rules/session-liveness.ts';
import { sameMethods } from '../rules/sign-in-methods.ts';
import {
  isOwnAddress,
  sameVouching,
  unconfirmedMethodsOf,
  type UnconfirmedMethods,
} from '../rules/unconfirmed-methods.ts';
import { removeAccessTokenRows } from '../tokens/access-tokens.ts';
import { removeOrphanedAccounts } from '../users/orphaned-accounts.ts';

/**
 * Sets the roles of a user, from the next request of each of their sessions on. Only a user with a verified
 * address becomes administrator. A grave role also has the conditions of `planGraveGain`.
 * Throws `INVALID_INPUT` for an undeclared role or an unverified administrator, `ADMINISTRATOR_PROTECTED`
 * when a service key gives or takes that role, and what `planGraveGain` and `changeUser` throw.
 */
export async function setRoles(
  deps: Dependencies,
  authority: Authority,
  { id, roles, reason, removeUnconfirmed = false }: z.infer<typeof setRolesInput>,
  requestContext: RequestContext,
): Promise<User> {
  const wanted = sortedRoles(roles);
  const isWanted = wanted.includes(ADMINISTRATOR);
  const { before, after } = await changeUser(deps, authority, id, (user) => {
    const held = user.roles ?? [];
    requireRoles(deps, authority, { roles, held, isVerified: verifiedAddressesOf(user).length > 0 });
    if (wanted.join(' ') === held.join(' ')) return null;
    const gain = isGraveGain(deps, wanted, user)
      ? planGraveGain(deps, authority, user, { removesUnconfirmed: removeUnconfirmed })
      : null;
    return {
      securityEvent: makeSecurityEvent(deps, {
        kind: 'roles-changed',
        requestContext: null,
        label: wanted.length > 0 ? wanted.join(', ') : null,
        mailTo: verifiedAddressesOf(user),
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
        audit: makeAuditEntry(authority, requestContext, {
          action: 'user-roles-changed',
          reason: reason ?? null,
          before: { roles: held },
          after: { roles: wanted },
        }),
      }),
      // A user who gets a grave role still has the address and the methods that were checked.
      condition: { ...gain?.condition, roles: user.roles ?? { $exists: false } },
      update: {
        $set: { ...gain?.set, roles: wanted, updatedAt: deps.now() },
        ...(gain && { $unset: gain.unset, $pull: gain.pull }),
      },
      endsAdministrator: !isWanted,
    };
  });
  if (isGraveGain(deps, after.roles ?? [], before)) await removeEndedRows(deps, before);
  // Also without a change: a crash may have left an administrator who is not counted.
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

export function sortedRoles(roles: readonly string[]): string[] {
  return [...new Set(roles)].toSorted();
}

/**
 * A role that the user has may stay, even when it is no longer declared. Throws `INVALID_INPUT`,
 * `ADMINISTRATOR_PROTECTED`.
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

interface GraveGain {
  readonly condition: Filter<UserDocument>;
  readonly set: Partial<UserDocument>;
  readonly unset: NonNullable<UpdateFilter<UserDocument>['$unset']>;
  readonly pull: NonNullable<UpdateFilter<UserDocument>['$pull']>;
  readonly events: readonly EventContent[];
}

/**
 * Plans the changes that come with a grave role (decision 065). Whoever added a sign-in method gets
 * the role with it, so the user must have confirmed each method, or `removesUnconfirmed` removes it.
 * Earlier sessions, tokens, undo links and open changes end.
 * Throws `METHODS_UNCONFIRMED`, also when the user has not verified the address themselves, and
 * `ADMINISTRATOR_REQUIRED` when a service key wants to remove methods.
 */
function planGraveGain(
  { now }: Pick<Dependencies, 'now'>,
  authority: Authority,
  user: UserDocument,
  { removesUnconfirmed }: { readonly removesUnconfirmed: boolean },
): GraveGain {
  if (removesUnconfirmed && authority.kind === 'service-key') throw new AppError('ADMINISTRATOR_REQUIRED');
  const methods = unconfirmedMethodsOf(user);
  // A user without an address has none to verify, but must have made their own sign-in methods.
  const isOwn = isOwnAddress(user) || (user.email === undefined && methods === null);
  if (!isOwn || (methods && !removesUnconfirmed)) throw new AppError('METHODS_UNCONFIRMED');
  return {
    condition: { $and: [sameVouching(user), sameMethods(user)], ...sameReview(user) },
    set: {
      ...sessionsEnded(now()),
      accessTokens: [],
      emailUndos: [],
    },
    unset: {
      pendingEmail: '',
      // A service key may have requested the removal, but may not do so for an administrator.
      secondFactorRemoval: '',
      vouchedAt: '',
      securityReview: '',
      ...(methods?.password ? { password: '' } : {}),
      ...(methods?.phone ? { phone: '' } : {}),
      ...(methods?.recoveryCodes ? { recoveryCodes: '' } : {}),
    },
    pull: methods
      ? {
          accounts: { key: { $in: methods.accounts.map(({ key }) => key) } },
          passkeys: { id: { $in: methods.passkeys.map(({ id }) => id) } },
          totp: { id: { $in: methods.totp.map(({ id }) => id) } },
        }
      : {},
    events: [...(methods ? removalEvents(methods) : []), ALL_SESSIONS_ENDED],
  };
}

/** Removes rows that the deciding write ended. After a crash, the next read or the sweeper removes them. */
async function removeEndedRows(deps: Dependencies, before: UserDocument): Promise<void> {
  await removeSessionRows(deps, before);
  await removeAccessTokenRows(deps, before._id, deps.now());
  await removeOrphanedAccounts(deps, before._id);
  if (before.email !== undefined) await deleteMailedTokens(deps, before.email);
}

function sameReview({ securityReview }: UserDocument): Filter<UserDocument> {
  return { 'securityReview.since': securityReview?.since ?? { $exists: false } };
}

function removalEvents({
  accounts,
  phone,
  passkeys,
  password,
  totp,
  recoveryCodes,
}: UnconfirmedMethods): EventContent[] {
  return [
    ...accounts.map((account) => connectionEvent('method.removed', account)),
    ...passkeys.map((passkey) => passkeyEvent('method.removed', passkey)),
    ...(password ? [methodEvent('method.removed', 'password')] : []),
    ...(phone ? PHONE_REMOVED : []),
    ...(totp.length > 0 || recoveryCodes ? [secondFactorEvent('all-removed')] : []),
  ];
}
