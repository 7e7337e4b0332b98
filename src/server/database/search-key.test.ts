import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { searchKeyOf } from './search-key.ts';

test.for([
  ['Ada Lovelace', 'ada lovelace'],
  ['  José   GARCÍA ', 'jose garcia'],
  ['Straße', 'strasse'],
  ['ΟΔΥΣΣΕΑΣ', 'οδυσσεασ'],
  ['Οδυσσέας', 'οδυσσεασ'],
  ['İstanbul', 'istanbul'],
  ['ﬁona Ⅳ', 'fiona iv'],
  // Marks of other scripts tell letters apart.
  ['हिन्दी', 'हिन्दी'],
  ['مُحَمَّد', 'مُحَمَّد'],
  ['\uFDFA'.repeat(9), 'صلى الله عليه وسلم'.repeat(9).slice(0, 100)],
  [null, ''],
] as const)('the search key of %s is "%s"', ([name, key]) => {
  expect(searchKeyOf(name)).toBe(key);
});

test('the search key of a search key is the same', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (name) => {
      expect(searchKeyOf(searchKeyOf(name))).toBe(searchKeyOf(name));
    }),
  );
});

test('the beginning of a name is found in any case', () => {
  const name = fc.stringMatching(/^[A-Za-zÀ-ÖØ-öø-žΑ-Ωα-ωА-я ]{1,30}$/);
  fc.assert(
    fc.property(name, fc.nat({ max: 30 }), (text, length) => {
      const key = searchKeyOf(text);
      const beginning = text.slice(0, length);
      expect(key.startsWith(searchKeyOf(beginning))).toBe(true);
      expect(key.startsWith(searchKeyOf(beginning.toUpperCase()))).toBe(true);
      expect(key.startsWith(searchKeyOf(beginning.toLowerCase()))).toBe(true);
    }),
  );
});
