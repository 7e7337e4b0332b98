import { useIntlLocale } from './intl-locale.ts';

/** Joins names as the language of the page does: `Ada, Grace and Linus`. A name in another script does not change the order of the others (`locales/isolate.ts`). */
export function useNameList(): (names: readonly string[]) => string {
  const list = new Intl.ListFormat(useIntlLocale(), { type: 'conjunction' });
  return (names) => list.format(names.map((name) => `\u2068${name}\u2069`));
}
