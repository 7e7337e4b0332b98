import type { ComponentType } from 'react';
import type { Locale } from '../../../shared/locale.ts';
import { hasPasskeys } from '../../features/passkeys/webauthn.ts';
import { loadLateWords } from '../../language/texts.ts';
import { LatePasskeyWay } from './late-passkey-way.tsx';

/** What `PasskeyWay` shows; nothing where the browser has no passkeys. */
export async function loadWay(locale: Locale): Promise<ComponentType | null> {
  if (!hasPasskeys()) return null;
  await loadLateWords(
    locale,
    'passkey-pages',
    import.meta.glob('./*/pages/passkey-pages.ts', { base: '../../../locales' }),
  );
  return LatePasskeyWay;
}
