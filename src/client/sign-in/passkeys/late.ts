import type { ComponentType } from 'react';
import { hasPasskeys } from '../../features/passkeys/webauthn.ts';
import { loadTexts, type TextFile } from '../../language/texts.ts';
import { LatePasskeyWay } from './late-passkey-way.tsx';

export { nextAfterSignIn } from './after-sign-in.ts';

const passkeyPages = import.meta.glob<TextFile>('./*/pages/passkey-pages.ts', { base: '../../../locales' });

/** What `PasskeyWay` shows, when its words are there; `null` where the browser has no passkeys. */
export async function loadWay(): Promise<ComponentType | null> {
  if (!hasPasskeys()) return null;
  await loadTexts([passkeyPages]);
  return LatePasskeyWay;
}
