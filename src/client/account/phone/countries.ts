import { phoneCountries, type CountryCode } from '../../../shared/phone.ts';

export interface CountryChoice {
  readonly value: CountryCode;
  /** Its name and calling code, as shown. */
  readonly label: string;
  /** Its names in lower case without accents, for the search. */
  readonly names: readonly string[];
  readonly callingCode: string;
}

export interface Countries {
  readonly choices: readonly CountryChoice[];
  /** The language of the names, for HTML's `lang`. */
  readonly language: string;
}

/** Every country with phone numbers, named and sorted in the first known of these languages. */
export function listCountries(languages: readonly string[]): Countries {
  const validLanguages = filterLanguages(languages);
  const names = new Intl.DisplayNames([...validLanguages, 'en'], { type: 'region' });
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

/** The region of the person's languages (`en-GB`); `null` if they name only languages. */
export function defaultCountry(languages: readonly string[]): CountryCode | null {
  const countries = phoneCountries();
  for (const language of filterLanguages(languages)) {
    const { region } = new Intl.Locale(language);
    const found = countries.find(({ country }) => country === region);
    if (found) return found.country;
  }
  return null;
}

/** The matching countries, best first: by name in either language, calling code, or two-letter code. */
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

/** Browsers accept any language tag, and `Intl` throws at malformed ones. */
function filterLanguages(languages: readonly string[]): string[] {
  return languages.filter((language) => {
    try {
      return Intl.getCanonicalLocales(language).length > 0;
    } catch {
      return false;
    }
  });
}
