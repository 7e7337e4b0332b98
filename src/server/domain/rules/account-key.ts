import type { Filter } from 'mongodb';
import type { UserDocument } from '../../database/user-documents.ts';

/** An account at an identity provider. `users.accounts` says which user owns it. */
export interface ProviderAccount {
  readonly provider: string;
  readonly providerAccountId: string;
  readonly type: 'oidc' | 'oauth';
}

/** The value of the unique index that decides who owns a provider account. Provider ids contain no colon. */
export function accountKey(account: Pick<ProviderAccount, 'provider' | 'providerAccountId'>): string {
  return `${account.provider}:${account.providerAccountId}`;
}

/** The filter for users with an account at this provider. `accounts.provider` has no index, and that of the keys begins with it. */
export function connectedTo(provider: string): Filter<UserDocument> {
  const beginning = accountKey({ provider, providerAccountId: '' });
  // Without `$gt` the query would not use the partial index.
  return { 'accounts.key': { $gt: '', $regex: `^${beginning.replaceAll(/[^\w:]/g, '\\$&')}` } };
}
