/** An account at an identity provider: whose it is here, `users.accounts` says. */
export interface ProviderAccount {
  readonly provider: string;
  readonly providerAccountId: string;
  readonly type: 'oidc' | 'oauth';
}

/** The value behind the unique index that decides who owns a provider account. Provider ids hold no colon. */
export function accountKey(account: Pick<ProviderAccount, 'provider' | 'providerAccountId'>): string {
  return `${account.provider}:${account.providerAccountId}`;
}
