import type { Filter } from 'mongodb';
import type { UserDocument } from '../../database/collections.ts';
import type { Dependencies } from '../../dependencies.ts';

/**
 * The last-method rule, said twice: as a condition for the database, where it decides in one write, and as a predicate for
 * showing it beforehand. A test holds the two against each other. A connection counts only while its provider is still offered:
 * a way in that no longer exists must not be the one that is left. A password counts only with the proven address that it is
 * typed together with, and a verified phone only where it signs in (`PHONE_SIGN_IN`).
 */
export interface OfferedMethods {
  /** Ids of the identity providers that are configured now. */
  readonly providers: readonly string[];
  /** Whether a verified phone signs in. */
  readonly phone: boolean;
}

export function offeredMethods(deps: Pick<Dependencies, 'identityProviders' | 'settings'>): OfferedMethods {
  return {
    providers: deps.identityProviders.list().map(({ id }) => id),
    phone: deps.settings.phoneSignIn,
  };
}

/** What is to go: a connection, by its `accounts.key` (which holds a colon), the password or the phone. */
export type LeavingMethod = 'password' | 'phone' | (string & {});

export function hasOtherMethod(user: UserDocument, leaving: LeavingMethod, offered: OfferedMethods): boolean {
  return methodsOf(user, offered).some((method) => method !== leaving);
}

function methodsOf(user: UserDocument, offered: OfferedMethods): string[] {
  const byAddress =
    user.email === undefined || user.emailVerified === null
      ? []
      : ['email', ...(user.password ? ['password'] : [])];
  const connections = user.accounts.filter(({ provider }) => offered.providers.includes(provider));
  const byPhone = offered.phone && user.phone ? ['phone'] : [];
  return [...byAddress, ...byPhone, ...connections.map(({ key }) => key)];
}

export function otherMethodFilter(leaving: LeavingMethod, offered: OfferedMethods): Filter<UserDocument> {
  const proven: Filter<UserDocument> = { email: { $type: 'string' }, emailVerified: { $ne: null } };
  return {
    $or: [
      proven,
      ...(leaving === 'password' ? [] : [{ ...proven, password: { $exists: true } }]),
      ...(leaving === 'phone' || !offered.phone ? [] : [{ 'phone.e164': { $gt: '' } }]),
      { accounts: { $elemMatch: { key: { $ne: leaving }, provider: { $in: [...offered.providers] } } } },
    ],
  };
}
