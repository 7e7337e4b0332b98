import { passkeySignIn } from './passkey-sign-in.ts';
import type { PasskeyPagesTexts } from '../../texts.ts';

/** What the ways by passkey on the signed-out pages say, in Arabic. */
export const passkeyPages: PasskeyPagesTexts = {
  passkeySignIn,
};
