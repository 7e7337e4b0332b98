/**
 * Every language, by its own name for itself: that one is known to whoever looks for theirs. Each has its words in `src/locales`, in the
 * folder of this key.
 */
export const LANGUAGE_NAMES = { en: 'English', de: 'Deutsch' } as const;
export type Locale = keyof typeof LANGUAGE_NAMES;
export const LOCALES = Object.keys(LANGUAGE_NAMES) as readonly Locale[];

/** The language of whoever asks for none of them. */
export const DEFAULT_LOCALE: Locale = 'en';

export function isLocale(value: unknown): value is Locale {
  return LOCALES.some((locale) => locale === value);
}

/** A language range with its quality (RFC 9110, sections 12.4.2 and 12.5.4). */
const RANGE = /^(\*|[a-z]{1,8}(?:-[a-z0-9]{1,8})*)(?:[ \t]*;[ \t]*q=(0(?:\.[0-9]{0,3})?|1(?:\.0{0,3})?))?$/i;

/**
 * The language that a browser likes best of those that there are. A range counts for its language whatever its region is
 * (`de-AT` is German to us), `*` for what is named nowhere else, and of equals the first. What cannot be read is passed over.
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
  const placeOf = (locale: Locale) => order.indexOf(qualities.has(locale) ? locale : '*');
  const qualityOf = (locale: Locale) => qualities.get(locale) ?? qualities.get('*') ?? 0;
  const [best] = LOCALES.filter((locale) => qualityOf(locale) > 0).sort(
    (one, other) => qualityOf(other) - qualityOf(one) || placeOf(one) - placeOf(other),
  );
  return best ?? DEFAULT_LOCALE;
}
