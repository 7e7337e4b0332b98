import { assert, property, string } from 'fast-check';
import { expect, test } from 'vitest';
import { isLocale, LOCALES, negotiateLocale } from './locale.ts';

test.each([
  [undefined, 'en'],
  ['', 'en'],
  ['de', 'de'],
  ['DE', 'de'],
  ['de-AT', 'de'],
  ['de-DE,de;q=0.9,en-US;q=0.8,en;q=0.7', 'de'],
  ['en-US,en;q=0.9,de;q=0.8', 'en'],
  ['fr,de;q=0.5', 'de'],
  ['fr-FR,fr;q=0.9', 'en'],
  // The order says nothing where the qualities differ, and decides where they do not.
  ['en;q=0.3, de;q=0.4', 'de'],
  ['de,en', 'de'],
  ['en,de', 'en'],
  // Another region may be liked less than the language.
  ['de-CH;q=0.1, en;q=0.5, de;q=0.9', 'de'],
  // Zero is a refusal, and `*` is about all that is not named.
  ['de;q=0, en;q=0.1', 'en'],
  ['en;q=0, *', 'de'],
  ['*', 'en'],
  ['fr, *;q=0.1', 'en'],
  ['de;q=0.5, *', 'en'],
  ['en;q=0, de;q=0', 'en'],
  // Blanks are allowed around what is written, and a quality has three digits at most.
  [' de ; q=0.9 ,\ten;q=0.8', 'de'],
  ['de;Q=1.000,en;q=0.999', 'de'],
  ['de;q=1.5,en;q=0.1', 'en'],
  ['de;q=0.1234,en;q=0.1', 'en'],
  ['de;level=1', 'en'],
  ['deutsch', 'en'],
  ['germanlanguage, de', 'de'],
])('%j asks for %s', (header, locale) => {
  expect(negotiateLocale(header)).toBe(locale);
});

test('whatever stands in the header, the answer is a language that there is', () => {
  assert(
    property(string(), (header) => {
      expect(isLocale(negotiateLocale(header))).toBe(true);
    }),
  );
});

test.each([...LOCALES, ...LOCALES.map((locale) => `${locale}-XX`)])('%s is found alone', (range) => {
  expect(negotiateLocale(range)).toBe(range.slice(0, 2));
});

test.each(['', 'EN', 'fr', 'toString', null, undefined, 1])('%j is no language of ours', (value) => {
  expect(isLocale(value)).toBe(false);
});
