import type { SignedOutPagesTexts } from '../../texts.ts';
import { codes } from './codes.ts';
import { checkEmail, resetPassword } from './mailed-links.ts';
import { signUp } from './sign-up.ts';

/** What the signed-out pages beside the sign-in page say, in Arabic. */
export const signedOutPages: SignedOutPagesTexts = {
  checkEmail,
  codes,
  resetPassword,
  signUp,
};
