import { codes } from './codes.ts';
import { checkEmail, resetPassword } from './mailed-links.ts';
import { signUp } from './sign-up.ts';

/** What the signed-out pages beside the sign-in page say, in English. */
export const signedOutPages = {
  checkEmail,
  codes,
  resetPassword,
  signUp,
};
