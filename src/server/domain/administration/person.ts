import type { PersonState, Person } from '../../../shared/schemas/users.ts';
import type { UserDocument } from '../../database/user-documents.ts';
import type { Dependencies } from '../../dependencies.ts';
import { picturePath } from '../pictures/pictures.ts';
import { isSuspended } from '../rules/access.ts';
import type { Authority } from '../rules/authority.ts';
import { readableData } from '../rules/own-fields.ts';

/** A person, with the own fields that this authority may read. */
export function toPerson(
  deps: Pick<Dependencies, 'configuration' | 'now'>,
  authority: Authority,
  user: UserDocument,
): Person {
  const state = stateOf(user, deps.now());
  const { suspension } = user;
  return {
    id: user._id.toHexString(),
    externalId: user.externalId ?? null,
    name: user.name,
    email: user.email ?? null,
    emailVerified: user.emailVerified !== null,
    phone: user.phone?.e164 ?? null,
    image: picturePath(user.image),
    locale: user.locale,
    roles: [...(user.roles ?? [])],
    state,
    suspension:
      state === 'suspended' && suspension
        ? {
            reason: suspension.reason,
            at: suspension.at.toISOString(),
            until: suspension.until?.toISOString() ?? null,
          }
        : null,
    data: readableData(
      deps.configuration,
      user,
      authority.kind === 'service-key' ? 'application' : 'administrator',
    ),
    createdAt: user.createdAt.toISOString(),
    lastSignInAt: user.lastSignInAt?.toISOString() ?? null,
  };
}

/** A suspended person who has not proven their address is suspended. */
function stateOf(user: UserDocument, now: Date): PersonState {
  if (isSuspended(user, now)) return 'suspended';
  return user.email !== undefined && user.emailVerified === null ? 'invited' : 'active';
}
