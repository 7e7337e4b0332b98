import type { Account } from '../../../shared/schemas/accounts.ts';
import type { ProviderPicture } from './picture-sources.tsx';

/** The connected account that still has the picture, or the file itself. */
export type KeptPicture = ProviderPicture | Blob;

/** `null` if the picture could not be restored. */
export async function keepPicture(path: string, accounts: readonly Account[]): Promise<KeptPicture | null> {
  const account = accounts.find(({ image }) => image === path);
  if (account) return { provider: account.provider, providerAccountId: account.providerAccountId };
  try {
    const answer = await fetch(path);
    return answer.ok ? await answer.blob() : null;
  } catch {
    return null;
  }
}
