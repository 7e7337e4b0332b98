import { assert, property, string } from 'fast-check';
import { expect, test } from 'vitest';
import { directionOf, isLocale, LOCALES, negotiateLocale } from './locale.ts';

test.each([
  [undefined, 'en'],
  ['', 'en'],
  ['de', 'de'],
  ['DE-AT', 'de'],
  ['de-DE,de;q=0.9,en-US;q=0.8,en;q=0.7', 'de'],
  ['en-US,en;q=0.9,de;q=0.8', 'en'],
  ['fr,de;q=0.5', 'de'],
  // The order matters only for equal qualities.
  ['en;q=0.3, de;q=0.4', 'de'],
  ['de,en', 'de'],
  // Another region may have a lower quality than the language.
  ['de-CH;q=0.1, en;q=0.5, de;q=0.9', 'de'],
  // Zero refuses a language, and `*` matches all languages that are not named.
  ['de;q=0, en;q=0.1', 'en'],
  ['en;q=0, *', 'de'],
  ['ar-EG,ar;q=0.9,en;q=0.8', 'ar'],
  ['en;q=0, de;q=0, *', 'ar'],
  ['*', 'en'],
  ['de;q=0.5, *', 'en'],
  ['en;q=0, de;q=0', 'en'],
  // Spaces are allowed, and a quality has at most three digits.
  [' de ; q=0.9 ,\ten;q=0.8', 'de'],
  ['de;Q=1.000,en;q=0.999', 'de'],
  ['de;q=1.5,en;q=0.1', 'en'],
  ['de;q=0.1234,en;q=0.1', 'en'],
  ['de;level=1', 'en'],
  ['germanlanguage, de', 'de'],
])('%j gives %s', (header, locale) => {
  expect(negotiateLocale(header)).toBe(locale);
});

test('answers a known language for any header', () => {
  assert(
    property(string(), (header) => {
      expect(isLocale(negotiateLocale(header))).toBe(true);
    }),
  );
});

test.each(['', 'EN', 'fr', 'toString', null, undefined, 1])('%j is not a known language', (value) => {
  expect(isLocale(value)).toBe(false);
});

test.each(LOCALES)('%s runs in the direction of its script', (locale) => {
  const { script = '' } = new Intl.Locale(locale).maximize();
  expect(directionOf(locale)).toBe(/^(?:Adlm|Arab|Hebr|Nkoo|Syrc|Thaa)$/.test(script) ? 'rtl' : 'ltr');
});
