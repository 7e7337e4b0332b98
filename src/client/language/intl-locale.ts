import { useLocale } from './texts.ts';

/** Writes Latin digits in every language, as in codes and addresses (Unicode Technical Standard 35, `nu`). */
export function useIntlLocale(): string {
  return `${useLocale()}-u-nu-latn`;
}
