import type { Filter } from 'mongodb';
import type { SignInCondition } from '../../database/second-factor-documents.ts';
import type { UserDocument } from '../../database/user-documents.ts';
import type { Dependencies } from '../../dependencies.ts';
import { rpIdOf } from './second-factor-policy.ts';

export interface OfferedMethods {
  readonly providers: readonly string[];
  /** Whether a verified phone signs in. */
  readonly phone: boolean;
  readonly rpId: string;
}

export function offeredMethods(deps: Pick<Dependencies, 'identityProviders' | 'settings'>): OfferedMethods {
  return {
    providers: deps.identityProviders.list().map(({ id }) => id),
    phone: deps.settings.phoneSignIn,
    rpId: rpIdOf(deps.settings),
  };
}

/** A connection by its `accounts.key` (with a colon), a passkey (`passkeyMethod`), password or phone. */
type LeavingMethod = 'password' | 'phone' | (string & {});

const PASSKEY_PREFIX = 'passkey:';

export function passkeyMethod(credentialId: string): LeavingMethod {
  return `${PASSKEY_PREFIX}${credentialId}`;
}

/**
 * Nobody can remove their last sign-in method. This function tells a page beforehand, and `otherMethodFilter`
 * is the same rule as a filter of the deciding write. A test compares the two. A connection counts while its
 * identity provider is configured, a verified phone with `PHONE_SIGN_IN`, and a passkey while it belongs to
 * the current host. A password does not count, because it needs the verified address, which signs in by mail.
 */
export function hasOtherMethod(user: UserDocument, leaving: LeavingMethod, offered: OfferedMethods): boolean {
  return methodKeysOf(user, offered).some((method) => method !== leaving);
}

function methodKeysOf(user: UserDocument, offered: OfferedMethods): string[] {
  const byMail = user.email === undefined || user.emailVerified === null ? [] : ['email'];
  const connections = user.accounts.filter(({ provider }) => offered.providers.includes(provider));
  const byPhone = offered.phone && user.phone ? ['phone'] : [];
  const passkeys = (user.passkeys ?? []).filter(({ rpId }) => rpId === offered.rpId);
  return [
    ...byMail,
    ...byPhone,
    ...connections.map(({ key }) => key),
    ...passkeys.map(({ id }) => passkeyMethod(id)),
  ];
}

export function otherMethodFilter(leaving: LeavingMethod, offered: OfferedMethods): Filter<UserDocument> {
  const leavingPasskey = leaving.startsWith(PASSKEY_PREFIX) ? leaving.slice(PASSKEY_PREFIX.length) : '';
  return {
    $or: [
      { email: { $type: 'string' }, emailVerified: { $ne: null } },
      ...(leaving === 'phone' || !offered.phone ? [] : [{ 'phone.e164': { $gt: '' } }]),
      { accounts: { $elemMatch: { key: { $ne: leaving }, provider: { $in: [...offered.providers] } } } },
      { passkeys: { $elemMatch: { id: { $ne: leavingPasskey }, rpId: offered.rpId } } },
    ],
  };
}

/** A write that removes methods by a rule needs it, so that its events name exactly what it removed. */
export function sameMethods(user: UserDocument): Filter<UserDocument> {
  const { accounts, passkeys = [], totp = [], password, phone, recoveryCodes } = user;
  return {
    $and: [
      sameList(
        'accounts',
        'key',
        accounts.map(({ key }) => key),
      ),
      sameList(
        'passkeys',
        'id',
        passkeys.map(({ id }) => id),
      ),
      sameList(
        'totp',
        'id',
        totp.map(({ id }) => id),
      ),
    ],
    password: { $exists: password !== undefined },
    'phone.e164': phone?.e164 ?? { $exists: false },
    'recoveryCodes.createdAt': recoveryCodes?.createdAt ?? { $exists: false },
  };
}

function sameList(
  list: 'accounts' | 'passkeys' | 'totp',
  field: string,
  values: readonly unknown[],
): Filter<UserDocument> {
  if (values.length === 0) return { [`${list}.0`]: { $exists: false } };
  return { [list]: { $size: values.length }, [`${list}.${field}`]: { $all: values } };
}

export function conditionFilter(condition: SignInCondition): Filter<UserDocument> {
  const { email, passwordChangedAt, accountKey, e164, passkeyId } = condition;
  return {
    ...(email === undefined ? {} : { email }),
    ...(passwordChangedAt === undefined ? {} : { 'password.changedAt': passwordChangedAt }),
    ...(accountKey === undefined ? {} : { 'accounts.key': accountKey }),
    ...(e164 === undefined ? {} : { 'phone.e164': e164 }),
    ...(passkeyId === undefined ? {} : { 'passkeys.id': passkeyId }),
  };
}
