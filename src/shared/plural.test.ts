import { expect, test } from 'vitest';
import { createPlural } from './plural.ts';

test.each([
  ['en', 0, 'other'],
  ['en', 1, 'one'],
  ['en', 21, 'other'],
  ['pl', 1, 'one'],
  ['pl', 2, 'few'],
  ['pl', 5, 'many'],
  ['pl', 22, 'few'],
  ['pl', 1.5, 'other'],
  ['ar', 0, 'zero'],
  ['ar', 1, 'one'],
  ['ar', 2, 'two'],
  ['ar', 3, 'few'],
  ['ar', 11, 'many'],
  ['ar', 100, 'other'],
] as const)('%s picks for %d the form "%s"', (locale, count, category) => {
  const plural = createPlural<Intl.LDMLPluralRule>(locale);
  const forms = { zero: 'zero', one: 'one', two: 'two', few: 'few', many: 'many', other: 'other' };
  expect(plural(count, forms)).toBe(category);
});

test('a form that the language has must be there, and one that it has not must not', () => {
  const plural = createPlural<'one' | 'other'>('en');
  // @ts-expect-error -- `one` is missing
  expect(plural(1, { other: 'days' })).toBe('days');
  // @ts-expect-error -- English has no `few`
  expect(plural(3, { one: 'day', few: 'few days', other: 'days' })).toBe('days');
  const arabic = createPlural<Intl.LDMLPluralRule>('ar');
  // @ts-expect-error -- Arabic has six forms
  expect(arabic(3, { one: 'one', other: 'other' })).toBe('other');
});

test('a category that was not named gets the form for all others', () => {
  // French has `many` for millions.
  const plural = createPlural<'one' | 'other'>('fr');
  expect(plural(1_000_000, { one: 'jour', other: 'jours' })).toBe('jours');
});
