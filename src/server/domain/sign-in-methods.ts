import type { Filter } from 'mongodb';
import type { UserDocument } from '../database/collections.ts';

/**
 * The last-method rule, said twice: as a condition for the database, where it decides in one write, and as a predicate for
 * showing it beforehand. A test holds the two against each other. A connection counts only while its provider is still offered:
 * a way in that no longer exists must not be the one that is left.
 */
export interface OfferedMethods {
  /** Ids of the identity providers that are configured now. */
  readonly providers: readonly string[];
}

export function hasOtherMethod(user: UserDocument, accountKey: string, offered: OfferedMethods): boolean {
  if (user.email !== undefined && user.emailVerified !== null) return true;
  return user.accounts.some(
    (account) => account.key !== accountKey && offered.providers.includes(account.provider),
  );
}

export function otherMethodFilter(accountKey: string, offered: OfferedMethods): Filter<UserDocument> {
  return {
    $or: [
      { email: { $type: 'string' }, emailVerified: { $ne: null } },
      { accounts: { $elemMatch: { key: { $ne: accountKey }, provider: { $in: [...offered.providers] } } } },
    ],
  };
}
