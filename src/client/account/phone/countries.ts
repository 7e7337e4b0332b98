import { labelOfCountry } from '../../../shared/country-label.ts';
import type { CountryCode } from '../../../shared/phone.ts';
import { namePhoneCountries } from '../../../shared/phone-countries.ts';

export interface CountryChoice {
  readonly value: CountryCode;
  /** With its calling code. */
  readonly label: string;
  /** In lower case without accents, for the search. */
  readonly names: readonly string[];
  readonly callingCode: string;
}

export interface Countries {
  readonly choices: readonly CountryChoice[];
  /** For HTML's `lang`. */
  readonly language: string;
}

/** Named and sorted in the first known of these languages. */
export function listCountries(languages: readonly string[]): Countries {
  const { countries, language } = namePhoneCountries(languages);
  const english = new Intl.DisplayNames(['en'], { type: 'region' });
  const choices = countries.map(({ country, callingCode, name }) => ({
    value: country,
    label: labelOfCountry(name, callingCode),
    names: [...new Set([toSearch(name), toSearch(english.of(country) ?? country)])],
    callingCode,
  }));
  return { choices, language };
}

/** Best first: by name in either language, calling code, or two-letter code. */
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
