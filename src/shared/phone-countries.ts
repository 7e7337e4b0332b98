import { phoneCountries, type CountryCode } from './phone.ts';

export interface PhoneCountry {
  readonly country: CountryCode;
  readonly callingCode: string;
  readonly name: string;
}

interface NamedCountries {
  readonly countries: readonly PhoneCountry[];
  readonly language: string;
}

/** The names and the order are those of the first known language. */
export function namePhoneCountries(languages: readonly string[]): NamedCountries {
  const names = new Intl.DisplayNames([...filterLanguages(languages), 'en'], { type: 'region' });
  const language = names.resolvedOptions().locale;
  const { compare } = new Intl.Collator(language);
  const countries = phoneCountries().map((each) => ({
    ...each,
    name: names.of(each.country) ?? each.country,
  }));
  return { countries: countries.sort((one, other) => compare(one.name, other.name)), language };
}

/** The region of the person's languages (`en-GB`); `null` without one. */
export function defaultCountry(languages: readonly string[]): CountryCode | null {
  const countries = phoneCountries();
  for (const language of filterLanguages(languages)) {
    const { region } = new Intl.Locale(language);
    const found = countries.find(({ country }) => country === region);
    if (found) return found.country;
  }
  return null;
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
