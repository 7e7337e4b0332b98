import { expect, test } from 'vitest';
import { overrideWords } from './word-overrides.ts';

const WORDS = {
  signIn: { title: 'Sign in', newHere: 'New here?' },
  greet: (name: string, host: string) => `Hello ${name} at ${host}`,
  left: (count: number) => `${count} left`,
  sentences: ['One.', 'Two.'],
  event: ({ label }: { label: string | null }) => ({ title: `Event ${label ?? ''}`, what: 'Something.' }),
  byMinutes: (minutes: number) => [`${minutes} minutes.`, 'The end.'],
  nothing: null,
};

test('a text replaces a text, and its neighbours stay', () => {
  expect(overrideWords(WORDS, { signIn: { title: 'Log in' } }, 'en').signIn).toEqual({
    title: 'Log in',
    newHere: 'New here?',
  });
});

test('words stay the same without overrides', () => {
  expect(overrideWords(WORDS, undefined, 'en')).toBe(WORDS);
});

test('a word that is not there is not added', () => {
  expect(overrideWords({ a: 'A' }, { b: 'B' }, 'en')).toEqual({ a: 'A' });
});

test('a template takes the parameters by their places, in any order and more than once', () => {
  const { greet } = overrideWords(WORDS, { greet: '{1}: {0}, {0}!' }, 'en');
  expect(greet('Ada', 'example.com')).toBe('example.com: Ada, Ada!');
});

test('what a parameter says is no template', () => {
  expect(overrideWords(WORDS, { greet: '{0} {1}' }, 'en').greet('{1}', '$&')).toBe('{1} $&');
});

test('a counted text has the form of the language', () => {
  const overrides = { left: { counted: '0', one: 'one more', few: '{0} few', other: '{0} more' } };
  const inEnglish = overrideWords(WORDS, overrides, 'en');
  expect([1, 2, 7].map(inEnglish.left)).toEqual(['one more', '2 more', '7 more']);
  // Arabic has six forms.
  expect(overrideWords(WORDS, overrides, 'ar').left(3)).toBe('3 few');
});

test('the words inside the result of a function are replaced with its parameters', () => {
  const { event, byMinutes } = overrideWords(
    WORDS,
    { event: { title: 'It was {label}.' }, byMinutes: { 0: 'Within {0} min.' } },
    'en',
  );
  expect(event({ label: 'Chrome' })).toEqual({ title: 'It was Chrome.', what: 'Something.' });
  expect(event({ label: null }).title).toBe('It was .');
  expect(byMinutes(5)).toEqual(['Within 5 min.', 'The end.']);
});

test('one sentence of several is replaced', () => {
  expect(overrideWords(WORDS, { sentences: { 1: 'Zwei.' } }, 'en').sentences).toEqual(['One.', 'Zwei.']);
});

test('words that a language does not have stay away', () => {
  expect(overrideWords(WORDS, { nothing: 'Something' }, 'en').nothing).toBeNull();
});
