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
