import { expect, test } from 'vitest';
import { LOCALES } from '../../shared/locale.ts';
import { deLater } from './de-later.ts';
import { de as deFirst } from './de.ts';
import { enLater } from './en-later.ts';
import { en as enFirst } from './en.ts';
import { loadLaterTexts, loadTexts } from './texts.ts';

const en = { ...enFirst, ...enLater };
const de = { ...deFirst, ...deLater };

/** A text's place, as `signIn.title`, and what it says; of a function, when it is given its parameters' places. */
function leavesOf(texts: unknown, path = ''): [string, string][] {
  if (typeof texts === 'string') return [[path, texts]];
  if (typeof texts === 'function') {
    const given = Array.from({ length: texts.length }, (_, index) => STAND_INS[index]);
    return [[path, String((texts as (...given: unknown[]) => unknown)(...given))]];
  }
  return Object.entries(texts as object).flatMap(([key, value]) =>
    leavesOf(value, path ? `${path}.${key}` : key),
  );
}

/** Numbers and text alike, so that they suit every parameter. */
const STAND_INS = ['2', '3', '4', '5', '6'];

/** What is the same word in both languages, or no word at all. */
const SAME_IN_BOTH = [
  'accessTokens.name',
  'accessTokens.token',
  'activity.step',
  'codes.waiting',
  'outbox.messageId',
  'phone.countryFound',
  'picture.zoomValue',
  'profile.name',
  'signUp.name',
];

/** Scopes are for programs. */
const CODE = /^[a-z]+:[a-z]+$/;

test('nothing is left in English', () => {
  const english = new Map(leavesOf(en));
  const same = leavesOf(de).filter(([path, text]) => english.get(path) === text && !CODE.test(text));
  expect(same.map(([path]) => path).sort()).toEqual(SAME_IN_BOTH);
});

test('every text says something', () => {
  const empty = [...leavesOf(en), ...leavesOf(de)].filter(([, text]) => !/^\S(?:.*\S)?$/su.test(text));
  expect(empty).toEqual([]);
});

test('a text has its {} where the other language has it', () => {
  const english = new Map(leavesOf(en));
  const slots = (text: string) => text.split('{}').length;
  const unlike = leavesOf(de).filter(([path, text]) => slots(text) !== slots(english.get(path) ?? ''));
  expect(unlike).toEqual([]);
});

test('nobody is called by the first name', () => {
  // "Sie" and "Ihr" are how strangers are spoken to; "du" in any form is not.
  const familiar = leavesOf(de).filter(([, text]) =>
    /(?<!\p{L})(?:du|dich|dir|dein\p{L}*)(?!\p{L})/iu.test(text),
  );
  expect(familiar).toEqual([]);
});

test('an issue and an error have words in each language, under the same keys', () => {
  expect(Object.keys(de.errors).sort()).toEqual(Object.keys(en.errors).sort());
  expect(Object.keys(de.issues).sort()).toEqual(Object.keys(en.issues).sort());
});

test.each(LOCALES)('%s is loaded by its name', async (locale) => {
  await loadLaterTexts(locale);
  expect(await loadTexts(locale)).toEqual({ locale, texts: { en, de }[locale] });
});
