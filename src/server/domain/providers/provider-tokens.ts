import { z } from 'zod';
import type { Dependencies } from '../../dependencies.ts';
import { accountKey, type ProviderAccount } from '../rules/account-key.ts';

/** Stored to check and revoke the grant. They never reach a browser. */
const providerTokens = z.object({
  accessToken: z.string().nullable(),
  refreshToken: z.string().nullable(),
  /** Milliseconds since 1970, or `null` when the provider did not say. */
  expiresAt: z.number().nullable(),
});
export type ProviderTokens = z.infer<typeof providerTokens>;

type Owner = Pick<ProviderAccount, 'provider' | 'providerAccountId'>;

export function sealTokens(
  deps: Pick<Dependencies, 'vault'>,
  owner: Owner,
  tokens: ProviderTokens,
): string | null {
  if (tokens.accessToken === null && tokens.refreshToken === null) return null;
  return deps.vault.seal(JSON.stringify(tokens), tokensContext(accountKey(owner)));
}

/** `null` when there are none, or when they cannot be decrypted. */
export function openTokens(
  deps: Pick<Dependencies, 'vault'>,
  owner: Owner,
  sealed: string | null,
): ProviderTokens | null {
  const plain = sealed === null ? null : deps.vault.open(sealed, tokensContext(accountKey(owner)));
  return plain === null ? null : providerTokens.parse(JSON.parse(plain));
}

export function tokensContext(accountKeyOfOwner: string): string {
  return `tokens:${accountKeyOfOwner}`;
}
