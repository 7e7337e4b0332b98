import type { Account } from '../../../shared/schemas/accounts.ts';
import type { ProviderPicture } from './picture-sources.tsx';

/** A removed picture: the connected account that still has it, or the file itself. */
export type KeptPicture = ProviderPicture | Blob;

/** Keeps what is needed to restore the picture at this path after its removal; `null` if it cannot be restored. */
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
