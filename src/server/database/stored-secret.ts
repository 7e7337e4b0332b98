import type { Vault } from '../crypto/encryption.ts';
import type { Collections } from './collections.ts';
import { insertOnce } from './insert-once.ts';

const CONTEXT = 'secret check';
const TEXT = 'foyer';

interface SecretDependencies {
  readonly collections: Pick<Collections, 'maintenance'>;
  readonly vault: Vault;
}

/** A known text, encrypted with the present secret. */
export function sealSecretCheck(vault: Vault): string {
  return vault.seal(TEXT, CONTEXT);
}

/** Whether this process has the secret that encrypted the text, as the present or the previous one. */
export function hasSecretOf(vault: Vault, sealed: string): boolean {
  return vault.open(sealed, CONTEXT) === TEXT;
}

/** Since the last start. `unknown`: neither `AUTH_SECRET` nor the previous one is that of the last start. */
type SecretChange = 'none' | 'changed' | 'unknown';

/**
 * Compares `AUTH_SECRET` and the previous one with that of the last start, and remembers the present one. So
 * a change and a wrong secret are noticed once, and an operator can still change a stolen secret at once.
 */
export async function checkStoredSecret({ collections, vault }: SecretDependencies): Promise<SecretChange> {
  const { maintenance } = collections;
  const sealed = sealSecretCheck(vault);
  const stored = await maintenance.findOne({ _id: 'secret' });
  if (stored?.sealed === undefined) {
    await insertOnce(maintenance, { _id: 'secret', sealed });
    return 'none';
  }
  const isKnown = hasSecretOf(vault, stored.sealed);
  if (isKnown && vault.isCurrent(stored.sealed)) return 'none';
  // If two starts run at once, one writes.
  await maintenance.updateOne({ _id: 'secret', sealed: stored.sealed }, { $set: { sealed } });
  return isKnown ? 'changed' : 'unknown';
}
