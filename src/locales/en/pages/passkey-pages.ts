import { passkeySignIn } from './passkey-sign-in.ts';

/** What the ways by passkey on the signed-out pages say, in English. */
export const passkeyPages = {
  passkeySignIn,
};
