import { confirmSignIn } from './confirm-sign-in.ts';
import { confirmEmail, undoEmail } from './email-links.ts';
import type { MailedLinkPagesTexts } from '../../texts.ts';

/** What the pages say that a mail's link opens, in German. */
export const mailedLinkPages: MailedLinkPagesTexts = {
  confirmEmail,
  confirmSignIn,
  undoEmail,
};
