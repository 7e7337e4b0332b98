import type { PendingLinkPagesTexts } from '../../texts.ts';
import { accountExists } from './account-exists.ts';
import { confirmAddress } from './confirm-address.ts';
import { resumeLink } from './resume-link.ts';

/** What the pages say while an account at a provider waits to be connected, in Arabic. */
export const pendingLinkPages: PendingLinkPagesTexts = {
  accountExists,
  confirmAddress,
  resumeLink,
};
