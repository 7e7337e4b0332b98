import { ObjectId } from 'mongodb';
import { ADMINISTRATOR } from '../../../shared/foyer-config.ts';
import { DEFAULT_LOCALE } from '../../../shared/locale.ts';
import type { CreateUserInput, User } from '../../../shared/schemas/users.ts';
import { AppError } from '../../app-error.ts';
import { isDuplicateKey } from '../../database/errors.ts';
import { emailFields, nameFields } from '../../database/search-key.ts';
import type { UserDocument } from '../../database/user-documents.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { RequestContext } from '../rules/request-context.ts';
import { countOnDay } from '../activity/daily-counts.ts';
import { makeSecurityEvent, writeOutbox } from '../activity/security-events.ts';
import { countAdministrator } from '../authority/administrators.ts';
import { requireAuthority } from '../authority/require-authority.ts';
import { isAdministrator, isGrave } from '../rules/access.ts';
import { makeAuditEntry, partyOf, type Authority } from '../rules/authority.ts';
import { createdEvent } from '../rules/event-contents.ts';
import { changeOwnData, validateOwnData } from '../rules/own-fields.ts';
import { requireFree, requireUsable } from './user-address.ts';
import { requireRoles, sortedRoles } from './roles.ts';
import { toUser } from './user.ts';

/**
 * Creates a user by one insert. Without `emailVerified` they get an invitation, whose link verifies the
 * address. The insert carries the invitation as a security event, so no crash loses it.
 * Throws `EMAIL_TAKEN`, `EMAIL_KEPT`, `EXTERNAL_ID_TAKEN`, `SCOPE_MISSING` for roles without `roles:write`,
 * `ADMINISTRATOR_PROTECTED`, `METHODS_UNCONFIRMED` for a grave role by a service key, `INVALID_INPUT`, and
 * what `requireAuthority` throws.
 */
export async function createUser(
  deps: Dependencies,
  authority: Authority,
  input: CreateUserInput,
  requestContext: RequestContext,
): Promise<User> {
  const { email, emailVerified, externalId } = input;
  requireUsable(deps, email);
  const roles = rolesOf(deps, authority, input);
  const data = changeOwnData({}, validateOwnData(deps.configuration, input.data ?? {}, partyOf(authority)));
  await requireFree(deps, email);

  const name = input.name ?? null;
  const now = deps.now();
  const securityEvent = makeSecurityEvent(deps, {
    kind: 'account-created',
    requestContext: null,
    mailTo: emailVerified ? [] : [email],
    events: [createdEvent('administrator')],
    audit: makeAuditEntry(authority, requestContext, {
      action: 'user-created',
      reason: input.reason ?? null,
      after: { name, email, emailVerified, roles, externalId: externalId ?? null, data },
    }),
  });
  await requireAuthority(deps, authority);
  const user = await insertUser(deps, {
    _id: new ObjectId(),
    ...nameFields(name),
    ...emailFields(email),
    emailVerified: emailVerified ? now : null,
    ...(emailVerified && authority.kind === 'service-key' ? { vouchedAt: now } : {}),
    locale: input.locale ?? DEFAULT_LOCALE,
    accounts: [],
    ...(externalId === undefined ? {} : { externalId }),
    ...(roles.length > 0 ? { roles } : {}),
    ...(Object.keys(data).length > 0 ? { data } : {}),
    outbox: [securityEvent],
    createdAt: now,
    updatedAt: now,
  });
  await writeOutbox(deps, user._id, securityEvent);
  if (isAdministrator(user)) await countAdministrator(deps, user._id);
  return toUser(deps, authority, user);
}

function rolesOf(
  deps: Dependencies,
  authority: Authority,
  { roles = [], emailVerified }: CreateUserInput,
): string[] {
  const isKey = authority.kind === 'service-key';
  if (isKey && roles.includes(ADMINISTRATOR)) throw new AppError('ADMINISTRATOR_PROTECTED');
  if (isKey && roles.length > 0 && !authority.key.scopes.includes('roles:write')) {
    throw new AppError('SCOPE_MISSING', { scope: 'roles:write' });
  }
  requireRoles(deps, authority, { roles, held: [], isVerified: emailVerified });
  if (isKey && roles.some((role) => isGrave(deps.configuration, role)))
    throw new AppError('METHODS_UNCONFIRMED');
  return sortedRoles(roles);
}

async function insertUser(deps: Dependencies, user: UserDocument): Promise<UserDocument> {
  try {
    await deps.collections.users.insertOne(user);
    await countOnDay(deps, { kind: 'sign-up', at: user.createdAt, by: user._id.toHexString() });
    return user;
  } catch (error) {
    if (isDuplicateKey(error, 'email')) throw new AppError('EMAIL_TAKEN', { cause: error });
    if (isDuplicateKey(error, 'externalId')) throw new AppError('EXTERNAL_ID_TAKEN', { cause: error });
    throw error;
  }
}
