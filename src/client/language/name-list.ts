import { useIntlLocale } from './intl-locale.ts';

/** `Ada, Grace and Linus`. Another script does not change the order (`locales/isolate.ts`). */
export function useNameList(): (names: readonly string[]) => string {
  const list = new Intl.ListFormat(useIntlLocale(), { type: 'conjunction' });
  return (names) => list.format(names.map((name) => `\u2068${name}\u2069`));
}
