import { expect, test } from 'vitest';
import { defaultCountry, namePhoneCountries } from './phone-countries.ts';

test.each([
  [['de-AT', 'en-US'], 'AT'],
  [['en', 'pt-BR'], 'BR'],
  [['zh-Hant-TW'], 'TW'],
  [['en', 'de'], null],
  [['not a language', 'fr-CH'], 'CH'],
  // Antarctica has no phone numbers of its own.
  [['en-AQ'], null],
  [['*'], null],
  [[], null],
])('the languages %j give the country %s', (languages, country) => {
  expect(defaultCountry(languages)).toBe(country);
});

test('names and sorts countries in the language of the person', () => {
  const { countries, language } = namePhoneCountries(['de-AT']);
  expect(language.startsWith('de')).toBe(true);
  expect(countries).toContainEqual({ country: 'GB', callingCode: '44', name: 'Vereinigtes Königreich' });
  const names = countries.map(({ name }) => name);
  expect(names.indexOf('Österreich')).toBeLessThan(names.indexOf('Peru'));
});
