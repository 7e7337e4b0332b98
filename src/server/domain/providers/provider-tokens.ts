import { z } from 'zod';
import type { Dependencies } from '../../dependencies.ts';
import { accountKey, type ProviderAccount } from '../rules/account-key.ts';

/** The tokens of a provider. They are stored to check and revoke the grant, and never reach a browser. */
const providerTokens = z.object({
  accessToken: z.string().nullable(),
  refreshToken: z.string().nullable(),
  /** When the access token expires: milliseconds since 1970, or `null` when the provider did not say. */
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

/** What the sealed tokens of an account are bound to. */
export function tokensContext(accountKeyOfOwner: string): string {
  return `tokens:${accountKeyOfOwner}`;
}
