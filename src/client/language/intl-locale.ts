import { useLocale } from './texts.ts';

/**
 * The tag for the numbers and dates of `Intl`. Every language writes Latin digits here: codes, phone numbers, network addresses and the counts
 * inside sentences have them, and Arabic would mix two kinds (Unicode Technical Standard 35, `nu`).
 */
export function useIntlLocale(): string {
  return `${useLocale()}-u-nu-latn`;
}
