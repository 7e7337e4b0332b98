import { phoneCountries, type CountryCode } from '../../../shared/phone.ts';

export interface CountryChoice {
  readonly value: CountryCode;
  /** Its name and calling code: what is shown. */
  readonly label: string;
  /** In lower case and without accents: what may be typed to find it. */
  readonly names: readonly string[];
  readonly callingCode: string;
}

export interface Countries {
  readonly choices: readonly CountryChoice[];
  /** The language of their names, as HTML's `lang` says it. */
  readonly language: string;
}

/** Every country that has numbers, named in the first of these languages that is known here, in its order. */
export function listCountries(languages: readonly string[]): Countries {
  const known = knownLanguages(languages);
  const names = new Intl.DisplayNames([...known, 'en'], { type: 'region' });
  const english = new Intl.DisplayNames(['en'], { type: 'region' });
  const { locale } = names.resolvedOptions();
  const { compare } = new Intl.Collator(locale);
  const choices = phoneCountries().map(({ country, callingCode }) => {
    const name = names.of(country) ?? country;
    return {
      value: country,
      label: `${name} (+${callingCode})`,
      names: [...new Set([toSearch(name), toSearch(english.of(country) ?? country)])],
      callingCode,
    };
  });
  return { choices: choices.sort((one, other) => compare(one.label, other.label)), language: locale };
}

/** The region that the person's languages name (`en-GB`); a language alone says nothing of a country. */
export function defaultCountry(languages: readonly string[]): CountryCode | null {
  const countries = phoneCountries();
  for (const language of knownLanguages(languages)) {
    const { region } = new Intl.Locale(language);
    const found = countries.find(({ country }) => country === region);
    if (found) return found.country;
  }
  return null;
}

/** Those that the search text may mean, the likeliest first: by name in either language, calling code, or two-letter code. */
export function findCountries(choices: readonly CountryChoice[], search: string): CountryChoice[] {
  const term = toSearch(search);
  if (term === '') return [...choices];
  const ranked = choices.map((choice) => ({ choice, rank: rankOf(choice, term) }));
  return ranked
    .filter(({ rank }) => rank < NO_MATCH)
    .sort((one, other) => one.rank - other.rank)
    .map(({ choice }) => choice);
}

const NO_MATCH = 4;

function rankOf({ value, names, callingCode }: CountryChoice, term: string): number {
  const digits = /^\+?(\d+)$/.exec(term)?.[1];
  if (digits !== undefined) return callingCode === digits ? 0 : callingCode.startsWith(digits) ? 1 : NO_MATCH;
  if (value.toLowerCase() === term) return 0;
  if (names.some((name) => name.startsWith(term))) return 1;
  if (names.some((name) => name.includes(` ${term}`))) return 2;
  return names.some((name) => name.includes(term)) ? 3 : NO_MATCH;
}

function toSearch(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').trim().toLowerCase();
}

/** Browsers can be told any language, and `Intl` throws at tags that are not well-formed. */
function knownLanguages(languages: readonly string[]): string[] {
  return languages.filter((language) => {
    try {
      return Intl.getCanonicalLocales(language).length > 0;
    } catch {
      return false;
    }
  });
}
