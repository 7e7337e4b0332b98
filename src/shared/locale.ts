/** The name of each language in that language. The key is its folder in `src/locales`. */
export const LANGUAGE_NAMES = { en: 'English', de: 'Deutsch', ar: 'العربية' } as const;
export type Locale = keyof typeof LANGUAGE_NAMES;
export const LOCALES = Object.keys(LANGUAGE_NAMES) as readonly Locale[];

/** The language for a browser that accepts none of them. */
export const DEFAULT_LOCALE: Locale = 'en';

export function directionOf(locale: Locale): 'ltr' | 'rtl' {
  return locale === 'ar' ? 'rtl' : 'ltr';
}

export function isLocale(value: unknown): value is Locale {
  return LOCALES.some((locale) => locale === value);
}

/** A newer version may have stored another language. */
export function storedLocale({ locale }: { readonly locale?: unknown }): Locale {
  return isLocale(locale) ? locale : DEFAULT_LOCALE;
}

/** RFC 9110, sections 12.4.2 and 12.5.4. */
const RANGE = /^(\*|[a-z]{1,8}(?:-[a-z0-9]{1,8})*)(?:[ \t]*;[ \t]*q=(0(?:\.[0-9]{0,3})?|1(?:\.0{0,3})?))?$/i;

/**
 * A range matches by its language (`de-AT` matches German). `*` matches languages that are not named. Of
 * equal qualities, the first one wins. Malformed parts are ignored.
 */
export function negotiateLocale(acceptLanguage: string | undefined): Locale {
  const qualities = new Map<string, number>();
  for (const part of (acceptLanguage ?? '').split(',')) {
    const [, range, quality = '1'] = RANGE.exec(part.trim()) ?? [];
    const language = range?.split('-')[0]?.toLowerCase();
    if (language === undefined) continue;
    qualities.set(language, Math.max(qualities.get(language) ?? 0, Number(quality)));
  }
  const order = [...qualities.keys()];
  const positionOf = (locale: Locale) => order.indexOf(qualities.has(locale) ? locale : '*');
  const qualityOf = (locale: Locale) => qualities.get(locale) ?? qualities.get('*') ?? 0;
  const [best] = LOCALES.filter((locale) => qualityOf(locale) > 0).sort(
    (one, other) => qualityOf(other) - qualityOf(one) || positionOf(one) - positionOf(other),
  );
  return best ?? DEFAULT_LOCALE;
}
