import { expect, test } from 'vitest';
import { createPlural } from './plural.ts';

test.each([
  [0, '0 days'],
  [1, 'one day'],
  [2, '2 days'],
  [21, '21 days'],
])('English picks the form for %i', (count, sentence) => {
  const plural = createPlural<'one' | 'other'>('en');
  expect(plural(count, { one: 'one day', other: `${count} days` })).toBe(sentence);
});

test.each([
  [1, 'dzień'],
  [2, 'dni (few)'],
  [5, 'dni (many)'],
  [12, 'dni (many)'],
  [22, 'dni (few)'],
  [1.5, 'dnia'],
])('Polish picks among four forms for %d', (count, form) => {
  const plural = createPlural<'one' | 'few' | 'many' | 'other'>('pl');
  expect(plural(count, { one: 'dzień', few: 'dni (few)', many: 'dni (many)', other: 'dnia' })).toBe(form);
});

test.each([
  [0, 'zero'],
  [1, 'one'],
  [2, 'two'],
  [3, 'few'],
  [11, 'many'],
  [100, 'other'],
] as const)('Arabic picks among six forms for %i', (count, category) => {
  const plural = createPlural<Intl.LDMLPluralRule>('ar');
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
