import { EMAIL_MAX_LENGTH, NAME_MAX_LENGTH } from '../../shared/limits.ts';
import type { UserDocument } from './user-documents.ts';

/** Of the Latin, Greek and Cyrillic scripts. Marks of other scripts tell letters apart, so they stay. */
const ACCENTS = /[\u0300-\u036f]/g;

/**
 * Without accents, case and double spaces: `José  GARCÍA` gives `jose garcia`. One sign can become 18 letters
 * (U+FDFA), so the length is bounded.
 */
export function searchKeyOf(name: string | null): string {
  return fold(name ?? '', NAME_MAX_LENGTH);
}

function fold(text: string, maxLength: number): string {
  const letters = text.normalize('NFKD').replace(ACCENTS, '');
  // `ß` in upper case is `SS`. A sigma at a word's end is another letter in lower case.
  const folded = letters.toUpperCase().toLowerCase().replaceAll('ς', 'σ');
  const words = folded.normalize('NFC').replace(/\s+/g, ' ').trim();
  return [...words].slice(0, maxLength).join('').trimEnd();
}

/** Every write that sets a name sets all three. */
export function nameFields(name: string | null): Pick<UserDocument, 'name' | 'nameKey' | 'namePrefixes'> {
  return { name, nameKey: searchKeyOf(name), namePrefixes: prefixesOf(name ?? '') };
}

/** Every write that sets an address sets both. */
export function emailFields(email: string): Required<Pick<UserDocument, 'email' | 'emailPrefixes'>> {
  return { email, emailPrefixes: prefixesOf(email) };
}

/** A longer word is found by these letters of it, which bounds the index. */
const PREFIX_MAX_LENGTH = 16;

/** The words that a search compares: `Ada.O'Hara@mail.example` gives `ada`, `ohara`, `mail` and `example`. */
export function searchWordsOf(text: string): string[] {
  const words = fold(text, EMAIL_MAX_LENGTH)
    .replaceAll(/['\u2019]/g, '')
    .match(/[\p{L}\p{N}\p{M}]+/gu);
  return [...new Set(words?.map((word) => [...word].slice(0, PREFIX_MAX_LENGTH).join('')))];
}

/** All beginnings of all words, so that an index finds a word by equality, already in the order of the names. */
function prefixesOf(text: string): string[] {
  const prefixes = searchWordsOf(text).flatMap((word) =>
    [...word].map((_, index, letters) => letters.slice(0, index + 1).join('')),
  );
  return [...new Set(prefixes)];
}
