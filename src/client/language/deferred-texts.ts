import { ERROR_TEXTS, SIGNED_OUT_TEXTS, type TextFile } from './texts.ts';

// The sets of words that the pages before a sign-in seldom need. Every page that needs one loads this file first.
const laterPages = import.meta.glob<TextFile>('./*/pages/later-pages.ts', { base: '../../locales' });
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

/** The words of the pages after a sign-in, and of what they share with the signed-out pages. */
export const LATER_TEXTS = [laterPages, ...SIGNED_OUT_TEXTS, ...ERROR_TEXTS];
/** The words of the pages while an account at a provider waits, and of the codes that they ask for. */
export const PENDING_LINK_TEXTS = [...SIGNED_OUT_TEXTS, pendingLinkPages];
export const MAILED_LINK_TEXTS = [mailedLinkPages];
export const PHONE_TEXTS = [...SIGNED_OUT_TEXTS, phonePages];
/** The words of the second step of a sign-in, and of the codes that it asks for. */
export const SECOND_STEP_TEXTS = [...SIGNED_OUT_TEXTS, ...ERROR_TEXTS, secondStepPages];
/** The words of the pages on which second factors are set up and kept. */
export const SECOND_FACTOR_TEXTS = [...LATER_TEXTS, secondFactorPages];
