import {
  MAILED_LINK_TEXTS,
  PENDING_LINK_TEXTS,
  PHONE_TEXTS,
  SECOND_STEP_TEXTS,
} from '../language/deferred-texts.ts';
import { withTexts } from '../language/texts.ts';
import type { DeferredPageName, PageSet } from './pages.ts';

const pendingLink = withTexts(() => import('./page-sets/pending-link.ts'), PENDING_LINK_TEXTS);
const mailedLinks = withTexts(() => import('./page-sets/mailed-links.ts'), MAILED_LINK_TEXTS);

export const DEFERRED_PAGE_SETS = {
  'account-exists': pendingLink,
  'confirm-address': pendingLink,
  confirm: mailedLinks,
  'reset-password': withTexts(() => import('./page-sets/reset-password.ts'), MAILED_LINK_TEXTS),
  'confirm-email': mailedLinks,
  'undo-email': mailedLinks,
  'stop-second-factor-removal': mailedLinks,
  'phone-sign-in': withTexts(() => import('./page-sets/phone.ts'), PHONE_TEXTS),
  'second-factor': withTexts(() => import('./page-sets/second-factor.ts'), SECOND_STEP_TEXTS),
} satisfies { [Name in DeferredPageName]: PageSet<Name> };
