import { confirmSignIn } from './confirm-sign-in.ts';
import { confirmEmail, undoEmail } from './email-links.ts';

/** What the pages say that a mail's link opens, in English. */
export const mailedLinkPages = {
  confirmEmail,
  confirmSignIn,
  undoEmail,
};
