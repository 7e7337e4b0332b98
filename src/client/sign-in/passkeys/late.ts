import type { ComponentType } from 'react';
import type { PageTexts } from '../../../locales/texts.ts';
import type { Locale } from '../../../shared/locale.ts';
import { hasPasskeys } from '../../features/passkeys/webauthn.ts';
import { addWordFiles, loadSets } from '../../language/texts.ts';
import { LatePasskeyWay } from './late-passkey-way.tsx';

export { nextAfterSignIn } from './after-sign-in.ts';

addWordFiles(
  import.meta.glob<Readonly<Record<string, Partial<PageTexts>>>>('./*/pages/passkey-pages.ts', {
    base: '../../../locales',
  }),
);

/** What `PasskeyWay` shows, when its words are there; `null` where the browser has no passkeys. */
export async function loadWay(locale: Locale): Promise<ComponentType | null> {
  if (!hasPasskeys()) return null;
  await loadSets(locale, ['passkey-pages']);
  return LatePasskeyWay;
}
