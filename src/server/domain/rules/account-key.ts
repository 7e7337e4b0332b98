import type { Filter } from 'mongodb';
import type { UserDocument } from '../../database/user-documents.ts';

export interface ProviderAccount {
  readonly provider: string;
  readonly providerAccountId: string;
  readonly type: 'oidc' | 'oauth';
}

/** The unique index on it decides who owns an account. Provider ids contain no colon. */
export function accountKey(account: Pick<ProviderAccount, 'provider' | 'providerAccountId'>): string {
  return `${account.provider}:${account.providerAccountId}`;
}

/** Users with an account at this provider. `accounts.provider` has no index, but the keys begin with it. */
export function connectedTo(provider: string): Filter<UserDocument> {
  const beginning = accountKey({ provider, providerAccountId: '' });
  // Without `$gt` the query would not use the partial index.
  return { 'accounts.key': { $gt: '', $regex: `^${beginning.replaceAll(/[^\w:]/g, '\\$&')}` } };
}
