import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { emailFields, nameFields, searchKeyOf, searchWordsOf } from './search-key.ts';

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

test('the beginning of any word is found in any case', () => {
  const name = fc.stringMatching(/^[A-Za-zÀ-ÖØ-öø-žΑ-Ωα-ωА-я ]{1,30}$/);
  fc.assert(
    fc.property(name, fc.nat({ max: 30 }), fc.nat({ max: 30 }), (text, from, length) => {
      const { namePrefixes } = nameFields(text);
      const word = text.split(' ').at(from % text.split(' ').length) ?? '';
      const beginning = word.slice(0, length);
      for (const typed of [beginning, beginning.toUpperCase(), beginning.toLowerCase()])
        expect(namePrefixes).toEqual(expect.arrayContaining(searchWordsOf(typed)));
    }),
  );
});

test('a long address is found by its last word', () => {
  const email = `ada@${'mail.'.repeat(40)}lovelace.example`;
  expect(emailFields(email).emailPrefixes).toEqual(expect.arrayContaining(['ada', 'mail', 'lovelace']));
});
