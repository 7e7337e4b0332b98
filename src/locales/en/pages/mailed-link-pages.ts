import { confirmEmail, stopRemoval, undoEmail } from './email-links.ts';
import { confirmSignIn, resetLink } from './sign-in-links.ts';

/** What the pages say that a mail's link opens, in English. */
export const mailedLinkPages = {
  confirmEmail,
  confirmSignIn,
  resetLink,
  stopRemoval,
  undoEmail,
};
