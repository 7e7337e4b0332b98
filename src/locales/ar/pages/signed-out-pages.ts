import type { SignedOutPagesTexts } from '../../texts.ts';
import { accountExists } from './account-exists.ts';
import { codes } from './codes.ts';
import { checkEmail, confirmAddress, resetPassword } from './mailed-links.ts';
import { resumeLink } from './resume-link.ts';
import { signUp } from './sign-up.ts';

/** What the signed-out pages beside the sign-in page say, in Arabic. */
export const signedOutPages: SignedOutPagesTexts = {
  accountExists,
  checkEmail,
  codes,
  confirmAddress,
  resetPassword,
  resumeLink,
  signUp,
};
