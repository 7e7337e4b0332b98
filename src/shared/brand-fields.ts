/** Without zod, because the browser loads them. */

/** The words that the brand studio changes: those of the pages, then those of the mails. */
export const BRAND_WORDS = [
  'words/signIn.title',
  'words/signIn.submit',
  'words/common.continueWith',
  'words/signIn.newHere',
  'words/signIn.createAccount',
  'mails/signIn.title',
  'mails/signIn.button',
] as const;

/** Files of `BRAND_DIR` without their endings. A logo may have one file of each format. */
export const BRAND_FILES = ['logo', 'logo-dark', 'font'] as const;
export type BrandFileField = (typeof BRAND_FILES)[number];
