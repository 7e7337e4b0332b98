import type { ProviderAccount } from './users.ts';

/** The value behind the unique index that decides who owns a provider account. Provider ids hold no colon. */
export function accountKey(account: Pick<ProviderAccount, 'provider' | 'providerAccountId'>): string {
  return `${account.provider}:${account.providerAccountId}`;
}
