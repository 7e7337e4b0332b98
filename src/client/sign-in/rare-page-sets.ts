import {
  loadMailedLinkTexts,
  loadPendingLinkTexts,
  loadPhoneTexts,
  loadSecondStepTexts,
} from '../language/rare-texts.ts';
import { withTexts } from '../language/texts.ts';
import type { PageSet, RarePageName } from './pages.ts';

const pendingLink = withTexts(() => import('./page-sets/pending-link.ts'), loadPendingLinkTexts);
const mailedLinks = withTexts(() => import('./page-sets/mailed-links.ts'), loadMailedLinkTexts);

/** The sets of the pages that few people meet. */
export const RARE_PAGE_SETS = {
  'account-exists': pendingLink,
  'confirm-address': pendingLink,
  confirm: mailedLinks,
  'reset-password': withTexts(() => import('./page-sets/reset-password.ts'), loadMailedLinkTexts),
  'confirm-email': mailedLinks,
  'undo-email': mailedLinks,
  'stop-second-factor-removal': mailedLinks,
  'phone-sign-in': withTexts(() => import('./page-sets/phone.ts'), loadPhoneTexts),
  'second-factor': withTexts(() => import('./page-sets/second-factor.ts'), loadSecondStepTexts),
} satisfies { [Name in RarePageName]: PageSet<Name> };
