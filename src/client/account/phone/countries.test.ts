import { expect, test } from 'vitest';
import { findCountries, listCountries } from './countries.ts';

test.each([
  ['us', 'US'],
  ['+49', 'DE'],
  ['41', 'CH'],
  ['österr', 'AT'],
  ['osterr', 'AT'],
  ['Austria', 'AT'],
  ['konigreich', 'GB'],
])('typing %s finds %s first', (search, country) => {
  expect(findCountries(listCountries(['de']).choices, search)[0]?.value).toBe(country);
});

test('finds nothing for an unknown name', () => {
  expect(findCountries(listCountries(['en']).choices, 'atlantis')).toEqual([]);
});

test('an Arabic name does not move the plus sign behind the digits', () => {
  const germany = listCountries(['ar']).choices.find(({ value }) => value === 'DE');
  expect(germany?.label).toBe('ألمانيا (\u200e+49)');
});
