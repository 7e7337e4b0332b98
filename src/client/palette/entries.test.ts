import { expect, test } from 'vitest';
import { findEntries, type PaletteGroup } from './entries.ts';

const Icon = () => null;
const GROUPS: readonly PaletteGroup[] = [
  {
    name: 'Pages',
    entries: [
      { to: '/failed-jobs', name: 'Failed jobs', Icon },
      { to: '/overview', name: 'Übersicht', Icon },
      { to: '/methods', name: 'Sign-in methods', also: 'password passkeys', Icon },
      { to: '/jobs', name: 'Jobs', Icon },
    ],
  },
  { name: 'Documents', entries: [{ href: '/terms', name: 'Terms', detail: 'Of the operator', Icon }] },
];

const namesOf = (text: string) =>
  findEntries(GROUPS, text).map(({ name, entries }) => [name, ...entries.map((entry) => entry.name)]);

test('without a text, everything is there in its order', () => {
  expect(namesOf(' ')).toEqual([
    ['Pages', 'Failed jobs', 'Übersicht', 'Sign-in methods', 'Jobs'],
    ['Documents', 'Terms'],
  ]);
});

test('an entry has every word, in any order, and a group without one goes away', () => {
  expect(namesOf('jobs fail')).toEqual([['Pages', 'Failed jobs']]);
  expect(namesOf('operator')).toEqual([['Documents', 'Terms']]);
  expect(namesOf('jobs nowhere')).toEqual([]);
});

test('an entry is found by its further words, and without accents and capital letters', () => {
  expect(namesOf('PASSWORD')).toEqual([['Pages', 'Sign-in methods']]);
  expect(namesOf('ubersicht')).toEqual([['Pages', 'Übersicht']]);
});

test('a name that begins with the text comes before one that has it later', () => {
  expect(namesOf('jobs')).toEqual([['Pages', 'Jobs', 'Failed jobs']]);
});
