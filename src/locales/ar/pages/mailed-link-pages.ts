import { confirmEmail, stopRemoval, undoEmail } from './email-links.ts';
import { confirmSignIn, resetLink } from './sign-in-links.ts';
import type { MailedLinkPagesTexts } from '../../texts.ts';

/** What the pages say that a mail's link opens, in Arabic. */
export const mailedLinkPages: MailedLinkPagesTexts = {
  confirmEmail,
  confirmSignIn,
  resetLink,
  stopRemoval,
  undoEmail,
};
