import type { ComponentType } from 'react';
import { hasPasskeys } from '../../features/passkeys/webauthn.ts';
import { loadTexts, type TextFile } from '../../language/texts.ts';
import { useParameters, usePage } from '../page-context.ts';
import { PasskeySignIn } from './passkey-sign-in.tsx';
import { PasskeySignUp } from './passkey-sign-up.tsx';

export { nextAfterSignIn } from './after-sign-in.ts';

const passkeyPages = import.meta.glob<TextFile>('./*/pages/passkey-pages.ts', { base: '../../../locales' });

/** Resolves when its words are there; `null` where the browser has no passkeys. */
export async function loadWay(): Promise<PasskeyWayComponent | null> {
  if (!hasPasskeys()) return null;
  await loadTexts([passkeyPages]);
  return DeferredPasskeyWay;
}

export type PasskeyWayComponent = ComponentType<PasskeyWayProps>;
interface PasskeyWayProps {
  /** The button was pressed before its code was there. */
  readonly startsAtOnce: boolean;
}

function DeferredPasskeyWay({ startsAtOnce }: PasskeyWayProps) {
  const { name } = usePage();
  const { callbackUrl } = useParameters();
  return name === 'sign-up' ? (
    <PasskeySignUp callbackUrl={callbackUrl} startsAtOnce={startsAtOnce} />
  ) : (
    <PasskeySignIn callbackUrl={callbackUrl} startsAtOnce={startsAtOnce} />
  );
}
