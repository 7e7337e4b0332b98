import { ERROR_TEXTS, SIGNED_OUT_TEXTS, type TextFile } from './texts.ts';

// Pages before a sign-in seldom need these sets. A page that needs one loads this file first.
const applicationPages = import.meta.glob<TextFile>('./*/pages/application-pages.ts', {
  base: '../../locales',
});
const pendingLinkPages = import.meta.glob<TextFile>('./*/pages/pending-link-pages.ts', {
  base: '../../locales',
});
const mailedLinkPages = import.meta.glob<TextFile>('./*/pages/mailed-link-pages.ts', {
  base: '../../locales',
});
const phonePages = import.meta.glob<TextFile>('./*/pages/phone-pages.ts', { base: '../../locales' });
const secondStepPages = import.meta.glob<TextFile>('./*/pages/second-step-pages.ts', {
  base: '../../locales',
});
const secondFactorPages = import.meta.glob<TextFile>('./*/pages/second-factor-pages.ts', {
  base: '../../locales',
});

/** With what these pages share with the signed-out pages. */
export const APPLICATION_TEXTS = [applicationPages, ...SIGNED_OUT_TEXTS, ...ERROR_TEXTS];
/** With the codes that these pages ask for. */
export const PENDING_LINK_TEXTS = [...SIGNED_OUT_TEXTS, pendingLinkPages];
export const MAILED_LINK_TEXTS = [mailedLinkPages];
export const PHONE_TEXTS = [...SIGNED_OUT_TEXTS, phonePages];
/** With the codes that the second step asks for. */
export const SECOND_STEP_TEXTS = [...SIGNED_OUT_TEXTS, ...ERROR_TEXTS, secondStepPages];
export const SECOND_FACTOR_TEXTS = [...APPLICATION_TEXTS, secondFactorPages];
