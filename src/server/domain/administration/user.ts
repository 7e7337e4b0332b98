import { storedLocale } from '../../../shared/locale.ts';
import type { UserState, User } from '../../../shared/schemas/users.ts';
import type { UserDocument } from '../../database/user-documents.ts';
import type { Dependencies } from '../../dependencies.ts';
import { picturePath } from '../pictures/pictures.ts';
import { isSuspended, toSuspension } from '../rules/access.ts';
import { partyOf, type Authority } from '../rules/authority.ts';
import { readableData } from '../rules/own-fields.ts';

/** Leaves out large and secret fields. */
export const PERSON_FIELDS = {
  externalId: 1,
  name: 1,
  email: 1,
  emailVerified: 1,
  phone: 1,
  image: 1,
  locale: 1,
  roles: 1,
  suspension: 1,
  data: 1,
  createdAt: 1,
  lastSignInAt: 1,
} as const satisfies Partial<Record<keyof UserDocument, 1>>;
export type StoredUser = Pick<UserDocument, '_id' | keyof typeof PERSON_FIELDS>;

/** Has the own fields that this authority may read. */
export function toUser(
  deps: Pick<Dependencies, 'configuration' | 'now' | 'settings'>,
  authority: Authority,
  user: StoredUser,
): User {
  const state = stateOf(user, deps.now());
  const { suspension } = user;
  return {
    id: user._id.toHexString(),
    externalId: user.externalId ?? null,
    name: user.name,
    email: user.email ?? null,
    emailVerified: isVerified(user),
    phone: user.phone?.e164 ?? null,
    image: picturePath(deps.settings, user.image),
    locale: storedLocale(user),
    roles: [...(user.roles ?? [])],
    state,
    suspension: state === 'suspended' && suspension ? toSuspension(suspension) : null,
    data: readableData(deps.configuration, user, partyOf(authority)),
    createdAt: user.createdAt.toISOString(),
    lastSignInAt: user.lastSignInAt?.toISOString() ?? null,
  };
}

function isVerified({ emailVerified }: StoredUser): boolean {
  return emailVerified !== null;
}

function stateOf(user: StoredUser, now: Date): UserState {
  if (isSuspended(user, now)) return 'suspended';
  return user.email !== undefined && !isVerified(user) ? 'invited' : 'active';
}
