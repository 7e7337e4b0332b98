import { atBase } from '../../../shared/base-path.ts';
import type { Filter } from 'mongodb';
import { ADMINISTRATOR } from '../../../shared/foyer-config.ts';
import { formatE164 } from '../../../shared/phone.ts';
import type { Passkey, PasskeyList } from '../../../shared/schemas/passkeys.ts';
import { AppError } from '../../app-error.ts';
import type { StoredPasskey } from '../../database/second-factor-documents.ts';
import type { UserDocument } from '../../database/user-documents.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { RequestContext } from '../rules/request-context.ts';
import { changeOwnUser } from '../activity/change-own-user.ts';
import { makeSecurityEvent } from '../activity/security-events.ts';
import { verifiedAddressesOf } from '../rules/verified-address.ts';
import { activeActor, requireActive, type SessionActor } from '../rules/actor.ts';
import { passkeyEvent } from '../rules/event-contents.ts';
import { NO_TRUSTED_BROWSERS, rpIdOf, usablePasskeys } from '../rules/second-factor-policy.ts';
import {
  hasOtherMethod,
  offeredMethods,
  otherMethodFilter,
  passkeyMethod,
  type OfferedMethods,
} from '../rules/sign-in-methods.ts';
import type { Settings } from '../../settings/settings.ts';
import { authenticatorOf } from './authenticators.ts';

export function listPasskeys(deps: Dependencies, user: UserDocument): PasskeyList {
  const { settings } = deps;
  const rpId = rpIdOf(settings);
  const offered = offeredMethods(deps);
  const newestFirst = (user.passkeys ?? []).toSorted(
    (one, other) => other.createdAt.getTime() - one.createdAt.getTime(),
  );
  const passkeys = newestFirst.map((passkey): Passkey => {
    const authenticator = authenticatorOf(passkey.aaguid);
    const icon = authenticator?.icon ?? null;
    return {
      id: passkey.id,
      name: passkey.name,
      authenticator: authenticator && {
        ...authenticator,
        icon: icon === null ? null : atBase(settings, icon),
      },
      synced: passkey.synced,
      host: passkey.rpId,
      usable: passkey.rpId === rpId,
      createdAt: passkey.createdAt.toISOString(),
      lastUsedAt: passkey.lastUsedAt?.toISOString() ?? null,
      canRemove: isRemovablePasskey(user, passkey, offered),
    };
  });
  const { passkeyHandle } = user;
  const signals =
    passkeyHandle === undefined
      ? null
      : {
          rpId,
          userId: passkeyHandle,
          ...namesOf(deps, user),
          allAcceptedCredentialIds: usablePasskeys(settings, user).map(({ id }) => id),
        };
  return { passkeys, signals };
}

/** Whether the passkey is not the last sign-in method. One of a former host signs nobody in. */
export function isRemovablePasskey(
  user: UserDocument,
  { id, rpId }: Pick<StoredPasskey, 'id' | 'rpId'>,
  offered: OfferedMethods,
): boolean {
  return rpId !== offered.rpId || hasOtherMethod(user, passkeyMethod(id), offered);
}

/** The names that the authenticator shows. */
export function namesOf(
  { settings }: Dependencies,
  { email, name, phone }: UserDocument,
): { name: string; displayName: string } {
  const known = email ?? name ?? (phone ? formatE164(phone.e164) : rpIdOf(settings));
  return { name: known, displayName: name ?? known };
}

/** Throws `NOT_FOUND`, `SessionRequired`. */
export async function renamePasskey(
  deps: Dependencies,
  actor: SessionActor,
  { id, name }: { readonly id: string; readonly name: string },
): Promise<UserDocument> {
  const updated = await deps.collections.users.findOneAndUpdate(
    { ...activeActor(actor), 'passkeys.id': id },
    { $set: { 'passkeys.$[renamed].name': name, updatedAt: deps.now() } },
    { arrayFilters: [{ 'renamed.id': id }], returnDocument: 'after' },
  );
  if (updated) return updated;
  await requireActive(deps, actor);
  throw new AppError('NOT_FOUND');
}

/**
 * One conditional write: another sign-in method stays, and another second factor where it is required. Throws
 * `NOT_FOUND`, `LAST_SIGN_IN_METHOD`, `LAST_SECOND_FACTOR`, `SessionRequired`.
 */
export async function removePasskey(
  deps: Dependencies,
  actor: SessionActor,
  id: string,
  requestContext: RequestContext,
): Promise<UserDocument> {
  const { settings } = deps;
  const rpId = rpIdOf(settings);
  const offered = offeredMethods(deps);
  const method = passkeyMethod(id);
  const securityEvent = makeSecurityEvent(deps, {
    kind: 'passkey-removed',
    requestContext,
    label: actor.user.passkeys?.find((passkey) => passkey.id === id)?.name ?? null,
    mailTo: verifiedAddressesOf(actor.user),
    events: [passkeyEvent('method.removed', { id })],
  });
  return changeOwnUser(deps, actor, {
    securityEvent,
    condition: {
      'passkeys.id': id,
      $or: [
        { passkeys: { $elemMatch: { id, rpId: { $ne: rpId } } } },
        { $and: [otherMethodFilter(method, offered), otherSecondFactorFilter(settings, id)] },
      ],
    },
    update: { $pull: { passkeys: { id } }, $set: NO_TRUSTED_BROWSERS },
    refusalOf: (current) => {
      if (!current.passkeys?.some((passkey) => passkey.id === id)) return 'NOT_FOUND';
      return hasOtherMethod(current, method, offered) ? 'LAST_SECOND_FACTOR' : 'LAST_SIGN_IN_METHOD';
    },
  });
}

/** A required second factor cannot be removed. */
function otherSecondFactorFilter(settings: Settings, leavingId: string): Filter<UserDocument> {
  const { secondFactor } = settings;
  if (secondFactor !== 'everyone' && secondFactor !== 'administrators') return {};
  const otherPasskey = { $elemMatch: { rpId: rpIdOf(settings), id: { $ne: leavingId } } };
  const isFree = secondFactor === 'administrators' ? [{ roles: { $ne: ADMINISTRATOR } }] : [];
  return { $or: [...isFree, { 'totp.0': { $exists: true } }, { passkeys: otherPasskey }] };
}
